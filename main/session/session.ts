import { isNoKeyForFilesError, type Account, type AccountsState } from '#contract/accounts.ts';
import type { CallOutput, ValidatedInput } from '#contract/api.ts';
import { err, ok, type Result } from '#contract/result.ts';
import type { Settings } from '#contract/settings.ts';
import type { GenerationMarker } from '#contract/generation-marker.ts';
import { countUnsent, type OutboxCounts } from '#contract/outbox.ts';
import type { PerAccountExportResults, ExportResult, ImportResult } from '#contract/transfer.ts';
import { createTaskQueue } from '#main/base/async.ts';
import { AccountRemover } from '#main/removal/remove-accounts.ts';
import { AccountTransfer, type ExportFileAndPassphrase } from '#main/transfer/account-transfer.ts';
import { VerifiedExports } from '#main/transfer/verified-exports.ts';
import { AccountSecretsProvider } from '#main/vault/secrets.ts';
import { AccountLockManager } from './account-locking.ts';
import { AccountOpener } from './account-opening.ts';
import { AccountRemovalController } from './account-removal.ts';
import { AccountSignInController } from './account-sign-in.ts';
import { DemoClinicStarter } from './demo.ts';
import type { SessionDeps } from './deps.ts';
import { type AccountsStateAfterChange, OpenAccountController } from './open-account-controller.ts';
import { createRekeyFilesCall, createRemovalAndTransferCalls } from './removal-engine.ts';
import { SignInGuard } from './sign-in-guard.ts';
import { openAtStart } from './open-at-start.ts';
import { UnsentCountsLostAtProgramEnd } from './unsent-counts.ts';

type AccountContents = CallOutput<'accounts.listContents'>;
type RemovalReceipts = CallOutput<'accounts.remove'>;

/**
 * Decides which account is open. Connects the register of accounts, their secrets, the engine and the demo
 * clinic. Changes run one at a time; accounts are switched, never mixed.
 */
export class AccountSession {
  /** Locks the current account, opens it again, and changes its PIN. */
  readonly locking: AccountLockManager;
  readonly #deps: SessionDeps;
  readonly #secrets: AccountSecretsProvider;
  readonly #queue = createTaskQueue();
  readonly #unsentCounts = new UnsentCountsLostAtProgramEnd();
  readonly #demo: DemoClinicStarter;
  readonly #openState: OpenAccountController;
  readonly #signInGuard: SignInGuard;
  readonly #accountSignIn: AccountSignInController;
  readonly #opening: AccountOpener;
  readonly #removal: AccountRemovalController;
  readonly #remover: AccountRemover;
  readonly #transfer: AccountTransfer;

