import type { Requisition } from '#contract/requisitions.ts';
import type { ReadableDb } from '#main/engine/sqlite/db.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import type { DerivedTableUpdater } from './table.ts';

/**
 * Notes which rows of requisitions are free again after the last one was removed: SQLite gives a new record the row behind the last
 * one, so that a place in the order of rows would be ahead of records that were never seen.
 */
export const reusedRowUpdater: DerivedTableUpdater<Requisition> = (db, row, { after }) => {
  if (after !== null) return;
  db.run(sql`
    INSERT INTO reused_row (row)
    SELECT coalesce((SELECT max(row) FROM requisition WHERE row < ${row}), 0) + 1
    WHERE NOT EXISTS (SELECT 1 FROM requisition WHERE row > ${row})`);
};

/** The rows that were given to other requisitions since a removal. */
export interface ReusedRows {
  /** The number of the newest removal. */
  readonly removals: number;
  /** The first of the rows; null where there is none. */
  readonly first: number | null;
}

/** Returns the rows that were free again after removals. @param since the number of the last removal that is known */
export function findReusedRows(db: ReadableDb, since: number): ReusedRows {
  const newest = db.get(sql<{ number: number | null }>`SELECT max(number) AS number FROM reused_row`);
  const removals = newest?.number ?? 0;
  // A cache that has replaced another one counts from the beginning.
  const known = since <= removals ? since : 0;
  const found = db.get(sql<{ first: number | null }>`
    SELECT min(row) AS first FROM reused_row WHERE number > ${known}`);
  return { removals, first: found?.first ?? null };
}
