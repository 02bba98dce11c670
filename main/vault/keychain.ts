import { z } from 'zod';
import { createDeferredPromise, createTaskQueue } from '#main/base/async.ts';
import type { Clock } from '#main/base/clock.ts';
import { SECOND } from '#main/base/durations.ts';
import type { Log } from '#main/base/log.ts';
import type { ChildPort } from '#main/base/port.ts';
import { createRpcClient, type RpcClient } from '#main/base/rpc.ts';
import type { KeychainReadResult, KeychainWriteResult, KeychainFailure } from './keychain-result.ts';

/**
 * How long a call may take. `question`: as long as the user needs to answer a question of the system; `brief`:
 * a few seconds, also after a call that waits for the user.
 */
export type KeychainCallTimeLimit = 'question' | 'brief';

/** Named secrets in the system keychain, each a short text. Nothing throws. */
export interface Keychain {
  get(name: string): Promise<KeychainReadResult<string>>;
  /** @param patience default: `question` */
  set(name: string, value: string, patience?: KeychainCallTimeLimit): Promise<KeychainWriteResult>;
  /** Returns done also where there was none. */
  delete(name: string): Promise<KeychainWriteResult>;
  /** Ends the call that waits for the user. It returns 'locked', as if the question had been dismissed. */
  cancel(): void;
  /** Ends the keychain's process. Later calls return 'unavailable'. */
  close(): void;
}

export interface KeychainDeps {
  /** Starts the keychain's process. */
  readonly forkChild: () => ChildPort;
  readonly clock: Clock;
  readonly log: Log;
  /** The timeout of a brief call, including the start of the process; in milliseconds. Default: 3 seconds. */
  readonly briefMs?: number;
  /**
   * The timeout of a call during which the system may ask the user a question; in milliseconds. Default: the
   * same, for programs without a user.
   */
  readonly questionMs?: number;
  /** Called when a call seems to wait for the user, and when it has ended. */
  readonly onQuestion?: (isOpen: boolean) => void;
}

const BRIEF = 3 * SECOND;
/** An open keychain answers sooner: a call that takes longer waits for the user. */
const QUESTION_AFTER = SECOND;

const failureSchema = z.object({ state: z.enum(['locked', 'unavailable']), detail: z.string() });
const answerSchema = z.union([
  z.object({ state: z.literal('found'), value: z.string() }),
  z.object({ state: z.literal('absent') }),
  failureSchema,
]);
const doneSchema = z.union([z.object({ state: z.literal('done') }), failureSchema]);

const CLOSED: KeychainFailure = { state: 'unavailable', detail: 'the keychain was closed' };
const ENDED: KeychainFailure = { state: 'unavailable', detail: 'the keychain process has ended' };
const CANCELLED: KeychainFailure = { state: 'locked', detail: 'cancelled' };

function createOverdue(limitMs: number): KeychainFailure {
  return { state: 'locked', detail: `no answer in ${limitMs / SECOND} s` };
}

interface Running {
  readonly child: ChildPort;
  readonly client: RpcClient;
}

interface KeychainCall<T> {
  readonly schema: z.ZodType<T>;
  readonly name: 'get' | 'set' | 'delete';
  readonly input: object;
}

/**
 * Runs the keychain in a process that can be killed. Calls run one at a time; a call that exceeds its timeout
 * or is cancelled ends the process and returns 'locked', because the usual cause is an open password prompt.
 * The next call starts a new process.
 */
export function createKeychain(options: KeychainDeps): Keychain {
  const client = new KeychainClient(options);
  return {
    get: (name) => client.call({ schema: answerSchema, name: 'get', input: { name } }),
    set: (name, value, patience = 'question') => {
      const saving = { schema: doneSchema, name: 'set', input: { name, value } } as const;
      return patience === 'brief' ? client.callBriefly(saving) : client.call(saving);
    },
    delete: (name) => client.call({ schema: doneSchema, name: 'delete', input: { name } }),
    cancel: () => client.cancel(),
    close: () => client.close(),
  };
}

class KeychainClient {
  readonly #options: KeychainDeps;
  readonly #limits: Readonly<Record<KeychainCallTimeLimit, number>>;
  readonly #queue = createTaskQueue();
  #running: Running | null = null;
  #cancelled = createDeferredPromise<KeychainFailure>();
  #isQuestionOpen = false;
  #isClosed = false;

  constructor(options: KeychainDeps) {
    const { briefMs = BRIEF, questionMs = briefMs } = options;
    this.#options = options;
    this.#limits = { brief: briefMs, question: questionMs };
  }

  /** Calls the keychain and waits for the user where the system asks a question. */
  call<T>(call: KeychainCall<T>): Promise<T | KeychainFailure> {
    return this.#queue(async () => {
      const waiting = new AbortController();
      this.#cancelled = createDeferredPromise();
      this.#noticeQuestion(waiting.signal);
      const answer = await this.#ask(call, 'question');
      waiting.abort();
      this.#setQuestion(false);
      return answer;
    });
  }

  /** Calls the keychain within the brief limit, which includes the wait for the calls before it. */
  callBriefly<T>(call: KeychainCall<T>): Promise<T | KeychainFailure> {
    const waiting = new AbortController();
    let isOverdue = false;
    const asked = this.#queue(async () => {
      waiting.abort();
      return isOverdue ? createOverdue(this.#limits.brief) : this.#ask(call, 'brief');
    });
    const gaveUp = this.#options.clock.wait(this.#limits.brief, waiting.signal).then(
      () => {
        isOverdue = true;
        return createOverdue(this.#limits.brief);
      },
      () => asked,
    );
    return Promise.race([asked, gaveUp]);
  }

  cancel(): void {
    this.#cancelled.resolve(CANCELLED);
  }

  close(): void {
    this.#isClosed = true;
    this.#end();
  }

  async #ask<T>(
    { schema, name, input }: KeychainCall<T>,
    patience: KeychainCallTimeLimit,
  ): Promise<T | KeychainFailure> {
    if (this.#isClosed) return CLOSED;
    const waiting = new AbortController();
    const failures = [this.#waitUntilOverdue(name, this.#limits[patience], waiting.signal)];
    if (patience === 'question') failures.push(this.#cancelled.promise);
    const failed = Promise.race(failures).then((failure) => {
      this.#end();
      return failure;
    });
    // Ignores the rejection of the timeout, which is aborted once the call has ended.
    failed.catch(() => {});
    try {
      const { client } = this.#running ?? this.#start();
      const answered = client.call(name, input).then((answer) => schema.parse(answer));
      return await Promise.race([answered, failed]);
    } catch {
      return ENDED;
    } finally {
      waiting.abort();
    }
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

  async #waitUntilOverdue(call: string, limitMs: number, signal: AbortSignal): Promise<KeychainFailure> {
    const { clock, log } = this.#options;
    await clock.wait(limitMs, signal);
    log.warn('the keychain did not answer in time', { call, limitMs });
    return createOverdue(limitMs);
  }

  #noticeQuestion(signal: AbortSignal): void {
    this.#options.clock.wait(QUESTION_AFTER, signal).then(
      () => this.#setQuestion(true),
      () => {}, // The call has ended.
    );
  }

  #setQuestion(isOpen: boolean): void {
    if (isOpen === this.#isQuestionOpen) return;
    this.#isQuestionOpen = isOpen;
    this.#options.onQuestion?.(isOpen);
  }
}
