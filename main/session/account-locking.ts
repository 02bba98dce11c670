import type { Account } from '#contract/accounts.ts';
import { internalProcedures, type InternalProcedureInput } from '#contract/internal-procedures.ts';
import type { LockState } from '#contract/lock.ts';
import { isId } from '#contract/records.ts';
import { err, ok, type Result } from '#contract/result.ts';
import type { NewRecoveryCodePromise } from '#main/vault/lock/account-locks.ts';
import type { AccountSecretsProvider } from '#main/vault/secrets.ts';
import type { AccountOpener } from './account-opening.ts';
import type { SessionDeps } from './deps.ts';
import type { OpenAccountController } from './open-account-controller.ts';
import { UnsentCountFiles } from './unsent-counts.ts';

export interface AccountLockManagerDeps {
  readonly secrets: AccountSecretsProvider;
  readonly openState: OpenAccountController;
  readonly opening: AccountOpener;
  /** Runs one change of the session at a time. */
  readonly queue: <T>(task: () => Promise<T>) => Promise<T>;
}

/** How the current account is protected, as the lock screen and the settings show it. */
export type AccountProtection = Pick<
  LockState,
  | 'account'
  | 'hasPin'
  | 'canHavePin'
  | 'needsPin'
  | 'hasRecoveryCode'
  | 'hasAdministratorKey'
  | 'triesLeft'
  | 'waitMs'
>;

const UNPROTECTED = {
  hasPin: false,
  canHavePin: false,
  needsPin: false,
  hasRecoveryCode: false,
  hasAdministratorKey: false,
  triesLeft: null,
  waitMs: 0,
} as const;

/** Locks the current account, opens it again, and changes its PIN. It does not know windows or processes. */
export class AccountLockManager {
  readonly #deps: SessionDeps;
  readonly #parts: AccountLockManagerDeps;
  /** The numbers of unsent changes of accounts that were open in this run. */
  readonly #unsent = new Map<string, number>();
  readonly #unsentFiles: UnsentCountFiles;

  constructor(deps: SessionDeps, parts: AccountLockManagerDeps) {
    this.#deps = deps;
    this.#parts = parts;
    this.#unsentFiles = new UnsentCountFiles(deps);
  }

  /** Receives the number of unsent changes of the open account. */
  noteUnsent({ id }: Account, unsent: number): void {
    if (this.#unsentFiles.read(id) !== unsent) this.#unsentFiles.remove(id);
    this.#unsent.set(id, unsent);
  }

  /** Deletes what is remembered of an account whose files were removed. */
  forget(account: string): void {
    this.#unsent.delete(account);
  }

  /** Returns how many changes of the locked account were not sent when it was closed; null where that is not known. */
  getUnsentOfLocked(): number | null {
    const { openState } = this.#parts;
    return openState.isLocked ? this.#getUnsent(openState.current ?? '') : null;
  }

  /** Saves the number of unsent changes of the open account with a PIN, which is about to be closed. */
  saveUnsent(): void {
    const account = this.#parts.openState.opened?.account ?? null;
    if (account !== null) this.#saveUnsent(account.id);
  }

  /** Returns how the current account is protected. */
  describe(): AccountProtection {
    const { secrets, openState } = this.#parts;
    const account = this.#findCurrent();
    if (account === null) return { ...UNPROTECTED, account: openState.current };
    const isUnlocked = secrets.locks.isUnlocked(account.id);
    const hasPin = isUnlocked || (openState.isLocked && secrets.locks.hasDocument(account.id));
    const needsPin = this.#deps.policy.requirePin && openState.opened !== null && !hasPin;
    const found = { ...UNPROTECTED, account: account.id, hasPin, canHavePin: true, needsPin };
    return hasPin ? { ...found, ...secrets.locks.describe(account) } : found;
  }

  /**
   * Sends what may be sent in the given time, closes the account, and forgets its key and tokens. An account without a
   * PIN is closed as well.
   * @returns the number of pending changes that remain; null where it is not known
   */
  lock(withinMs: number): Promise<number | null> {
    const { secrets, openState, queue } = this.#parts;
    return queue(async () => {
      const { current } = openState;
      if (current === null) return null;
      const unsent = withinMs > 0 && openState.opened !== null ? await this.#send(withinMs) : null;
      if (unsent !== null) this.#unsent.set(current, unsent);
      await this.#note({ what: 'lock', outcome: 'ok' });
      await openState.setLocked(current);
      this.#saveUnsent(current);
      secrets.lock(current);
      return this.#getUnsent(current);
    });
  }

  /**
   * Locks an account that was left for another one, where it has a PIN. Page and engine end with its records, whether it
   * has one or not: the next user of the window may be another person. Those of the demo clinic are invented.
   */
  async handleLeft(account: Account): Promise<void> {
    if (account.kind === 'demo') return;
    if (this.#parts.secrets.locks.isUnlocked(account.id)) await this.#lockLeft(account);
    await this.#deps.onAccountLeft();
  }

  /** Opens the locked account. Where its key is right and it does not open, its state tells why. */
  unlock(pin: string | null): Promise<Result<void>> {
    return this.#parts.queue(async () => {
      const account = this.#findCurrent();
      if (account === null) return this.#open(null);
      if (pin === null) return this.#open(account);
      const unlocked = await this.#parts.secrets.locks.unlock(account, pin);
      await this.#note(describeUnlocking(unlocked));
      return unlocked.ok ? this.#open(account) : unlocked;
    });
  }

