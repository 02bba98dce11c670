import { statSync } from 'node:fs';
import { localPath } from '#main/engine/local/recovery/open.ts';
import { connect, settle } from '#main/engine/sqlite/connection.ts';
import type { Connection, ReadableDb } from '#main/engine/sqlite/db.ts';
import type { Sql } from '#main/engine/sqlite/sql.ts';
import { storageError } from '#main/engine/sqlite/errors.ts';
import type { CacheFile } from '../open.ts';

/** The desk file cannot be read. Its code is never that of damage: that would have the cache set aside for it. */
class UnreadableLocal extends Error {
  readonly code = 'SQLITE_IOERR_DESK';
}

function guarded<T>(work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    throw storageError(thrown) === null ? thrown : new UnreadableLocal('the desk file cannot be read');
  }
}

interface Open {
  readonly db: Connection;
  /** Which file it is, whatever lies at its path by now. */
  readonly identity: string;
}

/**
 * The desk file, for reading alone. It is a connection of its own, not attached to the cache's: so trouble with one file is
 * never taken for trouble with the other, and each keeps its own settings.
 */
export class LocalView implements ReadableDb {
  readonly #file: string;
  readonly #key: string;
  #open: Open | null = null;
  #openings = 0;

  constructor({ folder, key }: CacheFile) {
    this.#file = localPath(folder);
    this.#key = key;
  }

  /** Everything that `work` reads here is of one moment. Without a desk file nothing waits. */
  snapshot<T>(work: () => T): T {
    this.#follow();
    return this.#open === null ? work() : this.#open.db.transaction(work);
  }

  /** Another text after every commit of the desk. */
  version(): string {
    const counter = guarded(() => this.#open?.db.pragma('data_version'));
    return `${this.#openings} ${String(counter)}`;
  }

  all<Row>(query: Sql<Row>): Row[] {
    return guarded(() => this.#open?.db.all(query)) ?? [];
  }

  get<Row>(query: Sql<Row>): Row | undefined {
    return guarded(() => this.#open?.db.get(query));
  }

  close(): void {
    this.#open?.db.close();
    this.#open = null;
  }

  /** Takes up the file that lies at the path. While none does, the one that was there is read on: its owner writes it back. */
  #follow(): void {
    const found = guarded(() => statSync(this.#file, { bigint: true, throwIfNoEntry: false }));
    const identity = found === undefined ? null : `${found.dev} ${found.ino}`;
    if (identity === null || identity === this.#open?.identity) return;
    const db = this.#connect();
    if (db === null) return;
    this.close();
    this.#open = { db, identity };
    this.#openings += 1;
  }

  /** Null where the file at the path is not whole yet and the one before it can still be read. */
  #connect(): Connection | null {
    try {
      return guarded(() => this.#openForReading());
    } catch (thrown) {
      if (thrown instanceof UnreadableLocal && this.#open !== null) return null;
      throw thrown;
    }
  }

  #openForReading(): Connection {
    const db = connect(this.#file, this.#key);
    try {
      settle(db, 'full');
      db.pragma('query_only = 1');
      return db;
    } catch (thrown) {
      db.close();
      throw thrown;
    }
  }
}
