import path from 'node:path';
import type { AccountIdentity } from '#contract/accounts.ts';
import { ACCESS_KIND_BY_REMOVAL_KIND } from '#contract/access-log.ts';
import type { InternalProcedureInput } from '#contract/internal-procedures.ts';
import { isId } from '#contract/records.ts';
import {
  mayDiscardChangeWithAccount,
  type AccountRemovalLosses,
  type UnfinishedRemoval,
  type RemovalReceipt,
  type RemovalRequest,
} from '#contract/removal.ts';
import { err, ok, type AppError, type Result } from '#contract/result.ts';
import { formatCountWithNoun } from '#main/base/plain-text.ts';
import { listFoldersWithAccountFiles } from '#main/base/account-files.ts';
import { listAccountIdsInDataDir } from '#main/base/data-dir.ts';
import type { VerifiedExports } from '#main/transfer/verified-exports.ts';
import { createFolderReadError, readRemovalLosses } from './account-content.ts';
import { listDamagedRegisters, removeDamagedRegisters } from './damaged-registers.ts';
import { finishRemoval, type FinishRemovalDeps } from './finish-removal.ts';
import { openRemovalsFile, type RemovalsFile } from './removals-file.ts';

export interface AccountRemoverDeps extends FinishRemovalDeps {
  /** The export files of this run. */
  readonly exports: Pick<VerifiedExports, 'findFile'>;
  readonly hasFiles: (account: string) => boolean;
  /**
   * Whether accounts stay that their PIN has not opened: at a window that its user has left, no other user may delete
   * what is unsent in them. Default: false, with consent.
   */
  readonly keepsLocked?: boolean;
  /** Is called with the id of an account whose secrets and files are deleted. */
  readonly onRemoved?: (account: string) => void;
  /** Records an access in the access log. It never fails: no removal depends on the log. */
  readonly noteAccess: (access: InternalProcedureInput<'accessLog.note'>) => Promise<void>;
  /** Records receipts in the access log, each once. Returns whether it keeps them; it never fails. */
  readonly keepReceipts: (receipts: readonly RemovalReceipt[]) => Promise<boolean>;
}

/** Returns the error for files of an account whose unsent changes cannot be listed, or null where there are none. */
function findUnlistedChanges({ files, oldLocalStores }: AccountRemovalLosses): Result<never> | null {
  if (files === 'locked')
    return err('locked', { detail: 'its unsent changes cannot be listed, and would be lost' });
  if (files === 'unreadable')
    return err('unsent-changes', {
      detail: 'no key opens the files: their unsent changes cannot be listed',
    });
  if (oldLocalStores === 0) return null;
  const stores = formatCountWithNoun(oldLocalStores, 'old local store', 'old local stores');
  return err('unsent-changes', { detail: `${stores}: unsent changes in them cannot be listed` });
}

/** Returns why the files of an account may not be removed yet, or null. */
function checkMayRemove(
  losses: AccountRemovalLosses,
  request: RemovalRequest,
  keepsLocked: boolean,
): Result<never> | null {
  const { files, unsent, exportedTo } = losses;
  if (files === 'locked' && keepsLocked) return err('locked', { detail: 'its PIN has to open it first' });
  const unlisted = request.acceptsUnreadable ? null : findUnlistedChanges(losses);
  if (unlisted !== null) return unlisted;
  if (exportedTo !== undefined && request.acceptsExported === true) return null;
  const discards = request.what === 'wipe' ? [] : request.discards;
  const isAllowed = unsent.every(
    (each) => mayDiscardChangeWithAccount(each) && discards.includes(each.number),
  );
  return isAllowed
    ? null
    : err('unsent-changes', {
        detail: formatCountWithNoun(unsent.length, 'unsent change', 'unsent changes'),
      });
}

/**
 * Removes accounts from this computer. The owner makes one call at a time, calls `finish` before it opens anything, and
 * opens no account for which `checkFinished` returns an error.
 */
export class AccountRemover {
  readonly #deps: AccountRemoverDeps;
  readonly #file: RemovalsFile;
  /** Why the removal of an account could not be finished, by the account's id. */
  #failures: ReadonlyMap<string, AppError> = new Map();

