import type { Kind } from '#contract/records.ts';
import { err, ok, type Result } from '#contract/result.ts';
import type { EpochMs } from '#contract/time.ts';
import type { Log } from '#main/base/log.ts';
import { SupervisedWorker } from '#main/engine/sqlite/supervised-worker.ts';
import { startThread, type Thread } from '#main/engine/sqlite/worker.ts';
import type { ListFacts } from './ingest/order-detector.ts';
import type { MissingCalls } from './missing/protocol.ts';
import type { CacheFile } from './open.ts';
import type {
  Committed,
  FetchedPage,
  OpenedCache,
  ReadInput,
  ReadName,
  ReadOutput,
  SingleResource,
  StoredOne,
  StoredPage,
  SweepEnding,
  SweepVerdict,
  WriterCalls,
} from './protocol.ts';

interface CacheOptions extends CacheFile {
  /** The worker's entry: its source, or its bundle. */
  readonly workerUrl: URL;
  readonly log: Log;
  readonly onCommitted: (committed: Committed) => void;
  /** A thread ended by itself. Every later call answers 'engine-down'. */
  readonly onDown: () => void;
}

/** What a call about missing records takes; the cache itself adds its own count. */
type MissingInput<N extends keyof MissingCalls> = Omit<MissingCalls[N]['input'], 'writeSequence'>;

/** The open cache of one account, as the engine's own thread sees it. Nothing here throws. */
export interface Cache {
  readonly opened: OpenedCache;
  read<N extends ReadName>(name: N, input: ReadInput<N>): Promise<Result<ReadOutput<N>>>;
  /** The cache's own count of what was written singly; a page or record that is asked for now takes it along. */
  writeSequence(): number;
  /** Begins to take note of what a sweep meets; answers what is known of the list. */
  beginSweep(input: { readonly kind: Kind; readonly at: EpochMs }): Promise<Result<ListFacts>>;
  endSweep(ending: SweepEnding): Promise<Result<SweepVerdict>>;
  /** Hands a page's bytes over to the writer; they are gone here afterwards. */
  store(page: FetchedPage): Promise<Result<StoredPage>>;
  /** Keeps one resource, committed when this answers; pages that were asked for before do not touch it. */
  storeOne(resource: SingleResource): Promise<Result<StoredOne>>;
  /** Drops one record, committed when this answers; pages that were asked for before do not bring it back. */
  removeOne(record: { readonly kind: Kind; readonly id: string }): Promise<Result<null>>;
  /** What is done about records that the service no longer lists; committed when it answers. */
  missing<N extends keyof MissingCalls>(
    name: N,
    input: MissingInput<N>,
  ): Promise<Result<MissingCalls[N]['output']>>;
  /** Commits what is open and ends both threads. */
  close(): Promise<void>;
}

/** Starts a thread of the cache; what it tells of a commit is passed on. */
function cacheThread(
  role: 'writer' | 'reader',
  { workerUrl, log, onCommitted, onDown }: CacheOptions,
): Thread {
  const onEvent = (name: string, payload: unknown): void => {
    if (name === 'committed') onCommitted(payload as Committed); // the thread is our own code
  };
  return startThread({ role, workerUrl, log, onEvent, onDown });
}

/** The page's bytes in a buffer of their own, which can be handed over without a copy. */
function ownBytes(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice();
}

/** Starts both threads and opens the file in each, the writer first. Answers why where it cannot be opened. */
export async function openCache(options: CacheOptions): Promise<Result<Cache>> {
  const { folder, key, isDamaged = false } = options;
  const writer = cacheThread('writer', options);
  const reader = cacheThread('reader', options);
  const close = async (): Promise<void> => {
    // The reader first, so that the writer is the last one to leave and tidies up.
    await reader.call('close', null);
    await writer.call('close', null);
    await Promise.all([reader.end(), writer.end()]);
  };
  const opened = await writer.call('open', { folder, key, isDamaged } satisfies CacheFile);
  const opening = opened.ok ? await reader.call('open', { folder, key } satisfies CacheFile) : opened;
  if (!opened.ok || !opening.ok) {
    await close();
    return opening.ok ? err('internal') : opening;
  }
  let writeSequence = 0;
  // What the thread answers to a name is what the protocol says.
  const write = <N extends keyof WriterCalls>(name: N, input: WriterCalls[N]['input']) =>
    writer.call(name, input) as Promise<Result<WriterCalls[N]['output']>>;
  return ok({
    opened: opened.value as OpenedCache, // as the protocol says
    read: <N extends ReadName>(name: N, input: ReadInput<N>) =>
      reader.call(name, input) as Promise<Result<ReadOutput<N>>>, // as the protocol says
    writeSequence: () => writeSequence,
    beginSweep: (input) => write('beginSweep', { ...input, writeSequence }),
    endSweep: (ending) => write('endSweep', ending),
    store: (page) => {
      const bytes = ownBytes(page.bytes);
      const sent = writer.call('store', { ...page, bytes }, [bytes.buffer as ArrayBuffer]); // never a shared one
      return sent as Promise<Result<StoredPage>>; // as the protocol says
    },
    storeOne: (resource) => write('storeOne', { ...resource, writeSequence: ++writeSequence }),
    removeOne: (record) => write('removeOne', { ...record, writeSequence: ++writeSequence }),
    missing: (name, input) => write(name, { ...input, writeSequence: ++writeSequence } as never), // `writeSequence` is what the type left out
    close,
  });
}

interface Asked {
  readonly limit: number;
  readonly after?: string | undefined;
}
interface Page<Row> {
  readonly items: readonly Row[];
  readonly next: string | null;
}

/**
 * Asks the cache until a page is full or the list ends. The cache answers short pages where a walk would take long, so
 * that other reads get their turn in between; callers of the engine get whole ones.
 */
export async function fillPage<A extends Asked, Row>(
  input: A,
  ask: (asked: A) => Promise<Result<Page<Row>>>,
): Promise<Result<Page<Row>>> {
  const items: Row[] = [];
  let { after } = input;
  for (;;) {
    const page = await ask({
      ...input,
      limit: input.limit - items.length,
      ...(after === undefined ? {} : { after }),
    });
    if (!page.ok) return page;
    items.push(...page.value.items);
    const { next } = page.value;
    // Every cursor lies behind the one before it, so this ends with the list at the latest.
    if (next === null || items.length >= input.limit) return ok({ items, next });
    after = next;
  }
}

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
