import type { Kind } from '#contract/records.ts';
import type { Connection } from '#main/engine/sqlite/db.ts';
import { rowsAfter } from '../tables/bodies.ts';
import { type RecordTable, findRecord, type IndexUpdater } from '../tables/table.ts';
import { indexQueued } from '../tables/search-text.ts';

/** Number of rows that are read at a time. */
const BATCH = 500;

function eachRow(db: Connection, kind: Kind, fill: (row: number) => void): void {
  for (let rows = rowsAfter(db, kind, 0, BATCH); rows.length > 0; ) {
    for (const row of rows) fill(row);
    indexQueued(db);
    rows = rowsAfter(db, kind, rows.at(-1) ?? Infinity, BATCH);
  }
}

/** Writes the index entries of all records that are already stored. */
export function fillIndexes<R extends { readonly id: string }>(
  db: Connection,
  kind: Kind,
  read: RecordTable<R>['read'],
  updaters: readonly IndexUpdater<R>[],
): void {
  eachRow(db, kind, (row) => {
    const after = findRecord(db, kind, row, read);
    if (after !== null) for (const updater of updaters) updater(db, row, { before: null, after });
  });
}
