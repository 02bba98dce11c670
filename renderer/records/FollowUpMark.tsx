import { BellRing, Flag } from 'lucide-react';
import { useStore } from 'zustand';
import { useStores } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { Icon } from '#renderer/ui/Icon.tsx';
import { AskedProblem } from './AskedProblem.tsx';
import { useFormat } from './use-format.ts';
import { useNow } from './use-now.ts';
import './follow-up.css';

/** That this record was followed up, and when to be reminded; that this could not be read; nothing where there is no mark. */
export function FollowUpMark({ id }: { readonly id: string }) {
  const text = useText();
  const now = useNow();
  const { asOf, date } = useFormat();
  const { followUps } = useStores();
  const { selection: marks, error } = useStore(followUps.store);
  const mark = marks.get(id);
  if (error !== null)
    return <AskedProblem asked={{ error, retry: followUps.changed }} what={text('followUp.failed')} />;
  if (mark === undefined) return null;
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
