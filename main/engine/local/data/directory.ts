import { CsvError, parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import type { Output, Parsed } from '#contract/api.ts';
import {
  localNameSchema,
  directoryIdSchema,
  type DirectoryEntry,
  type DirectoryImport,
} from '#contract/local-data.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { epochMs, type EpochMs } from '#contract/time.ts';
import type { ReadableDb, WritableDb } from '#main/engine/sqlite/db.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { normalize } from '#main/engine/sqlite/text.ts';
import type { Changing, OperationContext } from './protocol.ts';

/**
 * A name as it is kept: one line, composed characters, no control characters. What gives the direction of writing stays.
 * @returns 'invalid-input' with 'no-name' where nothing is left, with 'name-too-long' over the contract's length
 */
function storedName(text: string): Result<string> {
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

/** Names for ids as a table `id,name` (RFC 4180), as spreadsheets write and read it. */
type Named = Pick<DirectoryEntry, 'id' | 'name'>;
type Problem = DirectoryImport['problems'][number];

/** What a table holds: names in their order, and the lines that are none. */
export interface ReadTable {
  readonly named: readonly Named[];
  readonly problems: readonly Problem[];
}

/** A cell that begins so would be run as a formula by a spreadsheet. */
const FORMULA = /^'*[=+\-@\uff1d\uff0b\uff0d\uff20]/;
const GUARDED = /^'+[=+\-@\uff1d\uff0b\uff0d\uff20]/;
/** Tells spreadsheets that the text is UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';
const LINE_BREAK = /\r\n|\r|\n/;

// An apostrophe more in front of a guarded cell too, so that taking one away always gives back what there was.
function guarded(name: string): string {
  return FORMULA.test(name) ? `'${name}` : name;
}

function unguarded(cell: string): string {
  return GUARDED.test(cell) ? cell.slice(1) : cell;
}

/** A cell that stands between quotes. */
const QUOTED = /"(?:[^"]|"")*"/g;

/** The cells of one line; null where its quotes do not match. The first separator outside quotes counts. */
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
  if (!directoryIdSchema.safeParse(id).success) return 'not-an-id';
  const name = storedName(unguarded(cell.trim()));
  if (name.ok) return { id, name: name.value };
  return name.error.detail === 'no-name' ? 'no-name' : 'name-too-long';
}

function isHeading(cells: readonly string[]): boolean {
  return cells.map((cell) => cell.toLowerCase()).join() === 'id,name';
}

/** What a line says; null where it says nothing. */
function readLine(text: string, line: number): Named | Problem | null {
  const cells = toCells(text);
  if (cells === null) return { line, why: 'broken-quotes' };
  if (cells.every((cell) => cell === '') || (line === 1 && isHeading(cells))) return null;
  const read = readCells(cells);
  return typeof read === 'string' ? { line, why: read } : read;
}

/**
 * Reads a table line by line, so that a broken one costs itself alone. The columns may be parted by commas or semicolons; a heading in
 * the first line, empty lines and a mark of the encoding are passed over.
 * @param firstLine the number of its first line in the whole table, from 1
 */
export function readTable(text: string, firstLine: number): ReadTable {
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

/** Names as lines of a table that a spreadsheet opens without running any, and that `readTable` reads back as they were. */
export function tableLines(entries: readonly Named[]): string {
  return stringify(
    entries.map(({ id, name }) => [id, guarded(name)]),
    // Programs that part columns by semicolons, or cut blanks, read these cells back as well.
    { record_delimiter: '\r\n', quoted_match: /;|^\s|\s$/ },
  );
}

/** What stands before the first name. */
const TABLE_HEAD = `${BYTE_ORDER_MARK}id,name\r\n`;

/** So many names stand in one piece of the exported table. */
const PIECE = 2_000;

/** Names for ids, in the order of the ids. */
export function listDirectory(
  db: ReadableDb,
  { after = '', limit }: Parsed<'directory.list'>,
): Output<'directory.list'> {
  const found = db.all(sql<{ id: string; name: string; savedAt: number }>`
    SELECT id, name, saved_at AS savedAt FROM directory WHERE id > ${after} ORDER BY id LIMIT ${limit + 1}`);
  const items = found.slice(0, limit).map((row) => ({ ...row, savedAt: epochMs(row.savedAt) }));
  return { items, next: found.length > limit ? (items.at(-1)?.id ?? null) : null };
}

/** Whether this was another name than before. */
function put(db: WritableDb, id: string, name: string, now: EpochMs): boolean {
  const { changes } = db.run(sql`
    INSERT INTO directory (id, name, normalized_name, saved_at) VALUES (${id}, ${name}, ${normalize(name)}, ${now})
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, normalized_name = excluded.normalized_name, saved_at = excluded.saved_at
    WHERE name <> excluded.name`);
  return changes > 0;
}

/** Gives an id a name, or takes it away with null. 'invalid-input' where nothing is left of the name, or too much. */
export function setName(
  db: WritableDb,
  { id, name }: Parsed<'directory.set'>,
  { now }: OperationContext,
): Changing<Output<'directory.set'>> {
  if (name === null) {
    const { changes } = db.run(sql`DELETE FROM directory WHERE id = ${id}`);
    return ok({ answer: {}, ids: changes > 0 ? [id] : [] });
  }
  const stored = storedName(name);
  if (!stored.ok) return stored;
  return ok({ answer: {}, ids: put(db, id, stored.value, now) ? [id] : [] });
}

/** Takes in a table, or a piece of one. */
export function importDirectory(
  db: WritableDb,
  { text, firstLine }: Parsed<'directory.import'>,
  { now }: OperationContext,
): Changing<Output<'directory.import'>> {
  const { named, problems } = readTable(text, firstLine);
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

/** The directory as a table, in pieces. */
export function exportDirectory(
  db: ReadableDb,
  { after }: Parsed<'directory.export'>,
): Output<'directory.export'> {
  const { items, next } = listDirectory(db, { after, limit: PIECE });
  return { text: (after === undefined ? TABLE_HEAD : '') + tableLines(items), next };
}
