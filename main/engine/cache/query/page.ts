import type { Kind } from '#contract/records.ts';
import { writeCursor, type Found, type Position } from '../tables/cursor.ts';
import type { ReadableDb } from '#main/engine/sqlite/db.ts';
import { inJson, nothing, sql, type Sql } from '#main/engine/sqlite/sql.ts';
import { cachedCount } from '../tables/sync-state.ts';

/** The rows of a list: a table with the index to use, and the conditions of a filter. */
export interface Scope {
  readonly from: Sql;
  readonly where: Sql;
  /** True where rows are read that the filter then excludes, so that a page may take a long scan. */
  readonly scans: boolean;
}

/** The list of a kind: its columns, the sort column, and its table with the index in that order. */
export interface Listed<Row extends Position = Position> {
  readonly kind: Kind;
  /** Must contain `row` and `at`, the sort value. */
  readonly columns: Sql<Row>;
  readonly order: Sql;
  readonly scan: Sql;
}

export interface Window {
  readonly position: Position | null;
  readonly limit: number;
}

/** Rows with pending changes, newest first, and the numbers of the table rows that they replace. */
export interface WithPending<Row> {
  readonly rows: readonly Row[];
  /** A JSON array; null where no row of the table is hidden. */
  readonly hidden: string | null;
}

/** Maximum number of rows that one call scans before it returns a short page, so that other reads get a turn. */
export const SCAN_BUDGET = 200_000;

function before(listed: Listed, position: Position | null): Sql {
  return position === null ? nothing : sql` AND (${listed.order}, row) < (${position.at}, ${position.row})`;
}

function newestFirst(listed: Listed, limit: Sql): Sql {
  return sql` ORDER BY ${listed.order} DESC, row DESC LIMIT ${limit}`;
}

/**
 * Returns the position that a scan from `position` reaches with its budget; null where the list ends earlier.
 */
function scanEnd(db: ReadableDb, listed: Listed, position: Position | null, budget: number): Position | null {
  if (cachedCount(db, listed.kind) <= budget) return null;
  const tail = newestFirst(listed, sql`1 OFFSET ${budget - 1}`);
  const end = db.get(
    sql<Position>`SELECT ${listed.order} AS at, row FROM ${listed.scan} WHERE TRUE${before(listed, position)}${tail}`,
  );
  return end ?? null;
}

/** Whether a position comes after another one in a list; null is the beginning. */
function isAfter(position: Position, other: Position | null): boolean {
  if (other === null) return true;
  return position.at < other.at || (position.at === other.at && position.row < other.row);
}

/** Compares positions, newest first, for rows that are in no table. */
export function byNewest(left: Position, right: Position): number {
  return right.at - left.at || right.row - left.row;
}

/** Excludes the rows that are replaced by others. Returns the same object where there are none. */
export function withoutHidden(scope: Scope, hidden: string | null): Scope {
  if (hidden === null) return scope;
  return { ...scope, where: sql`${scope.where} AND row NOT IN ${inJson(hidden)}` };
}

/** Merges rows of the table and rows with pending changes. */
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
  /** Maximum number of rows to scan. */
  readonly budget?: number;
}

/** Returns the query of one page from `position` to `end`; null leaves the end open. */
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
 * Returns one page of a list by keyset pagination. A page may be short although more follows, where the scan
 * used up its budget. Only `next` null means the end.
 */
export function findPage<Row extends Position>(
  db: ReadableDb,
  listed: Listed<Row>,
  { scope, pending, position, limit, budget = SCAN_BUDGET }: PageOptions<Row>,
): Found<Row> {
  const end = scope.scans ? scanEnd(db, listed, position, budget) : null;
  // One extra row shows whether there is a next page.
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
