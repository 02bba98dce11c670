import type { InternalProcedureOutput } from '#contract/internal-procedures.ts';
import type { Kind } from '#contract/records.ts';
import { toEpochMs } from '#contract/time.ts';
import type { ReadableDb, WritableDb } from '#main/engine/sqlite/db.ts';
import { toSqlList, sql, type Sql } from '#main/engine/sqlite/sql.ts';
import { findBodyInBlocks, queueBody, type RawRecord } from './body-blocks.ts';
import { encodeCursor, type FoundPage, type ListPosition } from './cursor.ts';

type RawPage = InternalProcedureOutput<'records.dump'>;

/** Maximum size in bytes of the raw resources in one result; a larger single resource is returned alone. */
export const MAX_RAW_RESULT_BYTES = 8 * 1024 * 1024;

export const SUMMARY_TABLES: Readonly<Record<Kind, Sql>> = {
  form: sql`form`,
  requisition: sql`requisition`,
  notification: sql`notification`,
};
/** The tables with the records as the service sent them, of the kinds whose bodies are not stored in blocks. */
const BODY_TABLES: Readonly<Record<Exclude<Kind, 'requisition'>, Sql>> = {
  form: sql`form_body`,
  notification: sql`notification_body`,
};

function findBody(db: ReadableDb, kind: Kind, row: number): RawRecord | undefined {
  if (kind === 'requisition') return findBodyInBlocks(db, row);
  const found = db.get(sql<{ raw: string; fetchedAt: number }>`
    SELECT raw, fetched_at AS fetchedAt FROM ${BODY_TABLES[kind]} WHERE row = ${row}`);
  return found === undefined ? undefined : { raw: found.raw, fetchedAt: toEpochMs(found.fetchedAt) };
}

/** Stores the raw resource of a row, or replaces it. Those of requisitions are queued for `storeQueuedBodies`. */
export function putBody(db: WritableDb, kind: Kind, row: number, body: RawRecord): void {
  if (kind === 'requisition') return queueBody(db, row, body);
  const { raw, fetchedAt } = body;
  db.run(sql`
    INSERT INTO ${BODY_TABLES[kind]} (row, raw, fetched_at) VALUES (${row}, ${raw}, ${fetchedAt})
    ON CONFLICT (row) DO UPDATE SET raw = excluded.raw, fetched_at = excluded.fetched_at`);
}

/** Removes the raw resource of a row whose summary is deleted. Other kinds follow their summary by a foreign key. */
export function removeBody(db: WritableDb, kind: Kind, row: number): void {
  if (kind === 'requisition') queueBody(db, row, null);
}

/** Returns one raw resource by its id. */
export function getRawRecord(db: ReadableDb, kind: Kind, id: string): RawRecord | undefined {
  const found = db.get(sql<{ row: number }>`SELECT row FROM ${SUMMARY_TABLES[kind]} WHERE id = ${id}`);
  return found === undefined ? undefined : findBody(db, kind, found.row);
}

/** Returns the raw resource of an existing row. */
export function getCachedRawText(db: ReadableDb, kind: Kind, row: number): string {
  return findBody(db, kind, row)?.raw ?? '';
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
    sql<ListPosition>`SELECT row, 0 AS at FROM ${SUMMARY_TABLES[kind]} WHERE row > ${after} ORDER BY row LIMIT ${limit}`,
  );
  const { items, last } = getBodies(rows, ({ row }) => getCachedRawText(db, kind, row));
  const isEnd = rows.length < limit && items.length === rows.length;
  return { items, next: isEnd || last === undefined ? null : encodeCursor('dump', last) };
}
