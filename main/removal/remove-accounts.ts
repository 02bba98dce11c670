import type { AccountRef } from '#contract/accounts.ts';
import type { ControlInput } from '#contract/controls.ts';
import { isId } from '#contract/records.ts';
import {
  hasCertainlyNotArrived,
  type AccountContent,
  type OpenRemoval,
  type RemovalKind,
  type RemovalReceipt,
  type RemovalRequest,
} from '#contract/removal.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { listAccountFolders } from '#main/base/data-dir.ts';
import type { Clock } from '#main/base/clock.ts';
import type { Accounts } from '#main/vault/accounts.ts';
import { isKeychainFailure } from '#main/vault/answer.ts';
import type { Secrets } from '#main/vault/secrets.ts';
import type { Vault } from '#main/vault/vault.ts';
import { readAccountContent, type RemovalEngine } from './account-content.ts';
import { openRemovalsFile, type RemovalsFile } from './removals-file.ts';

export interface RemoverDeps {
  readonly dataDir: string;
  readonly accounts: Accounts;
  readonly vault: Vault;
  readonly secrets: Secrets;
  readonly engine: RemovalEngine;
  readonly hasFiles: (account: string) => boolean;
  readonly clock: Clock;
  /** Records an access in the access log. It never fails: no removal depends on the log. */
  readonly noteAccess: (access: ControlInput<'accessLog.note'>) => Promise<void>;
}

/** What the access log calls each kind of removal. */
const ACCESS_KINDS = {
  'sign-out': 'sign-out',
  remove: 'account-removal',
  wipe: 'wipe',
} as const satisfies Record<RemovalKind, ControlInput<'accessLog.note'>['what']>;

/** Returns why the files of an account may not be removed yet, or null. */
function findObstacle({ files, unsent }: AccountContent, request: RemovalRequest): Result<never> | null {
  if (files === 'unreadable' && !request.acceptsUnreadable)
    return err('unsent-changes', {
      detail: 'no key opens the files, so what is unsent in them is not known',
    });
  const discards = request.what === 'wipe' ? [] : request.discards;
  const isNamed = unsent.every((each) => hasCertainlyNotArrived(each) && discards.includes(each.number));
  return isNamed ? null : err('unsent-changes', { detail: `${unsent.length} unsent changes` });
}

/**
 * Removes accounts from this computer. The owner makes one call at a time, and opens nothing before `finish` has
 * finished what an earlier run began.
 */
export class AccountRemover {
  readonly #deps: RemoverDeps;
  readonly #file: RemovalsFile;

  constructor(deps: RemoverDeps) {
    this.#deps = deps;
    this.#file = openRemovalsFile(deps.dataDir, () => deps.clock.now());
  }

  /**
   * Returns what would be lost with the files of an account, or of all. What is open is closed.
   * @param account its id, or null
   */
  async listContents(account: string | null): Promise<Result<readonly AccountContent[]>> {
    const targets = this.#findTargets(account);
    if (!targets.ok) return targets;
    const contents: AccountContent[] = [];
    for (const target of targets.value) {
      const content = await readAccountContent(target, this.#deps);
      if (!content.ok) return content;
      contents.push(content.value);
    }
    return ok(contents);
  }

  /**
   * Deletes tokens and key, then the files, of an account or of all. What is open is closed. 'unsent-changes' where the
   * request does not name what would be lost: nothing is deleted then. 'removal-unfinished' where it has begun and could
   * not be finished.
   */
  async remove(request: RemovalRequest): Promise<Result<readonly RemovalReceipt[]>> {
    const account = request.what === 'wipe' ? null : request.account;
    const begun = await this.#begin(request, this.#findTargets(account));
    if (begun.ok) return this.finish();
    const userId = this.#deps.accounts.find(account ?? '')?.userId ?? null;
    await this.#note({ what: request.what, account, userId }, begun);
    return begun;
  }

  /** Finishes all removals that have begun. 'removal-unfinished' where one could not be finished. */
  async finish(): Promise<Result<readonly RemovalReceipt[]>> {
    const open = this.#file.listOpen();
    if (!open.ok) return open;
    const receipts: RemovalReceipt[] = [];
    for (const removal of open.value) {
      const receipt = await this.#finishOne(removal);
      await this.#note(removal, receipt);
      if (!receipt.ok) {
        const { code, detail } = receipt.error;
        return err('removal-unfinished', { detail: detail === undefined ? code : `${code}: ${detail}` });
      }
      receipts.push(receipt.value);
    }
    return ok(receipts);
  }

  /** Saves that the removals have begun, where nothing is against any of them. */
  async #begin(request: RemovalRequest, targets: Result<readonly AccountRef[]>): Promise<Result<void>> {
    if (!targets.ok) return targets;
    const begun: OpenRemoval[] = [];
    for (const target of targets.value) {
      const content = await readAccountContent(target, this.#deps);
      if (!content.ok) return content;
      const obstacle = findObstacle(content.value, request);
      if (obstacle !== null) return obstacle;
      const removal = this.#prepare(target, request, content.value);
      const usable = await this.#checkKeychain(removal);
      if (!usable.ok) return usable;
      begun.push(removal);
    }
    return this.#file.begin(begun);
  }

  #note(
    { what, account, userId }: Pick<OpenRemoval, 'what' | 'userId'> & { readonly account: string | null },
    result: Result<unknown>,
  ): Promise<void> {
    const outcome = result.ok ? 'ok' : result.error.code;
    const user = isId('user', userId) ? userId : null;
    return this.#deps.noteAccess({ what: ACCESS_KINDS[what], account, user, outcome });
  }

