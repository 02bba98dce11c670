import { type Kind, isLocalId, type LocalId } from '#contract/records.ts';
import type { WritableDb, ReadableDb } from '#main/engine/sqlite/db.ts';
import { sql } from '#main/engine/sqlite/sql.ts';

/**
 * Replaces the local id by the service's id in all local data of a record, in the transaction of the caller.
 */
function takeRealId(db: WritableDb, local: string, real: string): void {
  db.run(sql`UPDATE draft SET target = ${real} WHERE target = ${local}`);
  // A draft that already exists under the new key stays, and so does this one: no input is lost.
  const keyed = JSON.stringify(local);
  db.run(sql`
    UPDATE OR IGNORE draft SET key = replace(key, ${keyed}, ${JSON.stringify(real)}) WHERE instr(key, ${keyed}) > 0`);
  // Of two follow-up marks, under the local id and the service's, the later one stays.
  db.run(sql`
    DELETE FROM follow_up WHERE id IN (${local}, ${real})
      AND marked_at < (SELECT max(marked_at) FROM follow_up WHERE id IN (${local}, ${real}))`);
  db.run(sql`UPDATE OR REPLACE follow_up SET id = ${real} WHERE id = ${local}`);
  db.run(sql`
    UPDATE viewed_version SET id = ${real} WHERE kind = (SELECT kind FROM local_id WHERE local = ${local}) AND id = ${local}`);
  db.run(sql`UPDATE OR REPLACE completion_reminder SET form = ${real} WHERE form = ${local}`);
  db.run(sql`UPDATE print_log SET requisition = ${real} WHERE requisition = ${local}`);
}

/** Stores the id that a record made on this computer has until the service assigns one. It is never removed, so that it always resolves. */
export function storeLocalId(db: WritableDb, kind: Kind, local: string): void {
  db.run(sql`INSERT INTO local_id (local, kind) VALUES (${local}, ${kind})`);
}

/** Assigns the service's id to a record made here and replaces the local id wherever it is stored. */
export function assignServiceId(db: WritableDb, local: string, real: string): void {
  db.run(sql`UPDATE local_id SET real = ${real} WHERE local = ${local}`);
  db.run(sql`UPDATE operation SET target = ${real} WHERE target = ${local}`);
  db.run(sql`UPDATE acknowledged SET target = ${real} WHERE target = ${local}`);
  db.run(sql`UPDATE joined_save SET target = ${real} WHERE target = ${local}`);
  takeRealId(db, local, real);
}

/**
 * Returns the service's id of a record where it has one, else the id itself. Undefined: an unknown local id.
 */
export function resolveServiceId(db: ReadableDb, id: string): string | undefined {
  if (!isLocalId(id)) return id;
  const found = db.get(sql<{ real: string | null }>`SELECT real FROM local_id WHERE local = ${id}`);
  return found === undefined ? undefined : (found.real ?? id);
}

/**
 * Returns whether the service's id belongs to a record that was created on this computer. The history of closed changes counts too: a
 * file that was damaged may have lost local ids.
 */
export function wasCreatedOnThisComputer(db: ReadableDb, real: string): boolean {
  const found = db.get(sql`
    SELECT 1 FROM local_id WHERE real = ${real}
    UNION ALL SELECT 1 FROM acknowledged
      WHERE target = ${real} AND operation IN ('forms.create', 'requisitions.create')`);
  return found !== undefined;
}

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

function toBase32(value: bigint, length: number): string {
  let left = value;
  let text = '';
  for (let place = 0; place < length; place++) {
    text = (ALPHABET[Number(left % 32n)] ?? '') + text;
    left /= 32n;
  }
  return text;
}

/**
 * Returns a new ULID. Ids sort by the time of their creation.
 * @param nowMs epoch milliseconds
 * @param randomHex 20 hex digits
 */
export function createUlid(nowMs: number, randomHex: string): string {
  const time = toBase32(BigInt(Math.max(0, Math.trunc(nowMs))), 10);
  return time + toBase32(BigInt(`0x${randomHex}`), 16);
}

/** Returns a new local id for a record of a kind; parameters as of `createUlid`. */
export function createLocalId(kind: Kind, nowMs: number, randomHex: string): LocalId {
  return `local_${kind}_${createUlid(nowMs, randomHex)}` as LocalId; // the format that `isLocalId` checks
}
