import { isDeepStrictEqual } from 'node:util';
import type { DifferencesSinceViewed } from '#contract/local-data.ts';
import type { Kind } from '#contract/records.ts';
import { err, ok } from '#contract/result.ts';
import { toEpochMs } from '#contract/time.ts';
import { isJsonObject, type JsonObject } from '#main/engine/api/parse/fields.ts';
import type { ReadableDb, WritableDb } from '#main/engine/sqlite/db.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { hashResourceText } from '#main/engine/sqlite/text.ts';
import { listServiceFieldsChangedByOwnChange } from '../decision-base.ts';
import { resolveServiceId } from '../ids.ts';
import type { StoredChange } from '../protocol.ts';
import type {
  ResultAndChangedIdsOrError,
  ViewedVersionInput,
  TransactionTimeAndRandomHex,
  ReviewedVersionWithId,
} from './protocol.ts';

/**
 * Stores which results were reviewed, as the cache holds them now. The service does not keep it. A version is
 * kept for a requisition that the service no longer returns.
 */
export function storeReviewedResults(
  db: WritableDb,
  { versions }: { readonly versions: readonly ReviewedVersionWithId[] },
): ResultAndChangedIdsOrError<null> {
  for (const { id, reviews, result, received } of versions) {
    db.run(sql`
      INSERT INTO reviewed_version (id, reviews, result, received)
      VALUES (${id}, ${reviews}, ${result}, ${received})
      ON CONFLICT (id) DO UPDATE
        SET reviews = excluded.reviews, result = excluded.result, received = excluded.received
        WHERE (reviews, result, received) IS NOT (excluded.reviews, excluded.result, excluded.received)`);
  }
  // No event is needed: the cache announces the requisitions of these versions itself.
  return ok({ answer: null, ids: [] });
}

/**
 * Fields whose differences are not shown, because they are not content, such as the time of the last
 * update.
 */
const IGNORED_FIELDS: ReadonlySet<string> = new Set(['last_updated_at', 'object', 'id']);

/** Parses a record as received. A value that is not an object has no fields. */
function parseObject(raw: string): JsonObject {
  const value: unknown = JSON.parse(raw);
  return isJsonObject(value) ? value : {};
}

function findValue(record: JsonObject, field: string): string | null {
  return Object.hasOwn(record, field) ? JSON.stringify(record[field]) : null;
}

/**
 * Returns the differences between two versions of a record, by field.
 * @param was the earlier version as received
 * @param now the later version
 */
function diffVersions(was: string, now: string): DifferencesSinceViewed['fields'] {
  const [earlier, later] = [parseObject(was), parseObject(now)];
  const fields = new Set([...Object.keys(later), ...Object.keys(earlier)]);
  return [...fields]
    .filter((field) => !IGNORED_FIELDS.has(field) && !isDeepStrictEqual(earlier[field], later[field]))
    .map((field) => ({ field, was: findValue(earlier, field), is: findValue(later, field) }));
}

/** Maximum number of viewed versions that are stored of one record, and of all records. */
const MAX_VERSIONS = 5;
const MAX_VIEWED_VERSIONS = 20_000;

interface ViewedVersionRow {
  readonly number: number;
  readonly hash: Uint8Array;
  readonly raw: string;
  readonly lookedAt: number;
}

/** Returns the two versions of a record that were viewed last, newest first. */
function listLastTwo(db: ReadableDb, kind: Kind, id: string): readonly ViewedVersionRow[] {
  return db.all(sql<ViewedVersionRow>`
    SELECT number, hash, raw, viewed_at AS lookedAt FROM viewed_version
    WHERE kind = ${kind} AND id = ${id} ORDER BY number DESC LIMIT 2`);
}

function diffSince(before: ViewedVersionRow | undefined, raw: string): DifferencesSinceViewed {
  if (before === undefined) return { before: null, fields: [] };
  return { before: toEpochMs(before.lookedAt), fields: diffVersions(before.raw, raw) };
}

function prune(db: WritableDb, kind: Kind, id: string): void {
  db.run(sql`
    DELETE FROM viewed_version WHERE kind = ${kind} AND id = ${id} AND number <= (
      SELECT number FROM viewed_version WHERE kind = ${kind} AND id = ${id} ORDER BY number DESC LIMIT 1 OFFSET ${MAX_VERSIONS})`);
  // The count uses the index: a scan of the table would read every version.
  const count = db.get(sql<{ count: number }>`SELECT count(*) AS count FROM viewed_version`)?.count ?? 0;
  if (count <= MAX_VIEWED_VERSIONS) return;
  db.run(sql`
    DELETE FROM viewed_version WHERE number IN (SELECT number FROM viewed_version ORDER BY number LIMIT ${count - MAX_VIEWED_VERSIONS})`);
}

/**
 * Stores the version of a record that the user views and returns the differences from the previously viewed
 * one. The same version returns the differences of its first view. Reports a change only where an earlier version was
 * viewed: a first view changes no row and no filter. Returns 'not-found' for an unknown local id.
 */
export function recordViewAndGetChanges(
  db: WritableDb,
  { kind, id: named, raw, hash }: ViewedVersionInput,
  { now }: TransactionTimeAndRandomHex,
): ResultAndChangedIdsOrError<DifferencesSinceViewed> {
  const id = resolveServiceId(db, named);
  if (id === undefined) return err('not-found', { detail: 'no such local id' });
  const [last, before] = listLastTwo(db, kind, id);
  if (last !== undefined && Buffer.compare(last.hash, hash) === 0) {
    db.run(sql`UPDATE viewed_version SET viewed_at = ${now} WHERE number = ${last.number}`);
    return ok({ answer: diffSince(before, raw), ids: [] });
  }
  db.run(sql`
    INSERT INTO viewed_version (kind, id, hash, raw, viewed_at) VALUES (${kind}, ${id}, ${hash}, ${raw}, ${now})`);
  prune(db, kind, id);
  return ok({ answer: diffSince(last, raw), ids: last === undefined ? [] : [id] });
}

/** Returns an earlier version with these fields taken from a later one. */
function withFieldsOf(raw: string, later: JsonObject, fields: ReadonlySet<string>): string {
  const own = Object.entries(later).filter(([field]) => fields.has(field));
  return JSON.stringify({ ...parseObject(raw), ...Object.fromEntries(own) });
}

/**
 * Counts the result of a change from this computer as viewed where it differs from the last viewed version in
 * the written fields only: the user's own change is no news.
 * @param raw the record's text after the change, unchanged
 */
export function markOwnChangeViewed(db: WritableDb, change: StoredChange, raw: string): void {
  const { kind, target } = change;
  const [last, before] = listLastTwo(db, kind, target);
  if (last === undefined) return;
  const fields = new Set(listServiceFieldsChangedByOwnChange(change));
  if (diffVersions(last.raw, raw).some(({ field }) => !fields.has(field))) return;
  db.run(
    sql`UPDATE viewed_version SET raw = ${raw}, hash = ${hashResourceText(raw)} WHERE number = ${last.number}`,
  );
  if (before === undefined) return;
  const stored = withFieldsOf(before.raw, parseObject(raw), fields);
  db.run(sql`UPDATE viewed_version SET raw = ${stored} WHERE number = ${before.number}`);
}
