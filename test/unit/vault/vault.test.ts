import { expect, test } from 'vitest';
import type { Keychain } from '#main/vault/keychain.ts';
import { createVaultOverKeychain } from '#main/vault/vault.ts';
import { memoryKeychain } from '../../support/memory-keychain.ts';

const MARK = { generation: 'ab'.repeat(8), number: 7, moves: 3 };
const never = (): Promise<never> => new Promise(() => {});

test('a generation marker is saved briefly, and waits for no other entry', async () => {
  const memory = memoryKeychain();
  const patience: unknown[] = [];
  const keychain: Keychain = {
    ...memory,
    get: never,
    set: (name, value, given) => {
      patience.push(given);
      return memory.set(name, value);
    },
  };
  const vault = createVaultOverKeychain(keychain);
  void vault.getTokens('one');
  expect(await vault.saveGenerationMark('one', MARK)).toEqual({ state: 'done' });
  expect(patience).toEqual(['brief']);
});

test('secrets are deleted from the key on, and a deletion that the keychain refuses is reported and ends it', async () => {
  const memory = memoryKeychain();
  const binding = { origin: 'https://clinic.example.com', userId: null };
  let refused: string | undefined;
  const vault = createVaultOverKeychain({
    ...memory,
    delete: async (name) =>
      name === refused ? { state: 'unavailable', detail: 'refused' } : memory.delete(name),
  });
  const save = async (): Promise<void> => {
    await vault.saveTokens('one', { accessToken: 'TOK-1', jwt: 'JWT-1', ...binding });
    await vault.saveCacheKey('one', { key: 'ab'.repeat(32), cipher: 'aegis', ...binding });
    await vault.saveLockSecret('one', { secret: 'cd'.repeat(32), ...binding });
    await vault.saveGenerationMark('one', MARK);
    await vault.savePinTries('one', { wrong: 1, at: 1 });
  };
  await save();
  for (refused of ['one/cache-key', 'one/lock', 'one/generation', 'one/pin-tries', 'one/tokens']) {
    expect(await vault.deleteSecrets('one')).toMatchObject({ state: 'unavailable' });
    expect(memory.entries.has(refused)).toBe(true);
    expect(memory.entries.has('one/cache-key')).toBe(refused === 'one/cache-key');
    await save();
  }
  refused = undefined;
  expect(await vault.deleteSecrets('one')).toEqual({ state: 'done' });
  expect([...memory.entries.keys()]).toEqual([]);
});

test('a question of the keychain can be given up', () => {
  let isCancelled = false;
  const keychain = { ...memoryKeychain(), cancel: () => void (isCancelled = true) };
  createVaultOverKeychain(keychain).cancelQuestion();
  expect(isCancelled).toBe(true);
});
