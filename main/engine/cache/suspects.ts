import type { Kind } from '#contract/ids.ts';
import type { ReadableDb, WritableDb } from '#main/engine/store/db.ts';
import { sql, type Sql } from '#main/engine/store/sql.ts';
import type { RowSet } from './row-set.ts';

/** The only kind that can be deleted on the service (service's document, section 4). */
const DELETABLE: Readonly<Partial<Record<Kind, Sql<{ row: number; id: string }>>>> = {
  form: sql`SELECT row, id FROM form`,
};

/** Suspects everything of a kind that a complete sweep did not meet, and nothing else any more. */
export function suspectUnmet(db: WritableDb, kind: Kind, met: RowSet): void {
  const known = DELETABLE[kind];
  if (known === undefined) return;
  db.run(sql`DELETE FROM suspect WHERE kind = ${kind}`);
  for (const { row, id } of db.all(known)) {
    if (!met.has(row)) db.run(sql`INSERT INTO suspect (kind, id) VALUES (${kind}, ${id})`);
  }
}

/** Suspects a record no longer: the service was asked for it. */
export function clearSuspect(db: WritableDb, kind: Kind, id: string): void {
  db.run(sql`DELETE FROM suspect WHERE kind = ${kind} AND id = ${id}`);
}

/** Ids that may have been deleted on the service, so many at most. */
export function suspects(db: ReadableDb, kind: Kind, limit: number): readonly string[] {
  return db
    .all(sql<{ id: string }>`SELECT id FROM suspect WHERE kind = ${kind} ORDER BY id LIMIT ${limit}`)
    .map(({ id }) => id);
}
