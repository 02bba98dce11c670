import type { AccountIdentity } from '#contract/accounts.ts';
import { ok } from '#contract/result.ts';
import { hasAccountFiles } from '#main/base/data-dir.ts';
import { systemClock } from '#main/base/clock.ts';
import { silentLog } from '#main/base/log.ts';
import { systemRandomSource } from '#main/base/random.ts';
import { openAccountRegister } from '#main/vault/accounts.ts';
import type { PinScryptCost } from '#main/vault/lock/sealing.ts';
import { AccountSecretsProvider, type SecretProviderDeps } from '#main/vault/secrets.ts';
import { createVaultOverKeychain } from '#main/vault/vault.ts';
import { manualClock, type ManualClock } from './clocks.ts';
import { memoryKeychain, type MemoryKeychain } from './memory-keychain.ts';
import { unwrap } from './results.ts';

/** A PIN costs next to nothing in tests: what it costs is tested once. */
export const CHEAP_PIN: PinScryptCost = { n: 2, r: 1, p: 1 };

/** The account of the tests of locks. */
export const LOCKED_ACCOUNT: AccountIdentity = {
  id: 'a'.repeat(16),
  baseUrl: 'https://clinic.example.com',
  userId: null,
};

export const TOKENS = { accessToken: 'TOK-1', jwt: 'JWT-1' };
export const PIN = '271828';

/** The secrets of a computer, whose program can be started again. */
export interface TestComputer {
  readonly keychain: MemoryKeychain;
  readonly clock: ManualClock;
  /** Starts the program: what it held in memory is gone. */
  readonly start: (change?: Partial<SecretProviderDeps>) => AccountSecretsProvider;
}

/** A computer with a keychain and a data folder, and no account. */
export function createComputer(dataDir: string): TestComputer {
  const keychain = memoryKeychain();
  const clock = manualClock();
  return {
    keychain,
    clock,
    start: (change = {}) =>
      new AccountSecretsProvider({
        dataDir,
        clock,
        accounts: { getConfirmedFingerprint: () => null },
        vault: createVaultOverKeychain(keychain),
        variables: {},
        random: systemRandomSource,
        publicKey: null,
        cost: CHEAP_PIN,
        rekeyFiles: async () => ok({ files: 0, left: 0, problem: null }),
        withoutKeychain: 'memory',
        hasFiles: (account) => hasAccountFiles(dataDir, account),
        ...change,
      }),
  };
}

/** Signs in and returns the key of the account's files. */
export async function signIn(secrets: AccountSecretsProvider, account = LOCKED_ACCOUNT): Promise<string> {
  const admitted = await secrets.saveSignIn(account, TOKENS);
  if (!admitted.ok) throw new Error(admitted.error.code);
  return admitted.value.key;
}

/** Gives the account a PIN and returns its recovery code. */
export async function setPin(
  secrets: AccountSecretsProvider,
  account = LOCKED_ACCOUNT,
  pin = PIN,
): Promise<string> {
  const set = await secrets.keys.setFirstPin(account, pin);
  if (!set.ok) throw new Error(set.error.code);
  return set.value.recoveryCode;
}

/** Gives the only account of a data folder a PIN, as a window with a keychain does. */
export async function giveFirstPin(dataDir: string, cacheKey: string, publicKey: string | null = null) {
  const deps = { dataDir, clock: systemClock, random: systemRandomSource };
  const accounts = openAccountRegister({ ...deps, log: silentLog });
  const [account] = accounts.list();
  if (account === undefined) throw new Error('no account');
  const secrets = new AccountSecretsProvider({
    ...deps,
    accounts,
    vault: createVaultOverKeychain(memoryKeychain()),
    variables: { INTRAY_CACHE_KEY: cacheKey },
    withoutKeychain: 'memory',
    hasFiles: () => true,
    rekeyFiles: async () => ok({ files: 0, left: 0, problem: null }),
    publicKey,
    cost: CHEAP_PIN,
  });
  unwrap(await secrets.keys.setFirstPin(account, PIN));
  return { account, secrets };
}
