import type { WorklistSearchTerm } from '#contract/worklist-search.ts';
import { sql, type Sql } from '#main/engine/sqlite/sql.ts';
import type { TermOfField } from '#main/engine/cache/query/filter.ts';
import { SORT_ORDER_COLUMNS, type SortOrderColumn } from './page.ts';

type DateField = TermOfField<'due'>['field'];

/** A range of dates as a range of an index that contains the columns of the tabs. */
export interface IndexedDateRange {
  readonly field: DateField;
  /** The table of requisitions, read by the index of the date. */
  readonly scan: Sql;
  /** The condition of the range: at most one lower and one upper bound. */
  readonly where: Sql;
}

const DATE_INDEXES: Readonly<Record<DateField, Pick<SortOrderColumn, 'column' | 'scan' | 'has'>>> = {
  due: SORT_ORDER_COLUMNS.deadline,
  created: SORT_ORDER_COLUMNS.created,
  updated: SORT_ORDER_COLUMNS.updated,
  since: {
    column: sql`status_since`,
    scan: sql`requisition INDEXED BY requisition_status_since`,
    has: sql`status_since IS NOT NULL`,
  },
};

function toRange(field: DateField, from: number | null, until: number | null): IndexedDateRange {
  const { column, scan, has } = DATE_INDEXES[field];
  const start = from === null ? has : sql`${column} >= ${from}`;
  return { field, scan, where: until === null ? start : sql`${start} AND ${column} < ${until}` };
}

/**
 * Returns the range of dates that a term asks for, whether or not it is negated; null for a term of another kind.
 * @param now epoch milliseconds
 */
export function toIndexedDateRange(term: WorklistSearchTerm, now: number): IndexedDateRange | null {
  switch (term.field) {
    case 'due':
    case 'created':
    case 'updated':
    case 'since':
      return toRange(term.field, term.from, term.until);
    case 'review':
      return term.value === 'overdue' ? toRange('due', null, now) : null;
    default:
      return null;
  }
}
