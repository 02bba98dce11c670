import { SERVICE_ASSUMPTIONS } from '#contract/assumptions.ts';
import type { Kind } from '#contract/records.ts';
import { err, ok, type AppError, type Result } from '#contract/result.ts';
import { runInBackground } from '#main/base/async.ts';
import type { Clock } from '#main/base/clock.ts';
import { describeThrown, type Log } from '#main/base/log.ts';
import { parseListEnvelope, type RawResource } from '#main/engine/api/parse/envelope.ts';
import type { Connection } from '#main/engine/sqlite/db.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { toStorageError } from '#main/engine/sqlite/errors.ts';
import { getCacheRevision } from './change-feed.ts';
import { WriteBatch, forgetAllQueuedRows, storeAllQueuedRows } from './batch.ts';
import { readListFacts, type ObservedListFacts } from './order-detector.ts';
import type { CacheFolderAndKey, OpenedCacheFile } from '../file/open.ts';
import type {
  CommitSummary,
  FetchedPage,
  CacheOpenResult,
  StoreSingleResourceResult,
  PageReadCounts,
  SweepEndResult,
  CacheWriterCalls,
} from './protocol.ts';
import {
  RecentSingleWrites,
  removeCachedRecord,
  writeSingleRecord,
  type SingleWriteContext,
} from './write-one.ts';
import { storeSweepEnding, SweepPagesWriter } from './sweep.ts';
import { getLastSweepTime, listKindSyncStates, recordSyncOutcome } from '../tables/sync-state.ts';
import { findChangedUsualWaits } from './usual-waits.ts';
import { storeUsualWait } from '../tables/usual-waits.ts';

export interface CacheWriterDeps {
  readonly openFile: (file: CacheFolderAndKey) => Result<OpenedCacheFile>;
  readonly clock: Clock;
  readonly log: Log;
  /**
   * Maximum size of a page in bytes, because parsing takes many times as much memory. A larger page is
   * refused.
   */
  readonly pageBytes: number;
  /** Called with what a commit changed, always after it. */
  readonly onCommitted: (committed: CommitSummary) => void;
}

/**
 * The only writer of the cache. It owns the connection, the open transaction and the state of the running
 * sweeps.
 */
export class CacheWriter {
  readonly #deps: CacheWriterDeps;
  #file: OpenedCacheFile | null = null;
  #batch: WriteBatch | null = null;
  #committing = false;
  /** The number of deferred writes since the last call that commits them; none is counted after a lost one. */
  #deferred = 0;
  /** The revision of the cache at which the usual waits were computed; null before that. */
  #usualWaitsRevision: number | null = null;
  /** The running sweep of each kind, or the error by which its state was lost. */
  readonly #sweeps = new Map<Kind, SweepPagesWriter | AppError>();
  readonly #recentWrites: Readonly<Record<Kind, RecentSingleWrites>>;

