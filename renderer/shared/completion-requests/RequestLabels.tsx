import { BellRing, CircleDashed } from 'lucide-react';
import type { CompletionRequestRow } from '#contract/completion-requests.ts';
import type { EpochMs } from '#contract/time.ts';
import { getAgeTone, type AgeTextWithTone } from '#renderer/shared/record/date-time.tsx';
import { type TextFunction, useText } from '#renderer/text/text.ts';
import { Icon } from '#renderer/ui/Icon.tsx';
import type { DateFormat } from '#renderer/ui/format.ts';
import { useDateFormat, useCurrentTime } from '../record/date-time.tsx';
import { joinClasses } from '#renderer/ui/join-classes.ts';
import partStyles from '#renderer/shared/query/RowParts.module.css';
import styles from './requests.module.css';

/** For how many calendar days a request has been open, or null if it has no time. */
function countDaysWaited(
  { requestedAt }: Pick<CompletionRequestRow, 'requestedAt'>,
  now: EpochMs,
  { days }: Pick<DateFormat, 'days'>,
): number | null {
  return requestedAt === null ? null : Math.max(0, days(requestedAt, now));
}

/** For how long a request has been open, and how urgent that is; null if it has no time. */
function formatWait(
  text: TextFunction,
  row: Pick<CompletionRequestRow, 'requestedAt'>,
  now: EpochMs,
  format: Pick<DateFormat, 'days'>,
): AgeTextWithTone | null {
  const count = countDaysWaited(row, now, format);
  if (count === null) return null;
  const words = count === 0 ? text('requests.waitsToday') : text('requests.waits', { count });
  return { words, tone: getAgeTone(count) };
}

/** How long ago a request was made, and, while it is open, how urgent that is; null if it has no time. */
export function toRequestAgeText(
  text: TextFunction,
  row: Pick<CompletionRequestRow, 'requestedAt' | 'state'>,
  now: EpochMs,
  format: Pick<DateFormat, 'days'>,
): AgeTextWithTone | null {
  const count = countDaysWaited(row, now, format);
  if (count === null) return null;
  const words = count === 0 ? text('span.today') : text('requests.daysAgo', { count });
  return { words, tone: row.state === 'open' ? getAgeTone(count) : 'calm' };
}

type Ended = NonNullable<CompletionRequestRow['ended']>;

/** Formats the two times between which a request ended; names the day once if both are on the same day. */
function formatEnds({ after, before }: Ended, now: EpochMs, format: DateFormat) {
  if (format.days(after, before) !== 0)
    return { after: format.dateTime(after), before: format.dateTime(before) };
  return { after: format.asOf(after, now), before: format.time(before) };
}

/**
 * The state of a request: `Completed or withdrawn between 10:05 and 10:20`. An unsent change takes
 * precedence.
 */
export function formatRequestState(
  text: TextFunction,
  { state, ended, unsent }: Pick<CompletionRequestRow, 'state' | 'ended' | 'unsent'>,
  now: EpochMs,
  format: DateFormat,
): string {
  if (unsent !== null) return text(`requests.unsent.${unsent}`);
  const word = text(`requests.state.${state}`);
  if (ended === null || state === 'open') return word;
  // Withdrawn on this computer: only the time of the confirmation is known.
  if (state === 'withdrawn')
    return text('requests.until', { state: word, when: format.asOf(ended.before, now) });
  const { after, before } = formatEnds(ended, now, format);
  if (format.dateTime(ended.after) === format.dateTime(ended.before))
    return text('requests.about', { state: word, when: after });
  return text('requests.between', { state: word, after, before });
}

interface RequestAgeProps {
  readonly row: Pick<CompletionRequestRow, 'requestedAt' | 'state'>;
  /** `waits`: for how long the request has been open; `ago`: how long ago it was made. */
  readonly shows: 'waits' | 'ago';
}

/** The age of a request; while it is open, color and number show how urgent it is. */
export function RequestAge({ row, shows }: RequestAgeProps) {
  const text = useText();
  const age = (shows === 'ago' ? toRequestAgeText : formatWait)(text, row, useCurrentTime(), useDateFormat());
  return (
    age !== null && (
      <span className={joinClasses(partStyles.lineAge, 'tabular')} data-tone={age.tone}>
        {age.words}
      </span>
    )
  );
}

/** Shows that a request or its withdrawal has not been sent yet. */
export function UnsentRequestMark({ unsent }: { readonly unsent: 'ask' | 'withdraw' }) {
  const text = useText();
  return (
    <span className={styles.requestMark}>
      <Icon shape={CircleDashed} size={12} />
      <span>{text(`requests.unsent.${unsent}`)}</span>
    </span>
  );
}

/** The local reminder of a request; renders nothing without one. */
export function ReminderMark({ reminder }: Pick<CompletionRequestRow, 'reminder'>) {
  const text = useText();
  const { date } = useDateFormat();
  const now = useCurrentTime();
  if (reminder === null) return null;
  const { remindOn, note } = reminder;
  const isDue = remindOn <= now;
  return (
    <span className={styles.requestMark} data-of="reminder" data-due={isDue ? '' : undefined}>
      <Icon shape={BellRing} size={12} />
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
