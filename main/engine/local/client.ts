import { ok, type Result } from '#contract/result.ts';
import type { Log } from '#main/base/log.ts';
import { SupervisedWorker } from '#main/engine/sqlite/supervised-worker.ts';
import { startThread } from '#main/engine/sqlite/worker.ts';
import type { LocalDataChanged } from './data/protocol.ts';
import type { GenerationKeeper } from './generation-keeper.ts';
import type { LocalCalls, LocalFile, LocalOpenInput, OpenedLocal, OutboxChanged } from './protocol.ts';

export interface LocalClientOptions extends LocalFile {
  /** The threads' entry: its source, or its bundle. */
  readonly workerUrl: URL;
  readonly log: Log;
  /** The keychain's copy of how far the file has come. */
  readonly generation: GenerationKeeper;
  readonly onChanged: (changed: OutboxChanged) => void;
  readonly onLocalDataChanged: (change: LocalDataChanged) => void;
  /** The file was opened again after its thread had ended: what was on its way may have another state by now. */
  readonly onReopened: (opened: OpenedLocal) => void;
}

type CallName = Exclude<keyof LocalCalls, 'open' | 'close' | 'sending' | 'markerSaved'>;

/** The open desk file of one account, as the engine's own thread sees it. Nothing here throws. */
export interface LocalClient {
  readonly opened: OpenedLocal;
  call<N extends CallName>(name: N, input: LocalCalls[N]['input']): Promise<Result<LocalCalls[N]['output']>>;
  /**
   * Commits that a write leaves now; only after that may a byte of it leave. Of one that must not be sent twice the keychain is told
   * first. 'cancelled': it was changed since it was read.
   */
  leaving(input: LocalCalls['sending']['input']): Promise<Result<null>>;
  /** Closes the file and ends its thread. */
  close(): Promise<void>;
}

/** The file in its thread, with every call of the protocol. */
interface ThreadedLocal {
  readonly opened: OpenedLocal;
  call<N extends Exclude<keyof LocalCalls, 'open' | 'close'>>(
    name: N,
    input: LocalCalls[N]['input'],
  ): Promise<Result<LocalCalls[N]['output']>>;
  close(): Promise<void>;
}

/** Starts the desk's thread and opens the file in it. */
async function openInThread(
  { folder, key, workerUrl, log, generation, onChanged, onLocalDataChanged }: LocalClientOptions,
  onDown: () => void,
): Promise<Result<ThreadedLocal>> {
  const thread = startThread({
    role: 'local',
    workerUrl,
    log,
    onEvent: (name, payload) => {
      if (name === 'changed') onChanged(payload as OutboxChanged); // the thread is our own code
      if (name === 'localDataChanged') onLocalDataChanged(payload as LocalDataChanged); // as above
    },
    onDown,
  });
  const close = async (): Promise<void> => {
    await thread.call('close', null);
    await thread.end();
  };
  const opened = await thread.call('open', {
    folder,
    key,
    keychainMark: generation.current,
  } satisfies LocalOpenInput);
  if (!opened.ok) {
    await close();
    return opened;
  }
  const { mark } = opened.value as OpenedLocal; // as the protocol says
  if (await generation.keep(mark)) await thread.call('markerSaved', { mark });
  return ok({
    opened: opened.value as OpenedLocal, // as the protocol says
    call: (name, input) => thread.call(name, input) as Promise<Result<never>>, // as the protocol says
    close,
  });
}

/**
 * Opens the desk file in a thread of its own. Where that ends by itself it is started again, a few times; calls that it has not
 * answered answer 'engine-down': nothing is said to be saved that nobody saw saved. Calls that come meanwhile wait.
 */
export async function openLocal(options: LocalClientOptions): Promise<Result<LocalClient>> {
  const supervised: SupervisedWorker<ThreadedLocal> = new SupervisedWorker({
    name: 'desk file',
    open: () => openInThread(options, () => supervised.failed()),
    onReopened: ({ opened }) => options.onReopened(opened),
    log: options.log,
  });
  const first = await supervised.open();
  if (!first.ok) return first;
  const call: ThreadedLocal['call'] = async (name, input) => {
    // How a write ended can be kept a moment later; lost, it would have to be looked for.
    await supervised.whenRecovered();
    return supervised.ask((local) => local.call(name, input));
  };
  return ok({
    opened: first.value.opened,
    call,
    leaving: async (input) => {
      const left = await call('sending', input);
      if (!left.ok) return left;
      const mark = left.value;
      if (mark !== null && (await options.generation.keep(mark))) await call('markerSaved', { mark });
      return ok(null);
    },
    close: () => supervised.close(),
  });
}
