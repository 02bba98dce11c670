import type { InternalProcedureOutput } from '#contract/internal-procedures.ts';
import type { Kind } from '#contract/records.ts';
import { toEpochMs, type EpochMs } from '#contract/time.ts';
import { encodeCursor, type FoundPage, type ListPosition } from './cursor.ts';
import type { ReadableDb } from '#main/engine/sqlite/db.ts';
import { toSqlList, sql, type Sql } from '#main/engine/sqlite/sql.ts';

/** A raw resource, byte for byte, and when it was fetched. */
export interface RawRecord {
  readonly raw: string;
  readonly fetchedAt: EpochMs;
}

type RawPage = InternalProcedureOutput<'records.dump'>;

/** Maximum size in bytes of the raw resources in one result; a larger single resource is returned alone. */
export const MAX_RAW_RESULT_BYTES = 8 * 1024 * 1024;

export const SUMMARY_TABLES: Readonly<Record<Kind, Sql>> = {
  form: sql`form`,
  requisition: sql`requisition`,
  notification: sql`notification`,
};
/** By kind, the table with the records as the service sent them. */
export const BODY_TABLES: Readonly<Record<Kind, Sql>> = {
  form: sql`form_body`,
  requisition: sql`requisition_body`,
  notification: sql`notification_body`,
};

/** Returns one raw resource by its id. */
export function getRawRecord(db: ReadableDb, kind: Kind, id: string): RawRecord | undefined {
  const found = db.get(sql<{ raw: string; fetchedAt: number }>`
    SELECT raw, fetched_at AS fetchedAt FROM ${SUMMARY_TABLES[kind]} JOIN ${BODY_TABLES[kind]} USING (row) WHERE id = ${id}`);
  return found === undefined ? undefined : { raw: found.raw, fetchedAt: toEpochMs(found.fetchedAt) };
}

/** Returns the raw resource of an existing row. */
export function getCachedRawText(db: ReadableDb, kind: Kind, row: number): string {
  return db.get(sql<{ raw: string }>`SELECT raw FROM ${BODY_TABLES[kind]} WHERE row = ${row}`)?.raw ?? '';
}

/** The row of a record, and the hash that identifies its text. */
export interface RowAndResourceHash {
  readonly row: number;
  /** Hex digits. */
  readonly hash: string;
}

/** Returns the rows of those records that are cached, by id. */
export function getRowsAndHashes(
  db: ReadableDb,
  kind: Kind,
  ids: readonly string[],
): ReadonlyMap<string, RowAndResourceHash> {
  if (ids.length === 0) return new Map();
  const rows = db.all(sql<RowAndResourceHash & { id: string }>`
    SELECT id, row, hex(hash) AS hash FROM ${SUMMARY_TABLES[kind]}
    WHERE id IN ${toSqlList(ids)}`);
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Returns the bodies of positions in their order, as many as the budget allows and at least one, and the last
 * of these positions.
 */
function getBodies<P extends ListPosition>(positions: readonly P[], bodyOf: (position: P) => string) {
  const items: string[] = [];
  let bytes = 0;
  let last: P | undefined;
  for (const position of positions) {
    const raw = bodyOf(position);
    bytes += raw.length;
    if (items.length > 0 && bytes > MAX_RAW_RESULT_BYTES) break;
    items.push(raw);
    last = position;
  }
  return { items, last };
}

/**
 * Returns the raw resources of a page of a list. The page is short where they are large; `next` then
 * continues it.
 */
export function loadRawPage<P extends ListPosition>(
  kind: Kind,
  { rows, next }: FoundPage<P>,
  bodyOf: (position: P) => string,
): RawPage {
  const { items, last } = getBodies(rows, bodyOf);
  const isCut = items.length < rows.length && last !== undefined;
  return { items, next: isCut ? encodeCursor(kind, last) : next };
}

/**
 * Returns raw resources in the order of row numbers, starting behind a row. The page is short where they are
 * large, as for `loadRawPage`.
 */
export function readRawPageInRowOrder(
  db: ReadableDb,
  kind: Kind,
  { position, limit }: { readonly position: ListPosition | null; readonly limit: number },
): RawPage {
  const after = position?.row ?? 0;
  const rows = db.all(
    sql<ListPosition>`SELECT row, 0 AS at FROM ${BODY_TABLES[kind]} WHERE row > ${after} ORDER BY row LIMIT ${limit}`,
  );
  const { items, last } = getBodies(rows, ({ row }) => getCachedRawText(db, kind, row));
  const isEnd = rows.length < limit && items.length === rows.length;
  return { items, next: isEnd || last === undefined ? null : encodeCursor('dump', last) };
}
