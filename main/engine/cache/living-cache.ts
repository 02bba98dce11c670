import type { Result } from '#contract/result.ts';
import { SupervisedWorker } from '#main/engine/store/living.ts';
import { openCache, type Cache, type CacheOptions, type MissingInput } from './cache.ts';
import type { MissingCalls } from './missing-protocol.ts';
import type { OpenedCache, ReadInput, ReadName, ReadOutput } from './protocol.ts';

export interface SupervisedCacheOptions extends Omit<CacheOptions, 'onDown' | 'isDamaged'> {
  /** The cache was opened again: with a fresh file after damage, with the same one after a thread had ended. */
  readonly onReopened: (opened: OpenedCache) => void;
}

/**
 * A cache that mends itself: where damage shows while it is open, the file is set aside and a fresh one takes its place;
 * where a thread ends, both are started again. Meanwhile calls answer the error.
 */
export class SupervisedCache implements Omit<Cache, 'opened'> {
  readonly #supervised: SupervisedWorker<Cache>;
  #isDamaged = false;

  constructor(options: SupervisedCacheOptions) {
    this.#supervised = new SupervisedWorker({
      name: 'cache',
      open: () => this.#openFile(options),
      onReopened: ({ opened }) => options.onReopened(opened),
      log: options.log,
    });
  }

  /** Opens the file; 'key-mismatch', 'storage-newer' and the other reasons leave it as it was. */
  async open(): Promise<Result<OpenedCache>> {
    const opened = await this.#supervised.open();
    return opened.ok ? { ok: true, value: opened.value.opened } : opened;
  }

  read<N extends ReadName>(name: N, input: ReadInput<N>): Promise<Result<ReadOutput<N>>> {
    return this.#watched((cache) => cache.read(name, input));
  }

  beginSweep: Cache['beginSweep'] = (input) => this.#watched((cache) => cache.beginSweep(input));
  endSweep: Cache['endSweep'] = (input) => this.#watched((cache) => cache.endSweep(input));
  store: Cache['store'] = (page) => this.#watched((cache) => cache.store(page));
  storeOne: Cache['storeOne'] = (resource) => this.#watched((cache) => cache.storeOne(resource));
  removeOne: Cache['removeOne'] = (record) => this.#watched((cache) => cache.removeOne(record));

  missing<N extends keyof MissingCalls>(
    name: N,
    input: MissingInput<N>,
  ): Promise<Result<MissingCalls[N]['output']>> {
    return this.#watched((cache) => cache.missing(name, input));
  }

  writeSequence(): number {
    return this.#supervised.current?.writeSequence() ?? 0;
  }

  close(): Promise<void> {
    return this.#supervised.close();
  }

  async #watched<T>(ask: (cache: Cache) => Promise<Result<T>>): Promise<Result<T>> {
    const result = await this.#supervised.ask(ask);
    if (!result.ok && result.error.code === 'storage-damaged') {
      this.#isDamaged = true;
      this.#supervised.failed();
    }
    return result;
  }

  async #openFile(options: SupervisedCacheOptions): Promise<Result<Cache>> {
    const isDamaged = this.#isDamaged;
    const opened = await openCache({ ...options, isDamaged, onDown: () => this.#supervised.failed() });
    if (opened.ok) this.#isDamaged = false;
    return opened;
  }
}
