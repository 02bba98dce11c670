import type { AppError, Result } from '#contract/result.ts';
import type { UndoneRowSelector } from '../list/undone-row.ts';
import type { OutboxStore } from '../sync/outbox.ts';
import type { ToastsStore } from '../toasts/toasts.ts';
import type { BulkReadMarker, FindNotificationIds } from './inbox-bulk.ts';

/** A notification whose mark is changed, as messages name it. */
export interface NotificationToMark {
  readonly id: string;
  /** Its headline; empty where it has none. */
  readonly name: string;
  /** The patient of the requisition that it is about; empty for none. */
  readonly patient: string;
}

/** Marks the notifications of single rows, with a toast that can undo it. A banner says why they were not marked, a toast why the undo failed. */
export interface RowMarker {
  /** Marks the notifications that `find` returns. An undo selects the row `row` again. */
  readonly mark: (marked: NotificationToMark, row: string, read: boolean, find: FindNotificationIds) => void;
}

interface RowMarkerDeps {
  readonly bulk: Pick<BulkReadMarker, 'markQuietly'>;
  readonly outbox: Pick<OutboxStore, 'report'>;
  readonly toasts: Pick<ToastsStore, 'showOnceSaved'>;
  readonly undoneRow: UndoneRowSelector;
  /** Whether the inbox is on screen: no record is opened behind another screen. */
  readonly isOnScreen: () => boolean;
}

/** Creates the marker of single rows. */
export function createRowMarker({ bulk, outbox, toasts, undoneRow, isOnScreen }: RowMarkerDeps): RowMarker {
  // One after the other: two marks of one row have to be undone in their order.
  let lastUndo: Promise<unknown> = Promise.resolve();

  async function restore(
    before: Promise<unknown>,
    row: string,
    read: boolean,
    changed: Promise<Result<readonly string[]>>,
  ): Promise<AppError | null> {
    const selectRow = undoneRow.begin();
    await before;
    const restored = await bulk.markQuietly(read, () => changed);
    if (!restored.ok) return restored.error;
    if (isOnScreen()) await selectRow(row);
    return null;
  }

  async function markAndReport(
    id: string,
    read: boolean,
    find: FindNotificationIds,
  ): Promise<Result<readonly string[]>> {
    const changed = await bulk.markQuietly(read, find);
    outbox.report(`mark ${id}`, changed.ok ? null : changed.error);
    return changed;
  }

  return {
    mark: ({ id, name, patient }, row, read, find) => {
      const changed = markAndReport(id, read, find);
      toasts.showOnceSaved(
        {
          subject: { did: read ? 'markedRead' : 'markedUnread', kind: 'notification', name },
          patient,
          undo: () => {
            const undone = restore(lastUndo, row, !read, changed);
            lastUndo = undone;
            return undone;
          },
          undone: {
            subject: { did: read ? 'unreadAgain' : 'readAgain', kind: 'notification', name },
            patient,
          },
        },
        changed.then((result) => result.ok && result.value.length > 0),
      );
    },
  };
}
