import type { Kind } from '#contract/ids.ts';
import { err, ok, type AppError, type Result } from '#contract/result.ts';
import { drop } from '#main/base/async.ts';
import type { Clock } from '#main/base/clock.ts';
import type { Log } from '#main/base/log.ts';
import { readList } from '#main/engine/service/wire/envelope.ts';
import { Bulk, BULK_MS } from './bulk.ts';
import type { CacheFile, OpenedFile } from './open.ts';
import type { Committed, FetchedPage, OpenedCache, StoredPage, WriterCalls } from './protocol.ts';
import { releaseQuarantine } from './quarantine.ts';
import { storageError } from './sqlite-errors.ts';
import { SweepStore } from './sweep-store.ts';
import { kindStates, noteOutcome } from './sync-state.ts';

export interface WriterDeps {
  readonly openFile: (file: CacheFile) => Result<OpenedFile>;
  readonly clock: Clock;
  readonly log: Log;
  /** Called after a commit, never before. */
  readonly onCommitted: (committed: Committed) => void;
}

/** The one that writes: owns the connection, the open transaction and what the running sweeps have met. */
export class Writer {
  readonly #deps: WriterDeps;
  #file: OpenedFile | null = null;
  #bulk: Bulk | null = null;
  #committing = false;
  /** Per kind its running sweep, or why it lost what it had met. */
  readonly #sweeps = new Map<Kind, SweepStore | AppError>();

  constructor(deps: WriterDeps) {
    this.#deps = deps;
  }

  open(file: CacheFile): Result<OpenedCache> {
    const { clock, openFile } = this.#deps;
    const opened = openFile(file);
    if (!opened.ok) return opened;
    const { db, setAside } = opened.value;
    this.#file = opened.value;
    this.#bulk = new Bulk(db, clock, (changes) => this.#tell(changes));
    return ok({ setAside, states: kindStates(db) });
  }

  beginSweep({ kind, at }: WriterCalls['beginSweep']['input']): Result<null> {
    this.#sweeps.set(kind, new SweepStore(kind, at));
    return ok(null);
  }

  /** Reads a page and writes it into the open transaction. A page that is no list changes nothing. */
  store(page: FetchedPage): Result<StoredPage> {
    const sweep = this.#sweeps.get(page.kind);
    if (sweep === undefined) return err('cancelled');
    if (!(sweep instanceof SweepStore)) return { ok: false, error: sweep };
    return this.#guarded((bulk, file) => {
      const list = readList(page.bytes);
      if (!list.ok) return list;
      file.checkPlace();
      bulk.begin();
      let fresh = 0;
      for (const resource of list.value) {
        const stored = sweep.store(file.db, resource, page.fetchedAt);
        if (stored.isFirstSeen) fresh += 1;
        if (stored.change !== 'none') bulk.wrote(page.kind, stored.change, stored.id);
      }
      if (page.isUrgent || bulk.isDue) bulk.commit();
      else this.#commitLater();
      return ok({ records: list.value.length, fresh });
    });
  }

  /** Commits what the sweep left open and notes how it ended. */
  endSweep({ kind, outcome, at }: WriterCalls['endSweep']['input']): Result<null> {
    const sweep = this.#sweeps.get(kind);
    this.#sweeps.delete(kind);
    return this.#guarded((bulk, { db }) => {
      bulk.commit();
      db.transaction(() => {
        noteOutcome(db, kind, outcome, at);
        if (outcome === 'complete' && sweep instanceof SweepStore) {
          releaseQuarantine(db, kind, sweep.startedAt);
        }
      });
      this.#tell([]);
      return ok(null);
    });
  }

  close(): Result<null> {
    if (this.#file === null) return ok(null);
    const committed = this.#guarded((bulk) => {
      bulk.commit();
      return ok(null);
    });
    this.#file.db.close();
    this.#file = null;
    this.#bulk = null;
    return committed;
  }

  #tell(changes: Committed['changes']): void {
    if (this.#file !== null) this.#deps.onCommitted({ changes, states: kindStates(this.#file.db) });
  }

  /** Sees to it that a page never waits longer than the bulk's time, though no other follows it. */
  #commitLater(): void {
    if (this.#committing) return;
    this.#committing = true;
    const { clock, log } = this.#deps;
    const commit = async (): Promise<void> => {
      await clock.wait(BULK_MS);
      this.#committing = false;
      if (this.#bulk !== null) this.#guarded((bulk) => ok(bulk.commit()));
    };
    drop(commit(), 'a commit failed', log);
  }

  /**
   * Runs a piece of writing. Where it throws, the whole open transaction is dropped, and with it what the running
   * sweeps had met: they are told the reason at their next page.
   */
  #guarded<T>(work: (bulk: Bulk, file: OpenedFile) => Result<T>): Result<T> {
    if (this.#bulk === null || this.#file === null) return err('engine-down');
    try {
      return work(this.#bulk, this.#file);
    } catch (thrown) {
      const error = storageError(thrown) ?? { code: 'internal' as const };
      for (const kind of this.#sweeps.keys()) this.#sweeps.set(kind, error);
      this.#bulk.rollback();
      if (error.code === 'internal') throw thrown;
      return { ok: false, error };
    }
  }
}
