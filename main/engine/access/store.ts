import { setImmediate as letOtherCallsRun } from 'node:timers/promises';
import type { AccessEntry, AccessFilter, AccessLogHead } from '#contract/access-log.ts';
import { type RemovalReceipt, removalReceiptSchema } from '#contract/removal.ts';
import { err, ok, type Result } from '#contract/result.ts';
import type { Clock } from '#main/base/clock.ts';
import { BYTE_ORDER_MARK, formatSpreadsheetDate, formatCsvLines } from '#main/engine/cache/queries/export.ts';
import type { Connection, ReadableDb } from '#main/engine/sqlite/db.ts';
import { buildConditionOrEmptySql, sql, toSqlList, type Sql } from '#main/engine/sqlite/sql.ts';
import { addToHashChain, HashChainVerifier, type HashChainedEntry, type StoredAccessEntry } from './chain.ts';
import { openAccessLogFile } from './open.ts';
import type {
  AccessLogCalls,
  AccessLogOpenInput,
  AccessLogScope,
  UnnumberedAccessEntry,
} from './protocol.ts';

/** Number of entries that an export or a check reads at once. */
const PIECE_SIZE = 1_000;

const ENTRY_COLUMNS = sql`number, at, what, user, account, record, patient, outcome, receipt`;
const HEADINGS = [
  'number',
  'at',
  'what',
  'user',
  'account',
  'address',
  'record',
  'patient',
  'outcome',
  'receipt',
] as const;

