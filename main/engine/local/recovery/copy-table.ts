import type { Connection } from '#main/engine/sqlite/db.ts';
import { toStorageError } from '#main/engine/sqlite/errors.ts';
import { emptySql, sql, type Sql, type SqlValue } from '#main/engine/sqlite/sql.ts';

/** Returns the result of a query on a damaged file, or `otherwise` where the damage prevents it. */
export function readFromDamagedFileOrDefault<T>(work: () => T, otherwise: T): T {
  try {
    return work();
  } catch (thrown) {
    if (toStorageError(thrown)?.code !== 'storage-damaged') throw thrown;
    return otherwise;
  }
}

/** Maximum number of rows that are read from one table of a damaged file: more than any clinic group has of one kind. */
const MAX_ROWS = 20_000_000;
const BATCH = 500;

/** A table that is copied from a damaged file. */
export interface CopiedTable {
  readonly name: Sql;
  /** The columns of the primary key, in whose order the rows are stored and copied. */
  readonly key: readonly Sql[];
  readonly rest: readonly Sql[];
}

type Row = Readonly<Record<string, SqlValue>>;
type Direction = 'up' | 'down';

function joinWithCommas(parts: readonly (Sql | SqlValue)[]): Sql {
  return parts.map((part) => sql`${part}`).reduce((list, part) => sql`${list}, ${part}`);
}

/** Returns the row of the damaged file after another one, or the first row. */
function readNextRow(
  db: Connection,
  { name, key, rest }: CopiedTable,
  from: Row | null,
  direction: Direction,
): Row | undefined {
  const beyond = direction === 'up' ? sql`>` : sql`<`;
  const place = key.map(({ text }) => from?.[text] ?? null);
  const where =
    from === null ? emptySql : sql`WHERE (${joinWithCommas(key)}) ${beyond} (${joinWithCommas(place)})`;
  const order = joinWithCommas(key.map((column) => (direction === 'up' ? column : sql`${column} DESC`)));
  return db.get(sql<Row>`
    SELECT ${joinWithCommas([...key, ...rest])} FROM old.${name} ${where} ORDER BY ${order} LIMIT 1`);
}

/**
 * Returns the rows after another one, at most one transaction's worth; fewer at the end and before damage.
 */
function readBatch(db: Connection, table: CopiedTable, from: Row | null, direction: Direction) {
  const rows: Row[] = [];
  while (rows.length < BATCH) {
    const last = rows.at(-1) ?? from;
    const row = readFromDamagedFileOrDefault<Row | null | undefined>(
      () => readNextRow(db, table, last, direction),
      null,
    );
    if (row === null || row === undefined) return { rows, isEnd: true, isCut: row === null };
    rows.push(row);
  }
  return { rows, isEnd: false, isCut: false };
}

function insert(db: Connection, { name, key, rest }: CopiedTable, row: Row): void {
  const columns = [...key, ...rest];
  const values = joinWithCommas(columns.map(({ text }) => row[text] ?? null));
  db.run(sql`INSERT OR IGNORE INTO ${name} (${joinWithCommas(columns)}) VALUES (${values})`);
}

interface CopyFromOneEnd {
  /** Whether the other end was reached before damage, or the maximum. */
  readonly isWhole: boolean;
  /** The row that was copied last; null where there is none. */
  readonly last: Row | null;
}

function copyFrom(db: Connection, table: CopiedTable, direction: Direction): CopyFromOneEnd {
  let last: Row | null = null;
  for (let count = 0; count < MAX_ROWS; count += BATCH) {
    // Rows are read before the transaction begins: a transaction that met damage cannot be committed.
    const batch = readBatch(db, table, last, direction);
    db.transaction(() => {
      for (const row of batch.rows) insert(db, table, row);
    });
    last = batch.rows.at(-1) ?? last;
    if (batch.isEnd) return { isWhole: !batch.isCut, last };
  }
  return { isWhole: false, last };
}

/** How far the two ends of a table could be copied. */
export interface TableCopy {
  /** Whether no damage was met. */
  readonly isWhole: boolean;
  /** The last row before the damage; null where there is none. */
  readonly before: Row | null;
  /** The first row after the damage; null where there is none. */
  readonly after: Row | null;
}

const WHOLE: TableCopy = { isWhole: true, before: null, after: null };

/** Returns a table with the columns that it has in the damaged file: one of an older version may lack some. */
function withColumnsOfOldStore(db: Connection, table: CopiedTable): CopiedTable {
  const { text } = table.name;
  const columns = new Set(
    db.all(sql<{ name: string }>`SELECT name FROM pragma_table_info(${text}, 'old')`).map(({ name }) => name),
  );
  return { ...table, rest: table.rest.filter((column) => columns.has(column.text)) };
}

/**
 * Copies a table of the damaged local store that is attached as `old`. Around damage in the middle both ends are
 * copied. Columns that the file lacks get their defaults.
 */
export function copyTableOfAttachedOldStore(db: Connection, table: CopiedTable): TableCopy {
  const { text } = table.name;
  // A file of an older version may lack the table.
  if (db.get(sql`SELECT 1 FROM old.sqlite_schema WHERE name = ${text}`) === undefined) return WHOLE;
  const found = withColumnsOfOldStore(db, table);
  const up = copyFrom(db, found, 'up');
  if (up.isWhole) return WHOLE;
  return { isWhole: false, before: up.last, after: copyFrom(db, found, 'down').last };
}

/** Whether a row was copied, is not there, or is on a damaged page. */
type RowCopy = 'copied' | 'absent' | 'unreadable';

/** Copies single rows of a table of the attached `old` by their numbers, which are its primary key. */
export function copyRowsByNumber(
  db: Connection,
  table: CopiedTable,
  numbers: Iterable<number>,
): ReadonlyMap<number, RowCopy> {
  const { name, key, rest } = withColumnsOfOldStore(db, table);
  const columns = joinWithCommas([...key, ...rest]);
  const copy = (number: number): RowCopy => {
    const added = sql`
      INSERT OR IGNORE INTO ${name} (${columns}) SELECT ${columns} FROM old.${name} WHERE number = ${number}`;
    return db.run(added).changes > 0 ? 'copied' : 'absent';
  };
  const copies = new Map<number, RowCopy>();
  for (const number of numbers)
    copies.set(
      number,
      readFromDamagedFileOrDefault(() => copy(number), 'unreadable'),
    );
  return copies;
}
