import { z } from 'zod';
import { sequential } from '#main/base/async.ts';
import type { Clock } from '#main/base/clock.ts';
import { SECOND } from '#main/base/durations.ts';
import type { Log } from '#main/base/log.ts';
import type { Child } from '#main/base/port.ts';
import { rpcClient, type RpcClient } from '#main/base/rpc.ts';
import type { Answer, Done } from './answer.ts';

/** Named secrets in the system keychain, short texts each. Nothing throws. */
export interface Keychain {
  get(name: string): Promise<Answer<string>>;
  set(name: string, value: string): Promise<Done>;
  /** Done also where there was none. */
  delete(name: string): Promise<Done>;
  /** Ends the keychain's process. Later calls answer 'unavailable'. */
  close(): void;
}

export interface KeychainOptions {
  /** Starts the keychain's process. */
  readonly forkChild: () => Child;
  readonly clock: Clock;
  readonly log: Log;
  /** How long one call may take, the start of the process included; in milliseconds. */
  readonly deadlineMs?: number;
}

const shut = z.object({ state: z.enum(['locked', 'unavailable']), detail: z.string() });
const answerSchema = z.union([
  z.object({ state: z.literal('found'), value: z.string() }),
  z.object({ state: z.literal('absent') }),
  shut,
]);
const doneSchema = z.union([z.object({ state: z.literal('done') }), shut]);

interface Running {
  readonly child: Child;
  readonly client: RpcClient;
}

/**
 * The keychain behind a process that can be killed. Calls go one at a time; one that overruns its deadline ends
 * the process and answers 'locked', because an open password prompt is what holds a keychain up. The next call
 * starts a new process.
 */
export function createKeychain(options: KeychainOptions): Keychain {
  const { forkChild, clock, log, deadlineMs = 3 * SECOND } = options;
  const gate = sequential();
  let running: Running | null = null;
  let isClosed = false;

  function start(): Running {
    const child = forkChild();
    const started = { child, client: rpcClient(child) };
    running = started;
    child.onExit(() => {
      if (running === started) running = null;
      started.client.close('the keychain process has ended');
    });
    return started;
  }

  function end(): void {
    running?.child.kill();
    running = null;
  }

  async function beforeDeadline<T>(answer: Promise<T>): Promise<T | 'overrun'> {
    const waiting = new AbortController();
    try {
      return await Promise.race([
        answer,
        clock.wait(deadlineMs, waiting.signal).then(() => 'overrun' as const),
      ]);
    } finally {
      waiting.abort();
    }
  }

  async function ask<T>(schema: z.ZodType<T>, call: string, input: object) {
    if (isClosed) return { state: 'unavailable', detail: 'the keychain was closed' } as const;
    try {
      const { client } = running ?? start();
      const answer = await beforeDeadline(client.call(call, input));
      if (answer !== 'overrun') return schema.parse(answer);
    } catch {
      return { state: 'unavailable', detail: 'the keychain process has ended' } as const;
    }
    log.warn('the keychain did not answer in time', { call, deadlineMs });
    end();
    return { state: 'locked', detail: `no answer in ${deadlineMs / SECOND} s` } as const;
  }

  return {
    get: (name) => gate(() => ask(answerSchema, 'get', { name })),
    set: (name, value) => gate(() => ask(doneSchema, 'set', { name, value })),
    delete: (name) => gate(() => ask(doneSchema, 'delete', { name })),
    close: () => {
      isClosed = true;
      end();
    },
  };
}
