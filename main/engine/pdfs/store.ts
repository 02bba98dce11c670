import { MAX_PDF_PIECE_BYTES } from '#contract/pdfs.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { toEpochMs, type EpochMs } from '#contract/time.ts';
import type { Clock } from '#main/base/clock.ts';
import type { Connection } from '#main/engine/sqlite/db.ts';
import { toSqlList, sql } from '#main/engine/sqlite/sql.ts';
import {
  PDF_CHUNK_BYTES,
  type PdfStoreThreadCalls,
  type PdfStoreFolderAndKey,
  type StoredPdfInfo,
} from './client.ts';
import { openPdfStore } from './open.ts';
import { writePdfCopy } from './write-copy.ts';

type CallResult<N extends keyof PdfStoreThreadCalls> = Result<PdfStoreThreadCalls[N]['output']>;
type CallInput<N extends keyof PdfStoreThreadCalls> = PdfStoreThreadCalls[N]['input'];

interface NumberedRow extends StoredPdfInfo {
  readonly number: number;
}

/** PDFs that one call removes for their age, so that a reader need not wait for the removal of all. */
const EXPIRED_AT_ONCE = 8;

/** Owner of the PDF store's file. Throws SQLite's errors. */
export class PdfStore {
  readonly #clock: Clock;
  #db: Connection | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  open(file: PdfStoreFolderAndKey): CallResult<'open'> {
    const opened = openPdfStore(file, () => this.#clock.now());
    if (!opened.ok) return opened;
    this.#db = opened.value;
    return ok(null);
  }

