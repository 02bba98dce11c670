import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  createMemoryLockStore,
  DISK_LOCK_FILE_OPERATIONS,
  openKeychainLockStore,
  type LockFileOperations,
} from '#main/vault/lock/lock-store.ts';
import { ok } from '#contract/result.ts';
import { silentLog, type Log } from '#main/base/log.ts';
import type { LockDocument } from '#main/vault/lock/lock-document.ts';
import { PinTryLimiter } from '#main/vault/lock/pin-tries.ts';
import { createVaultOverKeychain } from '#main/vault/vault.ts';
import { manualClock } from '../../../support/clocks.ts';
import { createComputer, LOCKED_ACCOUNT, PIN, setPin, signIn } from '../../../support/locks.ts';
import { unwrap } from '../../../support/results.ts';
import { useLockedAccount } from './locked-account.ts';

const { folder, createLocked } = useLockedAccount();
const getFile = (): string => join(folder(), 'accounts', LOCKED_ACCOUNT.id, 'lock.json');

describe('an account with a PIN', () => {
  test('stays open when it gets its PIN', async () => {
    const secrets = createComputer(folder()).start();
    const key = await signIn(secrets);
    await setPin(secrets);
    expect(secrets.locks.getKey(LOCKED_ACCOUNT.id)).toBe(key);
  });

  test('has its new PIN also where the keychain locks before the end of the change', async () => {
    const { start, key, keychain } = await createLocked();
    const files: LockFileOperations = {
      ...DISK_LOCK_FILE_OPERATIONS,
      write: (file, value) => {
        DISK_LOCK_FILE_OPERATIONS.write(file, value);
        keychain.simulatedState = { state: 'locked', detail: 'in a test' };
      },
    };
    unwrap(await start({ files }).locks.changePin(LOCKED_ACCOUNT, PIN, '314159'));
    keychain.simulatedState = null;
    expect(await start().locks.unlock(LOCKED_ACCOUNT, PIN)).toMatchObject({ error: { code: 'wrong-pin' } });
    const again = start();
    unwrap(await again.locks.unlock(LOCKED_ACCOUNT, '314159'));
    expect(again.locks.getKey(LOCKED_ACCOUNT.id)).toBe(key);
  });

  test.each([
    ['cannot be read', () => '{'],
    [
      'does not open the account',
      (value: LockDocument) => JSON.stringify({ ...value, fileKey: value.pin.sealed }),
    ],
    [
      'cannot be tried',
      ({ pin, ...value }: LockDocument) =>
        JSON.stringify({ ...value, pin: { ...pin, cost: { n: 2 ** 16, r: 1, p: 1 } } }), // scrypt refuses it
    ],
  ])('keeps its PIN where the file with the new one %s', async (_what, damage) => {
    const { start, key } = await createLocked();
    let writes = 0;
    const files: LockFileOperations = {
      ...DISK_LOCK_FILE_OPERATIONS,
      write: (file, value) => {
        writes += 1;
        if (writes > 1) DISK_LOCK_FILE_OPERATIONS.write(file, value);
        else writeFileSync(file, damage(value as LockDocument)); // the only file of a lock
      },
    };
    const changed = await start({ files }).locks.changePin(LOCKED_ACCOUNT, PIN, '314159');
    expect(changed.ok).toBe(false);
    const again = start();
    unwrap(await again.locks.unlock(LOCKED_ACCOUNT, PIN));
    expect(again.locks.getKey(LOCKED_ACCOUNT.id)).toBe(key);
  });

  test('says that its former PIN could not be restored where the file with the new one is damaged and the disk is then full', async () => {
    const { start } = await createLocked();
    const lines: unknown[] = [];
    const log: Log = { ...silentLog, error: (message, facts) => lines.push([message, facts]) };
    let writes = 0;
    const files: LockFileOperations = {
      ...DISK_LOCK_FILE_OPERATIONS,
      write: (file) => {
        writes += 1;
        if (writes > 1) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
        writeFileSync(file, '{');
      },
    };
    const detail = 'lock.json: ENOSPC; the former PIN could not be restored';
    expect(await start({ files, log }).locks.changePin(LOCKED_ACCOUNT, PIN, '314159')).toEqual({
      ok: false,
      error: { code: 'storage-full', detail },
    });
    expect(lines).toEqual([
      ['the former PIN could not be restored', { code: 'storage-full', detail: 'lock.json: ENOSPC' }],
    ]);
  });

  test('stays open with its PIN where the keychain does not take the key back', async () => {
    const { start, key, keychain } = await createLocked();
    const secrets = start();
    keychain.stepsTaken = 1; // the count of the try
    expect(await secrets.keys.removePin(LOCKED_ACCOUNT, PIN)).toMatchObject({
      error: { code: 'keychain-unavailable' },
    });
    expect(secrets.locks.getKey(LOCKED_ACCOUNT.id)).toBe(key);
    keychain.stepsTaken = Infinity;
    expect(await start().locks.unlock(LOCKED_ACCOUNT, PIN)).toMatchObject({ ok: true });
  });

  test('has no secret in the keychain once its PIN is removed, or says that it could not be', async () => {
    const results: (readonly [boolean, boolean])[] = [];
    for (let steps = 0; steps < 12; steps += 1) {
      const { start, keychain } = await createLocked();
      keychain.stepsTaken = steps;
      const removed = await start().keys.removePin(LOCKED_ACCOUNT, PIN);
      results.push([removed.ok, [...keychain.entries.keys()].some((name) => name.includes('/lock'))]);
      rmSync(join(folder(), 'accounts'), { recursive: true });
    }
    expect(results[0]).toEqual([false, true]);
    expect(results.at(-1)).toEqual([true, false]);
    expect(results).not.toContainEqual([true, true]);
  });

  test('is neither opened nor changed by a recovery code while the keychain is locked', async () => {
    const { start, keychain, code } = await createLocked();
    const before = readFileSync(getFile(), 'utf8');
    keychain.simulatedState = { state: 'locked', detail: 'asleep' };
    const secrets = start();
    expect(await secrets.locks.recover(LOCKED_ACCOUNT, code, '314159')).toMatchObject({
      error: { code: 'keychain-locked' },
    });
    expect(readFileSync(getFile(), 'utf8')).toBe(before);
    expect(secrets.locks.getKey(LOCKED_ACCOUNT.id)).toBeNull();
  });

  test.each(['locked', 'unavailable'] as const)(
    'has a PIN in force only where the keychain holds its secret; one that is %s does not tell',
    async (state) => {
      const { start, keychain } = await createLocked();
      const { locks } = start();
      expect(await locks.isInForce(LOCKED_ACCOUNT)).toEqual({ ok: true, value: true });
      keychain.simulatedState = { state, detail: 'asleep' };
      expect(await locks.isInForce(LOCKED_ACCOUNT)).toMatchObject({ error: { code: `keychain-${state}` } });
      keychain.simulatedState = null;
      keychain.entries.clear();
      expect(await locks.isInForce(LOCKED_ACCOUNT)).toEqual({ ok: true, value: false });
    },
  );

  test('is not opened by the key of a variable where the document of its PIN was damaged or is of another address', async () => {
    const { start, key } = await createLocked();
    const variables = { INTRAY_CACHE_KEY: key };
    const text = readFileSync(getFile(), 'utf8');
    for (const [changed, code] of [
      [text.slice(1), 'file-unreadable'],
      [text.replace('"origin"', '"changed"'), 'file-unreadable'],
      [text.replace(LOCKED_ACCOUNT.baseUrl, 'https://other.example.com'), 'account-mismatch'],
    ] as const) {
      writeFileSync(getFile(), changed);
      expect(await start({ variables }).keys.getKey(LOCKED_ACCOUNT)).toMatchObject({ error: { code } });
    }
  });

  test('is locked once it is forgotten in this run', async () => {
    const { start } = await createLocked();
    const secrets = start();
    await secrets.locks.unlock(LOCKED_ACCOUNT, PIN);
    secrets.keys.forget(LOCKED_ACCOUNT.id);
    expect(secrets.locks.getKey(LOCKED_ACCOUNT.id)).toBeNull();
  });

  test('is locked once its document is deleted', async () => {
    const { start } = await createLocked();
    const secrets = start();
    await secrets.locks.unlock(LOCKED_ACCOUNT, PIN);
    expect(secrets.locks.deleteDocument(LOCKED_ACCOUNT)).toMatchObject({ ok: true });
    expect(secrets.locks.getKey(LOCKED_ACCOUNT.id)).toBeNull();
  });
});