  constructor(deps: AccountRemoverDeps) {
    this.#deps = deps;
    this.#file = openRemovalsFile(deps.dataDir, () => deps.clock.now());
  }

  /**
   * Returns what would be lost with the files of an account, or of all. What is open is closed.
   * @param account its id, or null
   */
  async listContents(account: string | null): Promise<Result<readonly AccountRemovalLosses[]>> {
    const targets = this.#findTargets(account);
    if (!targets.ok) return targets;
    const contents: AccountRemovalLosses[] = [];
    for (const target of targets.value) {
      const content = await readRemovalLosses(target, this.#deps);
      if (!content.ok) return content;
      contents.push(content.value);
    }
    return ok(contents);
  }

  /**
   * Deletes tokens and key, then the files, of an account or of all. What is open is closed. 'unsent-changes' where the
   * request does not name what would be lost, 'locked' where only a PIN could list it: nothing is deleted then.
   * 'removal-unfinished' where it has begun and could not be finished.
   */
  async remove(request: RemovalRequest): Promise<Result<readonly RemovalReceipt[]>> {
    const account = request.what === 'wipe' ? null : request.account;
    const begun = await this.#begin(request, this.#findTargets(account));
    if (!begun.ok) {
      const userId = this.#deps.accounts.find(account ?? '')?.userId ?? null;
      await this.#note({ what: request.what, account, userId }, begun);
      return begun;
    }
    const receipts = await this.finish();
    if (!receipts.ok) return receipts;
    // Without an account no removal has begun that would leave an entry.
    if (begun.value.length === 0) {
      const forgotten = request.what === 'wipe' ? removeDamagedRegisters(this.#deps.dataDir) : ok(undefined);
      await this.#note({ what: request.what, account: null, userId: null }, forgotten);
      if (!forgotten.ok) return forgotten;
    }
    for (const id of begun.value) {
      const finished = this.checkFinished(id);
      if (!finished.ok) return finished;
    }
    return ok(receipts.value.filter((receipt) => begun.value.includes(receipt.account)));
  }

  /** Saves that the removals have begun, where nothing is against any of them. Returns the ids of the accounts. */
  async #begin(
    request: RemovalRequest,
    targets: Result<readonly AccountIdentity[]>,
  ): Promise<Result<readonly string[]>> {
    if (!targets.ok) return targets;
    const begun: UnfinishedRemoval[] = [];
    for (const target of targets.value) {
      const content = await readRemovalLosses(target, this.#deps);
      if (!content.ok) return content;
      const obstacle = checkMayRemove(content.value, request, this.#deps.keepsLocked ?? false);
      if (obstacle !== null) return obstacle;
      const removal = this.#prepare(target, request, content.value);
      if (!removal.ok) return removal;
      const usable = await this.#checkKeychain(removal.value);
      if (!usable.ok) return usable;
      // Readable copies of PDFs are listed for each account; the first one deletes them.
      const named = new Set(begun.flatMap(({ files }) => files));
      begun.push({ ...removal.value, files: removal.value.files.filter((name) => !named.has(name)) });
    }
    const saved = this.#file.begin(begun);
    return saved.ok ? ok(begun.map(({ account }) => account)) : saved;
  }

  #note(
    {
      what,
      account,
      userId,
    }: Pick<UnfinishedRemoval, 'what' | 'userId'> & { readonly account: string | null },
    result: Result<unknown>,
  ): Promise<void> {
    const outcome = result.ok ? 'ok' : result.error.code;
    const user = isId('user', userId) ? userId : null;
    return this.#deps.noteAccess({ what: ACCESS_KIND_BY_REMOVAL_KIND[what], account, user, outcome });
  }

  /**
   * Finishes the removals that have begun; one that cannot be finished does not keep the others from it. What is
   * open is closed where one has begun.
   * @returns the receipts of those that are finished now; an error only where it is not known which have begun
   */
  async finish(): Promise<Result<readonly RemovalReceipt[]>> {
    const open = this.#file.listOpen();
    if (!open.ok) return open;
    const receipts: RemovalReceipt[] = [];
    const failures = new Map<string, AppError>();
    for (const removal of open.value) {
      const receipt = await this.#finishOne(removal);
      if (receipt.ok) {
        receipts.push(receipt.value);
        continue;
      }
      await this.#note(removal, receipt);
      failures.set(removal.account, receipt.error);
    }
    this.#failures = failures;
    await this.#deliverReceipts();
    return ok(receipts);
  }

  /**
   * Brings receipts to the access log, also those of earlier runs that it could not keep. They leave the file once the
   * log has them; after a crash in between the log sees one again, and has it once.
   */
  async #deliverReceipts(): Promise<void> {
    const left = this.#file.listReceipts();
    if (!left.ok || left.value.length === 0) return;
    if (await this.#deps.keepReceipts(left.value)) this.#file.forgetReceipts(left.value);
  }

  /** 'removal-unfinished' where the removal of an account has begun and the last `finish` could not finish it. */
  checkFinished(account: string): Result<void> {
    const error = this.#failures.get(account);
    if (error === undefined) return ok(undefined);
    const { code, detail } = error;
    return err('removal-unfinished', { detail: detail === undefined ? code : `${code}: ${detail}` });
  }

  /** Whether the last `finish` could not finish a removal. */
  get hasUnfinished(): boolean {
    return this.#failures.size > 0;
  }

  #findTargets(account: string | null): Result<readonly AccountIdentity[]> {
    const { accounts, dataDir } = this.#deps;
    const known = accounts.list();
    if (account === null) {
      const unknown = listAccountIdsInDataDir(dataDir).filter((id) => known.every((each) => each.id !== id));
      return ok([...known, ...unknown.map((id) => ({ id, baseUrl: '', userId: null }))]);
    }
    const found = accounts.find(account);
    return found === null ? err('not-found', { detail: 'no such account' }) : ok([found]);
  }

  #prepare(
    target: AccountIdentity,
    { what, acceptsExported }: RemovalRequest,
    { unsent, exportedTo }: AccountRemovalLosses,
  ): Result<UnfinishedRemoval> {
    const isExported = acceptsExported === true && exportedTo !== undefined;
    const { id: account, baseUrl, userId } = target;
    const { secrets, hasFiles, clock } = this.#deps;
    const files = this.#listFiles(account, what);
    if (!files.ok) return files;
    return ok({
      what,
      account,
      baseUrl,
      userId,
      since: new Date(clock.now()).toISOString(),
      ...(isExported ? { exportedTo } : {}),
      discarded: isExported ? [] : unsent.map(({ number }) => number),
      files: files.value,
      needsKeychain: hasFiles(account) && !secrets.keys.hasVariableKey,
    });
  }

