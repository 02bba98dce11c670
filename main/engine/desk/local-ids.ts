import type { Kind } from '#contract/ids.ts';
import { isLocalId } from '#contract/local-id.ts';
import type { ReadableDb, WritableDb } from '#main/engine/store/db.ts';
import { sql } from '#main/engine/store/sql.ts';
import { takeRealId } from './keepsakes/take-real-id.ts';

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
