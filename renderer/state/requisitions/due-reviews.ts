import { createStore, type StoreApi } from 'zustand/vanilla';
import { quoteSearchValue } from '#contract/search/syntax.ts';
import type { AppError } from '#contract/result.ts';
import type { EpochMs } from '#contract/time.ts';
import type { LatestRequestCheck } from '../async.ts';
import type { ProcedureCalls } from '../bridge.ts';
import { createVisibleDataReloader, type VisibleDataReloader } from '../list/visible-data.ts';
import { WHOLE_WORKLIST_QUERY, type ParseWorklistQuery } from './worklist-query.ts';

/** The searches whose results are the due reviews: overdue, due today, and due soon. */
export const DUE_REVIEW_SEARCHES = {
  overdue: 'review:overdue',
  today: 'due:today -review:overdue',
  soon: 'due:tomorrow..7d',
} as const;

/** The search for the open reviews of one user. */
export function toOpenReviewsOfUserSearch(reviewer: string): string {
  return `review:asked reviewer:${quoteSearchValue(reviewer)}`;
}

export interface DueReviewsState {
  /** Why counting failed; the numbers are then meaningless. Null if it succeeded. */
  readonly error: AppError | null;
  readonly overdue: number;
  readonly today: number;
  readonly soon: number;
  /** The users who have open reviews, those with the most first. */
  readonly reviewers: readonly { readonly id: string; readonly count: number }[];
}

export interface DueReviewsStore extends VisibleDataReloader {
  readonly store: StoreApi<DueReviewsState>;
}

const GAP_MS = 2_000;
const NOTHING: DueReviewsState = { error: null, overdue: 0, today: 0, soon: 0, reviewers: [] };

/** Returns the dates that a search for due reviews asks for. */
function findSpan(
  read: ParseWorklistQuery,
  text: string,
): { readonly from: EpochMs; readonly until: EpochMs } {
  const { terms } = read({ ...WHOLE_WORKLIST_QUERY, text });
  const term = terms.find(({ field }) => field === 'due');
  if (term?.field !== 'due' || term.from === null || term.until === null)
    throw new Error('a search for due reviews has no dates');
  return { from: term.from, until: term.until };
}

/** Creates the store of due reviews: overdue, due today, and by reviewer. */
export function createDueReviewsStore(calls: ProcedureCalls, read: ParseWorklistQuery): DueReviewsStore {
  const store = createStore<DueReviewsState>(() => NOTHING);
  async function load(isWanted: LatestRequestCheck): Promise<void> {
    const { today, soon } = DUE_REVIEW_SEARCHES;
    const spans = { today: findSpan(read, today), soon: findSpan(read, soon) };
    const counted = await calls['reviews.due'](spans, isWanted.signal);
    if (isWanted())
      store.setState(counted.ok ? { error: null, ...counted.value } : { ...NOTHING, error: counted.error });
  }
  const watch = createVisibleDataReloader(load, GAP_MS);

  return {
    store,
    ...watch,
    reset: () => {
      watch.reset();
      store.setState(NOTHING);
    },
  };
}
