import { describe, expect, test } from 'vitest';
import { systemRandomSource } from '#main/base/random.ts';
import { AccessLogKeyProvider } from '#main/vault/access-log.ts';
import { createVaultOverKeychain } from '#main/vault/vault.ts';
import { memoryKeychain, type MemoryKeychain } from '../../support/memory-keychain.ts';

const HEAD = { number: 7, hash: 'ab'.repeat(32) };

function open(keychain: MemoryKeychain, variables = {}, dataDir = '/data'): AccessLogKeyProvider {
  return new AccessLogKeyProvider({
    vault: createVaultOverKeychain(keychain),
    variables,
    random: systemRandomSource,
    dataDir,
  });
}

describe('The key of the access log', () => {
  test('is made once and kept in the keychain, where no sign-out deletes it', async () => {
    const keychain = memoryKeychain();
    const first = await open(keychain).getSecrets();
    expect(first).toMatchObject({ place: 'keychain', head: null });
    expect(first?.key).toMatch(/^[0-9a-f]{64}$/);
    for (const account of ['a1b2c3d4e5f60718', 'demo'])
      await createVaultOverKeychain(keychain).deleteSecrets(account);
    expect(await open(keychain).getSecrets()).toEqual(first);
  });

  test('comes with the head of the same data folder, and of no other', async () => {
    const keychain = memoryKeychain();
    const vault = open(keychain);
    await vault.getSecrets();
    expect(await vault.saveHead(HEAD)).toBe(true);
    expect((await open(keychain).getSecrets())?.head).toEqual(HEAD);
    expect((await open(keychain, {}, '/other').getSecrets())?.head).toBeNull();
  });

  test('that is gone is replaced, while the head tells what is missing', async () => {
    const keychain = memoryKeychain();
    const vault = open(keychain);
    const before = await vault.getSecrets();
    await vault.saveHead(HEAD);
    keychain.entries.delete('access-log/key');
    const after = await open(keychain).getSecrets();
    expect(after?.key).not.toBe(before?.key);
    expect(after?.head).toEqual(HEAD);
  });

  test('is derived from the variable where that is set, and is another than the variable', async () => {
    const keychain = memoryKeychain();
    const key = 'c0'.repeat(32);
    const found = await open(keychain, { INTRAY_CACHE_KEY: key }).getSecrets();
    expect(found).toMatchObject({ place: 'variables', head: null });
    expect(found?.key).not.toBe(key);
    expect(await open(keychain, { INTRAY_CACHE_KEY: key }).getSecrets()).toEqual(found);
    expect(keychain.entries.size).toBe(0);
  });

  test('is not made while the keychain reads and refuses to save because it is locked', async () => {
    const keychain = memoryKeychain();
    const locks: MemoryKeychain = { ...keychain, set: async () => ({ state: 'locked', detail: 'locked' }) };
    expect(await open(locks).getSecrets()).toBeNull();
    const full: MemoryKeychain = { ...keychain, set: async () => ({ state: 'unavailable', detail: 'full' }) };
    expect((await open(full).getSecrets())?.place).toBe('run');
  });

  test('lives as long as the run without a keychain, and is asked for again while it is locked', async () => {
    const keychain = memoryKeychain();
    keychain.simulatedState = { state: 'unavailable', detail: 'no keychain' };
    const vault = open(keychain);
    const found = await vault.getSecrets();
    expect(found?.place).toBe('run');
    expect(vault.getRunSecrets().key).toBe(found?.key);
    // There is no place outside the file for the head, so that this is no failure.
    expect(await vault.saveHead(HEAD)).toBe(true);
    keychain.simulatedState = { state: 'locked', detail: 'locked' };
    expect(await vault.getSecrets()).toBeNull();
    keychain.simulatedState = null;
    expect((await vault.getSecrets())?.place).toBe('keychain');
  });

  test('comes with the head that was saved last, where the keychain does not answer for it any more', async () => {
    const keychain = memoryKeychain();
    const answers = { head: true };
    const vault = open({
      ...keychain,
      get: async (name) =>
        answers.head || !name.includes('head')
          ? keychain.get(name)
          : { state: 'unavailable', detail: 'gone' },
    });
    await vault.getSecrets();
    await vault.saveHead(HEAD);
    answers.head = false;
    expect((await vault.getSecrets())?.head).toEqual(HEAD);
  });

  test('whose head the keychain refuses reports that', async () => {
    const keychain = memoryKeychain();
    const vault = open(keychain);
    await vault.getSecrets();
    keychain.simulatedState = { state: 'unavailable', detail: 'no keychain' };
    expect(await vault.saveHead(HEAD)).toBe(false);
  });
});
