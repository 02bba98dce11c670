import { type Kind, isLocalId, type LocalId } from '#contract/records.ts';
import type { WritableDb, ReadableDb } from '#main/engine/sqlite/db.ts';
import { sql } from '#main/engine/sqlite/sql.ts';

/** Everything that is kept about a record made here goes over to the service's id, in the transaction of its caller. */
function takeRealId(db: WritableDb, local: string, real: string): void {
  db.run(sql`UPDATE draft SET target = ${real} WHERE target = ${local}`);
  // A draft that lies under the other key already stays beside this one: nothing that was typed is lost.
  const keyed = JSON.stringify(local);
  db.run(sql`
    UPDATE OR IGNORE draft SET key = replace(key, ${keyed}, ${JSON.stringify(real)}) WHERE instr(key, ${keyed}) > 0`);
  // Of two marks the later one counts.
  db.run(sql`
    DELETE FROM follow_up WHERE id IN (${local}, ${real})
      AND marked_at < (SELECT max(marked_at) FROM follow_up WHERE id IN (${local}, ${real}))`);
  db.run(sql`UPDATE OR REPLACE follow_up SET id = ${real} WHERE id = ${local}`);
  db.run(sql`
    UPDATE viewed_version SET id = ${real} WHERE kind = (SELECT kind FROM local_id WHERE local = ${local}) AND id = ${local}`);
  db.run(sql`UPDATE OR REPLACE completion_reminder SET form = ${real} WHERE form = ${local}`);
  db.run(sql`UPDATE print_log SET requisition = ${real} WHERE requisition = ${local}`);
}

/** Notes an id of this desk; it resolves for ever. */
export function addLocalId(db: WritableDb, kind: Kind, local: string): void {
  db.run(sql`INSERT INTO local_id (local, kind) VALUES (${local}, ${kind})`);
}

/** Gives a record made here the service's id, in everything that names it. */
export function giveRealId(db: WritableDb, local: string, real: string): void {
  db.run(sql`UPDATE local_id SET real = ${real} WHERE local = ${local}`);
  db.run(sql`UPDATE operation SET target = ${real} WHERE target = ${local}`);
  db.run(sql`UPDATE acknowledged SET target = ${real} WHERE target = ${local}`);
  db.run(sql`UPDATE joined_save SET target = ${real} WHERE target = ${local}`);
  takeRealId(db, local, real);
}

/** The service's id of a record where there is one; else the id itself. Undefined: a local id that nobody gave. */
export function resolveId(db: ReadableDb, id: string): string | undefined {
  if (!isLocalId(id)) return id;
  const found = db.get(sql<{ real: string | null }>`SELECT real FROM local_id WHERE local = ${id}`);
  return found === undefined ? undefined : (found.real ?? id);
}

/** Whether the service's id is one that a create of this desk was given. */
export function isOwnCreation(db: ReadableDb, real: string): boolean {
  return db.get(sql`SELECT 1 FROM local_id WHERE real = ${real}`) !== undefined;
}

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

function digits(value: bigint, length: number): string {
  let left = value;
  let text = '';
  for (let place = 0; place < length; place++) {
    text = (ALPHABET[Number(left % 32n)] ?? '') + text;
    left /= 32n;
  }
  return text;
}

/**
 * A new ULID: its time and its chance, so that ids sort as they were made.
 * @param nowMs epoch milliseconds
 * @param chance 20 hex digits
 */
export function newUlid(nowMs: number, randomHex: string): string {
  const time = digits(BigInt(Math.max(0, Math.trunc(nowMs))), 10);
  return time + digits(BigInt(`0x${randomHex}`), 16);
}

/** A new id of this desk for a record of a kind; time and chance as of a ULID. */
export function newLocalId(kind: Kind, nowMs: number, randomHex: string): LocalId {
  return `local_${kind}_${newUlid(nowMs, randomHex)}` as LocalId; // the shape that isLocalId checks
}
