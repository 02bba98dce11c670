import { CsvError, parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import {
  birthDateOrNumberInputSchema,
  localNameSchema,
  nameableIdSchema,
  type DirectoryEntry,
  type DirectoryImportPreview,
} from '#contract/directory.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { hasDirectionOverride, removeDirectionControls } from '#contract/visible-id.ts';
import {
  escapeFormulaCell,
  CELL_NEEDS_QUOTES_PATTERN,
  unescapeFormulaCell,
} from '#main/base/spreadsheet-cells.ts';

/** Returns a text as one line of composed characters, without control characters and those that turn the direction of a text. */
export function toComposedSingleLine(text: string): string {
  return removeDirectionControls(text)
    .toWellFormed()
    .replaceAll(/(?!\s)\p{Cc}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .normalize('NFC');
}

/**
 * Normalises a name: one line, composed characters, no control characters and none that turn the direction. Marks of Arabic and
 * Hebrew texts stay.
 * @returns 'invalid-input' with 'no-name' where the rest is empty, with 'name-too-long' over the contract's
 * length
 */
export function normalizeStoredName(text: string): Result<string> {
  const plain = toComposedSingleLine(text);
  if (plain === '') return err('invalid-input', { detail: 'no-name' });
  return localNameSchema.safeParse(plain).success
    ? ok(plain)
    : err('invalid-input', { detail: 'name-too-long' });
}

/** Names for ids as a table `id,name,identifier` (RFC 4180), the format of spreadsheets. */
type Named = Pick<DirectoryEntry, 'id' | 'name' | 'identifier'>;
type Problem = DirectoryImportPreview['problems'][number];

/** The id, name and identifier in one line of the table, with the line's number. */
export interface DirectoryTableLine extends Named {
  readonly line: number;
}

/** Content of a table: names in their order, and invalid lines. */
export interface ParsedDirectoryTable {
  readonly named: readonly DirectoryTableLine[];
  readonly problems: readonly Problem[];
  /** Number of lines with an id and no name. */
  readonly blank: number;
}

/** Marks the text as UTF-8 for spreadsheets. */
const BYTE_ORDER_MARK = '\ufeff';
const LINE_BREAK = /\r\n|\r|\n/;

/** Matches a cell in double quotes, in which a quote is doubled. */
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

type ReadCells = Named | 'blank' | Problem['why'];

function readCells(cells: readonly string[]): ReadCells {
  const [id, cell, more = '', ...rest] = cells;
  if (id === undefined || cell === undefined || rest.some((each) => each !== '')) return 'wrong-columns';
  if (!nameableIdSchema.safeParse(id).success) return 'not-an-id';
  // Who made the table may have seen another name than the one that its letters make.
  if (hasDirectionOverride(cell) || hasDirectionOverride(more)) return 'turns-direction';
  const identifier = birthDateOrNumberInputSchema.safeParse(
    toComposedSingleLine(unescapeFormulaCell(more.trim())),
  );
  if (!identifier.success) return 'not-an-identifier';
  if (cell.trim() === '') return 'blank';
  const name = normalizeStoredName(unescapeFormulaCell(cell.trim()));
  if (name.ok) return { id, name: name.value, identifier: identifier.data };
  return name.error.detail === 'no-name' ? 'no-name' : 'name-too-long';
}

const HEADINGS: ReadonlySet<string> = new Set(['id,name', 'id,name,identifier']);

/** Returns the name or the problem of a line; null for an empty line. */
function readLine(text: string, line: number): Named | 'blank' | Problem | null {
  const cells = toCells(text);
  if (cells === null) return { line, why: 'broken-quotes' };
  const isHeading = line === 1 && HEADINGS.has(cells.map((cell) => cell.toLowerCase()).join());
  if (isHeading || cells.every((cell) => cell === '')) return null;
  const read = readCells(cells);
  return typeof read === 'string' && read !== 'blank' ? { line, why: read } : read;
}

/** Returns the name in each line of a table, its problem, or that it has none; nothing for an empty line. */
function* readLines(
  text: string,
  firstLine: number,
): Generator<readonly [number, Named | 'blank' | Problem]> {
  for (const [at, line] of text.replace(BYTE_ORDER_MARK, '').split(LINE_BREAK).entries()) {
    const read = line.trim() === '' ? null : readLine(line, firstLine + at);
    if (read !== null) yield [firstLine + at, read];
  }
}

/**
 * Reads a table line by line, so that a malformed line affects no other. Columns are separated by commas or
 * semicolons; a header in the first line, empty lines and a byte order mark are skipped.
 * @param firstLine number of the first line in the whole table, from 1
 */
export function parseDirectoryTable(text: string, firstLine: number): ParsedDirectoryTable {
  const named: DirectoryTableLine[] = [];
  const problems: Problem[] = [];
  let blank = 0;
  for (const [line, read] of readLines(text, firstLine)) {
    if (read === 'blank') blank += 1;
    else if ('why' in read) problems.push(read);
    else named.push({ ...read, line });
  }
  return { named, problems, blank };
}

/**
 * Returns names as table lines that a spreadsheet opens without running a formula, and that `parseDirectoryTable`
 * restores unchanged.
 */
export function formatDirectoryLines(entries: readonly Named[]): string {
  return stringify(
    entries.map(({ id, name, identifier }) => [id, escapeFormulaCell(name), escapeFormulaCell(identifier)]),
    { record_delimiter: '\r\n', quoted_match: CELL_NEEDS_QUOTES_PATTERN },
  );
}

/** What an exported table begins with: the byte order mark and the headings. */
export const DIRECTORY_TABLE_HEAD = `${BYTE_ORDER_MARK}id,name,identifier\r\n`;
