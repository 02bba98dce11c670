import { isKeyTrouble, type Account, type AccountsState, type Tokens } from '#contract/account.ts';
import type { Parsed } from '#contract/api.ts';
import { checkBaseUrl } from '#contract/base-url.ts';
import { err, ok, type AppError, type Result } from '#contract/result.ts';
import type { Settings } from '#contract/settings.ts';
import { sequential } from '#main/base/async.ts';
import type { Log } from '#main/base/log.ts';
import type { Random } from '#main/base/random.ts';
import type { Accounts } from '#main/vault/accounts.ts';
import { Secrets, type AccountSecrets } from '#main/vault/secrets.ts';
import type { Variables } from '#main/vault/variables.ts';
import type { Vault } from '#main/vault/vault.ts';
import { demoAccount, type Demo } from './demo.ts';
import type { EngineLink } from './engine-link.ts';

export interface SessionDeps {
  readonly accounts: Accounts;
  readonly vault: Vault;
  /** The environment: its secrets win over the keychain for the account that opens at start. */
  readonly variables: Variables;
  readonly engine: EngineLink;
  /** Starts the demo clinic; rejects where it cannot. */
  readonly startDemo: () => Promise<Demo>;
  /** Whether files of an account lie in the data folder. */
  readonly hasFiles: (account: string) => boolean;
  readonly random: Random;
  readonly log: Log;
  readonly onChanged: (state: AccountsState) => void;
}

type Answer = Promise<Result<AccountsState>>;
type Status = Pick<AccountsState, 'session' | 'secrets' | 'error'>;

interface Opened {
  readonly account: Account;
  readonly secrets: AccountSecrets;
}

function parseUrl(text: string): URL | null {
  return URL.parse(text);
}

/**
 * Which account is open. Joins the register of accounts, their secrets, the engine and the demo clinic. One
 * change at a time passes; accounts are switched, never mixed.
 */
export class Session {
  readonly #deps: SessionDeps;
  readonly #secrets: Secrets;
  readonly #gate = sequential();
  #demo: Demo | null = null;
  #opened: Opened | null = null;
  #current: string | null = null;
  #status: Status = { session: 'closed', secrets: null, error: null };

  constructor(deps: SessionDeps) {
    this.#deps = deps;
    this.#secrets = new Secrets({ ...deps, withoutKeychain: 'memory' });
  }

  /** The accounts of this desk and the state of the one that is open. */
  state(): AccountsState {
    const accounts = [demoAccount(this.#demo), ...this.#deps.accounts.list()];
    return { accounts, current: this.#current, ...this.#status };
  }

  /**
   * Opens what the person chose to see first, or the service that the command line names. A desk without any
   * account opens the demo clinic.
   * @param baseUrl the address that this start was asked for, or null
   */
  openAtStart({ openAtStart }: Settings, baseUrl: string | null): Answer {
    const { accounts } = this.#deps;
    return this.#gate(async () => {
      if (accounts.problem !== null) return this.#openNothing();
      if (baseUrl !== null) return this.#openNamed(baseUrl);
      if (openAtStart === 'ask') return this.#openNothing();
      const last = openAtStart === 'last' ? accounts.find(accounts.current() ?? '') : null;
      return last === null ? this.#openDemo() : this.#openFirst(last);
    });
  }

  /** Opens the demo clinic, starting it the first time. */
  openDemo(): Answer {
    return this.#gate(() => this.#openDemo());
  }

  /** Opens another account of this desk with the tokens that are kept for it. */
  switchTo({ id }: Parsed<'accounts.switch'>): Answer {
    return this.#gate(async () => {
      if (id === 'demo') return this.#openDemo();
      if (id === this.#current && this.#status.session === 'open') return ok(this.state());
      const account = this.#deps.accounts.find(id);
      return account === null ? err('not-found', { detail: 'no such account' }) : this.#openKept(account);
    });
  }

