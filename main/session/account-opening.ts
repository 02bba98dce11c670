import type { Account } from '#contract/accounts.ts';
import { MAX_NAME_CHANGES_PER_CALL } from '#contract/directory.ts';
import { err, ok, type AppError, type Result } from '#contract/result.ts';
import { describeThrown } from '#main/base/log.ts';
import { checkAddressAllowed } from '#main/policy/limits.ts';
import type { AccountRemover } from '#main/removal/remove-accounts.ts';
import type { AccountSecrets, AccountSecretsProvider } from '#main/vault/secrets.ts';
import type { DemoClinicStarter } from './demo.ts';
import type { SessionDeps } from './deps.ts';
import type { AccountsStateAfterChange, OpenAccountController } from './open-account-controller.ts';

export interface AccountOpenerDeps {
  readonly secrets: AccountSecretsProvider;
  readonly demo: DemoClinicStarter;
  readonly openState: OpenAccountController;
  readonly remover: Pick<AccountRemover, 'checkFinished'>;
}

/**
 * Opens an account with its secrets, or records why it cannot be opened. The owner makes one change at a time.
 */
export class AccountOpener {
  readonly #deps: SessionDeps;
  readonly #parts: AccountOpenerDeps;

  constructor(deps: SessionDeps, parts: AccountOpenerDeps) {
    this.#deps = deps;
    this.#parts = parts;
  }

  /** Opens an account with its saved secrets, unless its removal has begun or the policy fixes another address. */
  async openStored(account: Account): AccountsStateAfterChange {
    const { secrets, openState, remover } = this.#parts;
    const finished = remover.checkFinished(account.id);
    const allowed = finished.ok ? checkAddressAllowed(this.#deps.policy, account.baseUrl) : finished;
    return allowed.ok
      ? this.openWith(account, await secrets.getSecrets(account))
      : openState.fail(account.id, allowed.error);
  }

  /** Opens an account with these secrets; if getting them failed, records that error. */
  async openWith(account: Account, secrets: Result<AccountSecrets>): AccountsStateAfterChange {
    const { openState } = this.#parts;
    if (secrets.ok) return openState.open(account, secrets.value);
    if (secrets.error.code !== 'locked') return openState.fail(account.id, secrets.error);
    await openState.setLocked(account.id);
    return secrets;
  }

  /** Opens the current account, that is, the one that was opened last or the demo clinic. */
  async openCurrent(): AccountsStateAfterChange {
    const { current } = this.#parts.openState;
    if (current === 'demo') return this.#openRunning();
    const account = this.#deps.accounts.find(current ?? '');
    return account === null ? this.openNothing() : this.openStored(account);
  }

  /** Opens no account. An error that prevents opening any account is reported nevertheless. */
  async openNothing(): AccountsStateAfterChange {
    const { openState } = this.#parts;
    // If the register of accounts cannot be read, the app does not appear to be new.
    const { problem } = this.#deps.accounts;
    if (problem !== null) return openState.fail(null, problem);
    const answered = await this.#deps.engine.call('sync.health', {});
    if (!answered.ok) return openState.fail(null, answered.error);
    openState.setClosed();
    return ok(openState.getState());
  }

  /** Opens the demo clinic, unless it is open already or the policy turns it off. */
  async openDemo(): AccountsStateAfterChange {
    const { demo, openState } = this.#parts;
    if (!this.#deps.policy.demoClinic)
      return err('policy-refused', { detail: 'the demo clinic is turned off' });
    const isOpen = openState.isOpen('demo');
    return isOpen && demo.isRunning ? ok(openState.getState()) : this.#openRunning();
  }

  /** Records why no account could be opened. */
  fail(error: AppError): AccountsStateAfterChange {
    return this.#parts.openState.fail(null, error);
  }

  /** Opens the demo clinic, and starts it where it does not run. */
  async #openRunning(): AccountsStateAfterChange {
    const { demo, openState } = this.#parts;
    try {
      const { secrets, startsOver } = await demo.startAndGetSecrets();
      const opened = await openState.open(demo.account, secrets, startsOver);
      if (opened.ok) demo.setKey(secrets.key);
      if (opened.ok && startsOver) await this.#presetNames();
      return opened;
    } catch (thrown) {
      this.#deps.log.error('the demo clinic could not be opened', { thrown: describeThrown(thrown) });
      return openState.fail('demo', err('internal', { detail: 'the demo clinic did not start' }).error);
    }
  }

  /** Saves the names of the demo clinic's people and places in its directory. */
  async #presetNames(): Promise<void> {
    const { engine, log } = this.#deps;
    const { names } = this.#parts.demo;
    for (let from = 0; from < names.length; from += MAX_NAME_CHANGES_PER_CALL) {
      const changes = names.slice(from, from + MAX_NAME_CHANGES_PER_CALL);
      const saved = await engine.call('directory.preset', { changes });
      if (!saved.ok) log.warn('the names of the demo clinic could not be saved', { code: saved.error.code });
    }
  }
}
