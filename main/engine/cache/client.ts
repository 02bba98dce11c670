import type { Kind } from '#contract/records.ts';
import { err, ok, type Result } from '#contract/result.ts';
import type { EpochMs } from '#contract/time.ts';
import type { Log } from '#main/base/log.ts';
import { SupervisedWorker } from '#main/engine/sqlite/supervised-worker.ts';
import { startThread, type WorkerThreadCaller, type StartWorker } from '#main/engine/sqlite/worker.ts';
import type { ObservedListFacts } from './ingest/order-detector.ts';
import type { CacheFolderAndKey } from './file/open.ts';
import { runsInLongReadThread, LongReadThread } from './long-reads.ts';
import type { CacheReadInput, CacheReadName, CacheReadOutput } from './protocol.ts';
import type { ReaderToOpen } from './reader-thread.ts';
import type {
  CommitSummary,
  FetchedPage,
  CacheOpenResult,
  SingleResourceToStore,
  StoreSingleResourceResult,
  PageReadCounts,
  SweepEnding,
  SweepEndResult,
  RecordToRemove,
  CacheWriterCalls,
  MissingRecordCalls,
} from './ingest/protocol.ts';

/** The number of writes of single records so far. */
interface WriteCounter {
  count: number;
}

interface CacheOptions extends CacheFolderAndKey {
  /** Starts the worker thread from its source or its bundle. */
  readonly startWorker: StartWorker;
  readonly log: Log;
  /** The user of the account, whose notifications are told from those of others. Null (the default): not known. */
  readonly accountUser?: string | null;
  readonly onCommitted: (committed: CommitSummary) => void;
  /** Whether long reads follow those of the first screen, as in a window: their thread starts behind these. */
  readonly expectsLongReads?: boolean;
  /** Counts on from an earlier opening: requests that were begun before this one are still compared with later writes. */
  readonly writes?: WriteCounter;
  /** Called when a thread ended by itself. Every later call returns 'engine-down'. */
  readonly onDown: () => void;
}

/** Input of a call about missing records; the cache adds the write sequence. */
type MissingInput<N extends keyof MissingRecordCalls> = Omit<MissingRecordCalls[N]['input'], 'writeSequence'>;

/** The open cache of one account, as the engine's main thread sees it. Nothing here throws. */
export interface CacheClient {
  readonly opened: CacheOpenResult;
  /**
   * Runs a read, a long one in a thread of its own.
   * @param signal abandons the read, which then returns 'cancelled' at once
   */
  read<N extends CacheReadName>(
    name: N,
    input: CacheReadInput<N>,
    signal?: AbortSignal,
  ): Promise<Result<CacheReadOutput<N>>>;
  /**
   * Sequence number of the last write of a single record. A request for a page or a record notes the number
   * when it starts, so that its response does not overwrite records that were written since.
   */
  writeSequence(): number;
  /** Starts to record what a sweep meets. Returns what is known about the list. */
  beginSweep(input: { readonly kind: Kind; readonly at: EpochMs }): Promise<Result<ObservedListFacts>>;
  endSweep(ending: SweepEnding): Promise<Result<SweepEndResult>>;
  /** Stores a page. Its bytes are transferred to the writer and cannot be used here afterwards. */
  store(page: FetchedPage): Promise<Result<PageReadCounts>>;
  /** Stores one resource; committed on return unless that is deferred. Pages that were requested earlier do not overwrite it. */
  storeOne(resource: SingleResourceToStore): Promise<Result<StoreSingleResourceResult>>;
  /** Commits this many deferred writes; an error where one of them was lost. */
  commitDeferred(input: { readonly writes: number }): Promise<Result<null>>;
  /** Removes one record; committed on return. Pages that were requested earlier do not bring it back. */
  removeOne(record: RecordToRemove): Promise<Result<null>>;
  /** Runs a call about records that the service no longer lists; committed on return. */
  callMissing<N extends keyof MissingRecordCalls>(
    name: N,
    input: MissingInput<N>,
  ): Promise<Result<MissingRecordCalls[N]['output']>>;
  /** Commits what is pending and ends all threads. */
  close(): Promise<void>;
}

