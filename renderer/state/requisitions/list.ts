import type { Requisition, WorklistTabCounts, WorklistRow } from '#contract/requisitions.ts';
import type { AppError, Result } from '#contract/result.ts';
import type { ProcedureCalls } from '../bridge.ts';
import type { ListAndRecordStore } from '../list/list-and-record.ts';
import type { OutboxStore } from '../sync/outbox.ts';
import type { ToastsStore } from '../toasts/toasts.ts';
import { runOnCurrentRow } from '../list/current-row.ts';
import { createUndoneRowSelector } from '../list/undone-row.ts';
import type { UndoableActions } from '../undoable-actions.ts';
import { createBulkActionRunner, type BulkActionRunner } from './worklist-bulk.ts';
import { createDueReviewsStore, type DueReviewsStore } from './due-reviews.ts';
import {
  createListRowSelectionStore,
  MAX_SELECTED,
  selectAllRows,
  type RowSelectionStore,
} from '../list/selection.ts';
import { createQueryUpdater, NO_COUNTS, type SearchableListStore } from '../list/query-list.ts';
import {
  WHOLE_WORKLIST_QUERY,
  type ParseWorklistQuery,
  type WorklistQuery,
  type WorklistSource,
} from './worklist-query.ts';
import { listOpenReviews } from './open-reviews.ts';
import { showUndoneReviews } from './review-undo.ts';
import {
  createReviewMarker,
  toRequisitionWithReviewEffect,
  type ReviewableRequisition,
  type ReviewMarker,
  type RequisitionWithReviewEffect,
} from './worklist-reviews.ts';
import { createBatchReviewStore, type BatchReviewStore } from './batch-review.ts';
import { readSelectedRows } from './worklist-actions.ts';
import { createSavedWorklistViewsStore, type WorklistViewsStore } from './worklist-views.ts';

export type WorklistListAndRecordStore = ListAndRecordStore<WorklistQuery, WorklistRow, Requisition>;

/** The worklist with its search, and what is done with its rows. */
export interface WorklistStore extends SearchableListStore<WorklistQuery, WorklistRow, WorklistTabCounts> {
  readonly selection: RowSelectionStore;
  readonly views: WorklistViewsStore;
  readonly dueReviews: DueReviewsStore;
  readonly reviews: ReviewMarker;
  readonly bulk: BulkActionRunner;
  readonly reviewSheet: BatchReviewStore;
  /** Returns the rows with these ids, also those that are not loaded, or that the query of the list excludes. */
  readonly readRows: (ids: readonly string[]) => Promise<Result<readonly WorklistRow[]>>;
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
  readonly browser: WorklistListAndRecordStore;
  readonly source: WorklistSource;
  readonly read: ParseWorklistQuery;
  /** Returns the user id of the open account, null if unknown. */
  readonly reviewer: () => string | null;
  /** Shows that several requisitions will be shared, with what takes it back. */
  readonly showSharedSeveral: UndoableActions['showSharedSeveral'];
  /** Says what was undone. */
  readonly toasts: Pick<ToastsStore, 'show' | 'dismissUndone'>;
  readonly isOnScreen: () => boolean;
}

/** The requisition on which actions work: the open record, or else the current row. */
interface CurrentRequisition extends ReviewableRequisition {
  readonly needsReview: boolean;
}

function toReviewable(record: Requisition): CurrentRequisition {
  return { ...record, openReviews: listOpenReviews(record), shown: record };
}

/** Runs an action on the open record, or else on the current row, which is scrolled to first if it is not loaded. */
function runOnCurrent(
  browser: WorklistListAndRecordStore,
  action: (found: CurrentRequisition) => void,
): void {
  const { selected } = browser.currentRow.getState();
  const open = browser.record.store.getState();
  if (open.phase === 'ready' && open.id === selected) action(toReviewable(open.record));
  else void runOnCurrentRow(browser, action);
}

type WorklistStores = Pick<
  WorklistStore,
  'selection' | 'views' | 'dueReviews' | 'reviews' | 'readRows' | 'bulk' | 'reviewSheet'
>;

function createWorklistStores(worklistDeps: WorklistDeps): WorklistStores {
  const { calls, outbox, browser, read, reviewer, showSharedSeveral, toasts, isOnScreen } = worklistDeps;
  const { store } = browser.list;
  const selection = createListRowSelectionStore(browser.list);
  const deps = {
    calls,
    getQuery: () => read(store.getState().filter),
    getLoaded: () => store.getState(),
    onSaved: outbox.invalidate,
    undoTimeMs: outbox.undoTimeMs,
    onShared: showSharedSeveral,
  };
  const undoneRow = createUndoneRowSelector(browser);
  const marker = createReviewMarker(calls, outbox, reviewer);
  const reviews = showUndoneReviews(marker, { toasts, undoneRow, isOnScreen });
  return {
    selection,
    views: createSavedWorklistViewsStore(calls, read),
    dueReviews: createDueReviewsStore(calls, read),
    reviews,
    readRows: (ids) => readSelectedRows(ids, { ...deps, getQuery: () => read(WHOLE_WORKLIST_QUERY) }),
    // Reads the requisitions again, because only their present versions can be reviewed.
    reviewSheet: createBatchReviewStore({
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
function createOrderRestoringUpdater(list: WorklistListAndRecordStore['list']): WorklistStore['updateQuery'] {
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

type ReviewActions = Pick<WorklistStore, 'reviewSelected' | 'addReviewToSelected' | 'review'>;

/** Creates the actions that complete this user's review of a requisition. */
function createReviewActions({ browser, reviewer }: WorklistDeps, reviews: ReviewMarker): ReviewActions {
  browser.currentRow.subscribe((now, before) => {
    if (now.selected !== before.selected && reviews.store.getState().refusal !== null) reviews.dismiss();
  });

  function mark(target: RequisitionWithReviewEffect): void {
    const isInList = browser.list.store.getState().rows.some(({ id }) => id === target.id);
    void reviews.mark([target]);
    if (isInList) void browser.move(1);
  }

  function complete(found: CurrentRequisition): void {
    const target = toRequisitionWithReviewEffect(found, reviewer());
    const { effect, others } = target;
    if (!found.needsReview) reviews.refuse({ reason: 'none', others: [] });
    else if (effect === 'beside' || effect === 'unknown') reviews.refuse({ reason: effect, others });
    else mark(target);
  }

  function add(found: CurrentRequisition): void {
    const target = toRequisitionWithReviewEffect(found, reviewer());
    if (!found.needsReview) reviews.refuse({ reason: 'none', others: [] });
    else if (target.effect === 'closes' || target.effect === 'first')
      reviews.refuse({ reason: 'own', others: [] });
    else mark(target);
  }

  return {
    review: (record) => mark(toRequisitionWithReviewEffect(toReviewable(record), reviewer())),
    reviewSelected: () => runOnCurrent(browser, complete),
    addReviewToSelected: () => runOnCurrent(browser, add),
  };
}

/** Creates the stores of the worklist. */
export function createWorklistStore(deps: WorklistDeps): WorklistStore {
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
