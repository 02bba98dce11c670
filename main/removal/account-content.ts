import { isKeyTrouble, type AccountRef } from '#contract/accounts.ts';
import type { ControlInput } from '#contract/controls.ts';
import type { PendingOperation } from '#contract/outbox.ts';
import { collectPages, type CollectedItems, type PageStart } from '#contract/paginate.ts';
import type { AccountContent } from '#contract/removal.ts';
import { err, ok, type AppError, type Result } from '#contract/result.ts';
import type { Secrets } from '#main/vault/secrets.ts';

/** The engine as a removal uses it. */
export interface RemovalEngine {
  readonly open: (input: ControlInput<'engine.open'>) => Promise<Result<unknown>>;
  readonly listOutbox: (
    place: PageStart<number>,
  ) => Promise<Result<CollectedItems<number, PendingOperation>>>;
  readonly close: () => Promise<Result<unknown>>;
  readonly removeFiles: (
    account: string,
  ) => Promise<Result<{ readonly files: readonly string[]; readonly foreign: number }>>;
}

export interface ContentDeps {
  readonly engine: RemovalEngine;
  readonly secrets: Pick<Secrets, 'keys'>;
  /** Returns whether the data folder has files of an account. */
  readonly hasFiles: (account: string) => boolean;
}

/** Opening requires tokens; no request is made with them, because the files are only read. */
const UNUSED_TOKENS = { accessToken: '-', jwt: '-' };

function isUnreadable(error: AppError): boolean {
  return (
    isKeyTrouble(error) ||
    ['locked', 'account-mismatch', 'storage-newer', 'storage-damaged'].includes(error.code)
  );
}

/**
 * Returns what would be lost with an account's files, which are opened and closed again. What is open is closed, so that
 * no change is sent meanwhile.
 * @returns error where the files may be readable and could not be read: a locked keychain, a full disk
 */
export async function readAccountContent(
  { id, baseUrl, userId }: AccountRef,
  { engine, secrets, hasFiles }: ContentDeps,
): Promise<Result<AccountContent>> {
  await engine.close();
  const content = { account: id, unsent: [] };
  if (!hasFiles(id) && !secrets.keys.hasRunKey(id)) return ok({ ...content, files: 'none' });
  const key = await secrets.keys.getFileKey({ id, baseUrl, userId });
  if (!key.ok) return isUnreadable(key.error) ? ok({ ...content, files: 'unreadable' }) : key;
  // Without a keychain a window creates a key for the files of this run; the account's permanent files need the saved one.
  if (key.value.lifetime === 'run' && hasFiles(id)) return err('keychain-unavailable');
  const opened = await engine.open({
    account: id,
    baseUrl,
    userId,
    tokens: UNUSED_TOKENS,
    ...key.value,
    keepsFresh: false,
  });
  if (!opened.ok) return isUnreadable(opened.error) ? ok({ ...content, files: 'unreadable' }) : opened;
  const unsent = await collectPages(engine.listOutbox);
  await engine.close();
  return unsent.ok ? ok({ ...content, files: 'readable', unsent: unsent.value.items }) : unsent;
}
