import { isNoKeyForFilesError, type AccountIdentity, type Account } from '#contract/accounts.ts';
import type { PendingChange } from '#contract/outbox.ts';
import { collectItemsFromPages, type ItemsWithNextCursor, type PageStart } from '#contract/paginate.ts';
import type { AccountRemovalLosses } from '#contract/removal.ts';
import { err, ok, type AppError, type Result } from '#contract/result.ts';
import { countOldLocalStores } from '#main/base/account-files.ts';
import { getSystemErrorCode } from '#main/base/system-errors.ts';
import {
  openAccountFilesOffline,
  type AccountFilesEngineCalls,
  type OpenAccountFilesDeps,
} from '#main/transfer/open-files.ts';
import type { VerifiedExports } from '#main/transfer/verified-exports.ts';
import type { AccountRegister } from '#main/vault/accounts.ts';

/** The calls of the engine that a removal needs. */
export interface RemovalEngineCalls extends AccountFilesEngineCalls {
  readonly listOutbox: (
    place: PageStart<number>,
  ) => Promise<Result<ItemsWithNextCursor<number, PendingChange>>>;
  readonly removeFiles: (
    account: string,
  ) => Promise<Result<{ readonly files: readonly string[]; readonly foreign: number }>>;
}

export interface RemovalLossesDeps extends OpenAccountFilesDeps {
  readonly dataDir: string;
  readonly engine: RemovalEngineCalls;
  /** The export files of this run. */
  readonly exports: Pick<VerifiedExports, 'findFile'>;
}

function isUnreadable(error: AppError): boolean {
  return (
    isNoKeyForFilesError(error) ||
    ['account-mismatch', 'storage-newer', 'storage-damaged'].includes(error.code)
  );
}

/** Returns the error for a folder that could not be read. */
export function createFolderReadError(thrown: unknown): Result<never> {
  return err('storage-read-only', { detail: `a folder was not read: ${getSystemErrorCode(thrown)}` });
}

function countOldStores(dataDir: string, account: string): Result<number> {
  try {
    return ok(countOldLocalStores(dataDir, account));
  } catch (thrown) {
    return createFolderReadError(thrown);
  }
}

/**
 * Returns what would be lost with an account's files, which are opened and closed again. What is open is closed, so that
 * no change is sent meanwhile.
 * @returns error where the files may be readable and could not be read: a locked keychain, a full disk
 */
export async function readRemovalLosses(
  account: AccountIdentity,
  deps: RemovalLossesDeps,
): Promise<Result<AccountRemovalLosses>> {
  const { engine, secrets, hasFiles, exports } = deps;
  const { id } = account;
  const oldStores = countOldStores(deps.dataDir, id);
  if (!oldStores.ok) return oldStores;
  const content = { account: id, unsent: [], oldLocalStores: oldStores.value };
  if (!hasFiles(id) && !secrets.keys.hasRunKey(id)) {
    await engine.close();
    return ok({ ...content, files: 'none' });
  }
  const opened = await openAccountFilesOffline(account, deps);
  if (!opened.ok && opened.error.code === 'locked') return ok({ ...content, files: 'locked' });
  if (!opened.ok) return isUnreadable(opened.error) ? ok({ ...content, files: 'unreadable' }) : opened;
  const listed = await collectItemsFromPages(engine.listOutbox);
  await engine.close();
  if (!listed.ok) return listed;
  const unsent = listed.value.items;
  const file = unsent.length === 0 ? null : exports.findFile(id, unsent);
  return ok({ ...content, files: 'readable', unsent, ...(file === null ? {} : { exportedTo: file }) });
}

/** Lists what would be lost with one account, or with each (null). */
interface LossesReader {
  readonly listContents: (account: string | null) => Promise<Result<readonly AccountRemovalLosses[]>>;
}

/**
 * Returns the accounts in the list that have files which can be read: those that can be exported before all are removed.
 * What is open is closed.
 */
export async function listAccountsWithReadableFiles(
  remover: LossesReader,
  accounts: Pick<AccountRegister, 'find'>,
): Promise<Result<readonly Account[]>> {
  const contents = await remover.listContents(null);
  if (!contents.ok) return contents;
  const readable = contents.value.filter(({ files }) => files === 'readable');
  return ok(readable.flatMap(({ account }) => accounts.find(account) ?? []));
}