  /** Tries the tokens first: nothing is kept of a sign-in that the service refuses. */
  signIn({ baseUrl, accessToken, jwt, userId }: Parsed<'accounts.signIn'>): Answer {
    return this.#gate(async () => {
      const origin = checkBaseUrl(baseUrl, parseUrl);
      if (!origin.ok) return origin;
      return this.#admit(this.#deps.accounts.at(origin.value, userId), { accessToken, jwt });
    });
  }

  /** Replaces the tokens of an account in place; what is open stays open. The service has to take them first. */
  renewTokens({ id, accessToken, jwt }: Parsed<'accounts.renewTokens'>): Answer {
    return this.#gate(async () => {
      const account = this.#deps.accounts.find(id);
      if (account === null) return err('not-found', { detail: 'no such account' });
      const tokens = { accessToken, jwt };
      if (id !== this.#current || this.#opened === null) return this.#admit(account, tokens);
      const probed = await this.#deps.engine.call('engine.probe', { baseUrl: account.baseUrl, tokens });
      if (!probed.ok) return probed;
      const kept = await this.#secrets.renew(id, tokens);
      return kept.ok ? this.#renewOpen(tokens) : kept;
    });
  }

  /**
   * Tries once more, the engine first where it was given up: what was open is opened again, and what could not be
   * opened is tried anew.
   */
  reopen(): Answer {
    return this.#gate(() => {
      this.#deps.engine.revive();
      const before = this.#opened;
      if (before === null || before.account.kind === 'demo') return this.#openCurrent();
      return this.#open(before.account, before.secrets);
    });
  }

  /**
   * Sets the files of an account aside that no key opens, and starts afresh. Tried once more first: where a key fits by now the
   * account opens, and nothing is moved. A key that is kept is never replaced: other files may have no other.
   */
  setAside({ id }: Parsed<'accounts.setAside'>): Answer {
    return this.#gate(async () => {
      const account = this.#deps.accounts.find(id);
      if (account === null) return err('not-found', { detail: 'no such account' });
      if (id === this.#current && this.#status.session === 'open') return ok(this.state());
      const secrets = await this.#secrets.of(id);
      const tried = await this.#openWith(account, secrets);
      if (tried.ok || !isKeyTrouble(tried.error)) return tried;
      const key = secrets.ok ? secrets.value.key : null;
      const moved = await this.#deps.engine.call('engine.setAside', { account: id, key });
      return moved.ok ? this.#openKept(account) : this.#fail(id, moved.error);
    });
  }

  /** Closes the account and ends the demo clinic. */
  async close(): Promise<void> {
    await this.#gate(async () => {
      await this.#deps.engine.call('engine.close', {});
      this.#opened = null;
      this.#demo?.stop();
      this.#demo = null;
    });
  }

  async #openNamed(baseUrl: string): Answer {
    const { accounts } = this.#deps;
    const origin = checkBaseUrl(baseUrl, parseUrl);
    if (!origin.ok) return this.#fail(null, origin.error);
    const known = accounts.list().filter((account) => account.baseUrl === origin.value);
    const account = known.find(({ id }) => id === accounts.current()) ?? known[0];
    if (account !== undefined) return this.#openFirst(account);
    const given = this.#secrets.variableTokens();
    if (!given.ok) return this.#fail(null, given.error);
    if (given.value === null) return this.#openNothing(); // the sign-in screen asks
    const added = accounts.at(origin.value, null);
    const saved = accounts.save(added);
    return saved.ok ? this.#openFirst(added) : this.#fail(null, saved.error);
  }

  /** The account that opens at start is the one whose tokens the variables hold. */
  #openFirst(account: Account): Answer {
    this.#secrets.giveVariablesTo(account.id);
    return this.#openKept(account);
  }

  async #openKept(account: Account): Answer {
    return this.#openWith(account, await this.#secrets.of(account.id));
  }

  #openWith(account: Account, secrets: Result<AccountSecrets>): Answer {
    return secrets.ok ? this.#open(account, secrets.value) : this.#fail(account.id, secrets.error);
  }

  async #admit(account: Account, tokens: Tokens): Answer {
    const { engine, accounts } = this.#deps;
    const probed = await engine.call('engine.probe', { baseUrl: account.baseUrl, tokens });
    if (!probed.ok) return probed;
    const secrets = await this.#secrets.admit(account.id, tokens);
    if (!secrets.ok) return isKeyTrouble(secrets.error) ? this.#admitKeyless(account, tokens) : secrets;
    const saved = accounts.save(account);
    return saved.ok ? this.#open(account, secrets.value) : saved;
  }

  /** The service takes the tokens, but no key opens what is here: they are kept for whatever the person chooses. */
  async #admitKeyless(account: Account, tokens: Tokens): Answer {
    const kept = await this.#secrets.renew(account.id, tokens);
    const saved = kept.ok ? this.#deps.accounts.save(account) : kept;
    return saved.ok ? this.#openKept(account) : saved;
  }

  async #renewOpen(tokens: Tokens): Answer {
    if (this.#opened !== null)
      this.#opened = { ...this.#opened, secrets: { ...this.#opened.secrets, tokens } };
    const renewed = await this.#deps.engine.call('engine.setTokens', tokens);
    return renewed.ok ? ok(this.state()) : renewed;
  }

  /** Opens what was to be opened last. */
  async #openCurrent(): Answer {
    if (this.#current === 'demo') return this.#openRunning();
    const account = this.#deps.accounts.find(this.#current ?? '');
    return account === null ? this.#openNothing() : this.#openKept(account);
  }

  /** Nothing is to be opened. Whatever stands in the way of opening anything is told all the same. */
  async #openNothing(): Answer {
    // A desk whose accounts cannot be read does not pretend to be new.
    const { problem } = this.#deps.accounts;
    if (problem !== null) return this.#fail(null, problem);
    const answered = await this.#deps.engine.call('sync.health', {});
    if (!answered.ok) return this.#fail(null, answered.error);
    this.#become({ session: 'closed', secrets: null, error: null });
    return ok(this.state());
  }

  async #openDemo(): Answer {
    const isOpen = this.#current === 'demo' && this.#status.session === 'open';
    return isOpen && this.#demo?.isRunning() === true ? ok(this.state()) : this.#openRunning();
  }

  /** Opens the demo clinic, which is started where it does not run. */
  async #openRunning(): Answer {
    try {
      if (this.#demo?.isRunning() !== true) this.#demo = await this.#deps.startDemo();
    } catch {
      return this.#fail('demo', err('internal', { detail: 'the demo clinic did not start' }).error);
    }
    const { accessToken, jwt } = this.#demo;
    const key = this.#deps.random.hex(32);
    const secrets = { tokens: { accessToken, jwt }, key, lifetime: 'run', place: 'demo' } as const;
    return this.#open(demoAccount(this.#demo), secrets);
  }

  async #open(account: Account, secrets: AccountSecrets): Answer {
    const { engine, accounts, log } = this.#deps;
    const { place, ...opener } = secrets;
    await engine.call('engine.close', {});
    this.#opened = null;
    this.#current = account.id;
    this.#become({ session: 'opening', secrets: place, error: null });
    const { id, baseUrl, userId } = account;
    const opened = await engine.call('engine.open', {
      account: id,
      baseUrl,
      userId,
      ...opener,
      keepsFresh: true,
    });
    if (!opened.ok) return this.#fail(id, opened.error);
    this.#opened = { account, secrets };
    const remembered = accounts.setCurrent(id);
    if (!remembered.ok) log.warn('the open account is not remembered', { code: remembered.error.code });
    this.#become({ session: 'open', secrets: place, error: null });
    return ok(this.state());
  }

  async #fail(account: string | null, error: AppError): Answer {
    await this.#deps.engine.call('engine.close', {});
    this.#opened = null;
    this.#current = account;
    this.#become({ session: 'failed', secrets: null, error });
    return { ok: false, error };
  }

  #become(status: Status): void {
    this.#status = status;
    this.#deps.onChanged(this.state());
  }
}
