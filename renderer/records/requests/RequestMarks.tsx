import { BellRing, CircleDashed } from 'lucide-react';
import type { CompletionRow } from '#contract/completions.ts';
import { useText } from '#renderer/text/text.ts';
import { Icon } from '#renderer/ui/Icon.tsx';
import { useFormat } from '../use-format.ts';
import { useNow } from '../use-now.ts';
import './requests.css';

/** That a change of a request is not sent yet. */
export function PendingMark({ unsent }: { readonly unsent: 'ask' | 'withdraw' }) {
  const text = useText();
  return (
    <span className="request-mark">
      <Icon of={CircleDashed} size={12} />
      <span>{text(`requests.unsent.${unsent}`)}</span>
    </span>
  );
}

/** This desk's reminder for a request; nothing without one. */
export function ReminderMark({ reminder }: Pick<CompletionRow, 'reminder'>) {
  const text = useText();
  const { date } = useFormat();
  const now = useNow();
  if (reminder === null) return null;
  const { remindOn, note } = reminder;
  const isDue = remindOn <= now;
  return (
    <span className="request-mark" data-of="reminder" data-due={isDue ? '' : undefined}>
      <Icon of={BellRing} size={12} />
      <span>
        {text(isDue ? 'requests.reminderDue' : 'requests.reminder', { when: date(remindOn) })}
        {note !== '' && (
          <>
            {' · '}
            <bdi>{note}</bdi>
          </>
        )}
      </span>
    </span>
  );
}