test('an account without a PIN is opened without a change in the keychain', async () => {
  const { start, keychain } = createComputer(folder());
  const key = await signIn(start());
  keychain.stepsLeft = 0;
  expect(await start().keys.getKey(LOCKED_ACCOUNT)).toMatchObject({ value: { value: key } });
});

describe('on a full disk', () => {
  const isFull: LockFileOperations = {
    ...DISK_LOCK_FILE_OPERATIONS,
    write: () => {
      throw Object.assign(new Error('full'), { code: 'ENOSPC' });
    },
  };
  const full = { error: { code: 'storage-full' } };

  test('an account gets no PIN, and opens as before', async () => {
    const { start, keychain } = createComputer(folder());
    const key = await signIn(start());
    const before = new Map(keychain.entries);
    expect(await start({ files: isFull }).keys.setFirstPin(LOCKED_ACCOUNT, PIN)).toMatchObject(full);
    expect(keychain.entries).toEqual(before);
    expect(await start().keys.getKey(LOCKED_ACCOUNT)).toMatchObject({ value: { value: key } });
  });

  test('PIN and recovery code stay as they were', async () => {
    const { start, key, code } = await createLocked();
    const { locks } = start({ files: isFull });
    expect(await locks.changePin(LOCKED_ACCOUNT, PIN, '314159')).toMatchObject(full);
    expect(await locks.renewRecoveryCode(LOCKED_ACCOUNT, PIN)).toMatchObject(full);
    expect(await start({ files: isFull }).locks.recover(LOCKED_ACCOUNT, code, '314159')).toMatchObject(full);
    const again = start();
    expect(await again.locks.unlock(LOCKED_ACCOUNT, PIN)).toMatchObject({ ok: true });
    expect(again.locks.getKey(LOCKED_ACCOUNT.id)).toBe(key);
    expect(await start().locks.recover(LOCKED_ACCOUNT, code, PIN)).toMatchObject({ ok: true });
  });

  test('the files get no new key', async () => {
    const { start, key } = await createLocked();
    const secrets = start({ files: isFull, hasFiles: () => true });
    expect(await secrets.keys.rekey(LOCKED_ACCOUNT, async () => ok(PIN))).toMatchObject(full);
    const again = start();
    unwrap(await again.locks.unlock(LOCKED_ACCOUNT, PIN));
    expect(await again.keys.getKey(LOCKED_ACCOUNT)).toMatchObject({ value: { value: key } });
  });
});

