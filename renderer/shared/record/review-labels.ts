import { useStore } from 'zustand';
import type { EpochMs } from '#contract/time.ts';
import { useIdLabelFormatter } from '#renderer/shared/ids/id-labels.ts';
import { getOwnUserId } from '#renderer/state/sync/session.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import type { StatusMarkShape } from '#renderer/ui/StatusMark.tsx';
import type { AgeTone } from './date-time.tsx';

/** The user of the open account; null if unknown. */
export function useOwnUserId(): string | null {
  return useStore(useStores().session.store, ({ accounts }) => getOwnUserId(accounts));
}

/** Returns the function that says whose a review is: `your review`, or that of another user by name and id. */
export function useWhoseReviewLabel(): (reviewer: string) => string {
  const text = useText();
  const idLabels = useIdLabelFormatter();
  const own = useOwnUserId();
  return (reviewer) => {
    if (reviewer === '') return text('worklist.review.withoutReviewer');
    return reviewer === own
      ? text('worklist.review.own')
      : text('worklist.review.of', { name: idLabels(reviewer) });
  };
}

/** How far past a deadline is shown: by the filling of a triangle, and by a stronger colour. */
export interface OverdueMark {
  readonly shape: StatusMarkShape;
  readonly tone: AgeTone;
}

const LATE_DAYS = 7;
const VERY_LATE_DAYS = 30;

/** Returns the mark of a deadline that passed this many days ago: in the last week, in the last month, earlier. */
export function getOverdueMark(days: number): OverdueMark {
  if (days < LATE_DAYS) return { shape: 'triangle', tone: 'amber' };
  return { shape: days < VERY_LATE_DAYS ? 'triangle-half' : 'triangle-filled', tone: 'red' };
}

/** Whether a deadline has passed. */
export function isDeadlinePast(deadline: EpochMs | null, now: EpochMs): deadline is EpochMs {
  return deadline !== null && deadline < now;
}
