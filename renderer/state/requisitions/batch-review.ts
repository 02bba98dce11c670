import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppError, Result } from '#contract/result.ts';
import type { WorklistRow } from '#contract/requisitions.ts';
import { createLatestRequestGuard } from '../async.ts';
import { toggleInSet } from '../toggle-in-set.ts';
import { getReviewEffect } from './open-reviews.ts';
import {
  toRequisitionWithReviewEffect,
  type RequisitionWithReviewEffect,
  type UnsavedReview,
} from './worklist-reviews.ts';

/**
 * Why a requisition cannot be reviewed together with others: it needs no review, its open review is of another user,
 * or the user has not opened its present version. Null if it can.
 */
export type BatchReviewBlocker = 'none' | 'beside' | 'unknown' | 'unopened' | 'changed';

export interface BatchReviewRow {
  readonly row: WorklistRow;
  readonly obstacle: BatchReviewBlocker | null;
}

export interface BatchReviewState {
  readonly isOpen: boolean;
  /** The requisitions to review; null until they are read. */
  readonly rows: readonly BatchReviewRow[] | null;
  /** Why the requisitions could not be read, or why some reviews could not be saved; null where nothing has failed. */
  readonly error: AppError | null;
  /** Ids of the requisitions that the user has ticked for review. */
  readonly ticked: ReadonlySet<string>;
}

/** The sheet in which several requisitions are reviewed at once. */
export interface BatchReviewStore {
  readonly store: StoreApi<BatchReviewState>;
  /** Opens it for these requisitions. Those that the user has opened as they are now are ticked. */
  readonly open: (ids: readonly string[]) => Promise<void>;
  readonly toggle: (id: string) => void;
  /** Reviews the ticked ones that still can be, and closes the sheet; shows again those that were not reviewed or not saved. */
  readonly confirm: () => Promise<void>;
  readonly close: () => void;
}

interface BatchReviewDeps {
  readonly readRows: (ids: readonly string[]) => Promise<Result<readonly WorklistRow[]>>;
  /** Returns the user of the open account; null if unknown. */
  readonly reviewer: () => string | null;
  /** Saves reviews; returns those that could not be saved. */
  readonly mark: (reviews: readonly RequisitionWithReviewEffect[]) => Promise<readonly UnsavedReview[]>;
}

const CLOSED: BatchReviewState = { isOpen: false, rows: null, error: null, ticked: new Set() };

function findBatchReviewBlocker(row: WorklistRow, own: string | null): BatchReviewBlocker | null {
  if (!row.needsReview) return 'none';
  const effect = getReviewEffect(row.openReviews, own);
  if (effect === 'beside' || effect === 'unknown') return effect;
  if (row.isViewed) return null;
  return row.isChanged ? 'changed' : 'unopened';
}

/** Creates the store of the batch review. */
export function createBatchReviewStore({ readRows, reviewer, mark }: BatchReviewDeps): BatchReviewStore {
  const store = createStore<BatchReviewState>(() => CLOSED);
  const latest = createLatestRequestGuard();

  /** Reads the requisitions as they are now; null if the sheet was closed meanwhile or they cannot be read. */
  async function read(ids: readonly string[]): Promise<readonly BatchReviewRow[] | null> {
    const isLatest = latest.begin();
    const found = await readRows(ids);
    if (!isLatest()) return null;
    if (!found.ok) {
      store.setState({ error: found.error });
      return null;
    }
    return found.value.map((row) => ({ row, obstacle: findBatchReviewBlocker(row, reviewer()) }));
  }

  function show(rows: readonly BatchReviewRow[], error: AppError | null = null): void {
    const ticked = rows.filter(({ obstacle }) => obstacle === null).map(({ row }) => row.id);
    store.setState({ isOpen: true, rows, error, ticked: new Set(ticked) });
  }
  function close(): void {
    latest.cancel();
    store.setState(CLOSED);
  }

  return {
    store,
    close,
    open: async (ids) => {
      store.setState({ ...CLOSED, isOpen: true });
      const rows = await read(ids);
      if (rows !== null) show(rows);
    },
    toggle: (id) => store.setState(({ ticked }) => ({ ticked: toggleInSet(ticked, id) })),
    confirm: async () => {
      const { ticked } = store.getState();
      // Read again: a version that has arrived since the sheet was opened has not been seen.
      const now = await read([...ticked]);
      if (now === null) return;
      const own = reviewer();
      const reviewed = now.filter(({ obstacle }) => obstacle === null);
      const isShown = latest.follow();
      const unsaved = await mark(reviewed.map(({ row }) => toRequisitionWithReviewEffect(row, own)));
      // The dialog was closed meanwhile, by the user or because another account was opened.
      if (!isShown()) return;
      const left = now.filter(
        ({ row, obstacle }) => obstacle !== null || unsaved.some(({ id }) => id === row.id),
      );
      if (left.length === 0) close();
      else show(left, unsaved[0]?.error);
    },
  };
}
