import { BellRing, CircleDashed } from 'lucide-react';
import type { CompletionRow } from '#contract/completion-requests.ts';
import type { EpochMs } from '#contract/time.ts';
import { ageTone, type AgeTone } from '#renderer/shared/record/When.tsx';
import { type Text, useText } from '#renderer/text/text.ts';
import { Icon } from '#renderer/ui/Icon.tsx';
import type { Format } from '#renderer/ui/format.ts';
import { useFormat, useNow } from '../record/When.tsx';
import { joinClasses } from '#renderer/ui/join-classes.ts';
import listRowStyles from '#renderer/shared/query/ListRow.module.css';
import styles from './requests.module.css';

/** For how many calendar days a request has waited, or null where it says no time. */
function daysWaited(
  { requestedAt }: Pick<CompletionRow, 'requestedAt'>,
  now: EpochMs,
  { days }: Pick<Format, 'days'>,
): number | null {
  return requestedAt === null ? null : Math.max(0, days(requestedAt, now));
}

/** A length of time in words, and how urgent it is. */
export interface Age {
  readonly words: string;
  readonly tone: AgeTone;
}

/** How long a patient has been asked, and how urgent that is; null where the request says no time. */
function waitsText(
  text: Text,
  row: Pick<CompletionRow, 'requestedAt'>,
  now: EpochMs,
  format: Pick<Format, 'days'>,
): Age | null {
  const count = daysWaited(row, now, format);
  if (count === null) return null;
  const words = count === 0 ? text('requests.waitsToday') : text('requests.waits', { count });
  return { words, tone: ageTone(count) };
}

/** How long ago a request was made, and how urgent that is while it is open; null where it says no time. */
export function agoText(
  text: Text,
  row: Pick<CompletionRow, 'requestedAt' | 'state'>,
  now: EpochMs,
  format: Pick<Format, 'days'>,
): Age | null {
  const count = daysWaited(row, now, format);
  if (count === null) return null;
  const words = count === 0 ? text('span.today') : text('requests.daysAgo', { count });
  return { words, tone: row.state === 'open' ? ageTone(count) : 'calm' };
}

type Ended = NonNullable<CompletionRow['ended']>;

/** Between which two moments something happened: the day once where both have the same. */
function edges({ after, before }: Ended, now: EpochMs, format: Format) {
  if (format.days(after, before) !== 0)
    return { after: format.dateTime(after), before: format.dateTime(before) };
  return { after: format.asOf(after, now), before: format.time(before) };
}

/** How a request stands: `Completed or withdrawn between 10:05 and 10:20`. What is not sent yet goes before. */
export function stateText(
  text: Text,
  { state, ended, unsent }: Pick<CompletionRow, 'state' | 'ended' | 'unsent'>,
  now: EpochMs,
  format: Format,
): string {
  if (unsent !== null) return text(`requests.unsent.${unsent}`);
  const word = text(`requests.state.${state}`);
  if (ended === null || state === 'open') return word;
  // Withdrawn on this computer: only the time of the confirmation is known.
  if (state === 'withdrawn')
    return text('requests.until', { state: word, when: format.asOf(ended.before, now) });
  const { after, before } = edges(ended, now, format);
  if (format.dateTime(ended.after) === format.dateTime(ended.before))
    return text('requests.about', { state: word, when: after });
  return text('requests.between', { state: word, after, before });
}

interface RequestAgeProps {
  readonly row: Pick<CompletionRow, 'requestedAt' | 'state'>;
  /** `waits`: for how long the patient has been asked; `ago`: how long ago that began. */
  readonly says: 'waits' | 'ago';
}

/** How old a request is; urgent by colour and number while it is open. */
export function RequestAge({ row, says }: RequestAgeProps) {
  const text = useText();
  const age = (says === 'ago' ? agoText : waitsText)(text, row, useNow(), useFormat());
  return (
    age !== null && (
      <span className={joinClasses(listRowStyles.lineAge, 'tabular')} data-tone={age.tone}>
        {age.words}
      </span>
    )
  );
}

/** That a change of a request is not sent yet. */
export function PendingMark({ unsent }: { readonly unsent: 'ask' | 'withdraw' }) {
  const text = useText();
  return (
    <span className={styles.requestMark}>
      <Icon of={CircleDashed} size={12} />
      <span>{text(`requests.unsent.${unsent}`)}</span>
    </span>
  );
}

/** The local reminder of a request; renders nothing without one. */
export function ReminderMark({ reminder }: Pick<CompletionRow, 'reminder'>) {
  const text = useText();
  const { date } = useFormat();
  const now = useNow();
  if (reminder === null) return null;
  const { remindOn, note } = reminder;
  const isDue = remindOn <= now;
  return (
    <span className={styles.requestMark} data-of="reminder" data-due={isDue ? '' : undefined}>
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
