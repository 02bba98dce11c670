import { err, type Result } from '#contract/result.ts';
import { waitAtMost } from '#main/base/async.ts';
import { type Clock, systemClock } from '#main/base/clock.ts';
import { SECOND } from '#main/base/durations.ts';
import type { Log } from '#main/base/log.ts';
import { startThread, type StartWorker, type WorkerHandle } from '#main/engine/sqlite/worker.ts';
import type { NameOnPage } from './text-lines.ts';

/** Calls of the thread that reads the texts of PDFs, by name. */
export interface TextCalls {
  /** Returns the names beside these ids; 'bad-payload' where the text cannot be read. */
  readNames: {
    input: { readonly bytes: Uint8Array; readonly ids: readonly string[] };
    output: readonly NameOnPage[];
  };
}

export interface TextNameExtractorDeps {
  /** Starts a worker thread from its source or its bundle. */
  readonly startWorker: StartWorker;
  readonly log: Log;
  /** Limits the time of the thread. Default: the computer's. */
  readonly clock?: Pick<Clock, 'wait'>;
}

/** Memory limit of the thread; a usual PDF takes a tenth of it. */
const HEAP_MEGABYTES = 384;
/** Maximum time for one PDF; a usual one takes a tenth of a second. */
export const MAX_TEXT_TIME = 20 * SECOND;

/**
 * Reads the texts of PDFs in a thread of its own, which opens no file and knows no secret. A PDF that takes too much
 * memory or time ends the thread; the next one gets another.
 */
export class TextNameExtractor {
  readonly #deps: TextNameExtractorDeps;
  #thread: WorkerHandle | null = null;

  constructor(deps: TextNameExtractorDeps) {
    this.#deps = deps;
  }

  /** Returns the names beside these ids; the bytes are handed over. 'engine-down' where the thread has ended. */
  async readNames(
    bytes: Uint8Array<ArrayBuffer>,
    ids: readonly string[],
  ): Promise<Result<TextCalls['readNames']['output']>> {
    const { clock = systemClock, log } = this.#deps;
    const thread = (this.#thread ??= this.#start());
    const called = thread.call('readNames', { bytes, ids }, [bytes.buffer]);
    const outcome = await waitAtMost(called, MAX_TEXT_TIME, clock);
    if (!outcome.isOverdue) return outcome.value as Result<TextCalls['readNames']['output']>; // as the protocol says
    log.warn('reading the text of a PDF took too long');
    await this.end();
    return err('engine-down');
  }

  /** Ends the thread; the next PDF starts another one. */
  async end(): Promise<void> {
    const thread = this.#thread;
    this.#thread = null;
    await thread?.end();
  }

  #start(): WorkerHandle {
    return startThread({
      role: 'text',
      startWorker: this.#deps.startWorker,
      log: this.#deps.log,
      heapMegabytes: HEAP_MEGABYTES,
      onEvent: () => {},
      onDown: () => {
        this.#thread = null;
      },
    });
  }
}
