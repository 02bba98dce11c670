import { MAX_COUNTED_STATUSES, type HomeCounts } from '#contract/home-procedures.ts';
import type { WorklistQueryContext } from '#main/engine/cache/queries/requisitions/context.ts';
import {
  buildSearchCondition,
  PENDING_SEARCH_TABLES,
  STORED_SEARCH_TABLES,
  TAB_CONDITIONS,
  type RequisitionSearchTables,
} from '#main/engine/cache/queries/requisitions/conditions.ts';
import {
  buildPendingRowsFromAndWhere,
  buildUnreplacedStoredRowsCondition,
} from '#main/engine/cache/queries/requisitions/find.ts';
import { getSegment } from '#main/engine/cache/queries/requisitions/count-scan.ts';
import type { WorklistTabAndTerms } from '#main/engine/cache/queries/requisitions/probe-rows.ts';
import { PENDING_REQUISITION_TABLE } from '#main/engine/cache/tables/pending-tables.ts';
import { sql, type Sql } from '#main/engine/sqlite/sql.ts';

/**
 * The count of each filter in one segment of the table of requisitions, and the row after which the next
 * begins; null at the end.
 */
export interface FilterCountsSegment {
  readonly counts: readonly number[];
  readonly next: number | null;
}

interface CountsRow {
  readonly counts: string;
}

/** Returns the counts of all filters as one JSON text. */
function buildCountColumns(
  context: WorklistQueryContext,
  filters: readonly WorklistTabAndTerms[],
  tables: RequisitionSearchTables,
): Sql {
  const [first, ...others] = filters.map(
    ({ tab, terms }) =>
      sql`count(*) FILTER (WHERE ${TAB_CONDITIONS[tab]} AND ${buildSearchCondition(terms, context, tables)})`,
  );
  if (first === undefined) return sql`json_array()`;
  return sql`json_array(${others.reduce((list, each) => sql`${list}, ${each}`, first)})`;
}

function readCounts(row: CountsRow | undefined): readonly number[] {
  return row === undefined ? [] : (JSON.parse(row.counts) as number[]); // SQLite's json_array has made it.
}

function addCounts(left: readonly number[], right: readonly number[]): readonly number[] {
  return left.map((count, index) => count + (right[index] ?? 0));
}

function countPending(
  context: WorklistQueryContext,
  filters: readonly WorklistTabAndTerms[],
): readonly number[] | null {
  const pending = buildPendingRowsFromAndWhere(context, 'all', []);
  if (pending === null) return null;
  const columns = buildCountColumns(context, filters, PENDING_SEARCH_TABLES);
  return readCounts(context.cache.get(sql<CountsRow>`SELECT ${columns} AS counts FROM ${pending.from}`));
}

/**
 * Counts the rows of several filters that the indexes do not count, in one scan of a segment of the table, starting
 * behind a row. Pending changes count with the first segment.
 */
export function countFilterMatchesInRowRange(
  context: WorklistQueryContext,
  filters: readonly WorklistTabAndTerms[],
  after = 0,
): FilterCountsSegment {
  const { tests } = context.slices;
  const rows = Math.ceil(tests.rows / Math.max(1, filters.length));
  const learn = tests.begin();
  const { until, next } = getSegment(context, after, rows);
  const columns = buildCountColumns(context, filters, STORED_SEARCH_TABLES);
  const stored = readCounts(
    context.cache.get(sql<CountsRow>`SELECT ${columns} AS counts FROM requisition NOT INDEXED
      WHERE row > ${after} AND row <= ${until} AND ${buildUnreplacedStoredRowsCondition(context, 'all', [])}`),
  );
  if (next !== null) learn(rows * filters.length);
  const pending = after === 0 ? countPending(context, filters) : null;
  return { counts: pending === null ? stored : addCounts(stored, pending), next };
}

interface StatusRow {
  readonly key: string;
  readonly status: string;
  readonly count: number;
}

/** Counts the requisitions of each status that the service's document does not name, ignoring case. */
export function countRequisitionsByUndocumentedStatus(
  context: WorklistQueryContext,
): Pick<HomeCounts, 'statuses' | 'moreStatuses'> {
  const { cache, hasPending } = context;
  const spelling = sql`lower(status) AS key, min(status) AS status`;
  const unknown = TAB_CONDITIONS.unknown;
  const ofGroups = cache.all(sql<StatusRow>`
    SELECT ${spelling}, sum(row_count) AS count FROM requisition_total WHERE ${unknown} GROUP BY key`);
  const rows = hasPending
    ? [
        ...ofGroups,
        ...cache.all(sql<StatusRow>`SELECT ${spelling}, -count(*) AS count FROM requisition
          WHERE ${PENDING_REQUISITION_TABLE.replaced} AND ${unknown} GROUP BY key`),
        ...cache.all(sql<StatusRow>`SELECT ${spelling}, count(*) AS count FROM ${PENDING_REQUISITION_TABLE.from}
          WHERE ${unknown} GROUP BY key`),
      ]
    : ofGroups;
  const statuses = [...Map.groupBy(rows, ({ key }) => key).values()]
    .flatMap((group) => {
      const [first] = group;
      if (first === undefined) return [];
      return [{ status: first.status, count: group.reduce((sum, { count }) => sum + count, 0) }];
    })
    .filter(({ count }) => count > 0)
    .toSorted((left, right) => right.count - left.count || (left.status < right.status ? -1 : 1));
  const others = statuses.slice(MAX_COUNTED_STATUSES);
  return {
    statuses: statuses.slice(0, MAX_COUNTED_STATUSES),
    moreStatuses: others.reduce((sum, { count }) => sum + count, 0),
  };
}
