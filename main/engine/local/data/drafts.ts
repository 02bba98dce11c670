import type { CallOutput, ValidatedInput } from '#contract/api.ts';
import { parseDraftKey, formatDraftKey } from '#contract/draft-key.ts';
import type { Draft } from '#contract/local-data.ts';
import { isId } from '#contract/records.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { toEpochMs, type EpochMs } from '#contract/time.ts';
import { DAY } from '#main/base/durations.ts';
import type { ReadableDb, WritableDb } from '#main/engine/sqlite/db.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { resolveServiceId } from '../ids.ts';
import type { ResultAndChangedIdsOrError, TransactionTimeAndRandomHex } from './protocol.ts';

const MAX_BYTES = 1_048_576;
/** Beyond this number of drafts the oldest are removed, but none that is younger than `MAX_AGE`. */
const MAX_DRAFTS = 200;
const MAX_AGE = 90 * DAY;

type DraftSummary = Omit<Draft, 'fields' | 'seen'>;
interface DraftRow extends DraftSummary {
  readonly fields: string;
  readonly seen: string;
}

function isHere(db: ReadableDb, key: string): boolean {
  return db.get(sql`SELECT 1 FROM draft WHERE key = ${key}`) !== undefined;
}

/** Returns the storage key of a draft: with the service's id where the record has one. */
function resolveDraftKey(db: ReadableDb, key: string): string {
  const named = parseDraftKey(key);
  const real = named === null ? undefined : resolveServiceId(db, named.id);
  return named === null || real === undefined || isHere(db, key)
    ? key
    : formatDraftKey({ ...named, id: real });
}

function checkSize(name: string, json: string): Result<never> | null {
  if (Buffer.byteLength(json) <= MAX_BYTES) return null;
  return err('invalid-input', { detail: `${name}: more than ${MAX_BYTES} bytes` });
}

function dropOldest(db: WritableDb, now: EpochMs): void {
  const count = db.get(sql<{ count: number }>`SELECT count(*) AS count FROM draft`)?.count ?? 0;
  if (count <= MAX_DRAFTS) return;
  db.run(sql`
    DELETE FROM draft WHERE key IN (
      SELECT key FROM draft WHERE saved_at < ${now - MAX_AGE} ORDER BY saved_at, key LIMIT ${count - MAX_DRAFTS})`);
}

/**
 * Saves an editor's input over the previous draft. Returns 'invalid-input' where it is too large, or where
 * the key belongs to another operation.
 */
export function saveDraft(
  db: WritableDb,
  draft: ValidatedInput<'drafts.save'>,
  { now }: TransactionTimeAndRandomHex,
): ResultAndChangedIdsOrError<CallOutput<'drafts.save'>> {
  const { operation, label } = draft;
  if (parseDraftKey(draft.key)?.operation !== operation) {
    return err('invalid-input', { detail: 'key: of another operation' });
  }
  const fields = JSON.stringify(draft.fields);
  const seen = JSON.stringify(draft.seen);
  const problem = checkSize('fields', fields) ?? checkSize('seen', seen);
  if (problem !== null) return problem;
  const key = resolveDraftKey(db, draft.key);
  const target = draft.target === null ? null : (resolveServiceId(db, draft.target) ?? draft.target);
  db.run(sql`
    INSERT OR REPLACE INTO draft (key, operation, target, label, fields, seen, saved_at)
    VALUES (${key}, ${operation}, ${target}, ${label}, ${fields}, ${seen}, ${now})`);
  dropOldest(db, now);
  return ok({ answer: { savedAt: now }, ids: [key] });
}

function toDraft({ fields, seen, savedAt, ...line }: DraftRow): Draft {
  return {
    ...line,
    savedAt: toEpochMs(savedAt),
    fields: JSON.parse(fields) as Draft['fields'], // written by `saveDraft`
    seen: JSON.parse(seen) as Draft['seen'], // written by `saveDraft`
  };
}

/** Returns one draft with its input, by the local id or the service's. */
export function getDraft(db: ReadableDb, { key }: ValidatedInput<'drafts.get'>): CallOutput<'drafts.get'> {
  const row = db.get(sql<DraftRow>`
    SELECT key, operation, target, label, fields, seen, saved_at AS savedAt FROM draft WHERE key = ${resolveDraftKey(db, key)}`);
  return { draft: row === undefined ? null : toDraft(row) };
}

/** Returns all drafts without their input but for the patient, newest first. */
export function listDrafts(db: ReadableDb): CallOutput<'drafts.list'> {
  const items = db.all(sql<DraftSummary & { readonly patient: unknown }>`
    SELECT key, operation, target, label, saved_at AS savedAt, json_extract(fields, '$.patient') AS patient
    FROM draft ORDER BY saved_at DESC, key`);
  return {
    items: items.map((item) => ({ ...item, patient: isId('user', item.patient) ? item.patient : null })),
  };
}

/** Removes the draft of one editor. */
export function dropDraft(
  db: WritableDb,
  { key }: ValidatedInput<'drafts.drop'>,
): ResultAndChangedIdsOrError<CallOutput<'drafts.drop'>> {
  const place = resolveDraftKey(db, key);
  const { changes } = db.run(sql`DELETE FROM draft WHERE key = ${place}`);
  return ok({ answer: {}, ids: changes > 0 ? [place] : [] });
}