/** Starts a thread of the cache and passes its commit events on. */
function startCacheThread(
  role: 'writer' | 'reader' | 'counter',
  { startWorker, log, onCommitted, onDown }: CacheOptions,
): WorkerThreadCaller {
  const onEvent = (name: string, payload: unknown): void => {
    if (name === 'committed') onCommitted(payload as CommitSummary); // The thread runs our own code, so its events have these types.
  };
  return startThread({ role, startWorker, log, onEvent, onDown });
}

/** Returns the bytes in a buffer of their own, which can be transferred without a copy. */
function toOwnBytes(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice();
}

/** Creates the threads of a cache that is not open yet; the one for long reads starts later. */
function createCacheThreads(options: CacheOptions) {
  const { folder, key, accountUser = null, expectsLongReads = false, log } = options;
  const writer = startCacheThread('writer', options);
  const reader = startCacheThread('reader', options);
  const open = (thread: WorkerThreadCaller) =>
    thread.call('open', { folder, key, accountUser } satisfies ReaderToOpen);
  const runInReader = (name: CacheReadName, input: unknown, signal?: AbortSignal) =>
    reader.call(name, input, { signal });
  const start = () => startCacheThread('counter', options);
  const longReads = new LongReadThread({ start, open, runInReader, expectsMore: expectsLongReads, log });
  return {
    writer,
    openReader: () => open(reader),
    read: (name: CacheReadName, input: unknown, signal?: AbortSignal) =>
      runsInLongReadThread(name) ? longReads.read(name, input, signal) : runInReader(name, input, signal),
    close: async (): Promise<void> => {
      // The writer closes last, so that it can checkpoint the write-ahead log.
      await Promise.all([reader.call('close', null), longReads.close()]);
      await writer.call('close', null);
      await Promise.all([reader.end(), writer.end()]);
    },
  };
}

/**
 * Starts writer and reader and opens the file in each, the writer first. Returns the error where the file cannot
 * be opened.
 */
export async function openCache(options: CacheOptions): Promise<Result<CacheClient>> {
  const { folder, key, isDamaged = false, writes = { count: 0 } } = options;
  const { writer, openReader, read, close } = createCacheThreads(options);
  const opened = await writer.call('open', { folder, key, isDamaged } satisfies CacheFolderAndKey);
  const opening = opened.ok ? await openReader() : opened;
  if (!opened.ok || !opening.ok) {
    await close();
    return opening.ok ? err('internal') : opening;
  }
  // The protocol declares the type of each result.
  const write = <N extends keyof CacheWriterCalls>(name: N, input: CacheWriterCalls[N]['input']) =>
    writer.call(name, input) as Promise<Result<CacheWriterCalls[N]['output']>>;
  return ok({
    opened: opened.value as CacheOpenResult, // The thread's protocol gives the type.
    read: <N extends CacheReadName>(name: N, input: CacheReadInput<N>, signal?: AbortSignal) =>
      read(name, input, signal) as Promise<Result<CacheReadOutput<N>>>, // The thread's protocol gives the type.
    writeSequence: () => writes.count,
    beginSweep: (input) => write('beginSweep', { ...input, writeSequence: writes.count }),
    endSweep: (ending) => write('endSweep', ending),
    store: (page) => {
      const bytes = toOwnBytes(page.bytes);
      const sent = writer.call('store', { ...page, bytes }, { transfer: [bytes.buffer as ArrayBuffer] }); // The buffer is no SharedArrayBuffer, so it can be transferred.
      return sent as Promise<Result<PageReadCounts>>; // The thread's protocol gives the type.
    },
    storeOne: (resource) => write('storeOne', { ...resource, writeSequence: ++writes.count }),
    commitDeferred: (input) => write('commitDeferred', input),
    removeOne: (record) => write('removeOne', { ...record, writeSequence: ++writes.count }),
    callMissing: (name, input) => write(name, { ...input, writeSequence: ++writes.count } as never), // adds what `MissingInput` omits
    close,
  });
}

