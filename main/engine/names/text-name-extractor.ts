import { err, type Result } from '#contract/result.ts';
import { waitForPromiseAtMost } from '#main/base/async.ts';
import { type Clock, systemClock } from '#main/base/clock.ts';
import { MINUTE, SECOND } from '#main/base/durations.ts';
import type { Log } from '#main/base/log.ts';
import { startThread, type StartWorker, type WorkerThreadCaller } from '#main/engine/sqlite/worker.ts';
import type { NameBesideId } from './text-lines.ts';

/** Calls of the process that reads the texts of PDFs, by name. */
export interface PdfTextThreadCalls {
  /** Returns once the process has started. */
  getReady: { input: null; output: null };
  /** Returns the names that a PDF prints beside these ids; 'bad-payload' where its text cannot be read. */
  readNames: {
    input: { readonly bytes: Uint8Array; readonly ids: readonly string[] };
    output: readonly NameBesideId[];
  };
}

export interface PdfNameExtractorThreadDeps {
  /** Starts the process, which can be killed whatever a PDF makes it do. */
  readonly startWorker: StartWorker;
  readonly log: Log;
  /** Limits the time of the process. Default: the computer's. */
  readonly clock?: Pick<Clock, 'wait'>;
}

/** Memory limit of the process for its objects; a usual PDF takes a tenth of it. */
export const NAMES_HEAP_MEGABYTES = 384;
/** Maximum time for one PDF; a usual one takes a tenth of a second. */
export const MAX_NAME_EXTRACTION_MS = 20 * SECOND;
/** Maximum time for the start of the process: only one that hangs takes as long, also on a busy computer. */
const MAX_START_MS = MINUTE;

/**
 * Reads the texts of PDFs in a process of its own, which opens no file and knows no secret. A PDF that takes too much
 * memory or time ends the process; the next one gets another.
 */
export class PdfNameExtractorThread {
  readonly #deps: PdfNameExtractorThreadDeps;
  #thread: WorkerThreadCaller | null = null;

  constructor(deps: PdfNameExtractorThreadDeps) {
    this.#deps = deps;
  }

  /** Starts the process unless it runs. Returns whether it answers: a process that cannot start says nothing about a PDF. */
  async isReady(): Promise<boolean> {
    if (this.#thread !== null) return true;
    const { clock = systemClock, log } = this.#deps;
    const thread = this.#start();
    this.#thread = thread;
    const outcome = await waitForPromiseAtMost(thread.call('getReady', null), MAX_START_MS, clock);
    if (!outcome.isOverdue && outcome.value.ok) return true;
    log.warn('the process that reads the texts of PDFs does not start');
    if (this.#thread === thread) await this.end();
    return false;
  }

  /** Returns the names beside these ids; the bytes are handed over. 'engine-down' where the process has ended. */
  async readNames(
    bytes: Uint8Array<ArrayBuffer>,
    ids: readonly string[],
  ): Promise<Result<PdfTextThreadCalls['readNames']['output']>> {
    const { clock = systemClock, log } = this.#deps;
    const thread = (this.#thread ??= this.#start());
    const called = thread.call('readNames', { bytes, ids }, { transfer: [bytes.buffer] });
    const outcome = await waitForPromiseAtMost(called, MAX_NAME_EXTRACTION_MS, clock);
    if (!outcome.isOverdue) return outcome.value as Result<PdfTextThreadCalls['readNames']['output']>; // The thread's protocol gives the type.
    log.warn('reading the text of a PDF took too long');
    await this.end();
    return err('engine-down');
  }

  /** Ends the process; the next PDF starts another one. */
  async end(): Promise<void> {
    const thread = this.#thread;
    this.#thread = null;
    await thread?.end();
  }

  #start(): WorkerThreadCaller {
    return startThread({
      role: 'text',
      startWorker: this.#deps.startWorker,
      log: this.#deps.log,
      heapMegabytes: NAMES_HEAP_MEGABYTES,
      onEvent: () => {},
      onDown: () => {
        this.#thread = null;
      },
    });
  }
}
