import { createStore, type StoreApi } from 'zustand/vanilla';
import { quoteSearchValue } from '#contract/search/syntax.ts';
import { ok, type AppError, type Result } from '#contract/result.ts';
import type { ProcedureCalls } from '../bridge.ts';
import { createVisibleDataReloader, type VisibleDataReloader } from '../list/visible-data.ts';
import { WHOLE_WORKLIST_QUERY, type ParseWorklistQuery } from './worklist-query.ts';

/** The searches for due reviews. */
export const DUE_REVIEW_SEARCHES = {
  overdue: 'review:overdue',
  today: 'due:today -review:overdue',
  soon: 'due:tomorrow..7d',
} as const;

/** The search for the open reviews of one user. */
export function toReviewerSearch(reviewer: string): string {
  return `review:asked reviewer:${quoteSearchValue(reviewer)}`;
}

export interface DueReviewsState {
  /** Why counting failed; the numbers are then meaningless. Null if it succeeded. */
  readonly error: AppError | null;
  readonly overdue: number;
  readonly today: number;
  readonly soon: number;
  /** Users with open reviews, most first. */
  readonly reviewers: readonly { readonly id: string; readonly count: number }[];
}

export interface DueReviewsStore extends VisibleDataReloader {
  readonly store: StoreApi<DueReviewsState>;
}

const GAP_MS = 2_000;
/** Maximum number of open reviews that are grouped by reviewer, earliest deadlines first. */
const MAX_EXAMINED = 500;
const MAX_REVIEWERS = 12;
const NOTHING: DueReviewsState = { error: null, overdue: 0, today: 0, soon: 0, reviewers: [] };

/**
 * Counts overdue and due reviews. If one count fails, no number is shown, because the others would be misread
 * as complete.
 */
function createDueReviewCounter(
  calls: ProcedureCalls,
  read: ParseWorklistQuery,
): () => Promise<DueReviewsState> {
  const asked = (text: string) =>
    read({ ...WHOLE_WORKLIST_QUERY, text, order: { by: 'deadline', descending: false } });

  async function count(text: string): Promise<Result<number>> {
    const answer = await calls['worklist.counts']({ terms: asked(text).terms });
    return answer.ok ? ok(answer.value.all) : answer;
  }

  async function reviewers(): Promise<Result<readonly string[]>> {
    const page = await calls['worklist.page']({ ...asked('review:asked'), limit: MAX_EXAMINED });
    if (!page.ok) return page;
    const seen = new Set(page.value.items.map(({ reviewer }) => reviewer));
    return ok([...seen].filter((id) => id !== '').slice(0, MAX_REVIEWERS));
  }

  async function countReviewers(): Promise<Result<DueReviewsState['reviewers']>> {
    const ids = await reviewers();
    if (!ids.ok) return ids;
    const counted: { id: string; count: number }[] = [];
    for (const id of ids.value) {
      const reviews = await count(toReviewerSearch(id));
      if (!reviews.ok) return reviews;
      counted.push({ id, count: reviews.value });
    }
    return ok(counted.toSorted((left, right) => right.count - left.count));
  }

  return async () => {
    const overdue = await count(DUE_REVIEW_SEARCHES.overdue);
    if (!overdue.ok) return { ...NOTHING, error: overdue.error };
    const today = await count(DUE_REVIEW_SEARCHES.today);
    if (!today.ok) return { ...NOTHING, error: today.error };
    const soon = await count(DUE_REVIEW_SEARCHES.soon);
    if (!soon.ok) return { ...NOTHING, error: soon.error };
    const reviewed = await countReviewers();
    if (!reviewed.ok) return { ...NOTHING, error: reviewed.error };
    return {
      error: null,
      overdue: overdue.value,
      today: today.value,
      soon: soon.value,
      reviewers: reviewed.value,
    };
  };
}

/** Creates the store of due reviews: overdue, due today, and by reviewer. */
export function createDueReviewsStore(calls: ProcedureCalls, read: ParseWorklistQuery): DueReviewsStore {
  const store = createStore<DueReviewsState>(() => NOTHING);
  const countAll = createDueReviewCounter(calls, read);

  async function load(isWanted: () => boolean): Promise<void> {
    const counted = await countAll();
    if (isWanted()) store.setState(counted);
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
