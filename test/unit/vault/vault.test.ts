import { expect, test } from 'vitest';
import type { Keychain } from '#main/vault/keychain.ts';
import { createKeychainVault } from '#main/vault/vault.ts';
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
  const vault = createKeychainVault(keychain);
  void vault.getTokens('one');
  expect(await vault.saveGenerationMark('one', MARK)).toEqual({ state: 'done' });
  expect(patience).toEqual(['brief']);
});

test('a question of the keychain can be given up', () => {
  let isCancelled = false;
  const keychain = { ...memoryKeychain(), cancel: () => void (isCancelled = true) };
  createKeychainVault(keychain).cancelQuestion();
  expect(isCancelled).toBe(true);
});
