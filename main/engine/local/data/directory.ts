import { z } from 'zod';
import type { CallOutput, ValidatedInput } from '#contract/api.ts';
import {
  birthDateOrNumberInputSchema,
  NAME_SOURCES,
  nameInDocumentSchema,
  type ImportPiecePreview,
  type DirectoryEntry,
  type DirectoryTableLineChange,
  type NameInDocument,
  type NameSource,
} from '#contract/directory.ts';
import { err, ok } from '#contract/result.ts';
import { toEpochMs, type EpochMs } from '#contract/time.ts';
import type { ReadableDb, WritableDb } from '#main/engine/sqlite/db.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { normalizeForSearch } from '#main/engine/sqlite/text.ts';
import {
  formatDirectoryLines,
  normalizeStoredName,
  parseDirectoryTable,
  toComposedSingleLine,
  DIRECTORY_TABLE_HEAD,
} from './directory-table.ts';
import { findDocumentsContradictingNames, findNewestNameReading } from './name-readings.ts';
import type { ResultAndChangedIdsOrError, TransactionTimeAndRandomHex, SaveNamesInput } from './protocol.ts';
import { findIdsWithAlikeNames, type NameSimilarity } from '../names/find-alike.ts';
import { toNameKey } from '../names/name-key.ts';

interface Found {
  /**
   * Number of names, newest change and sum of changes: they show whether the compared names are still
   * current.
   */
  readonly state: string;
  readonly alike: ReadonlyMap<string, NameSimilarity>;
}

/** The last result of each open file: comparing 100,000 names takes a third of a second. */
const lastFound = new WeakMap<ReadableDb, Found>();

function getState(db: ReadableDb): string {
  const found = db.get(sql<{ names: number; at: number; sum: number }>`
    SELECT count(*) AS names, coalesce(max(saved_at), 0) AS at, total(saved_at) AS sum FROM directory`);
  return JSON.stringify(found);
}

/** Returns the ids whose names are equal to the name of another id after case and accents, or one letter apart. */
function getIdsWithAlikeNames(db: ReadableDb): ReadonlyMap<string, NameSimilarity> {
  const state = getState(db);
  const known = lastFound.get(db);
  if (known?.state === state) return known.alike;
  const names = db.all(sql<{ id: string; name: string }>`SELECT id, name FROM directory`);
  const alike = findIdsWithAlikeNames(new Map(names.map(({ id, name }) => [id, toNameKey(name)])));
  lastFound.set(db, { state, alike });
  return alike;
}

/** Names per piece of the exported table. */
const NAMES_PER_PIECE = 2_000;

interface DirectoryRow {
  readonly id: string;
  readonly name: string;
  readonly identifier: string;
  readonly savedAt: number;
  readonly savedBy: string;
  readonly source: string;
  readonly reading: string | null;
  readonly sourcedAt: number;
  readonly checkedAt: number;
}

const UNKNOWN_SOURCE = { source: 'unknown', savedBy: '', reading: null } as const;

const sourceSchema = z.enum(NAME_SOURCES);

/** Returns what a document said; null where the row, which may come from an export file, does not tell. */
function readReading(json: string | null): NameInDocument | null {
  try {
    return json === null ? null : nameInDocumentSchema.parse(JSON.parse(json));
  } catch {
    return null;
  }
}

function listRows(db: ReadableDb, after: string, limit: number): readonly DirectoryRow[] {
  return db.all(sql<DirectoryRow>`
    SELECT id, name, identifier, saved_at AS savedAt, saved_by AS savedBy, source, reading, sourced_at AS sourcedAt,
      checked_at AS checkedAt
    FROM directory WHERE id > ${after} ORDER BY id LIMIT ${limit}`);
}

/**
 * Returns a page of the directory, ordered by id: each name with its source, whether it is equal or nearly
 * equal to the name of another id, and a document that contradicts it.
 */
export function listDirectory(
  db: ReadableDb,
  { after = '', limit }: ValidatedInput<'directory.list'>,
): CallOutput<'directory.list'> {
  const found = listRows(db, after, limit + 1);
  const rows = found.slice(0, limit);
  const alike = getIdsWithAlikeNames(db);
  const contradictions = findDocumentsContradictingNames(db, rows);
  const items = rows.map((row): DirectoryEntry => {
    const { id, name, identifier, savedBy } = row;
    const { data: source = 'unknown' } = sourceSchema.safeParse(row.source);
    // An older program, which knows no sources, has changed the name since; so its source is unknown.
    const origin =
      row.sourcedAt === row.savedAt ? { source, savedBy, reading: readReading(row.reading) } : UNKNOWN_SOURCE;
    return {
      id,
      name,
      identifier,
      savedAt: toEpochMs(row.savedAt),
      ...origin,
      alike: alike.get(id) ?? null,
      contradiction: contradictions.get(id) ?? null,
    };
  });
  return { items, next: found.length > limit ? (items.at(-1)?.id ?? null) : null };
}

type Identity = Pick<DirectoryEntry, 'name' | 'identifier'>;

