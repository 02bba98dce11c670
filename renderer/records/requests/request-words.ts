import type { CompletionRow } from '#contract/completions.ts';
import type { EpochMs } from '#contract/time.ts';
import { ageTone, type AgeTone } from '#renderer/records/age-tone.ts';
import type { Text } from '#renderer/text/text.ts';
import type { Format } from '#renderer/ui/format.ts';

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
export function waitsText(
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
  // This desk did it itself: only when the service had it is known.
  if (state === 'withdrawn')
    return text('requests.until', { state: word, when: format.asOf(ended.before, now) });
  const { after, before } = edges(ended, now, format);
  if (format.dateTime(ended.after) === format.dateTime(ended.before))
    return text('requests.about', { state: word, when: after });
  return text('requests.between', { state: word, after, before });
}
