import type { Kind } from '#contract/records.ts';
import { writeCursor, type Position } from './cursor.ts';
import type { ReadableDb } from '#main/engine/sqlite/db.ts';
import { inJson, nothing, sql, type Sql } from '#main/engine/sqlite/sql.ts';
import { cachedCount } from '../ingest/sync-state.ts';

/** Which rows a list draws from: a table with the index that serves it, and the conditions of a filter. */
export interface Scope {
  readonly from: Sql;
  readonly where: Sql;
  /** True where rows are visited that the filter then drops, so that a page may cost a long walk. */
  readonly scans: boolean;
}

/** The list of a kind: its columns, the one it is ordered by, and its table with the index in that order. */
export interface Listed<Row extends Position = Position> {
  readonly kind: Kind;
  /** Must hold `row` and `at`, the order's value. */
  readonly columns: Sql<Row>;
  readonly order: Sql;
  readonly scan: Sql;
}

export interface Window {
  readonly position: Position | null;
  readonly limit: number;
}

/** What is laid over a table: rows to be shown, newest first, and the numbers of the rows in whose place they stand. */
export interface WithPending<Row> {
  readonly rows: readonly Row[];
  /** A JSON array; null where no row of the table is hidden. */
  readonly hidden: string | null;
}

/** Rows of one page, newest first, and where the next begins; null at the end. */
export interface Found<Row> {
  readonly rows: readonly Row[];
  readonly next: string | null;
}

/** Rows that one call may visit before it answers what it has, so that other reads get their turn. */
export const SCAN_BUDGET = 200_000;

function before(listed: Listed, position: Position | null): Sql {
  return position === null ? nothing : sql` AND (${listed.order}, row) < (${position.at}, ${position.row})`;
}

function newestFirst(listed: Listed, limit: Sql): Sql {
  return sql` ORDER BY ${listed.order} DESC, row DESC LIMIT ${limit}`;
}

/** The place that a walk from `position` reaches with its budget, or null where the list ends earlier. */
function scanEnd(db: ReadableDb, listed: Listed, position: Position | null, budget: number): Position | null {
  if (cachedCount(db, listed.kind) <= budget) return null;
  const tail = newestFirst(listed, sql`1 OFFSET ${budget - 1}`);
  const end = db.get(
    sql<Position>`SELECT ${listed.order} AS at, row FROM ${listed.scan} WHERE TRUE${before(listed, position)}${tail}`,
  );
  return end ?? null;
}

/** Whether a place comes after another one in a list; every place comes after null, the beginning. */
function isAfter(position: Position, other: Position | null): boolean {
  if (other === null) return true;
  return position.at < other.at || (position.at === other.at && position.row < other.row);
}

/** The order of lists for places that no table has ordered. */
export function byNewest(left: Position, right: Position): number {
  return right.at - left.at || right.row - left.row;
}

/** A scope without the rows that others stand in for. Where nothing is hidden it is the very same. */
export function withoutHidden(scope: Scope, hidden: string | null): Scope {
  if (hidden === null) return scope;
  return { ...scope, where: sql`${scope.where} AND row NOT IN ${inJson(hidden)}` };
}

/** Rows of the table and those laid over it as one list. */
function united<Row extends Position>(
  rows: readonly Row[],
  pending: readonly Row[],
  limit: number,
): readonly Row[] {
  return pending.length === 0 ? rows : [...rows, ...pending].toSorted(byNewest).slice(0, limit);
}

interface PageOptions<Row extends Position> extends Window {
  readonly scope: Scope;
  readonly pending: WithPending<Row>;
  /** Rows that may be visited. */
  readonly budget?: number;
}

/** The query of one page from `position` down to `end`, which null leaves open. */
export function pageQuery<Row extends Position>(
  listed: Listed<Row>,
  scope: Scope,
  { position, limit, end }: Window & { readonly end: Position | null },
): Sql<Row> {
  const stop = end === null ? nothing : sql` AND (${listed.order}, row) >= (${end.at}, ${end.row})`;
  const where = sql`${scope.where}${before(listed, position)}${stop}`;
  const tail = newestFirst(listed, sql`${limit}`);
  return sql<Row>`SELECT ${listed.columns} FROM ${scope.from} WHERE ${where}${tail}`;
}

/**
 * One page of a list by its place, never by an offset. A page may be short although more follows: then its walk
 * reached the budget. Only `next` null means the end.
 */
export function findPage<Row extends Position>(
  db: ReadableDb,
  listed: Listed<Row>,
  { scope, pending, position, limit, budget = SCAN_BUDGET }: PageOptions<Row>,
): Found<Row> {
  const end = scope.scans ? scanEnd(db, listed, position, budget) : null;
  // One row more than asked for tells whether anything follows.
  const window = { position, limit: limit + 1, end };
  const rows = db.all(pageQuery(listed, withoutHidden(scope, pending.hidden), window));
  const between = pending.rows.filter(
    (row) => isAfter(row, position) && (end === null || !isAfter(row, end)),
  );
  const found = united(rows, between, limit + 1);
  const last = found[limit - 1];
  if (found.length > limit && last !== undefined) {
    return { rows: found.slice(0, limit), next: writeCursor(listed.kind, last) };
  }
  return { rows: found, next: end === null ? null : writeCursor(listed.kind, end) };
}
