import type { EpochMs } from '#contract/time.ts';
import type { WorklistRow } from '#contract/worklist.ts';
import { ageTone, type AgeTone } from '#renderer/records/age-tone.ts';
import type { Text } from '#renderer/text/text.ts';
import type { Format } from '#renderer/ui/format.ts';

export interface Age {
  readonly words: string;
  readonly tone: AgeTone;
}

/** Whether somebody has to do something with it: it is not sent, no result has come, or nobody has reviewed it. */
function isWaiting({ status, needsReview }: WorklistRow): boolean {
  return needsReview || status === 'draft' || status === 'sent';
}

function deadlineAge(text: Text, deadline: EpochMs, now: EpochMs, days: number): Age | null {
  if (deadline < now) {
    const words =
      days < 1 ? text('worklist.row.overdueToday') : text('worklist.row.overdue', { count: days });
    return { words, tone: 'red' };
  }
  return days === 0 ? { words: text('worklist.row.dueToday'), tone: 'amber' } : null;
}

/**
 * What the right end of a line says: a deadline that is over or due today, else for how many days it has had its status,
 * in the days of the desk's time zone.
 */
export function getAge(
  text: Text,
  row: WorklistRow,
  now: EpochMs,
  { days }: Pick<Format, 'days'>,
): Age | null {
  const { reviewDeadline } = row;
  const due =
    reviewDeadline === null ? null : deadlineAge(text, reviewDeadline, now, days(reviewDeadline, now));
  if (due !== null) return due;
  const since = row.statusSince ?? row.createdAt;
  if (since === null) return null;
  const count = Math.max(0, days(since, now));
  if (count === 0) return { words: text('span.today'), tone: 'calm' };
  const tone = ageTone(count);
  if (!isWaiting(row) || tone === 'calm')
    return { words: text('worklist.row.days', { count }), tone: 'calm' };
  return { words: text('worklist.row.waits', { count }), tone };
}
