import type { CallOutput, ValidatedInput } from '#contract/api.ts';
import type { NameInDocument, NamesSuggestedForId } from '#contract/directory.ts';
import { ok } from '#contract/result.ts';
import type { ReadableDb, WritableDb } from '#main/engine/sqlite/db.ts';
import { sql, toSqlList } from '#main/engine/sqlite/sql.ts';
import { shareWritingSystem, toNameKey } from '../names/name-key.ts';
import type {
  TransactionTimeAndRandomHex,
  ResultAndChangedIdsOrError,
  DocumentReadings,
} from './protocol.ts';

/** Maximum number of documents that are kept for one name of an id: more do not make it more certain. */
export const MAX_DOCUMENTS_PER_NAME = 10;
/** Maximum number of different names that are kept for one id. */
const MAX_NAMES = 20;
/** Maximum number of characters of the line that a name was read from. */
const MAX_LINE = 300;

function hasRoom(db: ReadableDb, id: string, key: string): boolean {
  const found = db.get(sql<{ documents: number; names: number }>`
    SELECT count(*) FILTER (WHERE name_key = ${key}) AS documents, count(DISTINCT name_key) AS names
    FROM name_reading WHERE id = ${id}`);
  if (found === undefined) return true;
  return found.documents === 0 ? found.names < MAX_NAMES : found.documents < MAX_DOCUMENTS_PER_NAME;
}

/**
 * Stores the names that documents give to ids, and that these documents were read; what they said before is
 * replaced.
 */
export function storeNamesReadInDocuments(
  db: WritableDb,
  { documents, readings }: DocumentReadings,
  { now }: TransactionTimeAndRandomHex,
): ResultAndChangedIdsOrError<null> {
  for (const { document, version } of documents) {
    db.run(sql`DELETE FROM name_reading WHERE document = ${document}`);
    db.run(sql`INSERT INTO read_document (document, version) VALUES (${document}, ${version})
      ON CONFLICT (document) DO UPDATE SET version = excluded.version`);
  }
  const ids = new Set<string>();
  for (const { id, name, line, document } of readings) {
    const key = toNameKey(name);
    if (!hasRoom(db, id, key)) continue;
    db.run(sql`INSERT OR IGNORE INTO name_reading (id, name_key, document, name, line, read_at)
      VALUES (${id}, ${key}, ${document}, ${name}, ${line.slice(0, MAX_LINE).toWellFormed()}, ${now})`);
    ids.add(id);
  }
  return ok({ answer: null, ids: [...ids] });
}

/** Returns, for each of these documents that was already read, the version in which it was read. */
export function findVersionsOfReadDocuments(
  db: ReadableDb,
  { documents }: { readonly documents: readonly string[] },
): ReadonlyMap<string, string> {
  const rows = db.all(sql<{ document: string; version: string }>`
    SELECT document, version FROM read_document WHERE document IN ${toSqlList(documents)}`);
  return new Map(rows.map(({ document, version }) => [document, version]));
}

interface GroupedRow extends NameInDocument {
  readonly id: string;
  readonly documents: number;
}

/** Returns what documents suggest for ids without a name, the name of most documents first. */
export function listNameSuggestions(
  db: ReadableDb,
  { after = '', limit }: ValidatedInput<'directory.suggestions'>,
): CallOutput<'directory.suggestions'> {
  const ids = db.all(sql<{ id: string }>`
    SELECT DISTINCT id FROM name_reading WHERE id > ${after} AND id NOT IN (SELECT id FROM directory)
    ORDER BY id LIMIT ${limit + 1}`);
  const shown = ids.slice(0, limit).map(({ id }) => id);
  // The bare columns are those of the row with the longest name: accents and titles are kept.
  const rows = db.all(sql<GroupedRow & { length: number }>`
    SELECT id, name, line, document, count(*) AS documents, max(length(name)) AS length FROM name_reading
    WHERE id IN ${toSqlList(shown)} GROUP BY id, name_key ORDER BY id, documents DESC, name_key`);
  const items = [...Map.groupBy(rows, ({ id }) => id)].map(
    ([id, names]): NamesSuggestedForId => ({
      id,
      names: names.map(({ name, line, document, documents }) => ({
        name,
        line,
        document,
        documents,
        isMore: documents >= MAX_DOCUMENTS_PER_NAME,
      })),
    }),
  );
  return { items, next: ids.length > limit ? (shown.at(-1) ?? null) : null };
}

/** Returns the document read last that gives this name to an id; null where none does. */
export function findNewestNameReading(db: ReadableDb, id: string, name: string): NameInDocument | null {
  return (
    db.get(sql<NameInDocument>`SELECT name, line, document FROM name_reading
      WHERE id = ${id} AND name_key = ${toNameKey(name)} ORDER BY read_at DESC LIMIT 1`) ?? null
  );
}

interface NamedRow {
  readonly id: string;
  readonly name: string;
  readonly checkedAt: number;
}

/**
 * Returns, for each of these names, the newest document that says another name for the id and that the user has not
 * seen. A name in another writing system is no contradiction: a document may print letters that it has not by others.
 */
export function findDocumentsContradictingNames(
  db: ReadableDb,
  names: readonly NamedRow[],
): ReadonlyMap<string, NameInDocument> {
  const found = new Map<string, NameInDocument>();
  const byId = new Map(names.map((row) => [row.id, row]));
  const rows = db.all(sql<NameInDocument & { id: string; key: string; readAt: number }>`
    SELECT id, name_key AS key, name, line, document, max(read_at) AS readAt FROM name_reading
    WHERE id IN ${toSqlList(byId.keys())} GROUP BY id, name_key ORDER BY readAt`);
  for (const { id, key, name, line, document, readAt } of rows) {
    const row = byId.get(id);
    if (row === undefined || readAt <= row.checkedAt || key === toNameKey(row.name)) continue;
    if (shareWritingSystem(row.name, name)) found.set(id, { name, line, document });
  }
  return found;
}
