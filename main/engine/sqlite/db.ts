// oxlint-disable-next-line import/default -- Node gives the exports of a CommonJS module as default
import Database from 'better-sqlite3';
import type { Sql, SqlValue } from './sql.ts';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { memoize } from '#main/base/async.ts';

const MACHINES: Readonly<Record<string, string>> = { x64: 'x86_64', arm64: 'aarch64' };

/** For which platform and in which folder to look for the native SQLite addon. */
export interface AddonLookupInput {
  /** The folder of the library's package. */
  readonly folder: string;
  readonly platform: string;
  readonly arch: string;
  readonly exists: (file: string) => boolean;
}

/**
 * Returns the full path of the library's prebuilt addon. Without it the library looks for itself, and has Node
 * write a whole diagnostic report in every thread to find out which C library Linux has.
 * @returns null where only the library can tell: on Linux with musl, and on systems without a prebuilt addon
 */
export function findSqliteAddon({ folder, platform, arch, exists }: AddonLookupInput): string | null {
  if (platform === 'linux' && exists(`/lib/ld-musl-${MACHINES[arch] ?? arch}.so.1`)) return null;
  const file = path.join(folder, 'prebuilds', `${platform}-${arch}.node`);
  if (!exists(file)) return null;
  // A packed program has its addons beside the archive, because the system loads files only.
  return file.replace(/([\\/]app\.asar)([\\/])/, '$1.unpacked$2');
}

/** Returns the addon of this computer, see `findSqliteAddon`. */
export const getSqliteAddonPath = memoize((): string | null => {
  const entry = createRequire(import.meta.url).resolve('better-sqlite3/package.json');
  const { platform, arch } = process;
  return findSqliteAddon({ folder: path.dirname(entry), platform, arch, exists: existsSync });
});

declare const access: unique symbol;

/** A connection for reading. Lists and searches take this type, so that a write does not compile there. */
export interface ReadableDb {
  readonly [access]?: 'read' | 'write';
  /** Returns all rows of a query. */
  all<Row>(query: Sql<Row>): Row[];
  /** Returns the first row, or undefined. */
  get<Row>(query: Sql<Row>): Row | undefined;
}

/** A connection that may change the file. */
export interface WritableDb extends ReadableDb {
  readonly [access]?: 'write';
  /** Runs a change. Returns how many rows it changed and the row number of the last insert. */
  run(query: Sql): { readonly changes: number; readonly lastRow: number };
}

/** A connection with the operations that are reserved for its owner. */
export interface Connection extends WritableDb {
  /** Runs statements without values: schema, BEGIN, COMMIT, ROLLBACK. */
  execute(query: Sql): void;
  /** Runs `work` in a transaction; rolls back where it throws. */
  transaction<T>(work: () => T): T;
  readonly inTransaction: boolean;
  pragma(text: string): unknown;
  /** Defines a function for SQL whose value depends on its arguments alone. */
  defineFunction(name: string, compute: (...values: readonly SqlValue[]) => SqlValue): void;
  close(): void;
}

/**
 * Maximum number of cached prepared statements. The text of a statement depends on the filter, so the number
 * would otherwise grow without limit.
 */
const MAX_PREPARED = 500;

/**
 * Opens a file. Each statement text is prepared once.
 * @param timeoutMs how long to wait for a lock that another connection holds
 */
export function openConnection(file: string, timeoutMs: number): Connection {
  const nativeBinding = getSqliteAddonPath();
  const database = new Database(file, {
    timeout: timeoutMs,
    ...(nativeBinding === null ? {} : { nativeBinding }),
  });
  const prepared = new Map<string, Database.Statement<SqlValue[]>>();
  const prepareStatement = (query: Sql): Database.Statement<SqlValue[]> => {
    const known = prepared.get(query.text);
    if (known !== undefined) return known;
    const fresh = database.prepare<SqlValue[]>(query.text);
    if (prepared.size >= MAX_PREPARED) prepared.clear();
    prepared.set(query.text, fresh);
    return fresh;
  };
  return {
    all: <Row>(query: Sql<Row>) => prepareStatement(query).all(...query.values) as Row[], // The query declares the type of its rows.
    get: <Row>(query: Sql<Row>) => prepareStatement(query).get(...query.values) as Row | undefined, // The query declares the type of its rows.
    run: (query) => {
      const { changes, lastInsertRowid } = prepareStatement(query).run(...query.values);
      return { changes, lastRow: Number(lastInsertRowid) };
    },
    execute: (query) => void database.exec(query.text),
    transaction: (work) => database.transaction(work)(),
    get inTransaction() {
      return database.inTransaction;
    },
    defineFunction: (name, compute) =>
      void database.function(
        name,
        { deterministic: true, directOnly: true, varargs: true },
        (...values) => compute(...(values as SqlValue[])), // SQLite passes no other values.
      ),
    pragma: (text) => database.pragma(text, { simple: true }),
    close: () => void database.close(),
  };
}
