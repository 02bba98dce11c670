import { BellRing, Flag } from 'lucide-react';
import { useStore } from 'zustand';
import { useDesk } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { Icon } from '#renderer/ui/Icon.tsx';
import { useFormat } from './use-format.ts';
import { useNow } from './use-now.ts';
import './follow-up.css';

/** That somebody has followed this record up, and when to be reminded; nothing where nobody has. */
export function FollowUpMark({ id }: { readonly id: string }) {
  const text = useText();
  const now = useNow();
  const { asOf, date } = useFormat();
  const mark = useStore(useDesk().followUps.store, (marks) => marks.get(id) ?? null);
  if (mark === null) return null;
  const { remindOn, markedAt, note } = mark;
  const isDue = remindOn !== null && remindOn <= now;
  return (
    <p className="follow-up" data-due={isDue ? '' : undefined}>
      <Icon of={isDue ? BellRing : Flag} size={14} />
      <span>
        {text('followUp.marked', { when: asOf(markedAt, now) })}
        {remindOn !== null &&
          ` · ${text(isDue ? 'followUp.due' : 'followUp.remind', { when: date(remindOn) })}`}
        {note !== '' && (
          <>
            {' · '}
            <bdi>{note}</bdi>
          </>
        )}
      </span>
    </p>
  );
}
