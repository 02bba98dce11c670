import type { Requisition, WorklistTabCounts, WorklistRow } from '#contract/requisitions.ts';
import type { AppError } from '#contract/result.ts';
import type { ProcedureCalls } from '../bridge.ts';
import type { RecordBrowser } from '../list/browser.ts';
import type { OutboxStore } from '../sync/outbox.ts';
import { createBulkActionRunner, type BulkActionRunner } from './worklist-bulk.ts';
import { createDueReviewsStore, type DueReviewsStore } from './due-reviews.ts';
import { createListSelection, MAX_SELECTED, selectAllRows, type Selection } from '../list/selection.ts';
import { createQueryUpdater, NO_COUNTS, type SearchableList } from '../list/query-list.ts';
import type { ParseWorklistQuery, WorklistQuery, WorklistSource } from './worklist-query.ts';
import { listOpenReviews } from './open-reviews.ts';
import {
  createReviewMarker,
  toReviewTarget,
  type Reviewable,
  type ReviewMarker,
  type ReviewTarget,
} from './worklist-reviews.ts';
import { createBatchReview, type ReviewSheet } from './batch-review.ts';
import { readSelectedRows } from './worklist-actions.ts';
import { createSavedViews, type SavedViews } from './worklist-views.ts';

export type WorklistBrowser = RecordBrowser<WorklistQuery, WorklistRow, Requisition>;

/** The worklist with its search, and what is done with its rows. */
export interface Worklist extends SearchableList<WorklistQuery, WorklistRow, WorklistTabCounts> {
  readonly selection: Selection;
  readonly views: SavedViews;
  readonly dueReviews: DueReviewsStore;
  readonly reviews: ReviewMarker;
  readonly bulk: BulkActionRunner;
  readonly reviewSheet: ReviewSheet;
  /** Selects every row of the tab, up to the maximum. Returns null on success. */
  readonly selectAll: () => Promise<AppError | null>;
  /**
   * Completes this user's review of the current row and moves to the next. Where the open reviews are of others,
   * nothing is saved and a message says so.
   */
  readonly reviewSelected: () => void;
  /** Adds this user's review beside the open ones of others, and moves to the next row. */
  readonly addReviewToSelected: () => void;
  /** Completes this user's review of a record, or adds it beside others; moves on if the record is in the list. */
  readonly review: (record: Requisition) => void;
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

/** The current row or the open record. */
interface CurrentRequisition extends Reviewable {
  readonly needsReview: boolean;
}

function toReviewable(record: Requisition): CurrentRequisition {
  return { ...record, openReviews: listOpenReviews(record), shown: record };
}

/** The current requisition: the open record, or its row. */
function getCurrentRequisition({ list, record, currentRow }: WorklistBrowser): CurrentRequisition | null {
  const { selected } = currentRow.getState();
  const open = record.store.getState();
  if (open.phase === 'ready' && open.id === selected) return toReviewable(open.record);
  return list.store.getState().rows.find(({ id }) => id === selected) ?? null;
}

/** Runs an action on the current requisition. Its row is scrolled to first if it is not loaded. */
function runOnCurrent(browser: WorklistBrowser, action: (found: CurrentRequisition) => void): void {
  const { selected } = browser.currentRow.getState();
  const found = getCurrentRequisition(browser);
  if (found !== null) action(found);
  else if (selected !== null)
    void browser.list.find([selected]).then((row) => {
      if (row !== null && row.id === browser.currentRow.getState().selected) action(row);
    });
}

type WorklistStores = Pick<
  Worklist,
  'selection' | 'views' | 'dueReviews' | 'reviews' | 'bulk' | 'reviewSheet'
>;

function createWorklistStores({ calls, outbox, browser, read, reviewer }: WorklistDeps): WorklistStores {
  const { store } = browser.list;
  const selection = createListSelection(browser.list);
  const deps = {
    calls,
    getQuery: () => read(store.getState().filter),
    getLoaded: () => store.getState(),
    onSaved: outbox.invalidate,
  };
  const reviews = createReviewMarker(calls, outbox, reviewer);
  return {
    selection,
    views: createSavedViews(calls, read),
    dueReviews: createDueReviewsStore(calls, read),
    reviews,
    // The rows are read again: only their present versions count.
    reviewSheet: createBatchReview({
      readRows: (ids) => readSelectedRows(ids, { ...deps, getLoaded: () => ({ rows: [], first: 0 }) }),
      reviewer,
      mark: reviews.mark,
    }),
    bulk: createBulkActionRunner(deps, selection.set),
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

type ReviewActions = Pick<Worklist, 'reviewSelected' | 'addReviewToSelected' | 'review'>;

/** Creates the actions that complete this user's review of a requisition. */
function createReviewActions({ browser, reviewer }: WorklistDeps, reviews: ReviewMarker): ReviewActions {
  browser.currentRow.subscribe((now, before) => {
    if (now.selected !== before.selected && reviews.store.getState().refusal !== null) reviews.dismiss();
  });

  function mark(target: ReviewTarget): void {
    const isInList = browser.list.store.getState().rows.some(({ id }) => id === target.id);
    void reviews.mark([target]);
    if (isInList) void browser.move(1);
  }

  function complete(found: CurrentRequisition): void {
    const target = toReviewTarget(found, reviewer());
    const { effect, others } = target;
    if (!found.needsReview) reviews.refuse({ reason: 'none', others: [] });
    else if (effect === 'beside' || effect === 'unknown') reviews.refuse({ reason: effect, others });
    else mark(target);
  }

  function add(found: CurrentRequisition): void {
    const target = toReviewTarget(found, reviewer());
    if (!found.needsReview) reviews.refuse({ reason: 'none', others: [] });
    else if (target.effect === 'closes' || target.effect === 'first')
      reviews.refuse({ reason: 'own', others: [] });
    else mark(target);
  }

  return {
    review: (record) => mark(toReviewTarget(toReviewable(record), reviewer())),
    reviewSelected: () => runOnCurrent(browser, complete),
    addReviewToSelected: () => runOnCurrent(browser, add),
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
    ...createReviewActions(deps, reviews),
    invalidate: () => {
      views.invalidate();
      dueReviews.invalidate();
    },
    reset: () => {
      selection.clear();
      for (const part of [views, dueReviews, reviews, bulk]) part.reset();
      parts.reviewSheet.close();
      counts.setState(NO_COUNTS);
    },
  };
}
