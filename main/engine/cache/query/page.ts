import type { Kind } from '#contract/records.ts';
import { encodeCursor, type FoundPage, type ListPosition } from '../tables/cursor.ts';
import type { TempTableOfPendingRows } from '../tables/pending-tables.ts';
import type { ReadableDb } from '#main/engine/sqlite/db.ts';
import { emptySql, sql, type Sql } from '#main/engine/sqlite/sql.ts';
import { getCachedCount } from '../tables/sync-state.ts';

/** The rows of a list: a table with the index to use, and the conditions of a filter. */
export interface ListClauses {
  readonly from: Sql;
  readonly where: Sql;
  /** True where rows are read that the filter then excludes, so that a page may take a long scan. */
  readonly scans: boolean;
}

/** How the list of a kind is read from the database: its columns, the sort column, and its tables. */
export interface ListTable<Row extends ListPosition = ListPosition> {
  readonly kind: Kind;
  /** Must contain `row` and `at`, the sort value; `pending` is added to them. */
  readonly columns: Sql<Omit<Row, 'pending'>>;
  readonly order: Sql;
  readonly table: Sql;
  /** The stored table, read by the index of the sort column. */
  readonly scan: Sql;
  readonly pendingTable: Pick<TempTableOfPendingRows<never>, 'from' | 'notReplaced'>;
}

export interface PageWindow {
  readonly position: ListPosition | null;
  readonly limit: number;
}

/** Maximum number of rows that one call scans before it returns a short page, so that other reads get a turn. */
export const MAX_SCANNED_ROWS = 200_000;

function before(listed: ListTable, position: ListPosition | null): Sql {
  return position === null ? emptySql : sql` AND (${listed.order}, row) < (${position.at}, ${position.row})`;
}

function newestFirst(listed: ListTable, limit: Sql): Sql {
  return sql` ORDER BY ${listed.order} DESC, row DESC LIMIT ${limit}`;
}

/**
 * Returns the position that a scan from `position` reaches with its budget; null where the list ends earlier.
 */
function findScanBudgetEnd(
  db: ReadableDb,
  listed: ListTable,
  position: ListPosition | null,
  budget: number,
): ListPosition | null {
  if (getCachedCount(db, listed.kind) <= budget) return null;
  const tail = newestFirst(listed, sql`1 OFFSET ${budget - 1}`);
  const end = db.get(
    sql<ListPosition>`SELECT ${listed.order} AS at, row FROM ${listed.scan} WHERE TRUE${before(listed, position)}${tail}`,
  );
  return end ?? null;
}

/** Compares two positions in a list: the newer one comes first. */
export function compareNewestFirst(left: ListPosition, right: ListPosition): number {
  return right.at - left.at || right.row - left.row;
}

interface Segment extends PageWindow {
  readonly from: Sql;
  readonly where: Sql;
  /** The last position of the segment; null leaves its end open. */
  readonly end: ListPosition | null;
}

function segmentQuery<Row extends ListPosition>(
  listed: ListTable<Row>,
  pending: Sql,
  { from, where, position, limit, end }: Segment,
): Sql<Row> {
  const stop = end === null ? emptySql : sql` AND (${listed.order}, row) >= (${end.at}, ${end.row})`;
  const within = sql`${where}${before(listed, position)}${stop}`;
  const tail = newestFirst(listed, sql`${limit}`);
  return sql<Row>`SELECT ${listed.columns}, ${pending} AS pending FROM ${from} WHERE ${within}${tail}`;
}

/** Returns the query of the stored rows of one page from `position` to `end`; null leaves the end open. */
export function buildPageQuery<Row extends ListPosition>(
  listed: ListTable<Row>,
  { from, where }: Pick<ListClauses, 'from' | 'where'>,
  window: PageWindow & { readonly end: ListPosition | null },
): Sql<Row> {
  return segmentQuery(listed, sql`NULL`, { from, where, ...window });
}

interface Wanted extends Pick<ListClauses, 'from' | 'where'> {
  /** The condition for rows with pending changes; null where the kind has none. */
  readonly pendingWhere: Sql | null;
  readonly window: PageWindow & { readonly end: ListPosition | null };
}

/**
 * Returns the newest rows that meet a condition. Stored rows and rows with pending changes are found by the same SQL
 * in two queries, of which each keeps its index, and merged by their positions.
 */
export function findNewestRows<Row extends ListPosition>(
  db: ReadableDb,
  listed: ListTable<Row>,
  { from, where, pendingWhere, window }: Wanted,
): readonly Row[] {
  if (pendingWhere === null) return db.all(buildPageQuery(listed, { from, where }, window));
  const { from: pendingFrom, notReplaced } = listed.pendingTable;
  const rows = [
    ...db.all(buildPageQuery(listed, { from, where: sql`${where} AND ${notReplaced}` }, window)),
    ...db.all(segmentQuery(listed, sql`pending`, { from: pendingFrom, where: pendingWhere, ...window })),
  ];
  return rows.toSorted(compareNewestFirst).slice(0, window.limit);
}

interface PageOptions extends PageWindow {
  readonly scope: ListClauses;
  /** Whether the kind has rows with pending changes. */
  readonly hasPending: boolean;
  /** Maximum number of stored rows to scan before a short page is returned. */
  readonly budget?: number;
}

/**
 * Returns one page of a list by keyset pagination. A page may be short although more follows, where the scan
 * used up its budget. Only `next` null means the end.
 */
export function findPage<Row extends ListPosition>(
  db: ReadableDb,
  listed: ListTable<Row>,
  { scope: { from, where, scans }, hasPending, position, limit, budget = MAX_SCANNED_ROWS }: PageOptions,
): FoundPage<Row> {
  const end = scans ? findScanBudgetEnd(db, listed, position, budget) : null;
  // One row more than the page is requested: it shows whether there is a next page.
  const window = { position, limit: limit + 1, end };
  const found = findNewestRows(db, listed, { from, where, pendingWhere: hasPending ? where : null, window });
  const last = found[limit - 1];
  if (found.length > limit && last !== undefined) {
    return { rows: found.slice(0, limit), next: encodeCursor(listed.kind, last) };
  }
  return { rows: found, next: end === null ? null : encodeCursor(listed.kind, end) };
}
