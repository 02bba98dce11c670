import { z } from 'zod';
import { createTaskQueue } from '#main/base/async.ts';
import type { Clock } from '#main/base/clock.ts';
import { SECOND } from '#main/base/durations.ts';
import type { Log } from '#main/base/log.ts';
import type { ChildPort } from '#main/base/port.ts';
import { createRpcClient, type RpcClient } from '#main/base/rpc.ts';
import type { KeychainResult, KeychainWriteResult, KeychainFailure } from './answer.ts';

/** Named secrets in the system keychain, each a short text. Nothing throws. */
export interface Keychain {
  get(name: string): Promise<KeychainResult<string>>;
  set(name: string, value: string): Promise<KeychainWriteResult>;
  /** Returns done also where there was none. */
  delete(name: string): Promise<KeychainWriteResult>;
  /** Ends the keychain's process. Later calls return 'unavailable'. */
  close(): void;
}

export interface KeychainOptions {
  /** Starts the keychain's process. */
  readonly forkChild: () => ChildPort;
  readonly clock: Clock;
  readonly log: Log;
  /** The timeout of one call, including the start of the process; in milliseconds. */
  readonly deadlineMs?: number;
}

const DEADLINE = 3 * SECOND;

const failureSchema = z.object({ state: z.enum(['locked', 'unavailable']), detail: z.string() });
const answerSchema = z.union([
  z.object({ state: z.literal('found'), value: z.string() }),
  z.object({ state: z.literal('absent') }),
  failureSchema,
]);
const doneSchema = z.union([z.object({ state: z.literal('done') }), failureSchema]);

const CLOSED: KeychainFailure = { state: 'unavailable', detail: 'the keychain was closed' };
const ENDED: KeychainFailure = { state: 'unavailable', detail: 'the keychain process has ended' };

interface Running {
  readonly child: ChildPort;
  readonly client: RpcClient;
}

/**
 * Runs the keychain in a process that can be killed. Calls run one at a time; a call that exceeds its timeout
 * ends the process and returns 'locked', because the usual cause is an open password prompt. The next call
 * starts a new process.
 */
export function createKeychain(options: KeychainOptions): Keychain {
  const client = new KeychainClient(options);
  return {
    get: (name) => client.call(answerSchema, 'get', { name }),
    set: (name, value) => client.call(doneSchema, 'set', { name, value }),
    delete: (name) => client.call(doneSchema, 'delete', { name }),
    close: () => client.close(),
  };
}

class KeychainClient {
  readonly #options: KeychainOptions;
  readonly #queue = createTaskQueue();
  #running: Running | null = null;
  #isClosed = false;

  constructor(options: KeychainOptions) {
    this.#options = options;
  }

  call<T>(schema: z.ZodType<T>, call: string, input: object): Promise<T | KeychainFailure> {
    return this.#queue(async () => {
      if (this.#isClosed) return CLOSED;
      try {
        const { client } = this.#running ?? this.#start();
        const answer = await this.#withDeadline(client.call(call, input));
        return answer === 'overrun' ? this.#reportOverrun(call) : schema.parse(answer);
      } catch {
        return ENDED;
      }
    });
  }

  close(): void {
    this.#isClosed = true;
    this.#end();
  }

  #start(): Running {
    const child = this.#options.forkChild();
    const started = { child, client: createRpcClient(child) };
    this.#running = started;
    child.onExit(() => {
      if (this.#running === started) this.#running = null;
      started.client.close('the keychain process has ended');
    });
    return started;
  }

  #end(): void {
    this.#running?.child.kill();
    this.#running = null;
  }

  async #withDeadline<T>(answer: Promise<T>): Promise<T | 'overrun'> {
    const { clock, deadlineMs = DEADLINE } = this.#options;
    const waiting = new AbortController();
    const overrun = clock.wait(deadlineMs, waiting.signal).then(() => 'overrun' as const);
    try {
      return await Promise.race([answer, overrun]);
    } finally {
      waiting.abort();
    }
  }

  #reportOverrun(call: string): KeychainFailure {
    const { log, deadlineMs = DEADLINE } = this.#options;
    log.warn('the keychain did not answer in time', { call, deadlineMs });
    this.#end();
    return { state: 'locked', detail: `no answer in ${deadlineMs / SECOND} s` };
  }
}
