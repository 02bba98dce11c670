import { z } from 'zod';
import { accessLogHeadSchema, type AccessLogHead } from '#contract/access-log.ts';
import { accountIdSchema } from '#contract/accounts.ts';
import type { EventPayload } from '#contract/api.ts';
import { generationMarkerSchema, type GenerationMarker } from '#contract/generation-marker.ts';
import type { InternalProcedureName } from '#contract/internal-procedures.ts';
import { ENGINE_EVENT_NAMES, type EventName } from '#contract/ipc-names.ts';
import type { ProcedureName } from '#contract/procedures.ts';
import { appErrorSchema } from '#contract/app-error.ts';
import { err, type Err, type Result } from '#contract/result.ts';
import { createDeferredPromise, runInBackground, waitForPromiseAtMost } from '#main/base/async.ts';
import type { Clock } from '#main/base/clock.ts';
import { MINUTE, SECOND } from '#main/base/durations.ts';
import { describeThrown, type Log } from '#main/base/log.ts';
import type { ChildPort } from '#main/base/port.ts';
import type { RandomGenerator } from '#main/base/random.ts';
import { startChildrenOnRequestOfPort, type ChildrenStartedForPort } from '#main/base/relayed-children.ts';
import {
  createRpcClient,
  createRpcServer,
  type RpcCallOptions,
  type RpcClient,
  type RpcServer,
} from '#main/base/rpc.ts';

export type EngineState = EventPayload<'engine'>['state'];

export interface EngineProcessDeps {
  readonly fork: () => ChildPort;
  /** Starts a process for work on PDFs at the engine's request: the engine can start none by itself. */
  readonly forkPdfs: (task: unknown) => ChildPort;
  readonly clock: Clock;
  readonly random: RandomGenerator;
  readonly log: Log;
  /** Emits an event to the windows: events of the engine, and the state of the engine itself. */
  readonly announce: (name: EventName, payload: unknown) => void;
  /** Saves the generation marker of an account's local store in the keychain. */
  readonly saveMarker: (account: string, mark: GenerationMarker) => Promise<boolean>;
  /** Saves the head of the access log outside its file. */
  readonly saveAccessHead: (head: AccessLogHead) => Promise<boolean>;
  /** Called after a crashed engine was started again, with no account open. */
  readonly onRestarted: () => Promise<unknown>;
}

const FIRST_DELAY = SECOND / 2;
const MAX_DELAY = 30 * SECOND;
/** Maximum number of consecutive crashes before the engine is given up. */
const MAX_CRASHES = 6;
/** An engine that ran this long has recovered; the crash count starts at zero. */
const RECOVERED_AFTER = MINUTE;
/** How long an engine may take to close its files before it is ended. */
export const LEAVE_DEADLINE = 2 * SECOND;
/** How long the end of an engine is waited for: Electron kills one that does not end on SIGTERM after two seconds. */
export const END_DEADLINE = 3 * SECOND;
/** The event of an engine whose data folder is in use by another process, before it ends. */
const HELD_EVENT = 'held';

const saveMarkerSchema = z.strictObject({ account: accountIdSchema, mark: generationMarkerSchema });

interface Running {
  readonly child: ChildPort;
  /** Handles the calls of the engine to this process. */
  readonly server: RpcServer;
  /** The processes that it has asked for. */
  readonly children: ChildrenStartedForPort;
  readonly client: RpcClient;
  readonly startedAt: number;
}

/** The engine's process: starts it, and starts it again after a crash, with exponential back-off. */
export class EngineProcess {
  readonly #options: EngineProcessDeps;
  readonly #stopping = new AbortController();
  readonly #exited = createDeferredPromise<void>();
  #state: EngineState = 'starting';
  #running: Running | null = null;
  #refusal: Err = err('engine-down');
  #crashes = 0;
  #renewing: Promise<void> | null = null;

  constructor(options: EngineProcessDeps) {
    this.#options = options;
    this.#launch();
  }

  get state(): EngineState {
    return this.#state;
  }

  /**
   * Calls the engine. Returns `engine-down` where it does not run, or ends before it has responded, and `cancelled` as
   * soon as the call is abandoned. A call for an account returns `not-signed-in` where another one is open.
   */
  async call(
    name: ProcedureName | InternalProcedureName,
    input: unknown,
    { signal, account }: Pick<RpcCallOptions, 'signal' | 'account'> = {},
  ): Promise<Result<unknown>> {
    const asked = this.#running;
    if (asked === null) return this.#refusal;
    try {
      return (await asked.client.call(name, input, { signal, account })) as Result<unknown>; // The engine returns nothing else.
    } catch {
      if (signal?.aborted === true) return err('cancelled');
      return this.#running === asked ? err('internal') : this.#refusal;
    }
  }

