import type { CallOutput } from '#contract/api.ts';
import type { Account } from '#contract/accounts.ts';
import type { RemovalReceipt, RemovalRequest } from '#contract/removal.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { listAccountsWithReadableFiles } from '#main/removal/account-content.ts';
import type { AccountRemover } from '#main/removal/remove-accounts.ts';
import type { AccountOpener } from './account-opening.ts';
import type { SessionDeps } from './deps.ts';
import type { AccountsStateAfterChange, OpenAccountController } from './open-account-controller.ts';

export interface AccountRemovalControllerDeps {
  readonly openState: OpenAccountController;
  readonly opening: AccountOpener;
  readonly remover: AccountRemover;
}

/**
 * Removes accounts while a window runs: what was open is closed for it and opened again where it still has its
 * secrets. The owner makes one change at a time.
 */
export class AccountRemovalController {
  readonly #deps: SessionDeps;
  readonly #parts: AccountRemovalControllerDeps;
  #receipts: readonly RemovalReceipt[] = [];

  constructor(deps: SessionDeps, parts: AccountRemovalControllerDeps) {
    this.#deps = deps;
    this.#parts = parts;
  }

  /**
   * Runs work that opens an account, after the removals that have begun are finished. While an account is open they
   * wait, because they would close it.
   */
  async runAfterFinishing(work: () => AccountsStateAfterChange): AccountsStateAfterChange {
    const { openState, remover } = this.#parts;
    if (openState.opened !== null) return work();
    const finished = await remover.finish();
    return finished.ok ? work() : openState.fail(openState.current, finished.error);
  }

  /** Returns what would be lost with the files of an account, or of all (null). */
  async listContents(account: string | null): Promise<Result<CallOutput<'accounts.listContents'>>> {
    // The next removal must not seem to be done by what is shown of an earlier one.
    this.dismissReceipts();
    const contents = await this.#runWhileClosed(() => this.#parts.remover.listContents(account));
    return contents.ok ? ok({ contents: contents.value }) : contents;
  }

  /**
   * Deletes tokens, key and files of an account or of all. Page and engine end with the records of the account that was
   * open, unless it is open again.
   */
  async remove(request: RemovalRequest): Promise<Result<CallOutput<'accounts.remove'>>> {
    const { openState, remover } = this.#parts;
    const before = openState.opened?.account ?? null;
    const receipts = await this.#runWhileClosed(
      () => remover.remove(request),
      (id, removed) => removed.some(({ account }) => account === id),
    );
    // Before the page ends: the next one asks for them.
    if (receipts.ok) this.#receipts = receipts.value;
    if (before !== null && before.kind !== 'demo' && !openState.isOpen(before.id))
      await this.#deps.onAccountLeft();
    return receipts.ok ? ok({ receipts: receipts.value }) : receipts;
  }

  /** Returns what the last removal of this run has deleted, until it is dismissed. */
  get receipts(): readonly RemovalReceipt[] {
    return this.#receipts;
  }

  /** Forgets what the last removal has deleted; the access log keeps it. */
  dismissReceipts(): void {
    this.#receipts = [];
  }

  /** Runs work that closes what is open, for an account whose removal has not begun; then opens it again. */
  async runFor<T>(id: string, work: (account: Account) => Promise<Result<T>>): Promise<Result<T>> {
    const account = this.#deps.accounts.find(id);
    if (account === null) return err('not-found', { detail: 'no such account' });
    const finished = this.#parts.remover.checkFinished(id);
    return finished.ok ? this.#runWhileClosed(() => work(account)) : finished;
  }

  /** Runs work that closes what is open, for all accounts whose files can be read; then opens it again. */
  runForReadable<T>(work: (accounts: readonly Account[]) => Promise<Result<T>>): Promise<Result<T>> {
    return this.#runWhileClosed(async () => {
      const readable = await listAccountsWithReadableFiles(this.#parts.remover, this.#deps.accounts);
      return readable.ok ? work(readable.value) : readable;
    });
  }

  /**
   * Runs work that closes what is open, then opens it again. Where its secrets cannot be had now, the state of the account
   * says why: it stays the current one, which the window can lock.
   * @param isRemoved whether the work has taken the account off this computer, or signed it out
   */
  async #runWhileClosed<T>(
    work: () => Promise<Result<T>>,
    isRemoved: (account: string, done: T) => boolean = () => false,
  ): Promise<Result<T>> {
    const { openState, opening } = this.#parts;
    const { opened: before, current } = openState;
    const done = await work();
    if (before?.account.kind === 'demo') await opening.openCurrent();
    else if (before !== null && !this.#isGone(before.account, done, isRemoved))
      await opening.openStored(before.account);
    else if (before !== null || this.#deps.accounts.find(current ?? '') === null) await opening.openNothing();
    return done;
  }

  /** Returns whether an account is not to be opened again. One whose removal failed is not gone: opening it reports that. */
  #isGone<T>({ id }: Account, done: Result<T>, isRemoved: (account: string, done: T) => boolean): boolean {
    if (!this.#parts.remover.checkFinished(id).ok) return false;
    return this.#deps.accounts.find(id) === null || (done.ok && isRemoved(id, done.value));
  }
}
