import type { Account, AccountsState, Tokens } from '#contract/accounts.ts';
import type { ValidatedInput } from '#contract/api.ts';
import type { InternalProcedureInput, InternalProcedureName } from '#contract/internal-procedures.ts';
import type { ProcedureName } from '#contract/procedures.ts';
import type { Policy } from '#contract/policy.ts';
import { type Result, ok, type AppError } from '#contract/result.ts';
import type { Log } from '#main/base/log.ts';
import type { AccountRegister } from '#main/vault/accounts.ts';
import type { AccountSecrets } from '#main/vault/secrets.ts';
import type { DemoClinicStarter } from './demo.ts';

/**
 * The engine as the session uses it: a function to call it, independent of the transport, and one to start it
 * again.
 */
export interface EngineCallAndRestart {
  call<N extends InternalProcedureName>(name: N, input: InternalProcedureInput<N>): Promise<Result<unknown>>;
  call<N extends ProcedureName>(name: N, input: ValidatedInput<N>): Promise<Result<unknown>>;
  /** Starts the engine again where it was given up; nothing is open in it then. */
  reopen(): void;
}

export interface OpenAccountControllerDeps {
  readonly accounts: AccountRegister;
  readonly engine: EngineCallAndRestart;
  readonly log: Log;
  readonly policy: Pick<Policy, 'demoClinic' | 'retention'>;
  /** Called when the engine has closed an account that is left for another one, or for none. */
  readonly onLeft: (account: Account) => Promise<void>;
  readonly onChanged: (state: AccountsState) => void;
}

/** The state of the accounts after a change, or why it failed. */
export type AccountsStateAfterChange = Promise<Result<AccountsState>>;
type Status = Pick<AccountsState, 'session' | 'secrets' | 'error'>;

interface OpenedAccount {
  readonly account: Account;
  readonly secrets: AccountSecrets;
}

const CLOSED: Status = { session: 'closed', secrets: null, error: null };

/**
 * The account that is open in the engine, and the state of its opening. The owner makes one change at a time.
 */
export class OpenAccountController {
  readonly #deps: OpenAccountControllerDeps;
  readonly #demo: DemoClinicStarter;
  #opened: OpenedAccount | null = null;
  #current: string | null = null;
  #status: Status = CLOSED;
  #isKeychainAsking = false;

  constructor(deps: OpenAccountControllerDeps, demo: DemoClinicStarter) {
    this.#deps = deps;
    this.#demo = demo;
  }

  /** Returns what is open, with the secrets that opened it; null while nothing is. */
  get opened(): OpenedAccount | null {
    return this.#opened;
  }

  /** Returns the id of the account that was opened last, or was to be opened. */
  get current(): string | null {
    return this.#current;
  }

  isOpen(id: string): boolean {
    return id === this.#current && this.#status.session === 'open';
  }

  /** Returns the accounts on this computer and the state of the open one. */
  getState(): AccountsState {
    const demo = this.#deps.policy.demoClinic ? [this.#demo.account] : [];
    const accounts = [...demo, ...this.#deps.accounts.list()];
    return { accounts, current: this.#current, ...this.#status, isKeychainAsking: this.#isKeychainAsking };
  }

  /** Closes the open account and opens another one. */
  async open(account: Account, secrets: AccountSecrets, startsOver = false): AccountsStateAfterChange {
    const { engine, accounts, log, policy } = this.#deps;
    const pdfMegabytes = policy.retention?.pdfMegabytes ?? null;
    const { place, ...opener } = secrets;
    await this.#leave(account.id, { session: 'opening', secrets: place, error: null });
    const { id, baseUrl, userId } = account;
    const opened = await engine.call('engine.open', {
      account: id,
      baseUrl,
      userId,
      ...opener,
      startsOver,
      keepsFresh: true,
      ...(pdfMegabytes === null ? {} : { pdfMegabytes }),
    });
    if (!opened.ok) return this.fail(id, opened.error);
    this.#opened = { account, secrets };
    const remembered = accounts.setCurrent(id);
    if (!remembered.ok) log.warn('the open account could not be saved', { code: remembered.error.code });
    this.#setStatus({ session: 'open', secrets: place, error: null });
    return ok(this.getState());
  }

  /** Closes the open account and records why another one could not be opened. */
  async fail(account: string | null, error: AppError): AccountsStateAfterChange {
    await this.#leave(account, { session: 'failed', secrets: null, error });
    return { ok: false, error };
  }

  /** Replaces the tokens of the open account. */
  async replaceTokens(tokens: Tokens): AccountsStateAfterChange {
    if (this.#opened !== null)
      this.#opened = { ...this.#opened, secrets: { ...this.#opened.secrets, tokens } };
    const renewed = await this.#deps.engine.call('engine.setTokens', tokens);
    return renewed.ok ? ok(this.getState()) : renewed;
  }

  /** Closes what is open: the account is locked, and nothing that opened it is kept. */
  async setLocked(account: string): Promise<void> {
    await this.#leave(account, { session: 'locked', secrets: null, error: null });
  }

  /** Whether the current account is locked. */
  get isLocked(): boolean {
    return this.#status.session === 'locked';
  }

  /** Records that no account is to be open, without an error. */
  setClosed(): void {
    this.#opened = null;
    this.#current = null;
    this.#setStatus(CLOSED);
  }

  /** Records whether the system's keychain waits for the user. */
  setKeychainAsking(isAsking: boolean): void {
    this.#isKeychainAsking = isAsking;
    this.#deps.onChanged(this.getState());
  }

  /** Records that the engine has closed the account. */
  clearOpened(): void {
    this.#opened = null;
  }

  /** Closes what is open, and makes another account the current one. */
  async #leave(next: string | null, status: Status): Promise<void> {
    const left = this.#opened?.account ?? null;
    await this.#deps.engine.call('engine.close', {});
    this.#opened = null;
    this.#current = next;
    // Before the page ends: the next one must not be told that the former account is open.
    this.#setStatus(status);
    if (left !== null && left.id !== next) await this.#deps.onLeft(left);
  }

  #setStatus(status: Status): void {
    this.#status = status;
    this.#deps.onChanged(this.getState());
  }
}
