import { Worker, type Transferable } from 'node:worker_threads';
import { err, ok, type Result } from '#contract/result.ts';
import type { Log } from '#main/base/log.ts';
import { rpcClient, type RpcClient } from '#main/base/rpc.ts';
import type { CacheFile } from './open.ts';
import type {
  Committed,
  FetchedPage,
  OpenedCache,
  ReadInput,
  ReadName,
  ReadOutput,
  StoredPage,
  WorkerRole,
  WriterCalls,
} from './protocol.ts';
import { threadPort } from './thread-port.ts';

export interface CacheOptions extends CacheFile {
  /** The worker's entry: its source, or its bundle. */
  readonly workerUrl: URL;
  readonly log: Log;
  readonly onCommitted: (committed: Committed) => void;
  /** A thread ended by itself. Every later call answers 'engine-down'. */
  readonly onDown: () => void;
}

/** The open cache of one account, as the engine's own thread sees it. Nothing here throws. */
export interface Cache {
  readonly opened: OpenedCache;
  read<N extends ReadName>(name: N, input: ReadInput<N>): Promise<Result<ReadOutput<N>>>;
  beginSweep(input: WriterCalls['beginSweep']['input']): Promise<Result<null>>;
  endSweep(input: WriterCalls['endSweep']['input']): Promise<Result<null>>;
  /** Hands a page's bytes over to the writer; they are gone here afterwards. */
  store(page: FetchedPage): Promise<Result<StoredPage>>;
  /** Commits what is open and ends both threads. */
  close(): Promise<void>;
}

interface Thread {
  call(name: string, input: unknown, transfer?: readonly Transferable[]): Promise<Result<unknown>>;
  end(): Promise<void>;
}

function startThread(role: WorkerRole, { workerUrl, log, onCommitted, onDown }: CacheOptions): Thread {
  // The thread inherits nothing that could carry a secret or change how its code runs.
  const worker = new Worker(workerUrl, {
    workerData: { role },
    env: {},
    execArgv: [],
    name: `cache ${role}`,
  });
  let isEnding = false;
  const client: RpcClient = rpcClient(threadPort(worker), (name, payload) => {
    if (name === 'committed')
      onCommitted(payload as Committed); // the worker is our own code
    else log.warn('cache', { role, line: String(payload) });
  });
  const down = (why: string): void => {
    client.close('the thread has ended');
    if (isEnding) return;
    isEnding = true;
    log.error('a cache thread has ended', { role, why });
    onDown();
  };
  worker.on('error', (thrown) => down(thrown.name));
  worker.on('exit', (code) => down(`code ${code}`));
  return {
    call: async (name, input, transfer) => {
      try {
        return (await client.call(name, input, transfer)) as Result<unknown>; // as the protocol says
      } catch {
        return err(isEnding ? 'engine-down' : 'internal');
      }
    },
    end: async () => {
      isEnding = true;
      await worker.terminate();
    },
  };
}

/** The page's bytes in a buffer of their own, which can be handed over without a copy. */
function ownBytes(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice();
}

/** Starts both threads and opens the file in each, the writer first. Answers why where it cannot be opened. */
export async function openCache(options: CacheOptions): Promise<Result<Cache>> {
  const { folder, key, isDamaged = false } = options;
  const writer = startThread('writer', options);
  const reader = startThread('reader', options);
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
  return ok({
    opened: opened.value as OpenedCache, // as the protocol says
    read: <N extends ReadName>(name: N, input: ReadInput<N>) =>
      reader.call(name, input) as Promise<Result<ReadOutput<N>>>, // as the protocol says
    beginSweep: (input) => writer.call('beginSweep', input) as Promise<Result<null>>, // as the protocol says
    endSweep: (input) => writer.call('endSweep', input) as Promise<Result<null>>, // as the protocol says
    store: (page) => {
      const bytes = ownBytes(page.bytes);
      const sent = writer.call('store', { ...page, bytes }, [bytes.buffer as ArrayBuffer]); // never a shared one
      return sent as Promise<Result<StoredPage>>; // as the protocol says
    },
    close,
  });
}