  begin({ id, version }: CallInput<'begin'>): CallResult<'begin'> {
    return this.#with((db) =>
      db.transaction(() => {
        // Removes an incomplete row that an earlier attempt may have left behind.
        db.run(sql`DELETE FROM pdf WHERE id = ${id} AND is_complete = 0`);
        const { lastRow } = db.run(sql`
          INSERT INTO pdf (id, version, fetched_at, used_at) VALUES (${id}, ${version}, ${this.#now()}, ${this.#now()})`);
        return ok(lastRow);
      }),
    );
  }

  addPiece({ number, place, bytes }: CallInput<'addPiece'>): CallResult<'addPiece'> {
    return this.#with((db) => {
      db.run(sql`INSERT INTO chunk (pdf, position, bytes) VALUES (${number}, ${place}, ${bytes})`);
      return ok(null);
    });
  }

  finish({ number, size, hash }: CallInput<'finish'>): CallResult<'finish'> {
    return this.#with((db) =>
      db.transaction(() => {
        const begun = db.get(sql<{ id: string }>`SELECT id FROM pdf WHERE number = ${number}`);
        if (begun === undefined) return err('cancelled');
        db.run(sql`DELETE FROM pdf WHERE id = ${begun.id} AND is_complete = 1`);
        db.run(sql`
          UPDATE pdf SET is_complete = 1, size = ${size}, hash = ${hash}, fetched_at = ${this.#now()}, used_at = ${this.#now()}
          WHERE number = ${number}`);
        return ok(null);
      }),
    );
  }

  abandon({ number }: CallInput<'abandon'>): CallResult<'abandon'> {
    return this.#with((db) => {
      db.run(sql`DELETE FROM pdf WHERE number = ${number} AND is_complete = 0`);
      return this.#giveBack(db);
    });
  }

  listStored(): CallResult<'listStored'> {
    return this.#with((db) =>
      ok(
        db.all(sql<Pick<StoredPdfInfo, 'id' | 'hash' | 'size'>>`
          SELECT id, hash, size FROM pdf WHERE is_complete = 1 ORDER BY number`),
      ),
    );
  }

  find({ ids }: CallInput<'find'>): CallResult<'find'> {
    return this.#with((db) =>
      ok(
        db.all(sql<StoredPdfInfo>`
          SELECT id, version, hash, size, fetched_at AS fetchedAt FROM pdf WHERE is_complete = 1 AND id IN ${toSqlList(ids)}`),
      ),
    );
  }

  read({ id, offset }: CallInput<'read'>): CallResult<'read'> {
    return this.#with((db) => {
      const found = this.#getWhole(db, id);
      if (found === undefined) return err('not-found', { detail: 'this PDF is not here' });
      if (offset === 0) this.#touch(db, found);
      const end = Math.min(found.size, offset + MAX_PDF_PIECE_BYTES);
      const bytes = new Uint8Array(Math.max(0, end - offset));
      for (let place = Math.floor(offset / PDF_CHUNK_BYTES); place * PDF_CHUNK_BYTES < end; place++) {
        const from = place * PDF_CHUNK_BYTES;
        const piece = this.#readPiece(db, found, place);
        const wanted = piece.subarray(Math.max(0, offset - from), end - from);
        bytes.set(wanted, Math.max(0, from - offset));
      }
      return ok({ bytes, size: found.size, hash: found.hash });
    });
  }

  copyTo({ id, ...target }: CallInput<'copyTo'>): CallResult<'copyTo'> {
    return this.#with((db) => {
      const found = this.#getWhole(db, id);
      if (found === undefined) return err('not-found', { detail: 'this PDF is not here' });
      this.#touch(db, found);
      const { number: _number, ...row } = found;
      const written = writePdfCopy(target, this.#readPieces(db, found), row.hash);
      return written.ok ? ok(row) : written;
    });
  }

  drop({ ids }: CallInput<'drop'>): CallResult<'drop'> {
    return this.#with((db) => {
      db.run(sql`DELETE FROM pdf WHERE is_complete = 1 AND id IN ${toSqlList(ids)}`);
      return this.#giveBack(db);
    });
  }

  getUsage(): CallResult<'getUsage'> {
    return this.#with((db) => ok(this.#getUsage(db)));
  }

  makeRoom({ cap, protectedIds }: CallInput<'makeRoom'>): CallResult<'makeRoom'> {
    return this.#with((db) => {
      let { bytes } = this.#getUsage(db);
      const goers = db.all(sql<{ number: number; size: number }>`
        SELECT number, size FROM pdf WHERE is_complete = 1 AND id NOT IN ${toSqlList(protectedIds)} ORDER BY used_at, number`);
      for (const { number, size } of goers) {
        if (bytes <= cap) break;
        db.run(sql`DELETE FROM pdf WHERE number = ${number}`);
        bytes -= size;
      }
      this.#giveBack(db);
      return ok(bytes);
    });
  }

  expire({ before, protectedIds }: CallInput<'expire'>): CallResult<'expire'> {
    return this.#with((db) => {
      const due = db.all(sql<{ number: number; id: string }>`
        SELECT number, id FROM pdf
        WHERE is_complete = 1 AND used_at < ${before} AND id NOT IN ${toSqlList(protectedIds)}
        ORDER BY used_at, number LIMIT ${EXPIRED_AT_ONCE}`);
      db.run(sql`DELETE FROM pdf WHERE number IN ${toSqlList(due.map(({ number }) => number))}`);
      this.#giveBack(db);
      return ok(due.map(({ id }) => id));
    });
  }

  close(): CallResult<'close'> {
    this.#db?.close();
    this.#db = null;
    return ok(null);
  }

  #with<T>(work: (db: Connection) => Result<T>): Result<T> {
    return this.#db === null ? err('engine-down') : work(this.#db);
  }

  #now(): EpochMs {
    return toEpochMs(this.#clock.now());
  }

  #getWhole(db: Connection, id: string): NumberedRow | undefined {
    return db.get(sql<NumberedRow>`
      SELECT number, id, version, hash, size, fetched_at AS fetchedAt FROM pdf WHERE is_complete = 1 AND id = ${id}`);
  }

  #touch(db: Connection, { number }: NumberedRow): void {
    db.run(sql`UPDATE pdf SET used_at = ${this.#now()} WHERE number = ${number}`);
  }

  #readPiece(db: Connection, { number }: NumberedRow, place: number): Uint8Array {
    const found = db.get(
      sql<{ bytes: Uint8Array }>`SELECT bytes FROM chunk WHERE pdf = ${number} AND position = ${place}`,
    );
    return found?.bytes ?? new Uint8Array();
  }

  *#readPieces(db: Connection, row: NumberedRow): Generator<Uint8Array> {
    for (let place = 0; place * PDF_CHUNK_BYTES < row.size; place++) yield this.#readPiece(db, row, place);
  }

  #getUsage(db: Connection): { readonly count: number; readonly bytes: number } {
    const found = db.get(sql<{ count: number; bytes: number }>`
      SELECT count(*) AS count, coalesce(sum(size), 0) AS bytes FROM pdf WHERE is_complete = 1`);
    return found ?? { count: 0, bytes: 0 };
  }

  /** Returns the space of removed PDFs to the disk. */
  #giveBack(db: Connection): Result<null> {
    db.execute(sql`PRAGMA incremental_vacuum`);
    return ok(null);
  }
}

/** Returns the handler of calls in the PDFs' thread. */
export function createPdfStoreThreadHandler(clock: Clock): (name: string, input: never) => Result<unknown> {
  const store = new PdfStore(clock);
  const calls: { readonly [N in keyof PdfStoreThreadCalls]: (input: never) => Result<unknown> } = {
    open: (input) => store.open(input),
    begin: (input) => store.begin(input),
    addPiece: (input) => store.addPiece(input),
    finish: (input) => store.finish(input),
    abandon: (input) => store.abandon(input),
    listStored: () => store.listStored(),
    find: (input) => store.find(input),
    read: (input) => store.read(input),
    copyTo: (input) => store.copyTo(input),
    drop: (input) => store.drop(input),
    getUsage: () => store.getUsage(),
    makeRoom: (input) => store.makeRoom(input),
    expire: (input) => store.expire(input),
    close: () => store.close(),
  };
  return (name, input) => calls[name as keyof PdfStoreThreadCalls](input); // `client.ts` has the same types
}
