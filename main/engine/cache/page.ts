import type { Kind } from '#contract/ids.ts';
import { writeCursor, type Place } from './cursor.ts';
import type { ReadableDb } from './db.ts';
import { nothing, sql, type Sql } from './sql.ts';
import { cachedCount } from './sync-state.ts';

/** Which rows a list draws from: a table with the index that serves it, and the conditions of a filter. */
export interface Scope {
  readonly from: Sql;
  readonly where: Sql;
  /** True where rows are visited that the filter then drops, so that a page may cost a long walk. */
  readonly walks: boolean;
}

/** The list of a kind: its columns, the one it is ordered by, and its table with the index in that order. */
export interface Listed<Row extends Place = Place> {
  readonly kind: Kind;
  /** Must hold `row` and `at`, the order's value. */
  readonly columns: Sql<Row>;
  readonly order: Sql;
  readonly walk: Sql;
}

export interface Window {
  readonly place: Place | null;
  readonly limit: number;
}

/** Rows of one page, newest first, and where the next begins; null at the end. */
export interface Found<Row> {
  readonly rows: readonly Row[];
  readonly next: string | null;
}

/** Rows that one call may visit before it answers what it has, so that other reads get their turn. */
export const WALK_BUDGET = 200_000;
/** A count stops here. */
export const COUNT_CAP = 2_000;

function before(listed: Listed, place: Place | null): Sql {
  return place === null ? nothing : sql` AND (${listed.order}, row) < (${place.at}, ${place.row})`;
}

function newestFirst(listed: Listed, limit: Sql): Sql {
  return sql` ORDER BY ${listed.order} DESC, row DESC LIMIT ${limit}`;
}

/** The place that a walk from `place` reaches with its budget, or null where the list ends earlier. */
function walkEnd(db: ReadableDb, listed: Listed, place: Place | null, budget: number): Place | null {
  if (cachedCount(db, listed.kind) <= budget) return null;
  const tail = newestFirst(listed, sql`1 OFFSET ${budget - 1}`);
  const end = db.get(
    sql<Place>`SELECT ${listed.order} AS at, row FROM ${listed.walk} WHERE TRUE${before(listed, place)}${tail}`,
  );
  return end ?? null;
}

/** The query of one page from `place` down to `end`, which null leaves open. */
export function pageQuery<Row extends Place>(
  listed: Listed<Row>,
  scope: Scope,
  { place, limit, end }: Window & { readonly end: Place | null },
): Sql<Row> {
  const stop = end === null ? nothing : sql` AND (${listed.order}, row) >= (${end.at}, ${end.row})`;
  const where = sql`${scope.where}${before(listed, place)}${stop}`;
  const tail = newestFirst(listed, sql`${limit}`);
  return sql<Row>`SELECT ${listed.columns} FROM ${scope.from} WHERE ${where}${tail}`;
}

/**
 * One page of a list by its place, never by an offset. A page may be short although more follows: then its walk
 * reached the budget. Only `next` null means the end.
 */
export function findPage<Row extends Place>(
  db: ReadableDb,
  listed: Listed<Row>,
  { scope, place, limit, budget = WALK_BUDGET }: Window & { readonly scope: Scope; readonly budget?: number },
): Found<Row> {
  const end = scope.walks ? walkEnd(db, listed, place, budget) : null;
  // One row more than asked for tells whether anything follows.
  const rows = db.all(pageQuery(listed, scope, { place, limit: limit + 1, end }));
  const last = rows[limit - 1];
  if (rows.length > limit && last !== undefined) {
    return { rows: rows.slice(0, limit), next: writeCursor(listed.kind, last) };
  }
  return { rows, next: end === null ? null : writeCursor(listed.kind, end) };
}

/** How many rows a scope holds, up to the cap. */
export function countScope(db: ReadableDb, scope: Scope): { count: number; capped: boolean } {
  const found = db.get(
    sql<{
      count: number;
    }>`SELECT count(*) AS count FROM (SELECT 1 FROM ${scope.from} WHERE ${scope.where} LIMIT ${COUNT_CAP + 1})`,
  );
  const count = found?.count ?? 0;
  return { count: Math.min(count, COUNT_CAP), capped: count > COUNT_CAP };
}