/** Returns the receipt of an entry; null where there is none, or one that was changed, which the check finds. */
function parseReceipt(text: string | null): RemovalReceipt | null {
  if (text === null) return null;
  try {
    return removalReceiptSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

function toStored({ receipt, ...access }: UnnumberedAccessEntry): Omit<StoredAccessEntry, 'number'> {
  return { ...access, receipt: receipt === null ? null : JSON.stringify(receipt) };
}

/** Returns the condition that an id ends with this text, because lists show the ends of ids, or is one of these. */
function buildIdCondition(column: Sql, end: string, named: readonly string[] = []): Sql {
  return sql`(substr(${column}, ${-end.length}) = ${end} OR ${column} IN (${toSqlList(named)}))`;
}

interface WhereOptions extends AccessLogScope {
  readonly filter: AccessFilter;
}

function toWhereClause(
  { filter: { from, until, what, account: wanted, ...people }, account }: WhereOptions,
  page: Sql,
): Sql {
  const { user, userNamed, patient, patientNamed } = people;
  return sql`WHERE ${page}
    ${buildConditionOrEmptySql(from, (moment) => sql`AND at >= ${moment}`)}
    ${buildConditionOrEmptySql(until, (moment) => sql`AND at < ${moment}`)}
    ${buildConditionOrEmptySql(user, (id) => sql`AND ${buildIdCondition(sql`user`, id, userNamed)}`)}
    ${buildConditionOrEmptySql(account, (id) => sql`AND account = ${id}`)}
    ${buildConditionOrEmptySql(wanted, (id) => sql`AND account = ${id}`)}
    ${buildConditionOrEmptySql(what, (kind) => sql`AND what = ${kind}`)}
    ${buildConditionOrEmptySql(patient, (id) => sql`AND (${buildIdCondition(sql`patient`, id, patientNamed)} OR ${buildIdCondition(sql`record`, id)})`)}`;
}

function listEntries(
  db: ReadableDb,
  { limit, before = Number.MAX_SAFE_INTEGER, ...where }: AccessLogCalls['list']['input'],
): AccessLogCalls['list']['output'] {
  const found = db.all(sql<StoredAccessEntry>`
    SELECT ${ENTRY_COLUMNS} FROM entry
    ${toWhereClause(where, sql`number < ${before}`)} ORDER BY number DESC LIMIT ${limit + 1}`);
  const items = found
    .slice(0, limit)
    .map((entry): AccessEntry => ({ ...entry, receipt: parseReceipt(entry.receipt) }));
  return { items, next: found.length > limit ? (items.at(-1)?.number ?? null) : null };
}

/** Returns an entry with the address of its account: an id alone says nothing to who reads the export elsewhere. */
function toExported(entry: StoredAccessEntry, addresses: Readonly<Record<string, string>>) {
  const receipt = parseReceipt(entry.receipt);
  // An account that was removed is in the list no more, and in its receipt.
  const address = (entry.account === null ? undefined : addresses[entry.account]) ?? receipt?.baseUrl ?? null;
  return { ...entry, at: formatSpreadsheetDate(entry.at), address, receipt };
}

function toCells({ receipt, ...exported }: ReturnType<typeof toExported>): readonly string[] {
  const cells = { ...exported, receipt: receipt === null ? null : JSON.stringify(receipt) };
  return HEADINGS.map((name) => String(cells[name] ?? '').toWellFormed());
}

/** Returns one piece of an export. All pieces joined are a table with headings, or one JSON array. */
function exportEntries(
  db: ReadableDb,
  { format, after = 0, addresses = {}, ...where }: AccessLogCalls['export']['input'],
): AccessLogCalls['export']['output'] {
  const found = db.all(sql<StoredAccessEntry>`
    SELECT ${ENTRY_COLUMNS} FROM entry
    ${toWhereClause(where, sql`number > ${after}`)} ORDER BY number LIMIT ${PIECE_SIZE + 1}`);
  const items = found.slice(0, PIECE_SIZE).map((entry) => toExported(entry, addresses));
  const next = found.length > PIECE_SIZE ? (items.at(-1)?.number ?? null) : null;
  const isFirst = after === 0;
  if (format === 'csv') {
    const head = isFirst ? BYTE_ORDER_MARK + formatCsvLines([HEADINGS]) : '';
    return { text: head + formatCsvLines(items.map(toCells)), count: items.length, next };
  }
  const rows = items.map((entry) => JSON.stringify(entry)).join(',\n');
  const opening = isFirst ? '[' : '';
  const text = `${opening}${!isFirst && rows !== '' ? ',\n' : ''}${rows}${next === null ? ']\n' : ''}`;
  return { text, count: items.length, next };
}

/**
 * Checks all entries in pieces, so that other calls of the thread do not wait for the check of a long log. Entries that are added
 * meanwhile are checked too. Returns 'engine-down' where the log is closed meanwhile.
 */
async function checkEntries(
  db: ReadableDb,
  head: AccessLogHead | null,
  isOpen: () => boolean,
): Promise<Result<AccessLogCalls['verify']['output']>> {
  const check = new HashChainVerifier(head);
  let after: number | null = 0;
  while (after !== null) {
    if (!isOpen()) return err('engine-down');
    const rows: HashChainedEntry[] = db.all(
      sql<HashChainedEntry>`SELECT * FROM entry WHERE number > ${after} ORDER BY number LIMIT ${PIECE_SIZE}`,
    );
    for (const row of rows) check.addEntry(row);
    after = rows.length === PIECE_SIZE ? (rows.at(-1)?.number ?? null) : null;
    await letOtherCallsRun();
  }
  return ok(check.finish());
}

function readHead(db: ReadableDb): AccessLogHead | null {
  return db.get(sql<AccessLogHead>`SELECT number, hash FROM entry ORDER BY number DESC LIMIT 1`) ?? null;
}

/**
 * Returns the head that the next entry is chained to. A file that is shorter than the saved head goes on behind
 * that head, so that the numbers of the missing entries stay free. Where the entry of the saved head is another
 * one, the next entry refers to the saved one, so that the change stays visible under every later head.
 */
function findHead(db: ReadableDb, saved: AccessLogHead | null): AccessLogHead | null {
  const own = readHead(db);
  if (saved === null || own === null) return saved ?? own;
  if (saved.number > own.number) return saved;
  const same = db.get(sql<AccessLogHead>`SELECT number, hash FROM entry WHERE number = ${saved.number}`);
  return same?.hash === saved.hash ? own : { number: own.number, hash: saved.hash };
}

/** An open access log: its file, and the head that the next entry is chained to. */
class AccessLogStore {
  readonly #db: Connection;
  #head: AccessLogHead | null;

  constructor(db: Connection, saved: AccessLogHead | null) {
    this.#db = db;
    this.#head = findHead(db, saved);
  }

  get head(): AccessLogHead | null {
    return this.#head;
  }

  get db(): ReadableDb {
    return this.#db;
  }

  append(accesses: readonly UnnumberedAccessEntry[]): AccessLogHead | null {
    return this.#append(() => accesses.map(toStored));
  }

  /** A removal that was interrupted may bring its receipt again. */
  appendReceipts(accesses: readonly UnnumberedAccessEntry[]): AccessLogHead | null {
    return this.#append(() =>
      accesses
        .map(toStored)
        .filter(
          ({ account, receipt }) =>
            this.#db.get(
              sql`SELECT 1 FROM entry WHERE receipt = ${receipt} AND account = ${account} LIMIT 1`,
            ) === undefined,
        ),
    );
  }

  /** Adds entries, which are chosen within the transaction. */
  #append(choose: () => readonly Omit<StoredAccessEntry, 'number'>[]): AccessLogHead | null {
    this.#head = this.#db.transaction(() => {
      let head = this.#head;
      for (const chosen of choose()) {
        const entry = addToHashChain(chosen, head);
        const { number, at, what, user, account, record, patient, outcome, receipt, previous, hash } = entry;
        this.#db.run(sql`
          INSERT INTO entry (number, at, what, user, account, record, patient, outcome, receipt, previous, hash)
          VALUES (${number}, ${at}, ${what}, ${user}, ${account}, ${record}, ${patient}, ${outcome}, ${receipt},
            ${previous}, ${hash})`);
        head = { number, hash };
      }
      return head;
    });
    return this.#head;
  }

  close(): void {
    this.#db.close();
  }
}

type CallHandlers = {
  readonly [N in keyof AccessLogCalls]: (
    input: AccessLogCalls[N]['input'],
  ) => Result<AccessLogCalls[N]['output']> | Promise<Result<AccessLogCalls[N]['output']>>;
};

/** A `ThreadHandler`, whose file may not be imported here because it loads this one. */
type RunAccessLogCall = (name: string, input: never) => Result<unknown> | Promise<Result<unknown>>;

/** Returns the handler of the access log's thread. It runs each call of the protocol by its name. */
export function createAccessLogThreadHandler(clock: Clock): RunAccessLogCall {
  let store: AccessLogStore | null = null;
  const close = (): void => {
    store?.close();
    store = null;
  };
  const withStore = <T>(work: (open: AccessLogStore) => T): Result<T> =>
    store === null ? err('engine-down') : ok(work(store));
  const open = ({ file, key, head }: AccessLogOpenInput): Result<AccessLogHead | null> => {
    close();
    const opened = openAccessLogFile(file, key, () => clock.now());
    if (!opened.ok) return opened;
    store = new AccessLogStore(opened.value, head);
    return ok(store.head);
  };
  const handlers: CallHandlers = {
    open,
    append: (accesses) => withStore((open) => open.append(accesses)),
    appendReceipts: (accesses) => withStore((open) => open.appendReceipts(accesses)),
    list: (request) => withStore(({ db }) => listEntries(db, request)),
    export: (request) => withStore(({ db }) => exportEntries(db, request)),
    verify: ({ head }) => {
      const checked = store;
      return checked === null ? err('engine-down') : checkEntries(checked.db, head, () => store === checked);
    },
    close: () => {
      close();
      return ok(null);
    },
  };
  const byName: ReadonlyMap<string, (input: never) => ReturnType<RunAccessLogCall>> = new Map(
    Object.entries(handlers),
  );
  return (name, input) => byName.get(name)?.(input) ?? err('invalid-input', { detail: 'an unknown name' });
}
