import { statSync } from 'node:fs';
import type { AppError } from '#contract/result.ts';
import { isWholeFileSound } from '#main/engine/local/recovery/check.ts';
import { getLocalStorePath } from '#main/engine/local/recovery/open.ts';
import { openDatabaseFile, setReadOnly, applyConnectionSettings } from '#main/engine/sqlite/connection.ts';
import type { Connection, ReadableDb } from '#main/engine/sqlite/db.ts';
import type { Sql } from '#main/engine/sqlite/sql.ts';
import { toStorageError } from '#main/engine/sqlite/errors.ts';
import type { CacheFolderAndKey } from '../file/open.ts';

const UNREADABLE_LOCAL = 'SQLITE_IOERR_LOCAL';

/**
 * The local store cannot be read. The code is never one of damage, because the cache would then be replaced
 * for it.
 */
class UnreadableLocal extends Error {
  readonly code = UNREADABLE_LOCAL;
}

/** Whether a read failed because the local store could not be read. */
export function isErrorOfLocalStore({ detail }: AppError): boolean {
  return detail === UNREADABLE_LOCAL;
}

function guarded<T>(work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    throw toStorageError(thrown) === null ? thrown : new UnreadableLocal('the local store cannot be read');
  }
}

interface Open {
  readonly db: Connection;
  /** Device and inode of the opened file: they differ once another file has taken its path. */
  readonly identity: string;
}

/**
 * Read-only view of the local store. It has a connection of its own instead of an attached database, so that
 * an error in one file is never attributed to the other and each file keeps its own settings.
 */
export class ReadOnlyLocalStoreView implements ReadableDb {
  readonly #file: string;
  readonly #key: string;
  #open: Open | null = null;
  #openings = 0;

  constructor({ folder, key }: CacheFolderAndKey) {
    this.#file = getLocalStorePath(folder);
    this.#key = key;
  }

  /** Runs `work` on one snapshot of the local store. Without a local store there are no pending changes. */
  snapshot<T>(work: () => T): T {
    this.#follow();
    return this.#open === null ? work() : this.#open.db.transaction(work);
  }

  /** How many files were opened at the path. What was read of the one before does not hold for the present one. */
  get openings(): number {
    return this.#openings;
  }

  /** Returns a text that changes with every commit of the local store. */
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

  /** Returns whether no page of the local store is damaged; all are read. */
  isSound(): boolean {
    if (this.#open === null) return true;
    try {
      return isWholeFileSound(this.#open.db);
    } catch (thrown) {
      const error = toStorageError(thrown);
      if (error === null) throw thrown;
      if (error.code === 'storage-damaged') return false;
      throw new UnreadableLocal('the local store cannot be read');
    }
  }

  close(): void {
    this.#open?.db.close();
    this.#open = null;
  }

  /**
   * Opens the file that is at the path now where that is not the open file. While there is no file at the
   * path, the previous one stays open: the thread of the local store writes it back.
   */
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

  /** Opens the file. Returns null where it is not complete yet and the previous one can still be read. */
  #connect(): Connection | null {
    try {
      return guarded(() => this.#openForReading());
    } catch (thrown) {
      if (thrown instanceof UnreadableLocal && this.#open !== null) return null;
      throw thrown;
    }
  }

  #openForReading(): Connection {
    const db = openDatabaseFile(this.#file, this.#key);
    try {
      applyConnectionSettings(db, 'full');
      setReadOnly(db);
      return db;
    } catch (thrown) {
      db.close();
      throw thrown;
    }
  }
}
