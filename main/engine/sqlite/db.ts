// oxlint-disable-next-line import/default -- a CommonJS module; Node and the compiler take it so
import Database from 'better-sqlite3';
import type { Sql, SqlValue } from './sql.ts';

declare const access: unique symbol;

/** A connection that may be asked. Lists and searches take this one, so that a write cannot compile there. */
export interface ReadableDb {
  readonly [access]?: 'read' | 'write';
  /** All rows of a query. */
  all<Row>(query: Sql<Row>): Row[];
  /** The first row, or undefined. */
  get<Row>(query: Sql<Row>): Row | undefined;
}

/** A connection that may change the file. */
export interface WritableDb extends ReadableDb {
  readonly [access]?: 'write';
  /** Runs a change and answers how many rows it touched and the last row number it gave. */
  run(query: Sql): { readonly changes: number; readonly lastRow: number };
}

/** A connection with what only its owner may do. */
export interface Connection extends WritableDb {
  /** Statements that take no values: schema, BEGIN, COMMIT, ROLLBACK. */
  execute(query: Sql): void;
  /** Runs `work` in a transaction of its own: all of it is kept, or none. */
  transaction<T>(work: () => T): T;
  readonly inTransaction: boolean;
  pragma(text: string): unknown;
  close(): void;
}

/** Statements that are kept prepared: filters of many shapes must not fill the memory. */
const MAX_PREPARED = 500;

/**
 * Opens a file. Statements are prepared once per text.
 * @param timeoutMs how long to wait for a lock that another connection holds
 */
export function openConnection(file: string, timeoutMs: number): Connection {
  const database = new Database(file, { timeout: timeoutMs });
  const prepared = new Map<string, Database.Statement<SqlValue[]>>();
  const statement = (query: Sql): Database.Statement<SqlValue[]> => {
    const known = prepared.get(query.text);
    if (known !== undefined) return known;
    const fresh = database.prepare<SqlValue[]>(query.text);
    if (prepared.size >= MAX_PREPARED) prepared.clear();
    prepared.set(query.text, fresh);
    return fresh;
  };
  return {
    all: <Row>(query: Sql<Row>) => statement(query).all(...query.values) as Row[], // the query's own promise
    get: <Row>(query: Sql<Row>) => statement(query).get(...query.values) as Row | undefined, // as above
    run: (query) => {
      const { changes, lastInsertRowid } = statement(query).run(...query.values);
      return { changes, lastRow: Number(lastInsertRowid) };
    },
    execute: (query) => void database.exec(query.text),
    transaction: (work) => database.transaction(work)(),
    get inTransaction() {
      return database.inTransaction;
    },
    pragma: (text) => database.pragma(text, { simple: true }),
    close: () => void database.close(),
  };
}
