import type { AccountIdentity } from '#contract/accounts.ts';
import type { InternalProcedureInput, InternalProcedureOutput } from '#contract/internal-procedures.ts';
import { err, ok, type Result } from '#contract/result.ts';
import type { RandomGenerator } from '#main/base/random.ts';
import type { KeychainFallbackPolicy } from './keychain-rules.ts';
import type { SecretWithLocation } from './secret-location.ts';
import { toSecretOwner, type Vault } from './vault.ts';

/** The key of an account's files, and the one that replaces it; 64 hex digits each. */
export interface PresentAndNextFileKey {
  readonly key: string;
  readonly next: string;
}

/** How many files have a new key, and how many neither key opens. */
export type RekeyCounts = Omit<InternalProcedureOutput<'engine.rekey'>, 'problem'>;

/** Encrypts the files of an account with another key. */
export type RekeyFilesFunction = (
  input: InternalProcedureInput<'engine.rekey'>,
) => Promise<Result<InternalProcedureOutput<'engine.rekey'>>>;

/** Where the keys of an account's files are while one replaces the other. */
export interface RekeyKeyStore {
  /** Saves the next key beside the present one, before any file needs it. */
  note(keys: PresentAndNextFileKey): Promise<Result<void>>;
  /** Keeps only the key that the files need now, and removes the other one. */
  settle(needed: string): Promise<Result<void>>;
}

export interface RekeyDeps {
  readonly keyStore: RekeyKeyStore;
  readonly random: RandomGenerator;
  readonly rekeyFiles: RekeyFilesFunction;
}

/** Returns the store of a key that no PIN protects: the record of the account in the keychain. */
export function createKeychainKeyStore(
  { vault, rules }: { readonly vault: Pick<Vault, 'saveCacheKey'>; readonly rules: KeychainFallbackPolicy },
  account: AccountIdentity,
): RekeyKeyStore {
  const save = async (keys: { readonly key: string; readonly next?: string }): Promise<Result<void>> => {
    const saved = await vault.saveCacheKey(account.id, {
      ...keys,
      cipher: 'aegis',
      ...toSecretOwner(account),
    });
    return saved.state === 'done' ? ok(undefined) : rules.refuse(saved);
  };
  return { note: save, settle: (needed) => save({ key: needed }) };
}

/** Encrypts the files with the next key, and leaves the store with the one that they need. */
async function encryptAgain(
  { keyStore, rekeyFiles }: RekeyDeps,
  account: AccountIdentity,
  { key, next }: PresentAndNextFileKey,
): Promise<Result<InternalProcedureOutput<'engine.rekey'>>> {
  const done = await rekeyFiles({ account: account.id, key, next });
  if (!done.ok) return done;
  const settled = await keyStore.settle(done.value.problem === null ? next : key);
  return settled.ok ? done : settled;
}

/**
 * Encrypts the files of an account with a new key, which the store holds beside the former one until each file was
 * opened with it. What is open is closed. 'keychain-unavailable' where the key is not in the keychain; where the
 * local store cannot be encrypted again, its error, and nothing has changed.
 */
export async function rekeyAccount(
  parts: RekeyDeps,
  account: AccountIdentity,
  { value: key, place }: SecretWithLocation<string>,
): Promise<Result<RekeyCounts>> {
  if (place !== 'keychain') return err('keychain-unavailable', { detail: 'the key is not in the keychain' });
  const keys = { key, next: parts.random.hex(32) };
  const noted = await parts.keyStore.note(keys);
  if (!noted.ok) return noted;
  const done = await encryptAgain(parts, account, keys);
  if (!done.ok) return done;
  const { problem, ...rekeyed } = done.value;
  return problem === null ? ok(rekeyed) : { ok: false, error: problem };
}

/** Finishes a change of keys that a crash has interrupted. Returns the key that the files need now. */
export async function finishRekey(
  parts: RekeyDeps,
  account: AccountIdentity,
  keys: PresentAndNextFileKey,
): Promise<Result<string>> {
  const done = await encryptAgain(parts, account, keys);
  if (!done.ok) return done;
  return ok(done.value.problem === null ? keys.next : keys.key);
}
