import type { GenerationMarker } from '#contract/generation-marker.ts';
import { countUnsent } from '#contract/outbox.ts';
import { err, ok, type Err, type Result } from '#contract/result.ts';
import type { Clock } from '#main/base/clock.ts';
import type { RandomGenerator } from '#main/base/random.ts';
import type { Connection, ReadableDb, WritableDb } from '#main/engine/sqlite/db.ts';
import { DamageNotNoticedBySqliteError, toStorageError } from '#main/engine/sqlite/errors.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { countOutboxByState } from './outbox/stored-changes.ts';
import type { LocalOpenInput } from './protocol.ts';
import {
  getOpenFileGenerationMarker,
  storeGenerationMarkerBesideFile,
} from './recovery/generation-marker.ts';
import { getLocalStorePath, LOCAL_MIGRATIONS, openLocalFile, type OpenedLocalFile } from './recovery/open.ts';
import { retryWithoutReservedSpace } from './recovery/reserved-space.ts';
import {
  copyStoreForExport,
  getTransferCopyPath,
  prepareImportedCopy,
  removeTransferCopies,
} from './transfer/copies.ts';

/** Thrown inside a transaction, and caught around it: a returned error alone would commit what was written before it. */
class RefusedChange extends Error {
  readonly refusal: Err;

  constructor(refusal: Err) {
    super(refusal.error.code);
    this.refusal = refusal;
  }
}

function changeOrRollBack<T>(db: Connection, work: (db: WritableDb) => Result<T>): Result<T> {
  try {
    return db.transaction(() => {
      const changed = work(db);
      if (!changed.ok) throw new RefusedChange(changed);
      return changed;
    });
  } catch (thrown) {
    if (thrown instanceof RefusedChange) return thrown.refusal;
    throw thrown;
  }
}

/** The file of the local store: opening, transactions, and its generation marker. */
export class LocalDatabase {
  readonly #clock: Clock;
  readonly #random: RandomGenerator;
  #target: LocalOpenInput | null = null;
  #file: OpenedLocalFile | null = null;

  constructor(clock: Clock, random: RandomGenerator) {
    this.#clock = clock;
    this.#random = random;
  }

  /** The open database; null where none is open. */
  get db(): ReadableDb | null {
    return this.#file?.db ?? null;
  }

  /** Opens the file, restores it where it is damaged, and creates it where there is none. */
  open(target: LocalOpenInput): Result<OpenedLocalFile> {
    const opened = openLocalFile(target, {
      now: () => this.#clock.now(),
      hex: (count) => this.#random.hex(count),
    });
    if (!opened.ok) return opened;
    this.#target = target;
    this.#file = opened.value;
    removeTransferCopies(target.folder);
    return opened;
  }

  /** Runs a read; 'engine-down' where no file is open. */
  read<T>(work: (db: ReadableDb) => Result<T>): Result<T> {
    return this.#file === null ? err('engine-down') : work(this.#file.db);
  }

  /**
   * Runs the work in one transaction, committed to the disk before this returns; an error rolls it back.
   * 'engine-down' where no file is open.
   */
  change<T>(work: (db: WritableDb) => Result<T>): Result<T> {
    if (this.#file === null) return err('engine-down');
    this.#restoreMovedFile();
    return changeOrRollBack(this.#file.db, work);
  }

  /** As `change`, but on a full disk it releases the reserved space and tries again. */
  changeWithReserve<T>(work: (db: WritableDb) => Result<T>): Result<T> {
    return retryWithoutReservedSpace(this.#target?.folder ?? '', () => this.change(work));
  }

  /** Notes the marker that the keychain has now. */
  noteKeychainMarker(mark: GenerationMarker): void {
    // The marker beside the file is not written now but with the next change; until then it is behind the
    // keychain's.
    if (this.#target !== null) this.#target = { ...this.#target, keychainMark: { state: 'found', mark } };
  }

  /** Writes the marker after a commit. Where that fails, the detection of a restored backup is less exact. */
  saveMarker(): void {
    if (this.#file === null || this.#target === null) return;
    try {
      storeGenerationMarkerBesideFile(this.#target, getOpenFileGenerationMarker(this.#file.db));
    } catch (thrown) {
      if (toStorageError(thrown) === null) throw thrown;
    }
  }

  /** Copies the open file under another key. Returns the path of the copy and the number of its pending changes. */
  copyStoreForExport(key: string): Result<{ readonly path: string; readonly changes: number }> {
    if (this.#file === null || this.#target === null) return err('engine-down');
    const { db } = this.#file;
    const copy = copyStoreForExport(db, this.#target.folder, { from: this.#target.key, to: key });
    return ok({ path: copy, changes: countUnsent(countOutboxByState(db)) });
  }

  /**
   * Runs the work with the decrypted copy of an export attached as `old`, in one transaction that is committed to the
   * disk before this returns.
   */
  importCopy<T>(key: string, work: (db: WritableDb) => T): Result<T> {
    if (this.#file === null || this.#target === null) return err('engine-down');
    const copy = prepareImportedCopy(this.#target.folder, key, LOCAL_MIGRATIONS);
    if (!copy.ok) return copy;
    const { db } = this.#file;
    const rawKey = `raw:${key}`;
    db.run(sql`ATTACH ${copy.value} AS old KEY ${rawKey}`);
    try {
      return ok(db.transaction(() => work(db)));
    } finally {
      db.run(sql`DETACH old`);
    }
  }

  /** Removes the copies that an export or an import made. Returns where the next import puts its copy. */
  removeCopies(): Result<{ readonly importPath: string }> {
    if (this.#target === null) return err('engine-down');
    const { folder } = this.#target;
    removeTransferCopies(folder);
    return ok({ importPath: getTransferCopyPath(folder, 'import') });
  }

  /** Closes the file. */
  close(): void {
    this.#file?.db.close();
    this.#file = null;
  }

  /** Writes the open database back to its path where the file was removed from there. */
  #restoreMovedFile(): void {
    if (this.#file === null || this.#target === null) return;
    try {
      this.#file.checkIdentity();
    } catch (thrown) {
      if (!(thrown instanceof DamageNotNoticedBySqliteError)) throw thrown;
      this.#writeBack(this.#file, this.#target);
    }
  }

  #writeBack({ db }: OpenedLocalFile, target: LocalOpenInput): void {
    db.run(sql`VACUUM INTO ${getLocalStorePath(target.folder)}`);
    db.close();
    this.#file = null;
    if (!this.open(target).ok) throw new DamageNotNoticedBySqliteError('PLACE');
  }
}
