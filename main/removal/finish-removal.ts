import { existsSync } from 'node:fs';
import path from 'node:path';
import type { RemovalReceipt, UnfinishedRemoval } from '#contract/removal.ts';
import { err, ok, type Result } from '#contract/result.ts';
import type { Clock } from '#main/base/clock.ts';
import type { AccountRegister } from '#main/vault/accounts.ts';
import { isKeychainFailure, toKeychainError } from '#main/vault/keychain-result.ts';
import type { AccountSecretsProvider } from '#main/vault/secrets.ts';
import type { Vault } from '#main/vault/vault.ts';
import type { RemovalEngineCalls } from './account-content.ts';
import { removeDamagedRegisters } from './damaged-registers.ts';

export interface FinishRemovalDeps {
  readonly dataDir: string;
  readonly accounts: AccountRegister;
  readonly vault: Vault;
  readonly secrets: AccountSecretsProvider;
  readonly engine: RemovalEngineCalls;
  readonly clock: Clock;
}

/** Deletes the secrets of an account and checks that they are gone. */
async function deleteSecrets(
  vault: Vault,
  { account, needsKeychain }: UnfinishedRemoval,
): Promise<Result<RemovalReceipt['keychain']>> {
  const deleted = await vault.deleteSecrets(account);
  if (isKeychainFailure(deleted)) {
    const isMissing = deleted.state === 'unavailable' && !needsKeychain;
    return isMissing ? ok('not-used') : toKeychainError(deleted);
  }
  const left = [
    await vault.getCacheKey(account),
    await vault.getLockSecret(account),
    await vault.getTokens(account),
    await vault.getGenerationMark(account),
  ];
  return left.every(({ state }) => state === 'absent')
    ? ok('gone')
    : err('keychain-unavailable', { detail: 'a secret is still in the keychain' });
}

/**
 * Deletes keys, tokens and files of an account whose removal has begun, in this order, however far an earlier call came.
 * What is open is closed. Returns the receipt; else the error of the first step that failed.
 */
export async function finishRemoval(
  removal: UnfinishedRemoval,
  { dataDir, accounts, vault, secrets, engine, clock }: FinishRemovalDeps,
): Promise<Result<RemovalReceipt>> {
  const { needsKeychain: _, ...asked } = removal;
  const { account, baseUrl, userId, what } = asked;
  await engine.close();
  // The sealed keys go before everything else: what opens them may be written down on paper.
  const unlockable = secrets.locks.deleteDocument({ id: account, baseUrl, userId });
  if (!unlockable.ok) return unlockable;
  const keychain = await deleteSecrets(vault, removal);
  if (!keychain.ok) return keychain;
  secrets.forget(account);
  const removed = await engine.removeFiles(account);
  if (!removed.ok) return removed;
  const forgotten = what === 'wipe' ? removeDamagedRegisters(dataDir) : ok(undefined);
  if (!forgotten.ok) return forgotten;
  const registered = what === 'sign-out' ? accounts.signOut(account) : accounts.remove(account);
  if (!registered.ok) return registered;
  const at = new Date(clock.now()).toISOString();
  const { files, foreign } = removed.value;
  const named = [...new Set([...removal.files, ...files])];
  const gone = named.filter((name) => !existsSync(path.join(dataDir, name)));
  return ok({ ...asked, at, keychain: keychain.value, files: gone, foreign });
}