  #findTargets(account: string | null): Result<readonly AccountRef[]> {
    const { accounts, dataDir } = this.#deps;
    const known = accounts.list();
    if (account === null) {
      const unknown = listAccountFolders(dataDir).filter((id) => known.every((each) => each.id !== id));
      return ok([...known, ...unknown.map((id) => ({ id, baseUrl: '', userId: null }))]);
    }
    const found = accounts.find(account);
    return found === null ? err('not-found', { detail: 'no such account' }) : ok([found]);
  }

  #prepare(target: AccountRef, { what }: RemovalRequest, { unsent }: AccountContent): OpenRemoval {
    const { id: account, baseUrl, userId } = target;
    const { secrets, hasFiles, clock } = this.#deps;
    return {
      what,
      account,
      baseUrl,
      userId,
      since: new Date(clock.now()).toISOString(),
      discarded: unsent.map(({ number }) => number),
      needsKeychain: hasFiles(account) && !secrets.keys.hasVariableKey,
    };
  }

  /** Returns an error where the keychain would not delete, before anything has begun. */
  async #checkKeychain({ account, needsKeychain }: OpenRemoval): Promise<Result<void>> {
    const answer = await this.#deps.vault.getCacheKey(account);
    if (answer.state === 'locked') return err('keychain-locked', { detail: answer.detail });
    if (answer.state === 'unavailable' && needsKeychain)
      return err('keychain-unavailable', { detail: answer.detail });
    return ok(undefined);
  }

  async #finishOne(removal: OpenRemoval): Promise<Result<RemovalReceipt>> {
    const { accounts, secrets, engine, clock } = this.#deps;
    const { needsKeychain, ...asked } = removal;
    const { account, what } = asked;
    await engine.close();
    const keychain = await this.#deleteSecrets(account, needsKeychain);
    if (!keychain.ok) return keychain;
    secrets.forget(account);
    const removed = await engine.removeFiles(account);
    if (!removed.ok) return removed;
    const registered = what === 'sign-out' ? accounts.signOut(account) : accounts.remove(account);
    if (!registered.ok) return registered;
    const at = new Date(clock.now()).toISOString();
    const receipt = { ...asked, at, keychain: keychain.value, ...removed.value };
    const saved = this.#file.finish(receipt);
    return saved.ok ? ok(receipt) : saved;
  }

  /** Deletes the secrets of an account and checks that they are gone. */
  async #deleteSecrets(account: string, needsKeychain: boolean): Promise<Result<RemovalReceipt['keychain']>> {
    const { vault } = this.#deps;
    const deleted = await vault.deleteSecrets(account);
    if (isKeychainFailure(deleted)) {
      const isMissing = deleted.state === 'unavailable' && !needsKeychain;
      return isMissing ? ok('not-used') : err(`keychain-${deleted.state}`, { detail: deleted.detail });
    }
    const left = [
      await vault.getCacheKey(account),
      await vault.getTokens(account),
      await vault.getGenerationMark(account),
    ];
    return left.every(({ state }) => state === 'absent')
      ? ok('gone')
      : err('keychain-unavailable', { detail: 'a secret is still in the keychain' });
  }
}
