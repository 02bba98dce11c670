import type { Kind } from '#contract/ids.ts';
import type { ViewedDifference } from '#contract/keepsakes.ts';
import { err, ok } from '#contract/result.ts';
import { epochMs } from '#contract/time.ts';
import type { ReadableDb, WritableDb } from '#main/engine/store/db.ts';
import { sql } from '#main/engine/store/sql.ts';
import type { JsonObject } from '#main/engine/service/wire/fields.ts';
import { toHash } from '#main/engine/store/text-hash.ts';
import { listWrittenFields } from '../decision-base.ts';
import { resolveId } from '../local-ids.ts';
import type { StoredOperation } from '../protocol.ts';
import { asObject, difference } from './difference.ts';
import type { Changing, ViewInput, OperationContext } from './protocol.ts';

/** So many versions of one record are kept, and so many of all. */
const VERSIONS = 5;
const MAX_VIEWED_VERSIONS = 20_000;

interface Version {
  readonly number: number;
  readonly hash: Uint8Array;
  readonly raw: string;
  readonly lookedAt: number;
}

/** The versions that were looked at last, newest first. */
function lastTwo(db: ReadableDb, kind: Kind, id: string): readonly Version[] {
  return db.all(sql<Version>`
    SELECT number, hash, raw, viewed_at AS lookedAt FROM viewed_version
    WHERE kind = ${kind} AND id = ${id} ORDER BY number DESC LIMIT 2`);
}

function since(before: Version | undefined, raw: string): ViewedDifference {
  if (before === undefined) return { before: null, fields: [] };
  return { before: epochMs(before.lookedAt), fields: difference(before.raw, raw) };
}

function prune(db: WritableDb, kind: Kind, id: string): void {
  db.run(sql`
    DELETE FROM viewed_version WHERE kind = ${kind} AND id = ${id} AND number <= (
      SELECT number FROM viewed_version WHERE kind = ${kind} AND id = ${id} ORDER BY number DESC LIMIT 1 OFFSET ${VERSIONS})`);
  // Counted over the index: walking the table would read every version in it.
  const count = db.get(sql<{ count: number }>`SELECT count(*) AS count FROM viewed_version`)?.count ?? 0;
  if (count <= MAX_VIEWED_VERSIONS) return;
  db.run(sql`
    DELETE FROM viewed_version WHERE number IN (SELECT number FROM viewed_version ORDER BY number LIMIT ${count - MAX_VIEWED_VERSIONS})`);
}

/**
 * Keeps the version of a record that somebody looks at, and answers what became different since the look before. The same version
 * again answers what it was first opened with. 'not-found': a local id that nobody gave.
 */
export function noteViewed(
  db: WritableDb,
  { kind, id: named, raw, hash }: ViewInput,
  { now }: OperationContext,
): Changing<ViewedDifference> {
  const id = resolveId(db, named);
  if (id === undefined) return err('not-found', { detail: 'no such local id' });
  const [last, before] = lastTwo(db, kind, id);
  if (last !== undefined && Buffer.compare(last.hash, hash) === 0) {
    db.run(sql`UPDATE viewed_version SET viewed_at = ${now} WHERE number = ${last.number}`);
    return ok({ answer: since(before, raw), ids: [] });
  }
  db.run(sql`
    INSERT INTO viewed_version (kind, id, hash, raw, viewed_at) VALUES (${kind}, ${id}, ${hash}, ${raw}, ${now})`);
  prune(db, kind, id);
  return ok({ answer: since(last, raw), ids: [id] });
}

/** An earlier version as it would be with these fields of a later one. */
function withFieldsOf(raw: string, later: JsonObject, fields: ReadonlySet<string>): string {
  const own = Object.entries(later).filter(([field]) => fields.has(field));
  return JSON.stringify({ ...asObject(raw), ...Object.fromEntries(own) });
}

/**
 * What this desk has written itself is no change since somebody looked: where the record, as it is after a write, differs from the
 * version that was looked at last in nothing but what was written, it counts as looked at.
 * @param raw the record after the write, to the letter
 */
export function passOverOwnWrite(db: WritableDb, operation: StoredOperation, raw: string): void {
  const { kind, target } = operation;
  const [last, before] = lastTwo(db, kind, target);
  if (last === undefined) return;
  const fields = new Set(listWrittenFields(operation));
  if (difference(last.raw, raw).some(({ field }) => !fields.has(field))) return;
  db.run(sql`UPDATE viewed_version SET raw = ${raw}, hash = ${toHash(raw)} WHERE number = ${last.number}`);
  if (before === undefined) return;
  const stored = withFieldsOf(before.raw, asObject(raw), fields);
  db.run(sql`UPDATE viewed_version SET raw = ${stored} WHERE number = ${before.number}`);
}
