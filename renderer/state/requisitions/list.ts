import { ASSUMPTIONS } from '#contract/assumptions.ts';
import type { Requisition, WorklistTabCounts, WorklistRow } from '#contract/requisitions.ts';
import type { AppError } from '#contract/result.ts';
import type { ProcedureCalls } from '../bridge.ts';
import type { ListBrowser } from '../list/browser.ts';
import type { OutboxStore } from '../sync/outbox.ts';
import { createBulkRunner, type BulkRunner } from './worklist-bulk.ts';
import { createDueReviewsStore, type DueReviewsStore } from './due-reviews.ts';
import { createListSelection, MAX_SELECTED, selectAllRows, type Selection } from '../list/selection.ts';
import { createQueryUpdater, NO_COUNTS, type SearchableList } from '../list/query-list.ts';
import type { ParseWorklistQuery, WorklistQuery, WorklistSource } from './worklist-query.ts';
import { createReviewMarker, type ReviewMarker } from './worklist-reviews.ts';
import { createSavedViews, type SavedViews } from './worklist-views.ts';

export type WorklistBrowser = ListBrowser<WorklistQuery, WorklistRow, Requisition>;

/** The worklist with its search, and what is done with its rows. */
export interface Worklist extends SearchableList<WorklistQuery, WorklistRow, WorklistTabCounts> {
  readonly selection: Selection;
  readonly views: SavedViews;
  readonly dueReviews: DueReviewsStore;
  readonly reviews: ReviewMarker;
  readonly bulk: BulkRunner;
  /** Selects every row of the tab, up to the maximum. Returns null on success. */
  readonly selectAll: () => Promise<AppError | null>;
  /** Marks the current row as reviewed and moves to the next. */
  readonly reviewSelected: () => void;
  /** Called when requisitions, or local data about them, changed. */
  readonly invalidate: () => void;
  readonly reset: () => void;
}

export interface WorklistDeps {
  readonly calls: ProcedureCalls;
  readonly outbox: OutboxStore;
  readonly browser: WorklistBrowser;
  readonly source: WorklistSource;
  readonly read: ParseWorklistQuery;
  /** Returns the user id of the open account, null if unknown. */
  readonly reviewer: () => string | null;
}

interface Reviewable {
  readonly id: string;
  readonly name: string;
  readonly needsReview: boolean;
  /** The reviewer of the last open review; empty if none is named. */
  readonly reviewer: string;
  readonly shown?: Pick<Requisition, 'requisitionResult'>;
}

/** The reviewer of a requisition's last open review; empty if it has none or names no reviewer. */
export function getOpenReviewer({ reviews }: Pick<Requisition, 'reviews'>): string {
  const open = reviews.findLast(
    ({ status, reviewedAt }) => status !== ASSUMPTIONS.reviewStatus.done && reviewedAt === null,
  );
  return open?.reviewer ?? '';
}

/** The current requisition: its row, or the open record if the list does not contain it. */
function getCurrentRequisition({ list, record, currentRow }: WorklistBrowser): Reviewable | null {
  const { selected } = currentRow.getState();
  const open = record.store.getState();
  if (open.phase === 'ready' && open.id === selected)
    return { ...open.record, reviewer: getOpenReviewer(open.record), shown: open.record };
  return list.store.getState().rows.find(({ id }) => id === selected) ?? null;
}

type WorklistStores = Pick<Worklist, 'selection' | 'views' | 'dueReviews' | 'reviews' | 'bulk'>;

function createWorklistStores({ calls, outbox, browser, read, reviewer }: WorklistDeps): WorklistStores {
  const { store } = browser.list;
  const selection = createListSelection(browser.list);
  const deps = {
    calls,
    getQuery: () => read(store.getState().filter),
    rows: () => store.getState().rows,
    onSaved: outbox.invalidate,
  };
  return {
    selection,
    views: createSavedViews(calls, read),
    dueReviews: createDueReviewsStore(calls, read),
    reviews: createReviewMarker(outbox, reviewer),
    bulk: createBulkRunner(deps, selection.set),
  };
}

/**
 * Returns the function that changes a part of the query. If a shortcut such as the due reviews sets its own
 * sort order, clearing the search restores the previous one.
 */
function createOrderRestoringUpdater(list: WorklistBrowser['list']): Worklist['updateQuery'] {
  const updateQuery = createQueryUpdater(list);
  let before: WorklistQuery['order'] | null = null;
  return (patch) => {
    const { order } = list.store.getState().filter;
    if (patch.text === '' && patch.order === undefined && before !== null) {
      updateQuery({ ...patch, order: before });
      before = null;
      return;
    }
    if (patch.order !== undefined) before = patch.text === undefined ? null : (before ?? order);
    updateQuery(patch);
  };
}

/** Creates the stores of the worklist. */
export function createWorklist(deps: WorklistDeps): Worklist {
  const { calls, browser, read } = deps;
  const { counts } = deps.source;
  const { list } = browser;
  const parts = createWorklistStores(deps);
  const { selection, views, dueReviews, reviews, bulk } = parts;
  const updateQuery = createOrderRestoringUpdater(list);

  return {
    kind: 'requisition',
    list,
    selectFirst: browser.selectFirst,
    counts,
    countAll: ({ all }) => all,
    updateQuery,
    search: (text) => updateQuery({ text }),
    ...parts,
    selectAll: () =>
      selectAllRows(list, selection, (query) =>
        calls['worklist.ids']({ ...read(query), limit: MAX_SELECTED }),
      ),
    reviewSelected: () => {
      const found = getCurrentRequisition(browser);
      if (found === null) return;
      if (!found.needsReview) return reviews.refuse();
      const { id, name, reviewer, shown } = found;
      void reviews.mark({ id, name, reviewer, ...(shown === undefined ? {} : { shown }) });
      browser.move(1);
    },
    invalidate: () => {
      views.invalidate();
      dueReviews.invalidate();
    },
    reset: () => {
      selection.clear();
      for (const part of [views, dueReviews, reviews, bulk]) part.reset();
      counts.setState(NO_COUNTS);
    },
  };
}
