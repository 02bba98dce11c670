import type { Transferable } from 'node:worker_threads';
import { err, ok, type Result } from '#contract/result.ts';
import { collapse } from '#main/base/async.ts';
import type { Log } from '#main/base/log.ts';
import { Living } from '#main/engine/store/living.ts';
import { startThread, type Thread } from '#main/engine/store/thread.ts';
import type { PaperCalls, PaperFile } from './protocol.ts';

export interface ShelfOptions extends PaperFile {
  /** The threads' entry: its source, or its bundle. */
  readonly workerUrl: URL;
  readonly log: Log;
}

export type ShelfCall = Exclude<keyof PaperCalls, 'open' | 'close'>;

interface OpenShelf {
  readonly thread: Thread;
  close(): Promise<void>;
}

async function openInThread(options: ShelfOptions, onDown: () => void): Promise<Result<OpenShelf>> {
  const { workerUrl, log, ...file } = options;
  const thread = startThread({ role: 'papers', workerUrl, log, onEvent: () => {}, onDown });
  const close = async (): Promise<void> => {
    await thread.call('close', null);
    await thread.end();
  };
  const opened = await thread.call('open', file satisfies PaperFile);
  if (opened.ok) return ok({ thread, close });
  await close();
  return opened;
}

/**
 * Where the PDFs of an account lie, in a thread of its own that starts when it is first asked. Damage that shows sets the file aside,
 * and a fresh one takes its place; a thread that ends is started again, a few times.
 */
export class Shelf {
  readonly #living: Living<OpenShelf>;
  /** Opens it the first time; why it cannot be opened is found out anew each time. */
  readonly #openOnce: () => Promise<Result<OpenShelf>>;
  #opening: Promise<unknown> = Promise.resolve();
  #wasOpened = false;
  #isClosed = false;
  #isDamaged = false;

  constructor(options: ShelfOptions) {
    this.#living = new Living({
      name: 'file of PDFs',
      open: async () => {
        const opened = await openInThread({ ...options, isDamaged: this.#isDamaged }, () =>
          this.#living.broke(),
        );
        if (opened.ok) this.#isDamaged = false;
        this.#wasOpened ||= opened.ok;
        return opened;
      },
      onRevived: () => {},
      log: options.log,
    });
    this.#openOnce = collapse(() => this.#living.open());
  }

  async call<N extends ShelfCall>(
    name: N,
    input: PaperCalls[N]['input'],
    transfer?: readonly Transferable[],
  ): Promise<Result<PaperCalls[N]['output']>> {
    await this.#living.mended();
    const open = await this.#ready();
    if (!open.ok) return open;
    const answer = await open.value.thread.call(name, input, transfer);
    if (!answer.ok && answer.error.code === 'storage-damaged') this.#damaged();
    return answer as Result<PaperCalls[N]['output']>; // as the protocol says
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#opening;
    await this.#living.close();
  }

  async #ready(): Promise<Result<OpenShelf>> {
    const { current } = this.#living;
    if (this.#isClosed) return err('engine-down');
    if (current !== null) return ok(current);
    // What broke too often stays closed.
    if (this.#wasOpened) return err('engine-down');
    const opening = this.#openOnce();
    this.#opening = opening;
    return opening;
  }

  #damaged(): void {
    this.#isDamaged = true;
    this.#living.broke();
  }
}