  /** Returns the files and folders that a removal deletes, as seen from the data folder. */
  #listFiles(account: string, what: RemovalRequest['what']): Result<readonly string[]> {
    const { dataDir } = this.#deps;
    try {
      const folders = listFoldersWithAccountFiles(dataDir, account).flatMap(
        ({ path: folder, files, isRemoved }) => [
          ...files.map((name) => path.join(folder, name)),
          ...(isRemoved ? [folder] : []),
        ],
      );
      const registers = what === 'wipe' ? listDamagedRegisters(dataDir) : [];
      return ok([...folders.map((name) => path.relative(dataDir, name)), ...registers]);
    } catch (thrown) {
      return createFolderReadError(thrown);
    }
  }

  /** Returns an error where the keychain would not delete, before anything has begun. */
  async #checkKeychain({ account, needsKeychain }: UnfinishedRemoval): Promise<Result<void>> {
    const answer = await this.#deps.vault.getCacheKey(account);
    if (answer.state === 'locked') return err('keychain-locked', { detail: answer.detail });
    if (answer.state === 'unavailable' && needsKeychain)
      return err('keychain-unavailable', { detail: answer.detail });
    return ok(undefined);
  }

  async #finishOne(removal: UnfinishedRemoval): Promise<Result<RemovalReceipt>> {
    const receipt = await finishRemoval(removal, this.#deps);
    if (!receipt.ok) return receipt;
    const saved = this.#file.finish(receipt.value);
    if (!saved.ok) return saved;
    this.#deps.onRemoved?.(removal.account);
    return receipt;
  }
}
