import type { Result } from '#contract/result.ts';
import type { Log } from '#main/base/log.ts';
import { startThread } from '#main/engine/store/thread.ts';
import type { DeskCalls, DeskFile, OpenedDesk, OutboxChanged } from './protocol.ts';

export interface DeskOptions extends DeskFile {
  /** The threads' entry: its source, or its bundle. */
  readonly workerUrl: URL;
  readonly log: Log;
  readonly onChanged: (changed: OutboxChanged) => void;
}

type CallName = Exclude<keyof DeskCalls, 'open' | 'close'>;

/** The open desk file of one account, as the engine's own thread sees it. Nothing here throws. */
export interface Desk {
  readonly opened: OpenedDesk;
  call<N extends CallName>(name: N, input: DeskCalls[N]['input']): Promise<Result<DeskCalls[N]['output']>>;
  /** Closes the file and ends its thread. */
  close(): Promise<void>;
}

/**
 * Starts the desk's thread and opens the file in it. A thread that ends by itself answers 'engine-down' from then on: nothing is
 * said to be saved that was not.
 */
export async function openDesk({
  folder,
  key,
  workerUrl,
  log,
  onChanged,
}: DeskOptions): Promise<Result<Desk>> {
  const thread = startThread({
    role: 'desk',
    workerUrl,
    log,
    onEvent: (name, payload) => {
      if (name === 'changed') onChanged(payload as OutboxChanged); // the thread is our own code
    },
    onDown: () => {},
  });
  const close = async (): Promise<void> => {
    await thread.call('close', null);
    await thread.end();
  };
  const opened = await thread.call('open', { folder, key } satisfies DeskFile);
  if (!opened.ok) {
    await close();
    return opened;
  }
  return {
    ok: true,
    value: {
      opened: opened.value as OpenedDesk, // as the protocol says
      call: <N extends CallName>(name: N, input: DeskCalls[N]['input']) =>
        thread.call(name, input) as Promise<Result<DeskCalls[N]['output']>>, // as the protocol says
      close,
    },
  };
}