interface PageInput {
  readonly limit: number;
  readonly after?: string | undefined;
}
interface Page<Row> {
  readonly items: readonly Row[];
  readonly next: string | null;
}

/**
 * Requests pages until `limit` rows are there or the list ends. The cache returns short pages where a scan
 * would take long, so that other reads get a turn; callers of the engine get full pages.
 */
export async function readUntilPageIsFull<A extends PageInput, Row>(
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
    // Each page's cursor is behind the one before it, so the loop ends at the end of the list at the latest.
    if (next === null || items.length >= input.limit) return ok({ items, next });
    after = next;
  }
}

export interface SupervisedCacheOptions extends Omit<CacheOptions, 'onDown' | 'isDamaged' | 'writes'> {
  /**
   * Called after the cache was opened again: with a new file after damage, with the same file after a thread
   * ended.
   */
  readonly onReopened: (opened: CacheOpenResult) => void;
}

/**
 * A cache that recovers by itself. Where a read or write finds damage, the file is preserved as a damaged
 * copy and a new file takes its place; where a thread ends, all threads are started again. Calls return the
 * error meanwhile.
 */
export class SupervisedCache implements Omit<CacheClient, 'opened'> {
  readonly #supervised: SupervisedWorker<CacheClient>;
  readonly #writes: WriteCounter = { count: 0 };
  #isDamaged = false;

  constructor(options: SupervisedCacheOptions) {
    this.#supervised = new SupervisedWorker({
      name: 'cache',
      open: () => this.#openFile(options),
      onReopened: ({ opened }) => options.onReopened(opened),
      log: options.log,
    });
  }

  /** Opens the file. 'key-mismatch', 'storage-newer' and the other errors leave the file unchanged. */
  async open(): Promise<Result<CacheOpenResult>> {
    const opened = await this.#supervised.open();
    return opened.ok ? { ok: true, value: opened.value.opened } : opened;
  }

  read<N extends CacheReadName>(
    name: N,
    input: CacheReadInput<N>,
    signal?: AbortSignal,
  ): Promise<Result<CacheReadOutput<N>>> {
    return this.#callChecked((cache) => cache.read(name, input, signal));
  }

  beginSweep: CacheClient['beginSweep'] = (input) => this.#callChecked((cache) => cache.beginSweep(input));
  endSweep: CacheClient['endSweep'] = (input) => this.#callChecked((cache) => cache.endSweep(input));
  store: CacheClient['store'] = (page) => this.#callChecked((cache) => cache.store(page));
  storeOne: CacheClient['storeOne'] = (resource) => this.#callChecked((cache) => cache.storeOne(resource));
  commitDeferred: CacheClient['commitDeferred'] = (input) =>
    this.#callChecked((cache) => cache.commitDeferred(input));
  removeOne: CacheClient['removeOne'] = (record) => this.#callChecked((cache) => cache.removeOne(record));

  callMissing<N extends keyof MissingRecordCalls>(
    name: N,
    input: MissingInput<N>,
  ): Promise<Result<MissingRecordCalls[N]['output']>> {
    return this.#callChecked((cache) => cache.callMissing(name, input));
  }

  writeSequence(): number {
    return this.#writes.count;
  }

  close(): Promise<void> {
    return this.#supervised.close();
  }

  async #callChecked<T>(ask: (cache: CacheClient) => Promise<Result<T>>): Promise<Result<T>> {
    const result = await this.#supervised.call(ask);
    if (!result.ok && result.error.code === 'storage-damaged') {
      this.#isDamaged = true;
      this.#supervised.reportFailure();
    }
    return result;
  }

  async #openFile(options: SupervisedCacheOptions): Promise<Result<CacheClient>> {
    const isDamaged = this.#isDamaged;
    const opened = await openCache({
      ...options,
      isDamaged,
      writes: this.#writes,
      onDown: () => this.#supervised.reportFailure(),
    });
    if (opened.ok) this.#isDamaged = false;
    return opened;
  }
}