  constructor(deps: CacheWriterDeps) {
    this.#deps = deps;
    const { clock } = deps;
    this.#recentWrites = {
      form: new RecentSingleWrites(clock),
      requisition: new RecentSingleWrites(clock),
      notification: new RecentSingleWrites(clock),
    };
  }

  open(file: CacheFolderAndKey): Result<CacheOpenResult> {
    const { clock, openFile } = this.#deps;
    const opened = openFile(file);
    if (!opened.ok) return opened;
    const { db, wasReplaced } = opened.value;
    this.#file = opened.value;
    this.#usualWaitsRevision = null;
    this.#batch = new WriteBatch(db, clock, (changes) => this.#emit(changes));
    return ok({ wasReplaced, states: listKindSyncStates(db), lastSweepAt: getLastSweepTime(db) });
  }

  /** Starts to record what a sweep meets. Returns what is known about the list. */
  beginSweep({
    kind,
    at,
    writeSequence,
  }: CacheWriterCalls['beginSweep']['input']): Result<ObservedListFacts> {
    return this.#runGuarded((_batch, { db }) => {
      const listFacts = readListFacts(db, kind, SERVICE_ASSUMPTIONS.recentNotifications.value);
      const facts = { startedAt: at, writeSequence, recentWrites: this.#recentWrites[kind] };
      this.#sweeps.set(kind, new SweepPagesWriter(kind, facts));
      return ok(listFacts);
    });
  }

  /** Parses a page and writes it in the open transaction. A page that is not a list changes nothing. */
  store(page: FetchedPage): Result<PageReadCounts> {
    const sweep = this.#sweeps.get(page.kind);
    if (sweep === undefined) return err('cancelled');
    if (!(sweep instanceof SweepPagesWriter)) return { ok: false, error: sweep };
    if (page.bytes.byteLength > this.#deps.pageBytes) return err('too-large', { detail: 'memory' });
    const list = parseListEnvelope(page.bytes);
    if (!list.ok) return list;
    return this.#runGuarded((batch, file) => {
      file.checkIdentity();
      batch.begin();
      const stored = this.#write(file.db, batch, { page, sweep, list: list.value });
      if (page.isUrgent || batch.isDue) batch.commit();
      else this.#scheduleCommit();
      return stored;
    });
  }

  /** Commits the pages of the sweep and stores how it ended. */
  endSweep(ending: CacheWriterCalls['endSweep']['input']): Result<SweepEndResult> {
    const { kind, at } = ending;
    const sweep = this.#sweeps.get(kind);
    this.#sweeps.delete(kind);
    return this.#runGuarded((batch, { db }) => {
      batch.commit();
      const verdict = db.transaction(() => {
        if (sweep instanceof SweepPagesWriter) return storeSweepEnding(db, sweep, ending);
        // The state of the sweep was lost with a transaction, so the sweep is never complete.
        const outcome = ending.outcome === 'failed' ? 'failed' : 'incomplete';
        recordSyncOutcome(db, kind, outcome, at);
        return { outcome, isEmptied: false } as const;
      });
      if (sweep instanceof SweepPagesWriter)
        this.#recentWrites[kind].forgetBefore(sweep.options.writeSequence);
      if (kind === 'requisition') this.#refreshUsualWaits(batch, db);
      if (this.#sweeps.size === 0) batch.releasePages();
      this.#emit([]);
      return ok(verdict);
    });
  }

  /** Writes one resource, and commits it at once unless that is deferred. */
  storeOne(input: CacheWriterCalls['storeOne']['input']): Result<StoreSingleResourceResult> {
    const { kind, isDeferred = false } = input;
    const stored = this.change(kind, (context) => writeSingleRecord(context, input), isDeferred);
    if (isDeferred && stored.ok) {
      this.#deferred += 1;
      this.#scheduleCommit();
    }
    return stored;
  }

  /** Commits the deferred writes. An error says that some of them may be lost. */
  commitDeferred({ writes }: CacheWriterCalls['commitDeferred']['input']): Result<null> {
    const isWhole = this.#deferred === writes;
    this.#deferred = 0;
    const committed = this.#runGuarded((batch) => ok(batch.commit()));
    if (!committed.ok) return committed;
    return isWhole ? ok(null) : err('engine-down');
  }

  /** Removes one record and commits that at once. */
  removeOne(input: CacheWriterCalls['removeOne']['input']): Result<null> {
    return this.change(input.kind, (context) => {
      removeCachedRecord(context, input);
      if (input.isDeleted === true) context.recentWrites.noteDeleted(input.id);
      return ok(null);
    });
  }

  /** Changes single records of a kind, or what is stored about them, and commits at once unless that is deferred. */
  change<T>(kind: Kind, work: (context: SingleWriteContext) => Result<T>, isDeferred = false): Result<T> {
    const sweep = this.#sweeps.get(kind);
    const met = sweep instanceof SweepPagesWriter ? sweep.met : null;
    return this.#runGuarded((batch, file) => {
      file.checkIdentity();
      batch.begin();
      const done = work({ db: file.db, batch, recentWrites: this.#recentWrites[kind], met });
      // A page that cannot be stored drops what waits, so a deferred write leaves nothing waiting.
      if (isDeferred) storeAllQueuedRows(file.db);
      else batch.commit();
      return done;
    });
  }

  close(): Result<null> {
    if (this.#file === null) return ok(null);
    const committed = this.#runGuarded((batch) => {
      batch.commit();
      return ok(null);
    });
    this.#file.db.close();
    this.#file = null;
    this.#batch = null;
    return committed;
  }

  /**
   * Writes a page entirely or not at all. Where it cannot be written, earlier pages of the transaction stay.
   */
  #write(
    db: Connection,
    batch: WriteBatch,
    { page, sweep, list }: { page: FetchedPage; sweep: SweepPagesWriter; list: readonly RawResource[] },
  ): Result<PageReadCounts> {
    db.execute(sql`SAVEPOINT page`);
    try {
      const brought = sweep.write(db, list, page);
      storeAllQueuedRows(db);
      db.execute(sql`RELEASE page`);
      for (const { change, id } of brought.written) batch.recordWrite(page.kind, change, id);
      return ok(sweep.addPage(brought));
    } catch (thrown) {
      // SQLite rolls the whole transaction back by itself after some errors, such as a full disk.
      if (!db.inTransaction) throw thrown;
      db.execute(sql`ROLLBACK TO page`);
      forgetAllQueuedRows(db);
      db.execute(sql`RELEASE page`);
      const error = toStorageError(thrown);
      if (error !== null) return { ok: false, error };
      this.#deps.log.error('a page could not be stored', { kind: page.kind, thrown: describeThrown(thrown) });
      return err('internal');
    }
  }

  /**
   * Computes how long results usually take, where records have changed since that was done. The requisitions that have another
   * place in the order by it count as changed, so that lists are read again.
   */
  #refreshUsualWaits(batch: WriteBatch, db: Connection): void {
    if (getCacheRevision(db) === this.#usualWaitsRevision) return;
    const changed = findChangedUsualWaits(db);
    if (changed.length > 0) {
      batch.begin();
      for (const wait of changed)
        for (const id of storeUsualWait(db, wait)) batch.recordWrite('requisition', 'changed', id);
      batch.commit();
    }
    this.#usualWaitsRevision = getCacheRevision(db);
  }

  #emit(changes: CommitSummary['changes']): void {
    if (this.#file !== null) this.#deps.onCommitted({ changes, states: listKindSyncStates(this.#file.db) });
  }

  /** Commits after the maximum age of a batch, even if no further page arrives. */
  #scheduleCommit(): void {
    if (this.#committing) return;
    this.#committing = true;
    const { clock, log } = this.#deps;
    const age = this.#batch?.maxAge ?? 0;
    const commit = async (): Promise<void> => {
      await clock.wait(age);
      this.#committing = false;
      if (this.#batch !== null) this.#runGuarded((batch) => ok(batch.commit()));
    };
    runInBackground(commit(), 'a commit failed', log);
  }

  /**
   * Runs a write. Where it throws, the whole open transaction is rolled back and the state of all running
   * sweeps is lost; each returns the error for its next page.
   */
  #runGuarded<T>(work: (batch: WriteBatch, file: OpenedCacheFile) => Result<T>): Result<T> {
    if (this.#batch === null || this.#file === null) return err('engine-down');
    try {
      return work(this.#batch, this.#file);
    } catch (thrown) {
      const error = toStorageError(thrown) ?? { code: 'internal' as const };
      for (const kind of this.#sweeps.keys()) this.#sweeps.set(kind, error);
      this.#batch.rollback();
      this.#deferred = Number.NaN;
      if (error.code === 'internal') throw thrown;
      return { ok: false, error };
    }
  }
}
