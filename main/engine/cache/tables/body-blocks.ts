import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { toEpochMs, type EpochMs } from '#contract/time.ts';
import type { Connection, ReadableDb, WritableDb } from '#main/engine/sqlite/db.ts';
import { sql, toSqlList } from '#main/engine/sqlite/sql.ts';

/** A raw resource, byte for byte, and when it was fetched. */
export interface RawRecord {
  readonly raw: string;
  readonly fetchedAt: EpochMs;
}

/**
 * Number of neighbouring rows whose bodies are compressed together. Bodies have most of their words in common: together they take
 * a quarter of their size, each by itself a half, and a call of the compressor costs more than the work of one body.
 */
const ROWS_PER_BLOCK = 16;
/** Larger bodies, in UTF-16 code units, are stored by themselves, so that reading their neighbours stays cheap. */
const MAX_BODY_IN_BLOCK = 65_536;
/** The fastest level of zlib: higher ones gain little on short texts. */
const LEVEL = 1;

/** The bodies in a block, by row. */
type Block = ReadonlyMap<number, RawRecord>;

interface DecodedBlock {
  readonly content: Buffer;
  readonly block: Block;
}

const NO_BODIES: Block = new Map();

/** The block that was decoded last, by connection: neighbouring rows are mostly read together. */
const lastDecoded = new WeakMap<ReadableDb, DecodedBlock>();

/** Bodies wait here so that each block of a page is written once; null is a removal. */
const queues = new WeakMap<ReadableDb, Map<number, RawRecord | null>>();

/** Whether a body is stored in a block, not by itself. */
function isForBlock(body: RawRecord): boolean {
  return body.raw.length <= MAX_BODY_IN_BLOCK;
}

function getBlockNumber(row: number): number {
  return Math.floor(row / ROWS_PER_BLOCK);
}

/** Returns the content of a block: a line with row, time and length of each body, then all bodies, compressed. */
function encodeBlock(block: Block): Buffer {
  const bodies = [...block];
  const header = bodies.map(([row, { raw, fetchedAt }]) => [row, fetchedAt, raw.length]);
  const text = `${JSON.stringify(header)}\n${bodies.map(([, { raw }]) => raw).join('')}`;
  return deflateRawSync(text, { level: LEVEL });
}

function decodeBlock(content: Buffer): Block {
  const text = inflateRawSync(content).toString();
  let at = text.indexOf('\n');
  const header = JSON.parse(text.slice(0, at)) as readonly (readonly [number, number, number])[]; // as `encodeBlock` writes it
  at += 1;
  const block = new Map<number, RawRecord>();
  for (const [row, fetchedAt, length] of header) {
    block.set(row, { raw: text.slice(at, at + length), fetchedAt: toEpochMs(fetchedAt) });
    at += length;
  }
  return block;
}

/** Decodes a block, unless its content is that of the last one. */
function getDecodedBlock(db: ReadableDb, content: Buffer): Block {
  const last = lastDecoded.get(db);
  // The bytes are compared, so that what another connection has written meanwhile is never missed.
  if (last !== undefined && last.content.equals(content)) return last.block;
  const block = decodeBlock(content);
  lastDecoded.set(db, { content, block });
  return block;
}

function readBlock(db: ReadableDb, number: number): Block {
  const found = db.get(
    sql<{ content: Buffer }>`SELECT content FROM requisition_body_block WHERE number = ${number}`,
  );
  return found === undefined ? NO_BODIES : getDecodedBlock(db, found.content);
}

/**
 * Defines `body_in_block(content, row)` for the SQL of migrations: the body of a row, or null where the block has none. The content
 * may be null.
 */
export function defineBodyFunction(db: Connection): void {
  db.defineFunction('body_in_block', (content, row) =>
    content instanceof Buffer ? (getDecodedBlock(db, content).get(Number(row))?.raw ?? null) : null,
  );
}

/** Returns the body of a requisition; undefined where the row has none. */
export function findBodyInBlocks(db: ReadableDb, row: number): RawRecord | undefined {
  const queued = queues.get(db)?.get(row);
  if (queued !== undefined) return queued ?? undefined;
  const inBlock = readBlock(db, getBlockNumber(row)).get(row);
  if (inBlock !== undefined) return inBlock;
  const single = db.get(sql<{ raw: string; fetchedAt: number }>`
    SELECT raw, fetched_at AS fetchedAt FROM requisition_body WHERE row = ${row}`);
  return single === undefined ? undefined : { raw: single.raw, fetchedAt: toEpochMs(single.fetchedAt) };
}

/** Queues the body of a row, or with null its removal, for `storeQueuedBodies`. */
export function queueBody(db: WritableDb, row: number, body: RawRecord | null): void {
  const queue = queues.get(db) ?? new Map<number, RawRecord | null>();
  queues.set(db, queue);
  queue.set(row, body);
}

function storeBlock(db: WritableDb, number: number, changes: ReadonlyMap<number, RawRecord | null>): void {
  const block = new Map(readBlock(db, number));
  for (const [row, body] of changes) {
    block.delete(row);
    if (body !== null && isForBlock(body)) block.set(row, body);
  }
  if (block.size === 0) {
    db.run(sql`DELETE FROM requisition_body_block WHERE number = ${number}`);
    return;
  }
  db.run(sql`
    INSERT INTO requisition_body_block (number, content) VALUES (${number}, ${encodeBlock(block)})
    ON CONFLICT (number) DO UPDATE SET content = excluded.content`);
}

/** Writes the queued bodies. Call it at the end of each page and before every commit. */
export function storeQueuedBodies(db: WritableDb): void {
  const queue = queues.get(db);
  if (queue === undefined) return;
  // Those of an older version of the program are stored by themselves too.
  db.run(sql`DELETE FROM requisition_body WHERE row IN ${toSqlList(queue.keys())}`);
  for (const [number, changes] of Map.groupBy(queue, ([row]) => getBlockNumber(row)))
    storeBlock(db, number, new Map(changes));
  for (const [row, body] of queue) {
    if (body === null || isForBlock(body)) continue;
    db.run(
      sql`INSERT INTO requisition_body (row, raw, fetched_at) VALUES (${row}, ${body.raw}, ${body.fetchedAt})`,
    );
  }
  queues.delete(db);
}

/** Removes the queued bodies after their transaction was rolled back. */
export function forgetQueuedBodies(db: WritableDb): void {
  queues.delete(db);
}
