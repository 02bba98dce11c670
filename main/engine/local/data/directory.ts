import { CsvError, parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import type { CallOutput, ParsedInput } from '#contract/api.ts';
import {
  localNameSchema,
  namedIdSchema,
  type DirectoryEntry,
  type DirectoryImport,
} from '#contract/local-data.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { toEpochMs, type EpochMs } from '#contract/time.ts';
import { guardCell, QUOTED_CELLS, unguardCell } from '#main/base/spreadsheet-cells.ts';
import type { ReadableDb, WritableDb } from '#main/engine/sqlite/db.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { normalizeForSearch } from '#main/engine/sqlite/text.ts';
import type { ChangeOrError, ChangeContext } from './protocol.ts';

/**
 * Normalises a name: one line, composed characters, no control characters. Marks of the writing direction
 * stay.
 * @returns 'invalid-input' with 'no-name' where the rest is empty, with 'name-too-long' over the contract's
 * length
 */
function normalizeStoredName(text: string): Result<string> {
  const plain = text
    .toWellFormed()
    .replaceAll(/(?!\s)\p{Cc}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .normalize('NFC');
  if (plain === '') return err('invalid-input', { detail: 'no-name' });
  return localNameSchema.safeParse(plain).success
    ? ok(plain)
    : err('invalid-input', { detail: 'name-too-long' });
}

/** Names for ids as a table `id,name` (RFC 4180), the format of spreadsheets. */
type Named = Pick<DirectoryEntry, 'id' | 'name'>;
type Problem = DirectoryImport['problems'][number];

/** Content of a table: names in their order, and invalid lines. */
export interface ParsedDirectoryTable {
  readonly named: readonly Named[];
  readonly problems: readonly Problem[];
}

/** Marks the text as UTF-8 for spreadsheets. */
const BYTE_ORDER_MARK = '\ufeff';
const LINE_BREAK = /\r\n|\r|\n/;

/** A quoted cell. */
const QUOTED = /"(?:[^"]|"")*"/g;

/**
 * Returns the cells of one line; null where its quotes do not match. The first separator outside quotes is
 * the delimiter.
 */
function toCells(line: string): readonly string[] | null {
  const delimiter = /[,;]/.exec(line.replaceAll(QUOTED, ''))?.[0] ?? ',';
  try {
    return parse(line, { delimiter, trim: true, relax_column_count: true })[0] ?? [];
  } catch (thrown) {
    if (thrown instanceof CsvError) return null;
    throw thrown;
  }
}

function readCells(cells: readonly string[]): Named | Problem['why'] {
  const [id, cell, ...more] = cells;
  if (id === undefined || cell === undefined || more.length > 0) return 'not-two-columns';
  if (!namedIdSchema.safeParse(id).success) return 'not-an-id';
  const name = normalizeStoredName(unguardCell(cell.trim()));
  if (name.ok) return { id, name: name.value };
  return name.error.detail === 'no-name' ? 'no-name' : 'name-too-long';
}

function isHeading(cells: readonly string[]): boolean {
  return cells.map((cell) => cell.toLowerCase()).join() === 'id,name';
}

/** Returns the name or the problem of a line; null for an empty line. */
function readLine(text: string, line: number): Named | Problem | null {
  const cells = toCells(text);
  if (cells === null) return { line, why: 'broken-quotes' };
  if (cells.every((cell) => cell === '') || (line === 1 && isHeading(cells))) return null;
  const read = readCells(cells);
  return typeof read === 'string' ? { line, why: read } : read;
}

/**
 * Reads a table line by line, so that a malformed line affects no other. Columns are separated by commas or
 * semicolons; a header in the first line, empty lines and a byte order mark are skipped.
 * @param firstLine number of the first line in the whole table, from 1
 */
