import type { InboxListRow } from '#contract/notifications.ts';
import type { RowSelectionStore } from '../list/selection.ts';
import type { InboxListAndRecordStore } from './inbox-source.ts';

/** Returns the name of the thread of a row: the notifications to one recipient about one object. Null where it is about none. */
function getThread({ user, aboutKind, aboutId }: InboxListRow): string | null {
  return aboutId === '' ? null : JSON.stringify([user, aboutKind, aboutId]);
}

/** Returns the new id of each row that has another one since its thread has another newest notification. */
function findNewIds(
  before: readonly InboxListRow[],
  now: readonly InboxListRow[],
): ReadonlyMap<string, string> {
  const ids = new Set(now.map(({ id }) => id));
  const idsByThread = new Map(now.map((row) => [getThread(row), row.id]));
  return new Map(
    before.flatMap((row): readonly (readonly [string, string])[] => {
      const thread = getThread(row);
      const id = thread === null ? undefined : idsByThread.get(thread);
      return id === undefined || ids.has(row.id) ? [] : [[row.id, id]];
    }),
  );
}

/**
 * Keeps rows selected, and the current row current, when they get another id, which is that of the newest notification
 * of their thread. An open record stays the one that the user reads.
 */
export function followThreadsOfRows(
  { list, currentRow, select }: Pick<InboxListAndRecordStore, 'list' | 'currentRow' | 'select'>,
  selection: Pick<RowSelectionStore, 'rename'>,
): void {
  list.store.subscribe((now, before) => {
    if (now.filter !== before.filter || now.rows === before.rows) return;
    const newIds = findNewIds(before.rows, now.rows);
    if (newIds.size === 0) return;
    selection.rename(newIds);
    const { selected, opened } = currentRow.getState();
    const id = selected === null ? undefined : newIds.get(selected);
    if (id !== undefined && !opened) select(id);
  });
}
