import type { Account, AccountsState, Tokens } from '#contract/accounts.ts';
import { checkBaseUrl, isKeyTrouble } from '#contract/accounts.ts';
import type { CallOutput, ParsedInput } from '#contract/api.ts';
import { err, ok, type Result } from '#contract/result.ts';
import type { Settings } from '#contract/settings.ts';
import type { GenerationMark } from '#contract/controls.ts';
import type { OutboxCounts } from '#contract/outbox.ts';
import { createTaskQueue } from '#main/base/async.ts';
import { AccountRemover } from '#main/removal/remove-accounts.ts';
import { createRemovalEngine } from './removal-engine.ts';
import { checkAddress } from '#main/policy/limits.ts';
import { readJwtUser, compareOwner } from '#main/vault/accounts.ts';
import { Secrets, type AccountSecrets } from '#main/vault/secrets.ts';
import { DemoRun } from './demo.ts';
import type { SessionDeps } from './deps.ts';
import { OpenAccountState } from './open-state.ts';
import { importBroughtTokens } from './brought-tokens.ts';
import { findAccountAt, UnsentChangeCounts } from './account-choice.ts';

type AccountContents = CallOutput<'accounts.listContents'>;
type RemovalReceipts = CallOutput<'accounts.remove'>;
type AccountsResult = Promise<Result<AccountsState>>;

/**
 * Decides which account is open. Connects the register of accounts, their secrets, the engine and the demo
 * clinic. Changes run one at a time; accounts are switched, never mixed.
 */
export class Session {
  readonly #deps: SessionDeps;
  readonly #secrets: Secrets;
  readonly #queue = createTaskQueue();
  readonly #unsavedCounts = new UnsentChangeCounts();
  readonly #demo: DemoRun;
  readonly #openState: OpenAccountState;
  readonly #remover: AccountRemover;

  constructor(deps: SessionDeps) {
    this.#deps = deps;
    this.#secrets = new Secrets({ ...deps, withoutKeychain: 'memory' });
    this.#demo = new DemoRun(deps.startDemo, deps.random);
    this.#openState = new OpenAccountState(deps, this.#demo);
    const engine = createRemovalEngine(deps.engine);
    this.#remover = new AccountRemover({ ...deps, engine, secrets: this.#secrets });
  }

  /** Returns the accounts on this computer and the state of the open one. */
  getState(): AccountsState {
    return this.#openState.getState();
  }

