import type { Account } from '#contract/accounts.ts';
import { ok, type Result } from '#contract/result.ts';
import type { AccountRegister } from '#main/vault/accounts.ts';
import type { AccountRemover } from './remove-accounts.ts';

/**
 * Returns the accounts in the list that have files which can be read: those that can be exported before all are removed.
 * What is open is closed.
 */
export async function listAccountsWithReadableFiles(
  remover: Pick<AccountRemover, 'listContents'>,
  accounts: Pick<AccountRegister, 'find'>,
): Promise<Result<readonly Account[]>> {
  const contents = await remover.listContents(null);
  if (!contents.ok) return contents;
  const readable = contents.value.filter(({ files }) => files === 'readable');
  return ok(readable.flatMap(({ account }) => accounts.find(account) ?? []));
}
