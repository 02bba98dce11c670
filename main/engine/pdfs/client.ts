import type { Transferable } from 'node:worker_threads';
import { err, ok, type Result } from '#contract/result.ts';
import type { EpochMs } from '#contract/time.ts';
import { shareResultOfRunningCall } from '#main/base/async.ts';
import type { Log } from '#main/base/log.ts';
import { SupervisedWorker } from '#main/engine/sqlite/supervised-worker.ts';
import { startThread, type WorkerThreadCaller, type StartWorker } from '#main/engine/sqlite/worker.ts';

/** What opens the PDF store of an account: its folder, the key, and whether damage is known. */
export interface PdfStoreFolderAndKey {
  readonly folder: string;
  /** The encryption key of the store: 64 hex digits. */
  readonly key: string;
  /** True after damage was met while the file was open: it is then renamed without another check. */
  readonly isDamaged?: boolean;
}

/** Size of the pieces that a PDF is stored in, in bytes. */
export const PDF_CHUNK_BYTES = 262_144;

/** A completely stored PDF of a requisition: its size, hash, and the record's version. */
export interface StoredPdfInfo {
  readonly id: string;
  /** `last_updated_at` of the requisition that it belongs to. */
  readonly version: EpochMs | null;
  /** SHA-256 of the PDF, hex. */
  readonly hash: string;
  readonly size: number;
  readonly fetchedAt: EpochMs;
}

/** Target of a copy, and whether it may replace an existing file. */
export interface PdfCopyTarget {
  readonly id: string;
  readonly path: string;
  readonly replaces: boolean;
}

/** Maximum bytes of all stored PDFs, and the ids of PDFs that are never removed to make room. */
interface PdfCapacity {
  readonly cap: number;
  readonly protectedIds: readonly string[];
}

/** The calls of the PDF store's thread: inputs and outputs by name. */
export interface PdfStoreThreadCalls {
  open: { input: PdfStoreFolderAndKey; output: null };
  /** Begins to store a PDF; returns its number. */
  begin: { input: { id: string; version: EpochMs | null }; output: number };
  /** Adds a piece of the PDF; all but the last have `PDF_CHUNK_BYTES` bytes. */
  addPiece: { input: { number: number; place: number; bytes: Uint8Array }; output: null };
  /** Marks the PDF as complete; it replaces the previous one. */
  finish: { input: { number: number; size: number; hash: string }; output: null };
  abandon: { input: { number: number }; output: null };
  /** Returns id, hash and size of every PDF that is stored. */
  listStored: { input: null; output: readonly Pick<StoredPdfInfo, 'id' | 'hash' | 'size'>[] };
  /** Returns size, hash and version of those of these PDFs that are stored. */
  find: { input: { ids: readonly string[] }; output: readonly StoredPdfInfo[] };
  /** Returns up to `MAX_PDF_PIECE_BYTES` bytes from an offset; 'not-found' where the PDF is not stored. */
  read: {
    input: { id: string; offset: number };
    output: { bytes: Uint8Array<ArrayBuffer>; size: number; hash: string };
  };
  /**
   * Writes a copy atomically. Returns 'storage-damaged' where the bytes have another hash than on arrival.
   */
  copyTo: { input: PdfCopyTarget; output: StoredPdfInfo };
  drop: { input: { ids: readonly string[] }; output: null };
  getUsage: { input: null; output: { count: number; bytes: number } };
  /**
   * Removes the least recently used PDFs until all fit, except protected ones. Returns the size of those that are left, in
   * bytes.
   */
  makeRoom: { input: PdfCapacity; output: number };
  /**
   * Removes some of the PDFs that were last used before a time, except protected ones. Returns their ids; none where
   * nothing is left to remove.
   */
  expire: {
    input: { before: EpochMs; protectedIds: readonly string[] };
    output: readonly string[];
  };
  close: { input: null; output: null };
}

export interface PdfStoreClientOptions extends PdfStoreFolderAndKey {
  /** Starts a worker thread from its source or its bundle. */
  readonly startWorker: StartWorker;
  readonly log: Log;
}

export type PdfStoreCallName = Exclude<keyof PdfStoreThreadCalls, 'open' | 'close'>;

interface OpenPdfStore {
  readonly thread: WorkerThreadCaller;
  close(): Promise<void>;
}

async function openInThread(
  options: PdfStoreClientOptions,
  onDown: () => void,
): Promise<Result<OpenPdfStore>> {
  const { startWorker, log, ...file } = options;
  const thread = startThread({ role: 'pdfs', startWorker, log, onEvent: () => {}, onDown });
  const close = async (): Promise<void> => {
    await thread.call('close', null);
    await thread.end();
  };
  const opened = await thread.call('open', file satisfies PdfStoreFolderAndKey);
  if (opened.ok) return ok({ thread, close });
  await close();
  return opened;
}

/**
 * The store of an account's PDFs, in a thread that starts with the first call. A damaged file is renamed and
 * replaced by a fresh one; a thread that ends unexpectedly is restarted, after repeated failures with a delay.
 */
export class PdfStoreClient {
  readonly #supervised: SupervisedWorker<OpenPdfStore>;
  /** Opens the store's file with the first call. A failure is not remembered: each call tries again. */
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
          this.#supervised.reportFailure(),
        );
        if (opened.ok) this.#isDamaged = false;
        this.#wasOpened ||= opened.ok;
        return opened;
      },
      onReopened: () => {},
      log: options.log,
    });
    this.#openOnce = shareResultOfRunningCall(() => this.#supervised.open());
  }

  async call<N extends PdfStoreCallName>(
    name: N,
    input: PdfStoreThreadCalls[N]['input'],
    transfer?: readonly Transferable[],
  ): Promise<Result<PdfStoreThreadCalls[N]['output']>> {
    await this.#supervised.whenRecovered();
    const open = await this.#ensureOpen();
    if (!open.ok) return open;
    const answer = await open.value.thread.call(name, input, { transfer });
    if (!answer.ok && answer.error.code === 'storage-damaged') this.#reportDamage();
    return answer as Result<PdfStoreThreadCalls[N]['output']>; // The thread's protocol gives the type.
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#opening;
    await this.#supervised.close();
  }

  async #ensureOpen(): Promise<Result<OpenPdfStore>> {
    const { current } = this.#supervised;
    if (this.#isClosed) return err('engine-down');
    if (current !== null) return ok(current);
    // After repeated failures the thread is restarted later, not by this call.
    if (this.#wasOpened) return err('engine-down');
    const opening = this.#openOnce();
    this.#opening = opening;
    return opening;
  }

  #reportDamage(): void {
    this.#isDamaged = true;
    this.#supervised.reportFailure();
  }
}
