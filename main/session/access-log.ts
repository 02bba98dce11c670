import type { InternalProcedureInput } from '#contract/internal-procedures.ts';
import { createTaskQueue, runInBackground } from '#main/base/async.ts';
import type { Log } from '#main/base/log.ts';
import type { AccessLogVault } from '#main/vault/access-log.ts';
import type { EngineLink } from './open-state.ts';

export interface AccessLogKeeperOptions {
  readonly engine: EngineLink;
  readonly secrets: Pick<AccessLogVault, 'getSecrets' | 'getRunSecrets'>;
  readonly log: Log;
}

/** Outcomes of a sign-in or a removal for which the keychain was asked in vain. */
const KEYCHAIN_CLOSED: ReadonlySet<string> = new Set(['keychain-locked', 'keychain-unavailable']);

/**
 * Opens the access log in the engine whenever an account is opened there, also after the engine has started
 * again. The demo clinic, whose records are invented, asks no keychain: its log ends with the run, unless another
 * account is used in the same run.
 */
export class AccessLogKeeper {
  readonly #options: AccessLogKeeperOptions;
  readonly #queue = createTaskQueue();
  #isKept = false;
  #isClosing = false;

  constructor(options: AccessLogKeeperOptions) {
    this.#options = options;
  }

  /** Returns an engine that opens the log with every account. The account does not wait for it. */
  wrap(engine: EngineLink): EngineLink {
    return {
      call: async (name: never, input: never) => {
        if (name === 'engine.open') this.#openFor((input as InternalProcedureInput<'engine.open'>).account); // the name's own input
        return engine.call(name, input);
      },
      reopen: () => engine.reopen(),
    };
  }

  /** Records what this process did itself. */
  note(access: InternalProcedureInput<'accessLog.note'>): void {
    // Where the keychain did not open for a sign-in or a removal, it is not asked a second time: the entry waits.
    const mayOpen = access.what !== 'print' && !KEYCHAIN_CLOSED.has(access.outcome);
    this.#isKept ||= mayOpen;
    const work = async (): Promise<void> => {
      if (mayOpen) await this.#open();
      await this.#options.engine.call('accessLog.note', access);
    };
    runInBackground(this.#queue(work), 'an access could not be recorded', this.#options.log);
  }

  /** Resolves when what was recorded before has reached the engine. */
  settle(): Promise<void> {
    return this.#queue(async () => {});
  }

  /** Writes what waits and closes the log, while its head can still be saved. It does not wait for the keychain. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await this.#options.engine.call('accessLog.close', {});
  }

  #openFor(account: string): void {
    this.#isKept ||= account !== 'demo';
    runInBackground(
      this.#queue(() => this.#open()),
      'the access log could not be opened',
      this.#options.log,
    );
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
