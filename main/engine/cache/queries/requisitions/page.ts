import type { WorklistSort } from '#contract/requisitions.ts';
import { err, ok, type Result } from '#contract/result.ts';
import type { EpochMs } from '#contract/time.ts';
import { MISSING_DATE_SORT_VALUE } from '#main/engine/cache/tables/cursor.ts';
import { sql, type Sql } from '#main/engine/sqlite/sql.ts';

/** Sort value of a requisition; null where there is none, which comes last in either direction. */
export type WorklistSortValue = number | string | null;

/** A position in an order; rows with equal sort values are ordered by row number. */
export interface SortedPosition {
  readonly key: WorklistSortValue;
  readonly row: number;
}

/**
 * A sort order of the worklist in the table: its column, its index, and the conditions for rows with and
 * without a value.
 */
export interface SortOrderColumn {
  readonly column: Sql;
  /** The SQL expression of the sort value; NULL where a row has none. */
  readonly key: Sql;
  readonly scan: Sql;
  readonly has: Sql;
  readonly lacks: Sql;
}

export const SORT_ORDER_COLUMNS: Readonly<Record<WorklistSort['by'], SortOrderColumn>> = {
  updated: {
    column: sql`last_updated_at`,
    key: sql`nullif(last_updated_at, ${MISSING_DATE_SORT_VALUE})`,
    scan: sql`requisition INDEXED BY requisition_scan`,
    has: sql`last_updated_at > ${MISSING_DATE_SORT_VALUE}`,
    lacks: sql`last_updated_at = ${MISSING_DATE_SORT_VALUE}`,
  },
  created: {
    column: sql`created_at`,
    key: sql`created_at`,
    scan: sql`requisition INDEXED BY requisition_created`,
    has: sql`created_at IS NOT NULL`,
    lacks: sql`created_at IS NULL`,
  },
  name: {
    column: sql`name_key`,
    key: sql`nullif(name_key, '')`,
    scan: sql`requisition INDEXED BY requisition_name`,
    has: sql`name_key > ''`,
    lacks: sql`name_key = ''`,
  },
  patient: {
    column: sql`patient`,
    key: sql`nullif(patient, '')`,
    scan: sql`requisition INDEXED BY requisition_by_patient`,
    has: sql`patient > ''`,
    lacks: sql`patient = ''`,
  },
  deadline: {
    column: sql`review_deadline`,
    key: sql`review_deadline`,
    scan: sql`requisition INDEXED BY requisition_deadline`,
    has: sql`review_deadline IS NOT NULL`,
    lacks: sql`review_deadline IS NULL`,
  },
  usual: {
    column: sql`usual_wait_over`,
    key: sql`usual_wait_over`,
    scan: sql`requisition INDEXED BY requisition_usual_wait`,
    has: sql`usual_wait_over IS NOT NULL`,
    lacks: sql`usual_wait_over IS NULL`,
  },
};

// Compares texts byte by byte, like SQLite.
function compareKeys(left: WorklistSortValue, right: WorklistSortValue): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  return Buffer.compare(Buffer.from(String(left)), Buffer.from(String(right)));
}

/** Returns the function that compares two positions in a sort order of the worklist. */
export function createPositionComparator({
  descending,
}: WorklistSort): (left: SortedPosition, right: SortedPosition) => number {
  const way = descending ? -1 : 1;
  return (left, right) => {
    if (left.key === null || right.key === null) {
      const lacking = Number(left.key === null) - Number(right.key === null);
      return lacking === 0 ? way * (left.row - right.row) : lacking;
    }
    return way * (compareKeys(left.key, right.key) || left.row - right.row);
  };
}

/** Returns the position before every row of a time, in an order by time. No row is at it. */
export function getPositionBeforeTime({ descending }: WorklistSort, time: EpochMs): SortedPosition {
  return { key: time, row: descending ? Number.MAX_SAFE_INTEGER : 0 };
}

const SHAPE = /^worklist\.([a-z]+)\.([ad])\.([-nt])\.(\d{1,16})\.([^]*)$/;

function getName({ by, descending }: WorklistSort): string {
  return `worklist.${by}.${descending ? 'd' : 'a'}`;
}

/** Encodes a position in an order of the worklist as an opaque text. */
export function encodeWorklistCursor(order: WorklistSort, { key, row }: SortedPosition): string {
  const kind = key === null ? '-' : typeof key === 'number' ? 'n' : 't';
  return Buffer.from(`${getName(order)}.${kind}.${row}.${key ?? ''}`).toString('base64url');
}

/**
 * Decodes a cursor from outside; one of another order is an error. Undefined means the beginning and returns
 * null.
 */
export function decodeWorklistCursor(
  order: WorklistSort,
  after: string | undefined,
): Result<SortedPosition | null> {
  if (after === undefined) return ok(null);
  const match = SHAPE.exec(Buffer.from(after, 'base64url').toString());
  const [, by, way, kind, row, text = ''] = match ?? [];
  if (`worklist.${by}.${way}` !== getName(order)) {
    return err('invalid-input', { detail: 'after: not a cursor of this list' });
  }
  const key = kind === '-' ? null : kind === 'n' ? Number(text) : text;
  if (Number.isNaN(key)) return err('invalid-input', { detail: 'after: not a cursor of this list' });
  return ok({ key, row: Number(row) });
}
