import { CsvError, parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { directoryIdSchema, type DirectoryEntry, type DirectoryImport } from '#contract/directory.ts';
import { storedName } from './local-name.ts';

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
  if (cells === null) return { row: line, why: 'broken-quotes' };
  if (cells.every((cell) => cell === '') || (line === 1 && isHeading(cells))) return null;
  const read = readCells(cells);
  return typeof read === 'string' ? { row: line, why: read } : read;
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
export const TABLE_HEAD = `${BYTE_ORDER_MARK}id,name\r\n`;
