import type { Transferable } from 'node:worker_threads';
import { err, ok, type Result } from '#contract/result.ts';
import type { EpochMs } from '#contract/time.ts';
import { collapse } from '#main/base/async.ts';
import type { Log } from '#main/base/log.ts';
import { SupervisedWorker } from '#main/engine/sqlite/supervised-worker.ts';
import { startThread, type Thread } from '#main/engine/sqlite/worker.ts';

/** Where the PDFs of an account lie and what opens them. */
export interface PdfFile {
  readonly folder: string;
  /** 64 hex digits. */
  readonly key: string;
  /** True after damage was met while the file was open: it is set aside without another look. */
  readonly isDamaged?: boolean;
}

/** How many bytes one row holds of a PDF. */
export const PIECE = 262_144;

/** A PDF that is here, whole. */
export interface PdfRow {
  readonly id: string;
  /** `last_updated_at` of the requisition that it belongs to. */
  readonly version: EpochMs | null;
  /** SHA-256, hex. */
  readonly hash: string;
  readonly size: number;
  readonly fetchedAt: EpochMs;
}

/** Where a copy goes, and whether it may take the place of what is there. */
export interface CopyTarget {
  readonly id: string;
  readonly path: string;
  readonly replaces: boolean;
}

/** Room for PDFs, in bytes, and which are not taken away for another. */
interface Room {
  readonly cap: number;
  readonly stored: readonly string[];
}

/** What the thread of the PDFs answers, by name. */
export interface PdfCalls {
  open: { input: PdfFile; output: null };
  /** Begins to take one; answers its number. */
  begin: { input: { id: string; version: EpochMs | null }; output: number };
  /** All but the last are of `PIECE` bytes. */
  piece: { input: { number: number; place: number; bytes: Uint8Array }; output: null };
  /** It is whole now, and takes the place of the one before it. */
  finish: { input: { number: number; size: number; hash: string }; output: null };
  abandon: { input: { number: number }; output: null };
  /** Those of these that are here. */
  find: { input: { ids: readonly string[] }; output: readonly PdfRow[] };
  /** Up to `PDF_PIECE` bytes from an offset; 'not-found' where the PDF is not here. */
  read: {
    input: { id: string; offset: number };
    output: { bytes: Uint8Array<ArrayBuffer>; size: number; hash: string };
  };
  /** Writes a copy, whole or not at all. 'storage-damaged' where the bytes are not those that arrived. */
  copyTo: { input: CopyTarget; output: PdfRow };
  drop: { input: { ids: readonly string[] }; output: null };
  held: { input: null; output: { count: number; bytes: number } };
  /** Takes away what was unused longest until all fit, but none that is kept; answers what is here then, in bytes. */
  makeRoom: { input: Room; output: number };
  close: { input: null; output: null };
}

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
