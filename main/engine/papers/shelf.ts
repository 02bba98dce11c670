import type { Transferable } from 'node:worker_threads';
import { err, ok, type Result } from '#contract/result.ts';
import { collapse } from '#main/base/async.ts';
import type { Log } from '#main/base/log.ts';
import { SupervisedWorker } from '#main/engine/store/living.ts';
import { startThread, type Thread } from '#main/engine/store/thread.ts';
import type { PdfCalls, PdfFile } from './protocol.ts';

export interface PdfStoreClientOptions extends PdfFile {
  /** The threads' entry: its source, or its bundle. */
  readonly workerUrl: URL;
  readonly log: Log;
}

export type PdfStoreCall = Exclude<keyof PdfCalls, 'open' | 'close'>;

interface OpenPdfStore {
  readonly thread: Thread;
  close(): Promise<void>;
}

async function openInThread(
  options: PdfStoreClientOptions,
  onDown: () => void,
): Promise<Result<OpenPdfStore>> {
  const { workerUrl, log, ...file } = options;
  const thread = startThread({ role: 'pdfs', workerUrl, log, onEvent: () => {}, onDown });
  const close = async (): Promise<void> => {
    await thread.call('close', null);
    await thread.end();
  };
  const opened = await thread.call('open', file satisfies PdfFile);
  if (opened.ok) return ok({ thread, close });
  await close();
  return opened;
}

/**
 * Where the PDFs of an account lie, in a thread of its own that starts when it is first asked. Damage that shows sets the file aside,
 * and a fresh one takes its place; a thread that ends is started again, a few times.
 */
export class PdfStoreClient {
  readonly #supervised: SupervisedWorker<OpenPdfStore>;
  /** Opens it the first time; why it cannot be opened is found out anew each time. */
  readonly #openOnce: () => Promise<Result<OpenPdfStore>>;
  #opening: Promise<unknown> = Promise.resolve();
  #wasOpened = false;
  #isClosed = false;
  #isDamaged = false;

  constructor(options: PdfStoreClientOptions) {
    this.#supervised = new SupervisedWorker({
      name: 'file of PDFs',
      open: async () => {
        const opened = await openInThread({ ...options, isDamaged: this.#isDamaged }, () =>
          this.#supervised.failed(),
        );
        if (opened.ok) this.#isDamaged = false;
        this.#wasOpened ||= opened.ok;
        return opened;
      },
      onReopened: () => {},
      log: options.log,
    });
    this.#openOnce = collapse(() => this.#supervised.open());
  }

  async call<N extends PdfStoreCall>(
    name: N,
    input: PdfCalls[N]['input'],
    transfer?: readonly Transferable[],
  ): Promise<Result<PdfCalls[N]['output']>> {
    await this.#supervised.whenRecovered();
    const open = await this.#ready();
    if (!open.ok) return open;
    const answer = await open.value.thread.call(name, input, transfer);
    if (!answer.ok && answer.error.code === 'storage-damaged') this.#damaged();
    return answer as Result<PdfCalls[N]['output']>; // as the protocol says
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#opening;
    await this.#supervised.close();
  }

  async #ready(): Promise<Result<OpenPdfStore>> {
    const { current } = this.#supervised;
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
    this.#supervised.failed();
  }
}
