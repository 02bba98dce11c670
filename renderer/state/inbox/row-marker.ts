import { ok } from '#contract/result.ts';
import { createLatestRequestGuard } from '../async.ts';
import type { BulkReadMarker, FindNotificationIds } from './inbox-bulk.ts';
import type { InboxListAndRecordStore } from './inbox-source.ts';

/** Marks the notifications of single rows, and remembers the last rows for their undo. */
export interface RowMarker {
  /** Marks the notifications that `find` returns, and remembers that they are of the row `id`. */
  readonly mark: (id: string, read: boolean, find: FindNotificationIds) => void;
  /** Restores the marks of the last row that was not undone yet, and selects it. Returns false if there is none. */
  readonly undo: () => boolean;
  readonly canUndo: () => boolean;
  readonly forget: () => void;
}

interface Mark {
  readonly id: string;
  readonly read: boolean;
  readonly changed: Promise<readonly string[]>;
}

/** Maximum number of marks that can be undone one after the other. */
const MAX_MARKS = 50;

/** Creates the marker of single rows. */
export function createRowMarker(
  { list, currentRow, select }: Pick<InboxListAndRecordStore, 'list' | 'currentRow' | 'select'>,
  bulk: Pick<BulkReadMarker, 'markQuietly'>,
): RowMarker {
  const latest = createLatestRequestGuard();
  let marks: readonly Mark[] = [];
  // One after the other: two marks of one row have to be undone in their order.
  let lastUndo: Promise<unknown> = Promise.resolve();

  /** Selects a row at the place that its restored mark gives it, unless another row has become the current one. */
  async function selectAtNewPlace(id: string, isWanted: () => boolean): Promise<void> {
    if (!isWanted()) return;
    // The rows on screen may still have it at its former place, from which the list would be scrolled away.
    list.reloadNow();
    await list.find([id]);
    if (isWanted()) select(id);
  }

  async function restore(before: Promise<unknown>, { id, read, changed }: Mark): Promise<void> {
    const isLatest = latest.begin();
    const { selected } = currentRow.getState();
    const isWanted = (): boolean => isLatest() && currentRow.getState().selected === selected;
    await before;
    await bulk.markQuietly(!read, async () => ok(await changed));
    await selectAtNewPlace(id, isWanted);
  }

  return {
    mark: (id, read, find) => {
      const mark = { id, read, changed: bulk.markQuietly(read, find) };
      marks = [...marks, mark].slice(-MAX_MARKS);
    },
    undo: () => {
      const mark = marks.at(-1);
      if (mark === undefined) return false;
      marks = marks.slice(0, -1);
      lastUndo = restore(lastUndo, mark);
      return true;
    },
    canUndo: () => marks.length > 0,
    forget: () => {
      marks = [];
      latest.cancel();
    },
  };
}
