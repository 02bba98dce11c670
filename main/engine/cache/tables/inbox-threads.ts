import type { ReadableDb, WritableDb } from '#main/engine/sqlite/db.ts';
import { sql, toSqlList } from '#main/engine/sqlite/sql.ts';
import type { RecordTable } from './table.ts';

/** The rows of notifications that were written, and the threads that they were in before. */
interface ThreadQueue {
  readonly rows: Set<number>;
  readonly threads: Set<number>;
}

// Rows wait here so that a page of them is put into threads in a few statements.
const queues = new WeakMap<WritableDb, ThreadQueue>();

function getQueue(db: WritableDb): ThreadQueue {
  const known = queues.get(db) ?? { rows: new Set(), threads: new Set() };
  queues.set(db, known);
  return known;
}

/** Returns the thread of a stored notification; 0 where it is in none yet. */
export function getThreadOfRow(db: ReadableDb, row: number): number {
  return db.get(sql<{ thread: number }>`SELECT thread FROM notification WHERE row = ${row}`)?.thread ?? 0;
}

/** Puts the queued rows into their threads, and counts the threads that changed. Call it before every commit. */
export function assignThreadsToQueuedRows(db: WritableDb): void {
  const queue = queues.get(db);
  if (queue === undefined) return;
  const rows = toSqlList(queue.rows);
  db.run(sql`
    INSERT OR IGNORE INTO inbox_thread (about_id, about_kind, user)
    SELECT about_id, about_kind, user FROM notification WHERE row IN ${rows} AND about_id <> ''`);
  db.run(sql`
    INSERT OR IGNORE INTO inbox_thread (thread, about_id, about_kind, user)
    SELECT -row, '', '', '' FROM notification WHERE row IN ${rows} AND about_id = ''`);
  db.run(sql`
    UPDATE notification SET thread = CASE about_id WHEN '' THEN -row ELSE (
      SELECT thread FROM inbox_thread AS mine INDEXED BY inbox_thread_about
      WHERE mine.about_id = notification.about_id AND mine.about_id <> '' AND mine.about_kind = notification.about_kind
        AND mine.user = notification.user) END
    WHERE row IN ${rows}`);
  const found = db.all(
    sql<{ thread: number }>`SELECT DISTINCT thread FROM notification WHERE row IN ${rows}`,
  );
  const threads = toSqlList([...queue.threads, ...found.map(({ thread }) => thread)]);
  db.run(sql`
    UPDATE inbox_thread SET
      (notifications, unread) = (SELECT count(*), coalesce(sum(read = 0), 0) FROM notification AS mine
        INDEXED BY notification_thread WHERE mine.thread = inbox_thread.thread AND mine.thread <> 0),
      (created_at, row) = (SELECT coalesce(max(created_at), 0), coalesce(max(row), 0) FROM (
        SELECT created_at, row FROM notification AS mine INDEXED BY notification_thread
        WHERE mine.thread = inbox_thread.thread AND mine.thread <> 0 ORDER BY created_at DESC, row DESC LIMIT 1))
    WHERE thread IN ${threads}`);
  db.run(sql`DELETE FROM inbox_thread WHERE thread IN ${threads} AND notifications = 0`);
  queues.delete(db);
}

/** Removes the queued rows after their transaction was rolled back. */
export function dropQueuedInboxThreadUpdates(db: WritableDb): void {
  queues.delete(db);
}

/**
 * Wraps the table of notifications so that the threads of the inbox follow each write, in its transaction. They follow
 * the stored columns, not the record, which another version of the program may have read differently.
 */
export function withInboxThreads<R extends { readonly id: string }>(table: RecordTable<R>): RecordTable<R> {
  const leave = (db: WritableDb, row: number): void => {
    const thread = getThreadOfRow(db, row);
    if (thread !== 0) getQueue(db).threads.add(thread);
  };
  return {
    ...table,
    put: (db, stored, fresh) => {
      if (stored !== undefined) leave(db, stored.row);
      const row = table.put(db, stored, fresh);
      getQueue(db).rows.add(row);
      return row;
    },
    remove: (db, stored) => {
      leave(db, stored.row);
      getQueue(db).rows.delete(stored.row);
      table.remove(db, stored);
    },
  };
}
