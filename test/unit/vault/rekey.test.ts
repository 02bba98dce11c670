import { beforeEach, expect, test } from 'vitest';
import type { AccountIdentity } from '#contract/accounts.ts';
import { err, ok } from '#contract/result.ts';
import { systemClock } from '#main/base/clock.ts';
import { createSeededRandom } from '#main/base/random.ts';
import type { RekeyFilesFunction } from '#main/vault/rekey.ts';
import { AccountSecretsProvider } from '#main/vault/secrets.ts';
import { createVaultOverKeychain } from '#main/vault/vault.ts';
import { Died, memoryKeychain, type MemoryKeychain } from '../../support/memory-keychain.ts';
import { getCode, unwrap } from '../../support/engine.ts';

const ACCOUNT: AccountIdentity = {
  id: 'a1b2c3d4e5f60718',
  baseUrl: 'https://clinic.example.com',
  userId: null,
};

/** No account of these tests has a PIN. */
const NO_PIN = async () => err('internal');

let keychain: MemoryKeychain;
/** The key that the files need; null before there are any. */
let needed: string | null;
let stepsLeft: number;

/** Encrypts files that are one text; the process may end before and after. */
const rekeyFiles: RekeyFilesFunction = async ({ key, next }) => {
  step();
  if (needed !== key && needed !== next) return err('storage-damaged');
  needed = next;
  step();
  return ok({ files: 1, left: 0, problem: null });
};

function step(): void {
  if (stepsLeft <= 0) throw new Died();
  stepsLeft -= 1;
}

beforeEach(() => {
  keychain = memoryKeychain();
  needed = null;
  stepsLeft = Infinity;
});

/** The keys as a start of the program sees them. */
function open(rekey: RekeyFilesFunction = rekeyFiles, variables: Readonly<Record<string, string>> = {}) {
  return new AccountSecretsProvider({
    dataDir: '/nowhere',
    clock: systemClock,
    publicKey: null,
    accounts: { getConfirmedFingerprint: () => null },
    vault: createVaultOverKeychain(keychain),
    variables,
    random: createSeededRandom(needed === null ? 1 : 2),
    withoutKeychain: 'refuse',
    hasFiles: () => needed !== null,
    rekeyFiles: rekey,
  }).keys;
}

/** Creates the first key and files that need it. */
async function begin(): Promise<string> {
  const { value } = unwrap(await open().getKey(ACCOUNT));
  needed = value;
  return value;
}

test('the keychain holds the new key alone once every file has it', async () => {
  const former = await begin();
  expect(unwrap(await open().rekey(ACCOUNT, NO_PIN))).toEqual({ files: 1, left: 0 });
  expect(needed).not.toBe(former);
  expect([...keychain.entries.values()].join('')).not.toContain(former);
  expect(unwrap(await open().getKey(ACCOUNT))).toEqual({ value: needed, place: 'keychain' });
});

test('whichever step the process ends before, the next start has the key that the files need', async () => {
  let kills = 0;
  for (let left = 0; ; left++) {
    keychain = memoryKeychain();
    needed = null;
    stepsLeft = Infinity;
    await begin();
    // Steps of the files and of the keychain are counted apart: every pair of them is tried.
    stepsLeft = left % 3;
    keychain.stepsLeft = Math.floor(left / 3);
    const died = await open()
      .rekey(ACCOUNT, NO_PIN)
      .then(
        () => false,
        (thrown: unknown) => thrown instanceof Died,
      );
    stepsLeft = Infinity;
    keychain.stepsLeft = Infinity;
    expect(unwrap(await open().getKey(ACCOUNT)).value).toBe(needed);
    const stored = [...keychain.entries.values()].join('');
    expect(stored).toContain(needed);
    expect(stored).not.toContain('next');
    if (!died) break;
    kills += 1;
  }
  expect(kills).toBeGreaterThan(4);
});

test('where nothing could be encrypted the former key stays alone, and the reason is told', async () => {
  const former = await begin();
  const refuse: RekeyFilesFunction = async () =>
    ok({ files: 0, left: 0, problem: { code: 'storage-full' as const } });
  expect(getCode(await open(refuse).rekey(ACCOUNT, NO_PIN))).toBe('storage-full');
  expect(unwrap(await open().getKey(ACCOUNT)).value).toBe(former);
  expect([...keychain.entries.values()].join('')).not.toContain('next');
});

test('where only some files could be encrypted both keys stay, and the next start goes on', async () => {
  const former = await begin();
  const fail: RekeyFilesFunction = async () => err('storage-full');
  expect(getCode(await open(fail).rekey(ACCOUNT, NO_PIN))).toBe('storage-full');
  expect(getCode(await open(fail).getKey(ACCOUNT))).toBe('storage-full');
  expect(needed).toBe(former);
  expect(unwrap(await open().getKey(ACCOUNT)).value).toBe(needed);
  expect(needed).not.toBe(former);
});

test('a keychain that does not save the new key first leaves the files alone', async () => {
  const former = await begin();
  keychain.stepsTaken = 0;
  expect(getCode(await open().rekey(ACCOUNT, NO_PIN))).toBe('keychain-unavailable');
  expect(needed).toBe(former);
});

test('an account without files keeps its one key, and opens as before', async () => {
  const { value } = unwrap(await open().getKey(ACCOUNT));
  const fail: RekeyFilesFunction = async () => err('internal');
  expect(getCode(await open(fail).rekey(ACCOUNT, NO_PIN))).toBe('not-signed-in');
  expect([...keychain.entries.values()].join('')).not.toContain('next');
  expect(unwrap(await open(fail).getKey(ACCOUNT)).value).toBe(value);
});

test('a key from a variable cannot be replaced', async () => {
  await begin();
  const variables = { INTRAY_CACHE_KEY: 'c0ffee'.padEnd(64, '0') };
  expect(getCode(await open(rekeyFiles, variables).rekey(ACCOUNT, NO_PIN))).toBe('keychain-unavailable');
});
