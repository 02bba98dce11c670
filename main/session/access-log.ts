import type { InternalProcedureInput } from '#contract/internal-procedures.ts';
import type { RemovalReceipt } from '#contract/removal.ts';
import { toEpochMs } from '#contract/time.ts';
import { createTaskQueue, runInBackground } from '#main/base/async.ts';
import type { Clock } from '#main/base/clock.ts';
import type { Log } from '#main/base/log.ts';
import type { AccessLogKeyProvider } from '#main/vault/access-log.ts';
import type { EngineCallAndRestart } from './open-account-controller.ts';

export interface AccessLogRecorderDeps {
  readonly engine: EngineCallAndRestart;
  readonly secrets: Pick<AccessLogKeyProvider, 'getSecrets' | 'getRunSecrets'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
}

type Access = InternalProcedureInput<'accessLog.note'>;

/** Outcomes of a sign-in or a removal for which the keychain was asked in vain. */
const KEYCHAIN_CLOSED: ReadonlySet<string> = new Set(['keychain-locked', 'keychain-unavailable']);

/**
 * Opens the access log in the engine whenever an account is opened there, also after the engine has started
 * again. The demo clinic, whose records are invented, asks no keychain: its log ends with the run, unless another
 * account is used in the same run.
 */
export class AccessLogRecorder {
  readonly #options: AccessLogRecorderDeps;
  readonly #queue = createTaskQueue();
  readonly #deliveries = createTaskQueue();
  /** What the engine has not taken yet, oldest first: a lock replaces it, also while the keychain is asked. */
  readonly #waiting: Access[] = [];
  #isKept = false;
  #isClosing = false;

  constructor(options: AccessLogRecorderDeps) {
    this.#options = options;
  }

  /** Returns an engine that opens the log with every account. The account does not wait for it. */
  wrap(engine: EngineCallAndRestart): EngineCallAndRestart {
    return {
      call: async (name: never, input: never) => {
        if (name === 'engine.open') this.#openFor((input as InternalProcedureInput<'engine.open'>).account); // Calls of this name have this input.
        return engine.call(name, input);
      },
      reopen: () => engine.reopen(),
    };
  }

  /** Records an access that the engine does not see, such as a sign-in, a print, a lock or a removal. */
  note(access: Access): void {
    // Where the keychain did not open for a sign-in or a removal, it is not asked a second time: the entry waits.
    const mayOpen = access.what !== 'print' && !KEYCHAIN_CLOSED.has(access.outcome);
    this.#isKept ||= mayOpen;
    this.#waiting.push({ ...access, at: toEpochMs(this.#options.clock.now()) });
    const work = async (): Promise<void> => {
      if (mayOpen) await this.#open();
      await this.#deliver();
    };
    runInBackground(this.#queue(work), 'an access could not be recorded', this.#options.log);
  }

  /** Records the receipts of removals. Returns whether a log keeps them that outlives this run. */
  keepReceipts(receipts: readonly RemovalReceipt[]): Promise<boolean> {
    this.#isKept = true;
    return this.#queue(async () => {
      await this.#open();
      await this.#deliver();
      return (await this.#options.engine.call('accessLog.keepReceipts', { receipts })).ok;
    });
  }

  /** Resolves when what was recorded before has reached the engine. */
  settle(): Promise<void> {
    return this.#queue(async () => {});
  }

  /** Writes what waits and closes the log, while its head can still be saved. It does not wait for the keychain. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await this.#deliver();
    await this.#options.engine.call('accessLog.close', {});
  }

  #openFor(account: string): void {
    this.#isKept ||= account !== 'demo';
    runInBackground(
      this.#queue(async () => {
        await this.#open();
        await this.#deliver();
      }),
      'the access log could not be opened',
      this.#options.log,
    );
  }

  /** Hands to the engine what was recorded, in order. While no engine runs, it waits for the next call. */
  #deliver(): Promise<void> {
    return this.#deliveries(async () => {
      for (let [next] = this.#waiting; next !== undefined; [next] = this.#waiting) {
        const taken = await this.#options.engine.call('accessLog.note', next);
        if (!taken.ok && taken.error.code === 'engine-down') return;
        this.#waiting.shift();
      }
    });
  }

  async #open(): Promise<void> {
    if (this.#isClosing) return;
    const { engine, secrets, log } = this.#options;
    const found = this.#isKept ? await secrets.getSecrets() : secrets.getRunSecrets();
    // Entries wait in the engine until the keychain is open.
    if (found === null) return log.warn('the keychain is locked: the access log waits');
    const opened = await engine.call('accessLog.open', found);
    if (!opened.ok) log.error('the access log could not be opened', { code: opened.error.code });
  }
}