  /**
   * Starts the engine again after it was given up, because the user has asked for it. No account is open in
   * it then.
   */
  reopen(): void {
    if (this.#state !== 'failed' || this.#stopping.signal.aborted) return;
    this.#crashes = 0;
    this.#refusal = err('engine-down');
    this.#launch();
  }

  /**
   * Ends the engine, after it has closed its files, and starts an empty one: only the end of a process empties its
   * memory. Calls that are open then return 'engine-down'. Resolves when the former process has ended. One that was given
   * up is started again.
   */
  renew(): Promise<void> {
    const running = this.#running;
    if (running === null || this.#stopping.signal.aborted) {
      this.reopen();
      return this.#renewing ?? Promise.resolve();
    }
    this.#running = null;
    this.#refusal = err('engine-down');
    running.children.end();
    const renewing = this.#replace(running).finally(() => {
      this.#renewing = null;
    });
    this.#renewing = renewing;
    return renewing;
  }

  async #replace(running: Running): Promise<void> {
    const { clock, log } = this.#options;
    const ended = new Promise<void>((resolve) => running.child.onExit(() => resolve()));
    await this.#closeFiles(running);
    running.child.kill();
    const waited = await waitForPromiseAtMost(ended, END_DEADLINE, clock);
    if (waited.isOverdue) log.error('a process of the engine did not end');
    running.server.stop();
    running.client.close('the engine was replaced');
    this.#crashes = 0;
    if (!this.#stopping.signal.aborted) this.#launch();
  }

  /** Ends the engine permanently; resolves when its process has ended. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    if (this.#renewing !== null) await this.#renewing;
    const running = this.#running;
    if (running === null) return;
    running.children.end();
    await this.#closeFiles(running);
    running.child.kill();
    await this.#exited.promise;
  }

  /**
   * Lets the engine close its files while this process can still answer it. It could not later: on Windows it ends without
   * a signal, and on macOS this process does nothing while it waits for the end of another.
   */
  async #closeFiles({ client }: Running): Promise<void> {
    const left = waitForPromiseAtMost(client.call('engine.leave', {}), LEAVE_DEADLINE, this.#options.clock);
    // The engine may also end without answering the call to close.
    await left.catch(() => {});
  }

  #setState(state: EngineState): void {
    this.#state = state;
    this.#options.announce('engine', { state });
  }

  /** Starts a process; null where the system cannot. */
  #tryForking(): ChildPort | null {
    const { fork, log } = this.#options;
    try {
      return fork();
    } catch (thrown) {
      log.error('the process of the engine could not be started', { thrown: describeThrown(thrown) });
      return null;
    }
  }

  /** Starts the engine; where its process cannot be started, tries again as after a crash. */
  #launch(): void {
    const { forkPdfs, clock, announce, log } = this.#options;
    const child = this.#tryForking();
    if (child === null) return this.#restartLater(this.#crashes + 1);
    const children = startChildrenOnRequestOfPort(child, forkPdfs);
    const client = createRpcClient(child, (name, payload) => {
      if (name === HELD_EVENT) return this.#yieldFolder(started, payload);
      const event = ENGINE_EVENT_NAMES.find((known) => known === name);
      if (event !== undefined) announce(event, payload);
    });
    const server = createRpcServer(
      child,
      (name, input) => this.#serve(name, input),
      (thrown, name) => log.error('a call of the engine failed', { name, thrown: describeThrown(thrown) }),
    );
    const started = { child, client, server, children, startedAt: clock.monotonic() };
    this.#running = started;
    this.#setState('running');
    child.onExit((code) => this.#handleExit(started, code));
  }

  /** Handles calls of the engine: only keychain access, which belongs to this process. */
  async #serve(name: string, input: unknown): Promise<unknown> {
    if (name === 'accessLog.keepHead') return this.#options.saveAccessHead(accessLogHeadSchema.parse(input));
    if (name !== 'generation.keep') throw new Error('unknown call');
    const { account, mark } = saveMarkerSchema.parse(input);
    return this.#options.saveMarker(account, mark);
  }

  /**
   * Another Intray uses the data folder. The engine ends by itself and is not waited for: it has nothing
   * open.
   */
  #yieldFolder(leaving: Running, reason: unknown): void {
    if (this.#running !== leaving || this.#stopping.signal.aborted) return;
    const { data: error } = appErrorSchema.safeParse(reason);
    this.#running = null;
    this.#refusal = error === undefined ? err('held') : { ok: false, error };
    leaving.server.stop();
    leaving.children.end();
    leaving.client.close('the data folder is used by another process');
    this.#setState('failed');
  }

  #handleExit(ended: Running, code: number | null): void {
    if (this.#running !== ended) return;
    const { clock, log } = this.#options;
    const { client, server, children, startedAt } = ended;
    this.#running = null;
    children.end();
    server.stop();
    client.close('the engine has ended');
    if (this.#stopping.signal.aborted) return this.#exited.resolve();
    const crashes = clock.monotonic() - startedAt >= RECOVERED_AFTER ? 1 : this.#crashes + 1;
    log.error('the engine has ended', { code, crashes });
    this.#restartLater(crashes);
  }

  /** Starts the engine again after a delay, or gives it up after too many crashes in a row. */
  #restartLater(crashes: number): void {
    this.#crashes = crashes;
    if (crashes > MAX_CRASHES) return this.#setState('failed');
    this.#setState('restarting');
    runInBackground(this.#restart(), 'the engine could not be started again', this.#options.log);
  }

  async #restart(): Promise<void> {
    const { clock, random, onRestarted } = this.#options;
    const { signal } = this.#stopping;
    await clock.wait(getRestartDelay(this.#crashes, random), signal).catch(() => {});
    if (signal.aborted) return;
    this.#launch();
    if (this.#running !== null) await onRestarted();
  }
}

function getRestartDelay(crashes: number, random: RandomGenerator): number {
  return Math.min(MAX_DELAY, FIRST_DELAY * 2 ** (crashes - 1)) * (0.5 + random.fraction() / 2);
}
