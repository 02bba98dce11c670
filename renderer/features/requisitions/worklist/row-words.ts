import type { EpochMs } from '#contract/time.ts';
import type { WorklistRow } from '#contract/worklist.ts';
import type { Text } from '#renderer/text/text.ts';
import type { Format } from '#renderer/ui/format.ts';

/** How urgent an age is: amber from a week on, red from two, and what is overdue. */
export type AgeTone = 'calm' | 'amber' | 'red';

export interface Age {
  readonly words: string;
  readonly tone: AgeTone;
}

const AMBER_DAYS = 7;
const RED_DAYS = 14;

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
export function ageOf(
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
  if (!isWaiting(row) || count < AMBER_DAYS)
    return { words: text('worklist.row.days', { count }), tone: 'calm' };
  return { words: text('worklist.row.waits', { count }), tone: count < RED_DAYS ? 'amber' : 'red' };
}

/** What may stand before the first place that was found: on a narrow line the place itself has to be in sight. */
const BEFORE_HIT = 24;

/** An excerpt that begins shortly before the first of the words in it, at the beginning of a word where there is one. */
export function fromHit(excerpt: string, words: readonly string[]): string {
  const folded = excerpt.toLowerCase();
  const found = words.map((word) => folded.indexOf(word.toLowerCase())).filter((at) => at >= 0);
  const first = found.length === 0 ? 0 : Math.min(...found);
  if (first <= BEFORE_HIT) return excerpt;
  const cut = excerpt.indexOf(' ', first - BEFORE_HIT);
  return `…${excerpt.slice(cut >= 0 && cut < first ? cut + 1 : first)}`;
}
