import { err, type Result } from '#contract/result.ts';
import { collapse, drop } from '#main/base/async.ts';
import { openCache, type Cache, type CacheOptions } from './cache.ts';
import type { OpenedCache, ReadInput, ReadName, ReadOutput } from './protocol.ts';

export interface LivingCacheOptions extends Omit<CacheOptions, 'onDown' | 'isDamaged'> {
  /** The cache was opened again: with a fresh file after damage, with the same one after a thread had ended. */
  readonly onRevived: (opened: OpenedCache) => void;
}

/** A cache that breaks more often than this while it is open stays closed: the disk or the program is at fault. */
const REVIVALS = 3;

/**
 * A cache that mends itself: where damage shows while it is open, the file is set aside and a fresh one takes its place;
 * where a thread ends, both are started again. Meanwhile calls answer the error.
 */
export class LivingCache implements Omit<Cache, 'opened'> {
  readonly #options: LivingCacheOptions;
  #cache: Cache | null = null;
  #isDamaged = false;
  #revivals = 0;
  #isClosed = false;
  #mending: Promise<void> = Promise.resolve();
  readonly #revive: () => Promise<void>;

  constructor(options: LivingCacheOptions) {
    this.#options = options;
    this.#revive = collapse(() => this.#openAgain());
  }

  /** Opens the file; 'key-mismatch', 'storage-newer' and the other reasons leave it as it was. */
  async open(): Promise<Result<OpenedCache>> {
    const isDamaged = this.#isDamaged;
    const opened = await openCache({ ...this.#options, isDamaged, onDown: () => this.#broke(false) });
    if (!opened.ok) return opened;
    this.#cache = opened.value;
    this.#isDamaged = false;
    return { ok: true, value: opened.value.opened };
  }

  read<N extends ReadName>(name: N, input: ReadInput<N>): Promise<Result<ReadOutput<N>>> {
    return this.#watched((cache) => cache.read(name, input));
  }

  beginSweep: Cache['beginSweep'] = (input) => this.#watched((cache) => cache.beginSweep(input));
  endSweep: Cache['endSweep'] = (input) => this.#watched((cache) => cache.endSweep(input));
  store: Cache['store'] = (page) => this.#watched((cache) => cache.store(page));
  storeOne: Cache['storeOne'] = (resource) => this.#watched((cache) => cache.storeOne(resource));
  removeOne: Cache['removeOne'] = (record) => this.#watched((cache) => cache.removeOne(record));

  moment(): number {
    return this.#cache?.moment() ?? 0;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    // Two writers must never have the file: one that is just being opened is waited for.
    await this.#mending;
    await this.#cache?.close();
  }

  async #watched<T>(ask: (cache: Cache) => Promise<Result<T>>): Promise<Result<T>> {
    if (this.#cache === null) return err('engine-down');
    const result = await ask(this.#cache);
    if (!result.ok && result.error.code === 'storage-damaged') this.#broke(true);
    return result;
  }

  #broke(isDamaged: boolean): void {
    if (this.#isClosed) return;
    this.#isDamaged ||= isDamaged;
    this.#mending = this.#revive();
    drop(this.#mending, 'the cache could not be opened again', this.#options.log);
  }

  async #openAgain(): Promise<void> {
    const { log, onRevived } = this.#options;
    const broken = this.#cache;
    this.#cache = null;
    await broken?.close();
    this.#revivals += 1;
    if (this.#isClosed) return;
    if (this.#revivals > REVIVALS) return log.error('the cache broke too often and stays closed');
    log.warn('the cache is opened again', { damaged: this.#isDamaged });
    const opened = await this.open();
    if (!opened.ok) return log.error('the cache could not be opened again', { code: opened.error.code });
    if (!this.#isClosed) onRevived(opened.value);
  }
}
