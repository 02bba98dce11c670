import { ok } from '#contract/result.ts';
import type { UndoneRowSelector } from '../list/undone-row.ts';
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

/** Marks the notifications of single rows, with a message that can undo it. */
export interface RowMarker {
  /** Marks the notifications that `find` returns. An undo selects the row `row` again. */
  readonly mark: (marked: NotificationToMark, row: string, read: boolean, find: FindNotificationIds) => void;
}

interface RowMarkerDeps {
  readonly bulk: Pick<BulkReadMarker, 'markQuietly'>;
  readonly toasts: Pick<ToastsStore, 'showOnceSaved'>;
  readonly undoneRow: UndoneRowSelector;
  /** Whether the inbox is on screen: no record is opened behind another screen. */
  readonly isOnScreen: () => boolean;
}

/** Creates the marker of single rows. */
export function createRowMarker({ bulk, toasts, undoneRow, isOnScreen }: RowMarkerDeps): RowMarker {
  // One after the other: two marks of one row have to be undone in their order.
  let lastUndo: Promise<unknown> = Promise.resolve();

  async function restore(
    before: Promise<unknown>,
    row: string,
    read: boolean,
    changed: Promise<readonly string[]>,
  ): Promise<void> {
    const selectRow = undoneRow.begin();
    await before;
    await bulk.markQuietly(read, async () => ok(await changed));
    if (isOnScreen()) await selectRow(row);
  }

  return {
    mark: ({ name, patient }, row, read, find) => {
      const changed = bulk.markQuietly(read, find);
      toasts.showOnceSaved(
        {
          subject: { did: read ? 'markedRead' : 'markedUnread', kind: 'notification', name },
          patient,
          undo: async () => {
            lastUndo = restore(lastUndo, row, !read, changed);
            await lastUndo;
            return null;
          },
          undone: {
            subject: { did: read ? 'unreadAgain' : 'readAgain', kind: 'notification', name },
            patient,
          },
        },
        changed.then(({ length }) => length > 0),
      );
    },
  };
}