  constructor(deps: SessionDeps) {
    this.#deps = deps;
    const rekeyFiles = createRekeyFilesCall(deps.engine);
    const publicKey = deps.policy.recoveryKey;
    this.#secrets = new AccountSecretsProvider({ ...deps, rekeyFiles, publicKey, withoutKeychain: 'memory' });
    this.#demo = new DemoClinicStarter(deps.startDemo, deps.random);
    const onLeft = (account: Account): Promise<void> => this.locking.handleLeft(account);
    this.#openState = new OpenAccountController({ ...deps, onLeft }, this.#demo);
    this.#signInGuard = new SignInGuard(deps);
    const engine = createRemovalAndTransferCalls(deps.engine);
    const files = { engine, exports: new VerifiedExports(), secrets: this.#secrets };
    const onRemoved = (account: string): void => {
      this.#unsentCounts.forget(account);
      this.locking.forget(account);
    };
    this.#remover = new AccountRemover({ ...deps, ...files, keepsLocked: true, onRemoved });
    this.#transfer = new AccountTransfer({ ...deps, ...files });
    const parts = { secrets: this.#secrets, openState: this.#openState, remover: this.#remover };
    this.#opening = new AccountOpener(deps, { ...parts, demo: this.#demo });
    const mayLeaveFor = (next: string): Promise<boolean> => this.#mayLeaveFor(next);
    const signInParts = { ...parts, opening: this.#opening, guard: this.#signInGuard, mayLeaveFor };
    this.#accountSignIn = new AccountSignInController(deps, signInParts);
    this.#removal = new AccountRemovalController(deps, { ...parts, opening: this.#opening });
    this.locking = new AccountLockManager(deps, { ...parts, opening: this.#opening, queue: this.#queue });
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
  openAtStart(settings: Settings, baseUrl: string | null): AccountsStateAfterChange {
    return this.#change(() =>
      openAtStart(
        this.#deps,
        { secrets: this.#secrets, opening: this.#opening, remover: this.#remover },
        settings,
        baseUrl,
      ),
    );
  }

  /** Opens the demo clinic; starts it the first time. */
  openDemo(): AccountsStateAfterChange {
    return this.#changeUser(async () =>
      (await this.#mayLeaveFor('demo')) ? this.#opening.openDemo() : ok(this.getState()),
    );
  }

  /** Receives the outbox counts of the open account. */
  handleOutboxCounts(counts: OutboxCounts): void {
    const opened = this.#openState.opened;
    if (opened === null || opened.account.kind === 'demo') return;
    this.locking.noteUnsent(opened.account, countUnsent(counts));
    if (opened.secrets.lifetime === 'run') this.#unsentCounts.note(opened.account.id, counts);
  }

  /** Returns the number of pending changes that end with this run, in all accounts. */
  get unsentOfRun(): number {
    return this.#unsentCounts.total;
  }

  /** Returns the base address of the open account; null where none is open, or the demo clinic, whose clock is this computer's. */
  get serviceBaseUrl(): string | null {
    const account = this.#openState.opened?.account;
    return account === undefined || account.kind === 'demo' ? null : account.baseUrl;
  }

  /** Saves the generation marker of a local store in the keychain, without waiting for other changes. */
  saveMarker(account: string, mark: GenerationMarker): Promise<boolean> {
    return this.#secrets.keys.saveMark(account, mark);
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
  switchTo({ id }: ValidatedInput<'accounts.switch'>): AccountsStateAfterChange {
    return this.#changeUser(async () => {
      if (this.#openState.isOpen(id) && id !== 'demo') return ok(this.getState());
      const account = this.#deps.accounts.find(id);
      if (account === null && id !== 'demo') return err('not-found', { detail: 'no such account' });
      if (!(await this.#mayLeaveFor(id))) return ok(this.getState());
      return account === null ? this.#opening.openDemo() : this.#opening.openStored(account);
    });
  }

  /** Signs in to an account; errors of `SignInGuard.run` and `AccountSignInController.signIn`. */
  signIn(input: ValidatedInput<'accounts.signIn'>): AccountsStateAfterChange {
    return this.#signInGuard.run(() => this.#changeUser(() => this.#accountSignIn.signIn(input)));
  }

  /** Replaces the tokens of an account in place; errors of `AccountSignInController.renewTokens`. */
  renewTokens(input: ValidatedInput<'accounts.renewTokens'>): AccountsStateAfterChange {
    return this.#change(() => this.#accountSignIn.renewTokens(input));
  }

  /** Opens an account with the tokens of the environment, after the user has confirmed whose they are. */
  confirmUser({ id }: ValidatedInput<'accounts.confirmUser'>): AccountsStateAfterChange {
    return this.#change(async () => {
      const account = this.#deps.accounts.find(id);
      if (account === null) return err('not-found', { detail: 'no such account' });
      const saved = this.#deps.accounts.save(account, this.#secrets.confirmVariables(account));
      return saved.ok ? this.#opening.openStored(account) : saved;
    });
  }

  /** Names an account of this computer, or removes its name; errors of `AccountRegister.setLabel`. */
  setLabel({ id, label }: ValidatedInput<'accounts.setLabel'>): AccountsStateAfterChange {
    return this.#change(async () => {
      const saved = this.#deps.accounts.setLabel(id, label);
      if (!saved.ok) return saved;
      this.#deps.onChanged(this.getState());
      return ok(this.getState());
    });
  }

  /**
   * Tries again, first to start the engine where it was given up: what was open is opened again, and what
   * could not be opened is tried once more.
   */
  reopen(): AccountsStateAfterChange {
    return this.#change(async () => {
      if (this.#openState.isLocked) return err('locked');
      this.#deps.engine.reopen();
      const before = this.#openState.opened;
      if (before === null || before.account.kind === 'demo') return this.#opening.openCurrent();
      return this.#openState.open(
        before.account,
        await this.#secrets.keys.refreshMark(before.account, before.secrets),
      );
    });
  }

  /**
   * Moves away the files of an account that no key opens, and starts with empty ones. Opening is tried once
   * more first: where a key fits now, the account opens and nothing is moved. A saved key is never
   * replaced: it may be the only one of other files.
   */
  moveAway({ id }: ValidatedInput<'accounts.moveAway'>): AccountsStateAfterChange {
    return this.#change(async () => {
      const account = this.#deps.accounts.find(id);
      if (account === null) return err('not-found', { detail: 'no such account' });
      if (this.#openState.isOpen(id)) return ok(this.getState());
      const finished = this.#remover.checkFinished(id);
      if (!finished.ok) return finished;
      const secrets = await this.#secrets.getSecrets(account);
      const tried = await this.#opening.openWith(account, secrets);
      if (tried.ok || !isNoKeyForFilesError(tried.error)) return tried;
      const key = secrets.ok ? secrets.value.key : null;
      const moved = await this.#deps.engine.call('engine.moveAway', { account: id, key });
      if (!moved.ok) return this.#openState.fail(id, moved.error);
      await this.#secrets.keys.deleteMark(id);
      return this.#opening.openStored(account);
    });
  }

  /** Returns what would be lost with the files of an account, or of all. What is open is opened again afterwards. */
  listContents({ account }: ValidatedInput<'accounts.listContents'>): Promise<Result<AccountContents>> {
    return this.#queue(() => this.#removal.listContents(account));
  }

  /** Deletes tokens, key and files of an account or of all. Another account that is open stays open. */
  remove(request: ValidatedInput<'accounts.remove'>): Promise<Result<RemovalReceipts>> {
    return this.#queue(() => this.#removal.remove(request));
  }

  /** Returns what the last removal of this run has deleted, until it is dismissed. */
  async getReceipts(): Promise<Result<RemovalReceipts>> {
    return ok({ receipts: this.#removal.receipts });
  }

  /** Forgets what the last removal has deleted. */
  async dismissReceipts(): Promise<Result<Record<string, never>>> {
    this.#removal.dismissReceipts();
    return ok({});
  }

  /** Writes the local store of an account to an export file. What is open is opened again afterwards. */
  exportAccount(id: string, place: ExportFileAndPassphrase): Promise<Result<ExportResult>> {
    return this.#queue(() => this.#removal.runFor(id, (account) => this.#transfer.export(account, place)));
  }

  /** Writes an export file for each account whose files can be read. What is open is opened again afterwards. */
  exportAllAccounts(place: ExportFileAndPassphrase): Promise<Result<PerAccountExportResults>> {
    return this.#queue(() =>
      this.#removal.runForReadable((accounts) => this.#transfer.exportAll(accounts, place)),
    );
  }

  /** Adds an export file to the local store of an account. What is open is opened again afterwards. */
  importAccount(
    id: string,
    place: ExportFileAndPassphrase,
    isSameUser: boolean,
  ): Promise<Result<ImportResult>> {
    return this.#queue(() =>
      this.#removal.runFor(id, (account) => this.#transfer.import(account, place, isSameUser)),
    );
  }

  /** Closes the account and ends the demo clinic. Files whose key is lost with this run are removed. */
  async close(): Promise<void> {
    await this.#queue(async () => {
      this.locking.saveUnsent();
      await this.#deps.engine.call('engine.close', {});
      await this.#deps.engine.call('engine.endRun', {});
      this.#openState.clearOpened();
      this.#demo.stop();
    });
  }

  /** Makes a change after the others, and after the removals that have begun. */
  #change(work: () => AccountsStateAfterChange): AccountsStateAfterChange {
    return this.#queue(() => this.#removal.runAfterFinishing(work));
  }

  /** Makes a change after which another person may be at the window. */
  #changeUser(work: () => AccountsStateAfterChange): AccountsStateAfterChange {
    return this.#change(async () => {
      const changed = await work();
      // The account that was removed may be here again, and its receipt may be no concern of who has come.
      if (changed.ok) this.#removal.dismissReceipts();
      return changed;
    });
  }

  /** Asks before an account is left whose pending changes end with this run. */
  async #mayLeaveFor(next: string): Promise<boolean> {
    const opened = this.#openState.opened;
    if (opened === null || opened.account.id === next) return true;
    const unsent = this.#unsentCounts.get(opened.account.id);
    return unsent === 0 || this.#deps.mayLeave(unsent);
  }
}
