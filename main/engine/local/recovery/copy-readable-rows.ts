import { LOCAL_DATA_KINDS, type LocalDataKind } from '#contract/local-data.ts';
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

interface TableSpec {
  readonly kind: LocalDataKind;
  readonly name: Sql;
  /** The columns of the primary key, in whose order the rows are stored and copied. */
  readonly key: readonly Sql[];
  readonly rest: readonly Sql[];
}

const NUMBER = sql`number`;
const ID = sql`id`;
const KIND = sql`kind`;
const SAVED_AT = sql`saved_at`;

const TABLES: readonly TableSpec[] = [
  {
    kind: 'drafts',
    name: sql`draft`,
    key: [sql`key`],
    rest: [sql`operation`, sql`target`, sql`label`, sql`fields`, sql`seen`, SAVED_AT],
  },
  {
    kind: 'directory',
    name: sql`directory`,
    key: [ID],
    rest: [
      sql`name`,
      sql`normalized_name`,
      SAVED_AT,
      sql`identifier`,
      sql`source`,
      sql`saved_by`,
      sql`reading`,
      sql`sourced_at`,
      sql`checked_at`,
    ],
  },
  // What documents say about ids is read from them again.
  {
    kind: 'followUps',
    name: sql`follow_up`,
    key: [KIND, ID],
    rest: [sql`note`, sql`marked_at`, sql`remind_on`],
  },
  {
    kind: 'views',
    name: sql`saved_view`,
    key: [ID],
    rest: [sql`name`, sql`query`, sql`tab`, sql`sorted_by`, sql`descending`, SAVED_AT],
  },
  {
    kind: 'views',
    name: sql`screen_view`,
    key: [ID],
    rest: [sql`screen`, sql`name`, sql`query`, SAVED_AT],
  },
  {
    kind: 'snoozes',
    name: sql`snooze`,
    key: [sql`notification`],
    rest: [sql`until`, sql`snoozed_at`, sql`is_over`],
  },
  { kind: 'templates', name: sql`template`, key: [ID], rest: [sql`name`, sql`fields`, SAVED_AT] },
  { kind: 'views', name: sql`screen_state`, key: [sql`screen`], rest: [sql`state`] },
  {
    kind: 'ledger',
    name: sql`print_log`,
    key: [NUMBER],
    rest: [sql`requisition`, sql`action`, sql`at`, sql`version`, sql`hash`],
  },
  { kind: 'ledger', name: sql`offline_policy`, key: [sql`id`], rest: [sql`keep`, sql`max_megabytes`] },
  { kind: 'ledger', name: sql`pack_schedule`, key: [sql`id`], rest: [sql`schedule`] },
  {
    kind: 'favourites',
    name: sql`favourite`,
    key: [sql`list`, sql`code`, sql`description`],
    rest: [SAVED_AT],
  },
  {
    kind: 'completions',
    name: sql`completion_request`,
    key: [sql`form`, sql`patient`, sql`requested_at`],
    rest: [sql`requested_by`, sql`seen_at`, sql`state`, sql`ended_after`, sql`ended_before`],
  },
  { kind: 'completions', name: sql`unpublished_form`, key: [sql`form`], rest: [sql`since`] },
  {
    kind: 'formReminders',
    name: sql`completion_reminder`,
    key: [sql`form`, sql`patient`],
    rest: [sql`remind_on`, sql`note`],
  },
  {
    kind: 'missing',
    name: sql`missing_record`,
    key: [KIND, ID],
    rest: [
      sql`reason`,
      sql`name`,
      sql`patient`,
      sql`raw`,
      sql`fetched_at`,
      sql`has_open_review`,
      sql`moved_at`,
      sql`confirmed_at`,
    ],
  },
  {
    kind: 'looks',
    name: sql`viewed_version`,
    key: [NUMBER],
    rest: [KIND, ID, sql`hash`, sql`raw`, sql`viewed_at`],
  },
  {
    kind: 'looks',
    name: sql`reviewed_version`,
    key: [ID],
    rest: [sql`reviews`, sql`result`, sql`received`],
  },
];

type Row = Readonly<Record<string, SqlValue>>;
type Direction = 'up' | 'down';

function toList(parts: readonly (Sql | SqlValue)[]): Sql {
  return parts.map((part) => sql`${part}`).reduce((list, part) => sql`${list}, ${part}`);
}

/** Returns the row of the damaged file after another one, or the first row. */
function readNextRow(
  db: Connection,
  { name, key, rest }: TableSpec,
  from: Row | null,
  direction: Direction,
): Row | undefined {
  const beyond = direction === 'up' ? sql`>` : sql`<`;
  const place = key.map(({ text }) => from?.[text] ?? null);
  const where = from === null ? emptySql : sql`WHERE (${toList(key)}) ${beyond} (${toList(place)})`;
  const order = toList(key.map((column) => (direction === 'up' ? column : sql`${column} DESC`)));
  return db.get(sql<Row>`
    SELECT ${toList([...key, ...rest])} FROM old.${name} ${where} ORDER BY ${order} LIMIT 1`);
}

/**
 * Returns the rows after another one, at most one transaction's worth; fewer at the end and before damage.
 */
function readBatch(db: Connection, table: TableSpec, from: Row | null, direction: Direction) {
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

function insert(db: Connection, { name, key, rest }: TableSpec, row: Row): void {
  const columns = [...key, ...rest];
  const values = toList(columns.map(({ text }) => row[text] ?? null));
  db.run(sql`INSERT OR IGNORE INTO ${name} (${toList(columns)}) VALUES (${values})`);
}

/** Copies rows from one end of a table. Returns false where damage, or the maximum, came before the other end. */
function copyFrom(db: Connection, table: TableSpec, direction: Direction): boolean {
  let from: Row | null = null;
  for (let count = 0; count < MAX_ROWS; count += BATCH) {
    // Rows are read before the transaction begins: a transaction that met damage cannot be committed.
    const batch = readBatch(db, table, from, direction);
    db.transaction(() => {
      for (const row of batch.rows) insert(db, table, row);
    });
    if (batch.isEnd) return !batch.isCut;
    from = batch.rows.at(-1) ?? null;
  }
  return false;
}

/**
 * Copies a table and returns whether all of it was readable. Around damage in the middle both ends are
 * copied.
 */
function copyTable(db: Connection, table: TableSpec): boolean {
  const { text } = table.name;
  // A file of an older version may lack the table.
  if (db.get(sql`SELECT 1 FROM old.sqlite_schema WHERE name = ${text}`) === undefined) return true;
  // A file of an older version may also lack columns of the table, which then get their defaults.
  const columns = new Set(
    db.all(sql<{ name: string }>`SELECT name FROM pragma_table_info(${text}, 'old')`).map(({ name }) => name),
  );
  const found = { ...table, rest: table.rest.filter((column) => columns.has(column.text)) };
  if (copyFrom(db, found, 'up')) return true;
  copyFrom(db, found, 'down');
  return false;
}

/**
 * Copies the readable rows of the damaged local store that is attached as `old`.
 * @returns the kinds of data that could not be copied in full
 */
export function copyReadableRowsOfAttachedOldStore(db: Connection): readonly LocalDataKind[] {
  const cut = new Set<LocalDataKind>();
  for (const table of TABLES) {
    if (!copyTable(db, table)) cut.add(table.kind);
  }
  return LOCAL_DATA_KINDS.filter((kind) => cut.has(kind));
}
