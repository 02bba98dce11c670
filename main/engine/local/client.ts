import { ok, type Result } from '#contract/result.ts';
import type { Log } from '#main/base/log.ts';
import { SupervisedWorker } from '#main/engine/sqlite/supervised-worker.ts';
import { startThread, type StartWorker } from '#main/engine/sqlite/worker.ts';
import type { LocalDataChanged } from './data/protocol.ts';
import type { KeychainGenerationMarkerWriter } from './generation-marker-writer.ts';
import type {
  LocalStoreCalls,
  LocalStoreFolderAndKey,
  LocalOpenInput,
  LocalStoreOpenResult,
  OutboxChanged,
} from './protocol.ts';

export interface LocalClientDeps extends LocalStoreFolderAndKey {
  /** Starts a worker thread from its source or its bundle. */
  readonly startWorker: StartWorker;
  readonly log: Log;
  /** What keeps the generation marker in the keychain up to date. */
  readonly generation: KeychainGenerationMarkerWriter;
  /** Whether the first opening checks the large tables too; later ones do. */
  readonly checksLargeTables: boolean;
  readonly onChanged: (changed: OutboxChanged) => void;
  readonly onLocalDataChanged: (change: LocalDataChanged) => void;
  /**
   * Called when the file was opened again after its thread had ended. Changes in flight may have another
   * state.
   */
  readonly onReopened: (opened: LocalStoreOpenResult) => void;
}

type LocalCallName = Exclude<keyof LocalStoreCalls, 'open' | 'close' | 'markSending' | 'noteMarkerSaved'>;

/** The open local store of one account, as the engine's main thread sees it. Nothing here throws. */
export interface LocalClient {
  /** How the last opening ended. */
  readonly opened: LocalStoreOpenResult;
  call<N extends LocalCallName>(
    name: N,
    input: LocalStoreCalls[N]['input'],
  ): Promise<Result<LocalStoreCalls[N]['output']>>;
  /**
   * Commits that a change is being sent; it must be called before the first byte is sent. Of a once-only change
   * the keychain gets the generation marker first. Returns 'cancelled' where the change was edited since it
   * was read.
   */
  markSending(input: LocalStoreCalls['markSending']['input']): Promise<Result<null>>;
  /** Opens the file again and restores it, after damage was found in it. Resolves when that has been tried. */
  restoreDamaged(): Promise<void>;
  /** Closes the file and ends its thread. */
  close(): Promise<void>;
}

/** The file in its thread, with every call of the protocol. */
interface LocalThread {
  readonly opened: LocalStoreOpenResult;
  call<N extends Exclude<keyof LocalStoreCalls, 'open' | 'close'>>(
    name: N,
    input: LocalStoreCalls[N]['input'],
  ): Promise<Result<LocalStoreCalls[N]['output']>>;
  close(): Promise<void>;
}

/** Starts the thread of the local store and opens the file in it. */
async function openInThread(
  { folder, key, startWorker, log, generation, checksLargeTables, ...deps }: LocalClientDeps,
  onDown: () => void,
): Promise<Result<LocalThread>> {
  const thread = startThread({
    role: 'local',
    startWorker,
    log,
    onEvent: (name, payload) => {
      if (name === 'changed') deps.onChanged(payload as OutboxChanged); // The thread runs our own code, so its events have these types.
      if (name === 'localDataChanged') deps.onLocalDataChanged(payload as LocalDataChanged); // The thread runs our own code, so its events have these types.
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
    checksLargeTables,
  } satisfies LocalOpenInput);
  if (!opened.ok) {
    await close();
    return opened;
  }
  const { mark } = opened.value as LocalStoreOpenResult; // The thread's protocol gives the type.
  if (await generation.storeMarker(mark)) await thread.call('noteMarkerSaved', { mark });
  return ok({
    opened: opened.value as LocalStoreOpenResult, // The thread's protocol gives the type.
    call: (name, input) => thread.call(name, input) as Promise<Result<never>>, // The thread's protocol gives the type.
    close,
  });
}

/**
 * Opens the local store in a thread of its own. A thread that ends unexpectedly is restarted, after repeated
 * failures with a delay. Calls that are open at that moment return 'engine-down', because it is unknown whether
 * they were committed; calls during the restart wait.
 */
export async function openLocalStore(options: LocalClientDeps): Promise<Result<LocalClient>> {
  let { checksLargeTables } = options;
  const supervised: SupervisedWorker<LocalThread> = new SupervisedWorker({
    name: 'local store',
    open: () => {
      const opening = openInThread({ ...options, checksLargeTables }, () => supervised.reportFailure());
      checksLargeTables = true;
      return opening;
    },
    onReopened: ({ opened }) => options.onReopened(opened),
    log: options.log,
  });
  const first = await supervised.open();
  if (!first.ok) return first;
  const call: LocalThread['call'] = async (name, input) => {
    // Waiting for the restart saves an outcome that would otherwise have to be reconciled.
    await supervised.whenRecovered();
    return supervised.call((local) => local.call(name, input));
  };
  return ok({
    get opened() {
      return (supervised.current ?? first.value).opened;
    },
    call,
    markSending: async (input) => {
      const left = await call('markSending', input);
      if (!left.ok) return left;
      const mark = left.value;
      if (mark !== null && (await options.generation.storeMarker(mark)))
        await call('noteMarkerSaved', { mark });
      return ok(null);
    },
    restoreDamaged: async () => {
      supervised.reportFailure();
      await supervised.whenRecovered();
    },
    close: () => supervised.close(),
  });
}