  /**
   * Opens the account of the settings, or the service that the command line names. Without any account it
   * opens the demo clinic.
   * @param baseUrl the address from the command line, or null
   */
  openAtStart({ openAtStart }: Settings, baseUrl: string | null): AccountsResult {
    const { accounts } = this.#deps;
    return this.#change(async () => {
      if (accounts.problem !== null) return this.#openNothing();
      await importBroughtTokens(this.#deps, this.#secrets);
      if (baseUrl !== null) return this.#openNamed(baseUrl);
      const last = openAtStart === 'last' ? accounts.find(accounts.current() ?? '') : null;
      if (last !== null) return this.#openFirst(last);
      const hasDemo = this.#deps.policy.demoClinic && openAtStart !== 'ask';
      return hasDemo ? this.#openDemo() : this.#openNothing();
    });
  }

  /** Opens the demo clinic; starts it the first time. */
  openDemo(): AccountsResult {
    return this.#change(async () =>
      (await this.#mayLeaveFor('demo')) ? this.#openDemo() : ok(this.getState()),
    );
  }

  /** Receives the outbox counts of the open account. */
  handleOutboxCounts(counts: OutboxCounts): void {
    const opened = this.#openState.opened;
    if (opened?.secrets.lifetime === 'run' && opened.account.kind !== 'demo')
      this.#unsavedCounts.note(opened.account.id, counts);
  }

  /** Returns the number of pending changes that end with this run, in all accounts. */
  get unsentOfRun(): number {
    return this.#unsavedCounts.total;
  }

  /** Saves the generation marker of a local store in the keychain, without waiting for other changes. */
  saveMarker(account: string, mark: GenerationMark): Promise<boolean> {
    return this.#secrets.saveMarker(account, mark);
  }

  /** Records whether the system's keychain waits until the user has answered a question. */
  handleKeychainQuestion(isOpen: boolean): void {
    this.#openState.setKeychainAsking(isOpen);
  }

  /** Gives up a question of the keychain; what waits for it fails as with a locked keychain. */
  async cancelKeychain(): Promise<Result<Record<string, never>>> {
    this.#deps.vault.cancelQuestion();
    return ok({});
  }

  /** Opens another account of this computer with its saved tokens. */
  switchTo({ id }: ParsedInput<'accounts.switch'>): AccountsResult {
    return this.#change(async () => {
      if (this.#openState.isOpen(id) && id !== 'demo') return ok(this.getState());
      const account = this.#deps.accounts.find(id);
      if (account === null && id !== 'demo') return err('not-found', { detail: 'no such account' });
      if (!(await this.#mayLeaveFor(id))) return ok(this.getState());
      return account === null ? this.#openDemo() : this.#openStored(account);
    });
  }

  /** Signs in to an account. The tokens are tested first: a sign-in that the service refuses saves nothing. */
  signIn({ baseUrl, accessToken, jwt, userId }: ParsedInput<'accounts.signIn'>): AccountsResult {
    return this.#change(async () => {
      const origin = checkBaseUrl(baseUrl, (text) => URL.parse(text));
      if (!origin.ok) return origin;
      const account = this.#deps.accounts.findOrPrepare(origin.value, userId);
      if (compareOwner(account, jwt) === 'other') return err('another-user');
      if (!(await this.#mayLeaveFor(account.id))) return err('cancelled');
      return this.#admit(account, { accessToken, jwt });
    });
  }

  /**
   * Replaces the tokens of an account in place; what is open stays open. They must belong to its user, and
   * the service must accept them first. 'another-user' where they name another user; 'user-unconfirmed' where
   * it is unknown whose they are.
   */
  renewTokens({ id, accessToken, jwt, isSameUser }: ParsedInput<'accounts.renewTokens'>): AccountsResult {
    return this.#change(async () => {
      const account = this.#deps.accounts.find(id);
      if (account === null) return err('not-found', { detail: 'no such account' });
      const owner = compareOwner(account, jwt);
      if (owner === 'other') return err('another-user');
      if (owner === 'unknown' && !isSameUser) return err('user-unconfirmed');
      const bound = await this.#secrets.checkBinding(account);
      if (!bound.ok) return bound;
      const tokens = { accessToken, jwt };
      if (this.#openState.opened?.account.id !== id) return this.#admit(account, tokens);
      const probed = await this.#deps.engine.call('engine.probe', { baseUrl: account.baseUrl, tokens });
      if (!probed.ok) return probed;
      const saved = await this.#secrets.replaceTokens(account, tokens);
      return saved.ok ? this.#openState.replaceTokens(tokens) : saved;
    });
  }

  /** Opens an account with the tokens of the environment, after the user has confirmed whose they are. */
  confirmUser({ id }: ParsedInput<'accounts.confirmUser'>): AccountsResult {
    return this.#change(async () => {
      const account = this.#deps.accounts.find(id);
      if (account === null) return err('not-found', { detail: 'no such account' });
      const saved = this.#deps.accounts.save(account, this.#secrets.confirmVariables(account));
      return saved.ok ? this.#openStored(account) : saved;
    });
  }

  /**
   * Tries again, first to start the engine where it was given up: what was open is opened again, and what
   * could not be opened is tried once more.
   */
  reopen(): AccountsResult {
    return this.#change(async () => {
      this.#deps.engine.reopen();
      const before = this.#openState.opened;
      if (before === null || before.account.kind === 'demo') return this.#openCurrent();
      return this.#openState.open(
        before.account,
        await this.#secrets.refreshGenerationMark(before.account, before.secrets),
      );
    });
  }

  /**
   * Moves away the files of an account that no key opens, and starts with empty ones. Opening is tried once
   * more first: where a key fits now, the account opens and nothing is moved. A saved key is never
   * replaced: it may be the only one of other files.
   */
  moveAway({ id }: ParsedInput<'accounts.moveAway'>): AccountsResult {
    return this.#change(async () => {
      const account = this.#deps.accounts.find(id);
      if (account === null) return err('not-found', { detail: 'no such account' });
      if (this.#openState.isOpen(id)) return ok(this.getState());
      const secrets = await this.#secrets.getSecrets(account);
      const tried = await this.#openWith(account, secrets);
      if (tried.ok || !isKeyTrouble(tried.error)) return tried;
      const key = secrets.ok ? secrets.value.key : null;
      const moved = await this.#deps.engine.call('engine.moveAway', { account: id, key });
      if (!moved.ok) return this.#openState.fail(id, moved.error);
      await this.#secrets.deleteGenerationMark(id);
      return this.#openStored(account);
    });
  }

  /** Returns what would be lost with the files of an account, or of all. What is open is opened again afterwards. */
  listContents({ account }: ParsedInput<'accounts.listContents'>): Promise<Result<AccountContents>> {
    return this.#queue(async () => {
      const contents = await this.#whileClosed(() => this.#remover.listContents(account));
      return contents.ok ? ok({ contents: contents.value }) : contents;
    });
  }

  /** Deletes tokens, key and files of an account or of all. Another account that is open stays open. */
  remove(request: ParsedInput<'accounts.remove'>): Promise<Result<RemovalReceipts>> {
    return this.#queue(async () => {
      const receipts = await this.#whileClosed(() => this.#remover.remove(request));
      if (!receipts.ok) return receipts;
      for (const { account } of receipts.value) this.#unsavedCounts.forget(account);
      return ok({ receipts: receipts.value });
    });
  }

  /** Closes the account and ends the demo clinic. Files whose key is lost with this run are removed. */
  async close(): Promise<void> {
    await this.#queue(async () => {
      await this.#deps.engine.call('engine.close', {});
      await this.#deps.engine.call('engine.endRun', {});
      this.#openState.clearOpened();
      this.#demo.stop();
    });
  }

  /** Makes a change after the others, and not before every removal that has begun is finished. */
  #change(work: () => AccountsResult): AccountsResult {
    return this.#queue(async () => {
      const finished = await this.#remover.finish();
      return finished.ok ? work() : this.#openState.fail(this.#openState.current, finished.error);
    });
  }

  /** Runs work that closes the open account, then opens it again where it still has its secrets. */
  async #whileClosed<T>(work: () => Promise<Result<readonly T[]>>): Promise<Result<readonly T[]>> {
    const before = this.#openState.opened;
    const current = this.#openState.current;
    const done = await work();
    if (!done.ok && done.error.code === 'removal-unfinished') await this.#openState.fail(current, done.error);
    else if (before?.account.kind === 'demo') await this.#openRunning();
    else if (before !== null && (await this.#isSignedIn(before.account)))
      await this.#openStored(before.account);
    else if (before !== null || this.#deps.accounts.find(current ?? '') === null) await this.#openNothing();
    return done;
  }

  async #isSignedIn(account: Account): Promise<boolean> {
    return this.#deps.accounts.find(account.id) !== null && (await this.#secrets.getSecrets(account)).ok;
  }

  async #openNamed(baseUrl: string): AccountsResult {
    const { accounts } = this.#deps;
    const origin = checkBaseUrl(baseUrl, (text) => URL.parse(text));
    if (!origin.ok) return this.#openState.fail(null, origin.error);
    const allowed = checkAddress(this.#deps.policy, origin.value);
    if (!allowed.ok) return this.#openState.fail(null, allowed.error);
    const given = this.#secrets.getVariableTokens();
    const tokens = given.ok ? given.value : null;
    const account = findAccountAt(accounts, origin.value, tokens);
    if (account !== null) return this.#openFirst(account);
    if (!given.ok) return this.#openState.fail(null, given.error);
    if (tokens === null) return this.#openNothing(); // The sign-in screen asks for them.
    const added = accounts.findOrPrepare(origin.value, readJwtUser(tokens.jwt));
    const saved = accounts.save(added, this.#secrets.confirmVariables(added));
    return saved.ok ? this.#openFirst(added) : this.#openState.fail(null, saved.error);
  }

  /** Opens the account at start; the tokens in the variables are assigned to it. */
  #openFirst(account: Account): AccountsResult {
    this.#secrets.assignVariableTokensTo(account.id);
    return this.#openStored(account);
  }

  /** Opens an account with its saved secrets, unless the policy fixes another address. */
  async #openStored(account: Account): AccountsResult {
    const allowed = checkAddress(this.#deps.policy, account.baseUrl);
    return allowed.ok
      ? this.#openWith(account, await this.#secrets.getSecrets(account))
      : this.#openState.fail(account.id, allowed.error);
  }

  #openWith(account: Account, secrets: Result<AccountSecrets>): AccountsResult {
    return secrets.ok
      ? this.#openState.open(account, secrets.value)
      : this.#openState.fail(account.id, secrets.error);
  }

  async #admit(account: Account, tokens: Tokens): AccountsResult {
    const { engine, accounts, policy } = this.#deps;
    const allowed = checkAddress(policy, account.baseUrl);
    if (!allowed.ok) return allowed;
    const probed = await engine.call('engine.probe', { baseUrl: account.baseUrl, tokens });
    if (!probed.ok) return probed;
    const secrets = await this.#secrets.saveSignIn(account, tokens);
    if (!secrets.ok) return isKeyTrouble(secrets.error) ? this.#admitKeyless(account, tokens) : secrets;
    const saved = accounts.save(account);
    return saved.ok ? this.#openState.open(account, secrets.value) : saved;
  }

  /**
   * The service accepts the tokens, but no key opens the files: the tokens are saved for whatever the user
   * decides.
   */
  async #admitKeyless(account: Account, tokens: Tokens): AccountsResult {
    const kept = await this.#secrets.replaceTokens(account, tokens);
    const saved = kept.ok ? this.#deps.accounts.save(account) : kept;
    return saved.ok ? this.#openStored(account) : saved;
  }

  /** Opens the account that was to be opened last. */
  async #openCurrent(): AccountsResult {
    if (this.#openState.current === 'demo') return this.#openRunning();
    const account = this.#deps.accounts.find(this.#openState.current ?? '');
    return account === null ? this.#openNothing() : this.#openStored(account);
  }

  /** Opens no account. An error that prevents opening any account is reported nevertheless. */
  async #openNothing(): AccountsResult {
    // If the register of accounts cannot be read, the app does not appear to be new.
    const { problem } = this.#deps.accounts;
    if (problem !== null) return this.#openState.fail(null, problem);
    const answered = await this.#deps.engine.call('sync.health', {});
    if (!answered.ok) return this.#openState.fail(null, answered.error);
    this.#openState.setClosed();
    return ok(this.getState());
  }

  async #openDemo(): AccountsResult {
    if (!this.#deps.policy.demoClinic)
      return err('policy-refused', { detail: 'the demo clinic is turned off' });
    const isOpen = this.#openState.isOpen('demo');
    return isOpen && this.#demo.isRunning ? ok(this.getState()) : this.#openRunning();
  }

  /** Opens the demo clinic, and starts it where it does not run. */
  async #openRunning(): AccountsResult {
    try {
      const { secrets, startsOver } = await this.#demo.startAndGetSecrets();
      const opened = await this.#openState.open(this.#demo.account, secrets, startsOver);
      if (opened.ok) this.#demo.setKey(secrets.key);
      return opened;
    } catch {
      return this.#openState.fail('demo', err('internal', { detail: 'the demo clinic did not start' }).error);
    }
  }

  /** Asks before an account is left whose pending changes end with this run. */
  async #mayLeaveFor(next: string): Promise<boolean> {
    const opened = this.#openState.opened;
    if (opened === null || opened.account.id === next) return true;
    const unsent = this.#unsavedCounts.get(opened.account.id);
    return unsent === 0 || this.#deps.mayLeave(unsent);
  }
}