describe('a recovery code', () => {
  test('opens nothing where the keychain takes no new secret, and opens the account later', async () => {
    const { start, keychain, code } = await createLocked();
    for (const name of keychain.entries.keys()) {
      if (name.includes('lock')) keychain.entries.delete(name);
    }
    keychain.stepsTaken = 0;
    const secrets = start();
    expect(await secrets.locks.recover(LOCKED_ACCOUNT, code, '314159')).toMatchObject({
      error: { code: 'keychain-unavailable' },
    });
    expect(secrets.locks.getKey(LOCKED_ACCOUNT.id)).toBeNull();
    keychain.stepsTaken = Infinity;
    expect(await secrets.locks.recover(LOCKED_ACCOUNT, code, '314159')).toMatchObject({ ok: true });
  });

  test('leaves the account open when it is renewed', async () => {
    const { start, key } = await createLocked();
    const secrets = start();
    expect(await secrets.locks.renewRecoveryCode(LOCKED_ACCOUNT, PIN)).toMatchObject({ ok: true });
    expect(secrets.locks.getKey(LOCKED_ACCOUNT.id)).toBe(key);
  });
});

test('a PIN is not tried while the keychain does not say how many were wrong', async () => {
  const unreadable = { state: 'locked', detail: 'asleep' } as const;
  const store = { ...createMemoryLockStore(), getTries: async () => unreadable };
  const tries = new PinTryLimiter(store, manualClock());
  expect(await tries.begin()).toMatchObject({ error: { code: 'keychain-locked' } });
});

test('the keychain’s secret of a lock at another address is none of this account', async () => {
  const { keychain } = await createLocked();
  const moved = { ...LOCKED_ACCOUNT, baseUrl: 'https://other.example.com' };
  const vault = createVaultOverKeychain(keychain);
  const getSecret = (account: typeof LOCKED_ACCOUNT) =>
    openKeychainLockStore({ dataDir: folder(), vault }, account).getSecret();
  expect(await getSecret(LOCKED_ACCOUNT)).toMatchObject({ state: 'found' });
  expect(await getSecret(moved)).toEqual({ state: 'absent' });
});