function getIdentity(db: ReadableDb, id: string): Identity | null {
  return db.get(sql<Identity>`SELECT name, identifier FROM directory WHERE id = ${id}`) ?? null;
}

function isSame(left: Identity | null, right: Identity | null): boolean {
  return left?.name === right?.name && left?.identifier === right?.identifier;
}

/** What all names saved by one call have in common: their source, the user and the time. */
interface Origin {
  readonly source: NameSource;
  readonly by: string;
  readonly now: EpochMs;
}

function put(db: WritableDb, id: string, { name, identifier }: Identity, { source, by, now }: Origin): void {
  const found = source === 'suggested' ? findNewestNameReading(db, id, name) : null;
  const reading = found === null ? null : JSON.stringify(found);
  // A suggestion was shown with what other documents say, so those count as seen.
  const checkedAt = source === 'suggested' ? now : 0;
  db.run(sql`
    INSERT INTO directory (id, name, normalized_name, saved_at, identifier, source, saved_by, reading, sourced_at, checked_at)
    VALUES (${id}, ${name}, ${normalizeForSearch(name)}, ${now}, ${identifier}, ${source}, ${by}, ${reading}, ${now}, ${checkedAt})
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, normalized_name = excluded.normalized_name,
      saved_at = excluded.saved_at, identifier = excluded.identifier, source = excluded.source, saved_by = excluded.saved_by,
      reading = excluded.reading, sourced_at = excluded.sourced_at, checked_at = excluded.checked_at`);
}

/**
 * Returns the name and identifier in normal form; null for a removal, an error where the input cannot be
 * normalized.
 */
function toIdentity({ name, identifier = '' }: SaveNamesInput['changes'][number]) {
  if (name === null) return ok(null);
  const stored = normalizeStoredName(name);
  if (!stored.ok) return stored;
  const second = birthDateOrNumberInputSchema.safeParse(toComposedSingleLine(identifier));
  if (!second.success) return err('invalid-input', { detail: 'not-an-identifier' });
  return ok({ name: stored.value, identifier: second.data });
}

/**
 * Saves or removes names, all or none. One that is not as it was before, where the input says how, is
 * skipped. Returns 'invalid-input' where a normalised name is empty or too long, or an identifier is none.
 */
export function saveNames(
  db: WritableDb,
  { changes, source, by }: SaveNamesInput,
  { now }: TransactionTimeAndRandomHex,
): ResultAndChangedIdsOrError<CallOutput<'directory.save'>> {
  const ids: string[] = [];
  const skipped: string[] = [];
  for (const change of changes) {
    const wanted = toIdentity(change);
    if (!wanted.ok) return wanted;
    const { id, before } = change;
    const found = getIdentity(db, id);
    if (before !== undefined && !isSame(found, before)) skipped.push(id);
    else if (!isSame(found, wanted.value)) {
      if (wanted.value === null) db.run(sql`DELETE FROM directory WHERE id = ${id}`);
      else put(db, id, wanted.value, { source, by, now });
      ids.push(id);
    }
  }
  return ok({ answer: { saved: ids.length, skipped }, ids });
}

/** Records that the user keeps a name: what documents have said against it so far is no longer shown. */
export function keepNameDespiteContradictions(
  db: WritableDb,
  { id }: ValidatedInput<'directory.keep'>,
  { now }: TransactionTimeAndRandomHex,
): ResultAndChangedIdsOrError<CallOutput<'directory.keep'>> {
  const { changes } = db.run(sql`UPDATE directory SET checked_at = ${now} WHERE id = ${id}`);
  return changes === 0 ? err('not-found') : ok({ answer: {}, ids: [id] });
}

/** Tells what importing a table, or a piece of one, would change. */
export function previewDirectoryImport(
  db: ReadableDb,
  { text, firstLine }: ValidatedInput<'directory.readTable'>,
): CallOutput<'directory.readTable'> {
  const { named, problems, blank } = parseDirectoryTable(text, firstLine);
  const changes: DirectoryTableLineChange[] = [];
  const unchanged: ImportPiecePreview['unchanged'][number][] = [];
  for (const { id, line, name, identifier: given } of named) {
    const before = getIdentity(db, id);
    // A table without identifiers removes none, unless the id gets another name.
    const identifier = given === '' && before?.name === name ? before.identifier : given;
    if (isSame(before, { name, identifier })) unchanged.push({ id, line });
    else changes.push({ id, line, name, identifier, before });
  }
  return { changes, unchanged, blank, problems };
}

/** Exports names as lines of a table, in pieces. */
export function exportNames(
  db: ReadableDb,
  { after }: { readonly after?: string | undefined },
): { readonly text: string; readonly next: string | null } {
  const found = listRows(db, after ?? '', NAMES_PER_PIECE + 1);
  const rows = found.slice(0, NAMES_PER_PIECE);
  return {
    text: (after === undefined ? DIRECTORY_TABLE_HEAD : '') + formatDirectoryLines(rows),
    next: found.length > NAMES_PER_PIECE ? (rows.at(-1)?.id ?? null) : null,
  };
}
