import type { WritableDb } from '#main/engine/sqlite/db.ts';
import { sql, toSqlList } from '#main/engine/sqlite/sql.ts';

/** By how much a pending read flag changes the number of unread notifications of its thread. */
interface ThreadChange {
  readonly thread: number;
  readonly delta: number;
}

interface RowChange extends ThreadChange {
  readonly row: number;
}

/**
 * The threads of the inbox whose number of unread notifications pending read flags change, and by how much. A TEMP table
 * has them, so that a page of the inbox needs no look at the other threads.
 */
export class ThreadsWithPendingReadFlags {
  readonly #changes = new Map<number, ThreadChange>();
  readonly #deltas = new Map<number, number>();

  /** Takes over rows of notifications whose row with pending changes, or the stored row below it, changed. */
  write(db: WritableDb, rows: readonly number[]): void {
    const found = db.all(sql<RowChange>`
      SELECT pending.row, pending.thread, stored.read - pending.read AS delta
      FROM pending_notification AS pending CROSS JOIN main.notification AS stored USING (row)
      WHERE pending.row IN ${toSqlList(rows)}`);
    for (const row of rows) {
      const before = this.#changes.get(row);
      if (before !== undefined) this.#add(db, before.thread, -before.delta);
      this.#changes.delete(row);
    }
    for (const { row, ...change } of found) {
      if (change.delta === 0) continue;
      this.#add(db, change.thread, change.delta);
      this.#changes.set(row, change);
    }
  }

  /** Forgets everything, whatever is in the TEMP table. */
  clear(db: WritableDb): void {
    this.#changes.clear();
    this.#deltas.clear();
    db.run(sql`DELETE FROM pending_thread`);
  }

  #add(db: WritableDb, thread: number, change: number): void {
    const delta = (this.#deltas.get(thread) ?? 0) + change;
    if (delta === 0) {
      this.#deltas.delete(thread);
      db.run(sql`DELETE FROM pending_thread WHERE thread = ${thread}`);
    } else {
      this.#deltas.set(thread, delta);
      db.run(sql`INSERT OR REPLACE INTO pending_thread (thread, delta) VALUES (${thread}, ${delta})`);
    }
  }
}