  /** Leaves the locked account, so that no account is current; 'invalid-input' where none is locked. */
  leave(): Promise<Result<unknown>> {
    const { queue, openState, opening } = this.#parts;
    return queue(async () =>
      openState.isLocked ? opening.openNothing() : err('invalid-input', { detail: 'nothing is locked' }),
    );
  }

  /** Opens the locked account with its recovery code and gives it a new PIN. */
  recover(code: string, newPin: string): NewRecoveryCodePromise {
    return this.#parts.queue(async () => {
      const account = this.#findCurrent();
      if (account === null) return err('not-signed-in');
      const recovered = await this.#parts.secrets.locks.recover(account, code, newPin);
      // A new PIN that is too weak is refused before the code is tried.
      if (recovered.ok || recovered.error.code !== 'weak-pin') await this.#note(describeUnlocking(recovered));
      if (!recovered.ok) return recovered;
      await this.#open(account);
      return recovered;
    });
  }

  /** Sets or changes the PIN of the open account. Returns a recovery code where it had no PIN before. */
  setPin(
    newPin: string,
    currentPin: string | null,
  ): Promise<Result<{ readonly recoveryCode: string | null }>> {
    return this.#change<{ readonly recoveryCode: string | null }>(async (account, { keys, locks }) => {
      if (!locks.isUnlocked(account.id)) return keys.setFirstPin(account, newPin);
      const changed = await locks.changePin(account, currentPin ?? '', newPin);
      return changed.ok ? ok({ recoveryCode: null }) : changed;
    });
  }

  /** Removes the PIN of the open account. 'policy-refused' where the policy requires one. */
  removePin(pin: string): Promise<Result<Record<string, never>>> {
    return this.#change(async (account, { keys }) => {
      if (this.#deps.policy.requirePin) return err('policy-refused', { detail: 'every account needs a PIN' });
      const removed = await keys.removePin(account, pin);
      return removed.ok ? ok({}) : removed;
    });
  }

  /** Makes a new recovery code of the open account. */
  renewRecoveryCode(pin: string): NewRecoveryCodePromise {
    return this.#change((account, { locks }) => locks.renewRecoveryCode(account, pin));
  }

  /** Runs a change of the PIN or the recovery code of the open account. */
  #change<T>(
    work: (account: Account, secrets: AccountSecretsProvider) => Promise<Result<T>>,
  ): Promise<Result<T>> {
    const { secrets, openState, queue } = this.#parts;
    return queue(async () => {
      const opened = openState.opened?.account ?? null;
      if (opened === null) return err('not-signed-in');
      if (opened.kind === 'demo') return err('policy-refused', { detail: 'the demo clinic has no PIN' });
      return work(opened, secrets);
    });
  }

  async #lockLeft(account: Account): Promise<void> {
    this.#saveUnsent(account.id);
    this.#parts.secrets.lock(account.id);
    await this.#deps.noteAccess({ what: 'lock', outcome: 'ok', account: account.id, user: toUser(account) });
  }

  #getUnsent(account: string): number | null {
    return this.#unsent.get(account) ?? this.#unsentFiles.read(account);
  }

  /** Saves the number for an account whose PIN is in force now; one whose key ends with this run needs none. */
  #saveUnsent(account: string): void {
    const { locks } = this.#parts.secrets;
    const unsent = this.#unsent.get(account);
    if (unsent === undefined || !locks.isUnlocked(account) || locks.isOfRun(account)) return;
    this.#unsentFiles.write(account, unsent);
  }

  #findCurrent(): Account | null {
    return this.#deps.accounts.find(this.#parts.openState.current ?? '');
  }

  async #open(account: Account | null): Promise<Result<void>> {
    const { opening } = this.#parts;
    const opened = await (account === null ? opening.openCurrent() : opening.openStored(account));
    return !opened.ok && opened.error.code === 'locked' ? opened : ok(undefined);
  }

  async #send(withinMs: number): Promise<number | null> {
    const sent = await this.#deps.engine.call('engine.sendPending', { withinMs });
    const { data } = internalProcedures['engine.sendPending'].output.safeParse(sent.ok ? sent.value : null);
    return data?.unsent ?? null;
  }

  #note(access: Pick<InternalProcedureInput<'accessLog.note'>, 'what' | 'outcome'>): Promise<void> {
    const account = this.#findCurrent();
    // Accesses to the demo clinic are not recorded: its records are invented.
    if (account === null) return Promise.resolve();
    return this.#deps.noteAccess({ ...access, account: account.id, user: toUser(account) });
  }
}

function toUser({ userId }: Account) {
  return isId('user', userId) ? userId : null;
}

function describeUnlocking(
  result: Result<unknown>,
): Pick<InternalProcedureInput<'accessLog.note'>, 'what' | 'outcome'> {
  return result.ok
    ? { what: 'unlock', outcome: 'ok' }
    : { what: 'failed-unlock', outcome: result.error.code };
}