export function parseDirectoryTable(text: string, firstLine: number): ParsedDirectoryTable {
  const named: Named[] = [];
  const problems: Problem[] = [];
  for (const [at, line] of text.replace(BYTE_ORDER_MARK, '').split(LINE_BREAK).entries()) {
    const read = line.trim() === '' ? null : readLine(line, firstLine + at);
    if (read === null) continue;
    if ('why' in read) problems.push(read);
    else named.push(read);
  }
  return { named, problems };
}

/**
 * Returns names as table lines that a spreadsheet opens without running a formula, and that `parseDirectoryTable`
 * restores unchanged.
 */
export function formatDirectoryLines(entries: readonly Named[]): string {
  return stringify(
    entries.map(({ id, name }) => [id, guardCell(name)]),
    { record_delimiter: '\r\n', quoted_match: QUOTED_CELLS },
  );
}

/** Text before the first name. */
const TABLE_HEAD = `${BYTE_ORDER_MARK}id,name\r\n`;

/** Names per piece of the exported table. */
const NAMES_PER_PIECE = 2_000;

/** Returns names for ids, ordered by id. */
export function listDirectory(
  db: ReadableDb,
  { after = '', limit }: ParsedInput<'directory.list'>,
): CallOutput<'directory.list'> {
  const found = db.all(sql<{ id: string; name: string; savedAt: number }>`
    SELECT id, name, saved_at AS savedAt FROM directory WHERE id > ${after} ORDER BY id LIMIT ${limit + 1}`);
  const items = found.slice(0, limit).map((row) => ({ ...row, savedAt: toEpochMs(row.savedAt) }));
  return { items, next: found.length > limit ? (items.at(-1)?.id ?? null) : null };
}

/** Returns whether the name differs from the previous one. */
function put(db: WritableDb, id: string, name: string, now: EpochMs): boolean {
  const { changes } = db.run(sql`
    INSERT INTO directory (id, name, normalized_name, saved_at) VALUES (${id}, ${name}, ${normalizeForSearch(name)}, ${now})
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, normalized_name = excluded.normalized_name, saved_at = excluded.saved_at
    WHERE name <> excluded.name`);
  return changes > 0;
}

/**
 * Sets the name of an id; null removes it. Returns 'invalid-input' where the normalised name is empty or too
 * long.
 */
export function setLocalName(
  db: WritableDb,
  { id, name }: ParsedInput<'directory.set'>,
  { now }: ChangeContext,
): ChangeOrError<CallOutput<'directory.set'>> {
  if (name === null) {
    const { changes } = db.run(sql`DELETE FROM directory WHERE id = ${id}`);
    return ok({ answer: {}, ids: changes > 0 ? [id] : [] });
  }
  const stored = normalizeStoredName(name);
  if (!stored.ok) return stored;
  return ok({ answer: {}, ids: put(db, id, stored.value, now) ? [id] : [] });
}

/** Imports a table, or a piece of one. */
export function importDirectory(
  db: WritableDb,
  { text, firstLine }: ParsedInput<'directory.import'>,
  { now }: ChangeContext,
): ChangeOrError<CallOutput<'directory.import'>> {
  const { named, problems } = parseDirectoryTable(text, firstLine);
  const replaced: { id: string; before: string; name: string }[] = [];
  const taken = named.filter(({ id, name }) => {
    const before = db.get(sql<{ name: string }>`SELECT name FROM directory WHERE id = ${id}`)?.name;
    const isTaken = put(db, id, name, now);
    if (isTaken && before !== undefined) replaced.push({ id, before, name });
    return isTaken;
  });
  const ids = taken.map(({ id }) => id);
  const answer = { taken: ids.length, replaced, unchanged: named.length - ids.length, problems };
  return ok({ answer, ids: [...new Set(ids)] });
}

/** Exports the directory as a table, in pieces. */
export function exportDirectory(
  db: ReadableDb,
  { after }: ParsedInput<'directory.export'>,
): CallOutput<'directory.export'> {
  const { items, next } = listDirectory(db, { after, limit: NAMES_PER_PIECE });
  return { text: (after === undefined ? TABLE_HEAD : '') + formatDirectoryLines(items), next };
}
