import type { Kind } from '#contract/ids.ts';
import { err, ok, type Result } from '#contract/result.ts';
import type { EpochMs } from '#contract/time.ts';
import type { Log } from '#main/base/log.ts';
import type { ListFacts } from './learned.ts';
import type { MissingCalls } from './missing-protocol.ts';
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
import { startThread, type Thread } from '#main/engine/store/thread.ts';

export interface CacheOptions extends CacheFile {
  /** The worker's entry: its source, or its bundle. */
  readonly workerUrl: URL;
  readonly log: Log;
  readonly onCommitted: (committed: Committed) => void;
  /** A thread ended by itself. Every later call answers 'engine-down'. */
  readonly onDown: () => void;
}

/** What a call about missing records takes; the cache itself adds its own count. */
export type MissingInput<N extends keyof MissingCalls> = Omit<MissingCalls[N]['input'], 'writeSequence'>;

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
