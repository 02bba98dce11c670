import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PIN_TRIES_WITHOUT_WAIT, PIN_TRY_WAIT_MS } from '#contract/lock.ts';
import { err } from '#contract/result.ts';
import { createAdministratorKeyPair } from '#main/vault/lock/administrator-key.ts';
import { derivePinKey, PIN_SCRYPT_COST } from '#main/vault/lock/sealing.ts';
import { createComputer, LOCKED_ACCOUNT, PIN, setPin, signIn, TOKENS } from '../../../support/locks.ts';
import { unwrap } from '../../../support/results.ts';
import { useTemporaryFolder } from '../../../support/temporary-folder.ts';

const folder = useTemporaryFolder();
const getFile = (): string => join(folder(), 'accounts', LOCKED_ACCOUNT.id, 'lock.json');

async function createLocked() {
  const computer = createComputer(folder());
  const first = computer.start();
  const key = await signIn(first);
  const code = await setPin(first);
  return { ...computer, key, code };
}

describe('an account with a PIN', () => {
  test('is locked after a start, and opens with its PIN', async () => {
    const { start, key } = await createLocked();
    const secrets = start();
    expect(await secrets.getSecrets(LOCKED_ACCOUNT)).toMatchObject({ error: { code: 'locked' } });
    expect(await secrets.locks.unlock(LOCKED_ACCOUNT, PIN)).toEqual({ ok: true, value: undefined });
    expect(await secrets.getSecrets(LOCKED_ACCOUNT)).toMatchObject({
      value: { key, tokens: TOKENS, lifetime: 'keep', place: 'keychain' },
    });
  });

  test('has its key neither in the keychain nor in its file, which is for this user only', async () => {
    const { keychain, key } = await createLocked();
    const everything = [...keychain.entries.values(), readFileSync(getFile(), 'utf8')].join('\n');
    expect(everything).not.toContain(key);
    expect(everything).not.toContain(Buffer.from(key, 'hex').toString('base64'));
    expect(statSync(getFile()).mode & 0o777).toBe(0o600);
  });

  test('opens neither with the file alone nor with the keychain alone', async () => {
    const { start, keychain } = await createLocked();
    const kept = new Map(keychain.entries);
    keychain.entries.clear();
    expect(await start().locks.unlock(LOCKED_ACCOUNT, PIN)).toMatchObject({ error: { code: 'key-missing' } });
    keychain.restore(kept);
    renameSync(getFile(), `${getFile()}.elsewhere`);
    writeFileSync(join(dirname(getFile()), 'local.db'), '');
    expect(await start().keys.getKey(LOCKED_ACCOUNT)).toMatchObject({ error: { code: 'key-missing' } });
  });

  test('is not opened with the secret of another lock, and no try is counted for it', async () => {
    const { start, keychain } = await createLocked();
    const name = `${LOCKED_ACCOUNT.id}/lock`;
    const record = JSON.parse(keychain.entries.get(name) ?? '') as Record<string, unknown>;
    keychain.entries.set(name, JSON.stringify({ ...record, secret: '0'.repeat(64) }));
    expect(await start().locks.unlock(LOCKED_ACCOUNT, PIN)).toMatchObject({
      error: { code: 'key-mismatch' },
    });
    expect(keychain.entries.has(`${LOCKED_ACCOUNT.id}/pin-tries`)).toBe(false);
  });

  test('is not opened at another address or for another user', async () => {
    const { start } = await createLocked();
    for (const change of [{ baseUrl: 'https://evil.example.com' }, { userId: 'user_2' }])
      expect(await start().locks.unlock({ ...LOCKED_ACCOUNT, ...change }, PIN)).toMatchObject({
        error: { code: 'account-mismatch' },
      });
  });

  test('locks again, and its key is overwritten in memory', async () => {
    const { start } = await createLocked();
    const secrets = start();
    await secrets.locks.unlock(LOCKED_ACCOUNT, PIN);
    secrets.lock(LOCKED_ACCOUNT.id);
    expect(await secrets.keys.getKey(LOCKED_ACCOUNT)).toMatchObject({ error: { code: 'locked' } });
  });

  test('is not opened by a sign-in, whose tokens are not saved', async () => {
    const { start, keychain } = await createLocked();
    const before = new Map(keychain.entries);
    const other = { accessToken: 'TOK-2', jwt: 'JWT-2' };
    expect(await start().saveSignIn(LOCKED_ACCOUNT, other)).toMatchObject({ error: { code: 'locked' } });
    expect(keychain.entries).toEqual(before);
  });

  test('gets tokens that an administrator brings, and stays locked until its PIN opens it', async () => {
    const { start, key } = await createLocked();
    const brought = { accessToken: 'TOK-2', jwt: 'JWT-2' };
    expect(await start().saveImportedTokens(LOCKED_ACCOUNT, brought)).toEqual({
      ok: true,
      value: 'keychain',
    });
    const secrets = start();
    expect(await secrets.getSecrets(LOCKED_ACCOUNT)).toMatchObject({ error: { code: 'locked' } });
    unwrap(await secrets.locks.unlock(LOCKED_ACCOUNT, PIN));
    expect(await secrets.getSecrets(LOCKED_ACCOUNT)).toMatchObject({ value: { key, tokens: brought } });
  });

  test('gets no tokens for another address or user than it was signed in with', async () => {
    const { start, keychain } = await createLocked();
    const before = new Map(keychain.entries);
    const moved = { ...LOCKED_ACCOUNT, baseUrl: 'https://elsewhere.example.com' };
    expect(await start().saveImportedTokens(moved, TOKENS)).toMatchObject({
      error: { code: 'account-mismatch' },
    });
    expect(keychain.entries).toEqual(before);
  });

  test('gets brought tokens in memory where the keychain takes none, so that their file stays', async () => {
    const { start, keychain } = await createLocked();
    keychain.stepsTaken = 0;
    expect(await start().saveImportedTokens(LOCKED_ACCOUNT, TOKENS)).toEqual({ ok: true, value: 'memory' });
  });

  test('is not opened at a window by the key of a variable, which serves commands', async () => {
    const { start, key } = await createLocked();
    const variables = { INTRAY_CACHE_KEY: key };
    expect(await start({ variables }).keys.getKey(LOCKED_ACCOUNT)).toMatchObject({
      error: { code: 'locked' },
    });
    const command = start({ variables, withoutKeychain: 'refuse' });
    expect(await command.keys.getKey(LOCKED_ACCOUNT)).toMatchObject({ value: { value: key } });
    expect(await start({ withoutKeychain: 'refuse' }).keys.getKey(LOCKED_ACCOUNT)).toMatchObject({
      error: { code: 'locked' },
    });
  });

  test('can have another PIN, and then only that one opens it', async () => {
    const { start, key, code } = await createLocked();
    expect(await start().locks.changePin(LOCKED_ACCOUNT, PIN, '314159')).toMatchObject({ ok: true });
    expect(await start().locks.unlock(LOCKED_ACCOUNT, PIN)).toMatchObject({ error: { code: 'wrong-pin' } });
    const secrets = start();
    expect(await secrets.locks.unlock(LOCKED_ACCOUNT, '314159')).toMatchObject({ ok: true });
    expect(secrets.locks.getKey(LOCKED_ACCOUNT.id)).toBe(key);
    expect(await start().locks.recover(LOCKED_ACCOUNT, code, PIN)).toMatchObject({ ok: true });
  });

  test('can lose its PIN again: the key is where it was', async () => {
    const { start, key, keychain } = await createLocked();
    const secrets = start();
    expect(await secrets.keys.removePin(LOCKED_ACCOUNT, '314159')).toMatchObject({
      error: { code: 'wrong-pin' },
    });
    expect(await secrets.keys.removePin(LOCKED_ACCOUNT, PIN)).toEqual({ ok: true, value: undefined });
    expect(await start().keys.getKey(LOCKED_ACCOUNT)).toEqual({
      ok: true,
      value: { value: key, place: 'keychain' },
    });
    expect([...keychain.entries.keys()].filter((name) => /lock|tries/.test(name))).toEqual([]);
  });

  test('stays open when it gets its PIN', async () => {
    const secrets = createComputer(folder()).start();
    const key = await signIn(secrets);
    await setPin(secrets);
    expect(secrets.locks.getKey(LOCKED_ACCOUNT.id)).toBe(key);
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

  test('whose unprotected key a crash has left in force can get another key of its files', async () => {
    const { start, keychain } = createComputer(folder());
    const first = start();
    await signIn(first);
    const unprotected = keychain.entries.get(`${LOCKED_ACCOUNT.id}/cache-key`) ?? '';
    await setPin(first);
    keychain.entries.set(`${LOCKED_ACCOUNT.id}/cache-key`, unprotected);
    const later = start({ hasFiles: () => true });
    const askPin = async () => err('internal');
    expect(await later.keys.rekey(LOCKED_ACCOUNT, askPin)).toMatchObject({ ok: true });
    expect(keychain.entries.get(`${LOCKED_ACCOUNT.id}/cache-key`)).not.toBe(unprotected);
  });

  test.each(['123456', '121212', '12345', 'abcdef'])('cannot get %s as its PIN', async (pin) => {
    const { start } = createComputer(folder());
    const secrets = start();
    await signIn(secrets);
    expect(await secrets.keys.setFirstPin(LOCKED_ACCOUNT, pin)).toMatchObject({
      error: { code: 'weak-pin' },
    });
  });
});

describe('a recovery code', () => {
  test('opens the account without the keychain, once, and sets a new PIN', async () => {
    const { start, key, code, keychain } = await createLocked();
    keychain.entries.delete(`${LOCKED_ACCOUNT.id}/lock`);
    const secrets = start();
    const recovered = await secrets.locks.recover(LOCKED_ACCOUNT, code.toLowerCase(), '314159');
    expect(recovered).toMatchObject({ ok: true });
    expect(secrets.locks.getKey(LOCKED_ACCOUNT.id)).toBe(key);
    expect(await start().locks.recover(LOCKED_ACCOUNT, code, PIN)).toMatchObject({
      error: { code: 'wrong-recovery-code' },
    });
    const later = start();
    expect(await later.locks.unlock(LOCKED_ACCOUNT, '314159')).toMatchObject({ ok: true });
    expect(later.locks.getKey(LOCKED_ACCOUNT.id)).toBe(key);
  });

  test('clears the wrong tries', async () => {
    const { start, code } = await createLocked();
    const secrets = start();
    for (let wrong = 0; wrong < 10; wrong += 1) await secrets.locks.unlock(LOCKED_ACCOUNT, '999998');
    expect(await secrets.locks.recover(LOCKED_ACCOUNT, code, '314159')).toMatchObject({ ok: true });
    expect(await start().locks.unlock(LOCKED_ACCOUNT, '314159')).toMatchObject({ ok: true });
  });

  test('can be renewed, and the former one opens nothing', async () => {
    const { start, code } = await createLocked();
    const renewed = await start().locks.renewRecoveryCode(LOCKED_ACCOUNT, PIN);
    if (!renewed.ok) throw new Error(renewed.error.code);
    expect(await start().locks.recover(LOCKED_ACCOUNT, code, PIN)).toMatchObject({ ok: false });
    expect(await start().locks.recover(LOCKED_ACCOUNT, renewed.value.recoveryCode, PIN)).toMatchObject({
      ok: true,
    });
  });

  test('sets no easy PIN', async () => {
    const { start, code } = await createLocked();
    expect(await start().locks.recover(LOCKED_ACCOUNT, code, '111111')).toMatchObject({
      error: { code: 'weak-pin' },
    });
    expect(await start().locks.unlock(LOCKED_ACCOUNT, PIN)).toMatchObject({ ok: true });
  });
});

describe('the private key of an administrator', () => {
  test('opens an account whose PIN was set under the policy, without the keychain', async () => {
    const { privatePem, publicKey } = createAdministratorKeyPair();
    const { start, keychain } = createComputer(folder());
    const key = await signIn(start());
    await setPin(start({ publicKey }));
    keychain.entries.delete(`${LOCKED_ACCOUNT.id}/lock`);
    const secrets = start({ publicKey });
    const other = createAdministratorKeyPair();
    expect(
      await secrets.locks.recoverAsAdministrator(LOCKED_ACCOUNT, other.privatePem, '314159'),
    ).toMatchObject({
      error: { code: 'key-mismatch' },
    });
    expect(await secrets.locks.recoverAsAdministrator(LOCKED_ACCOUNT, 'no key', '314159')).toMatchObject({
      error: { code: 'key-mismatch' },
    });
    expect(await secrets.locks.recoverAsAdministrator(LOCKED_ACCOUNT, privatePem, '314159')).toMatchObject({
      ok: true,
    });
    expect(secrets.locks.getKey(LOCKED_ACCOUNT.id)).toBe(key);
  });

  test('opens an account from its next unlocking on where the policy came later, and no longer where it went', async () => {
    const { start } = await createLocked();
    const { privatePem, publicKey } = createAdministratorKeyPair();
    await start({ publicKey }).locks.unlock(LOCKED_ACCOUNT, PIN);
    expect(start().locks.describe(LOCKED_ACCOUNT)).toMatchObject({ hasAdministratorKey: true });
    expect(await start().locks.recoverAsAdministrator(LOCKED_ACCOUNT, privatePem, PIN)).toMatchObject({
      ok: true,
    });
    await start({ publicKey: null }).locks.unlock(LOCKED_ACCOUNT, PIN);
    expect(await start().locks.recoverAsAdministrator(LOCKED_ACCOUNT, privatePem, PIN)).toMatchObject({
      error: { code: 'key-mismatch' },
    });
  });
});

describe('a job', () => {
  test('opens the account with a key of its own, until the PIN goes', async () => {
    const { start, key } = await createLocked();
    const job = { name: 'nightly', key: Buffer.alloc(32, 5) };
    expect(await start().locks.addJob(LOCKED_ACCOUNT, '314159', job)).toMatchObject({
      error: { code: 'wrong-pin' },
    });
    expect(await start().locks.addJob(LOCKED_ACCOUNT, PIN, job)).toMatchObject({ ok: true });
    const command = start({ withoutKeychain: 'refuse' });
    expect(
      command.locks.unsealLockKeyAsJob(LOCKED_ACCOUNT, { ...job, key: Buffer.alloc(32, 6) }),
    ).toMatchObject({
      error: { code: 'key-mismatch' },
    });
    expect(command.locks.unsealLockKeyAsJob(LOCKED_ACCOUNT, { ...job, name: 'weekly' })).toMatchObject({
      error: { code: 'key-mismatch' },
    });
    expect(command.locks.unsealLockKeyAsJob(LOCKED_ACCOUNT, job)).toMatchObject({ ok: true });
    expect(command.locks.getKey(LOCKED_ACCOUNT.id)).toBe(key);
    await start().keys.removePin(LOCKED_ACCOUNT, PIN);
    expect(start().locks.unsealLockKeyAsJob(LOCKED_ACCOUNT, job)).toMatchObject({ ok: false });
  });

  test('that gets a new key is opened by that one alone, and other jobs stay', async () => {
    const { start } = await createLocked();
    const getJob = (name: string, byte: number) => ({ name, key: Buffer.alloc(32, byte) });
    for (const job of [getJob('nightly', 5), getJob('weekly', 6), getJob('nightly', 7)])
      expect(await start().locks.addJob(LOCKED_ACCOUNT, PIN, job)).toMatchObject({ ok: true });
    const opens = (name: string, byte: number): boolean =>
      start().locks.unsealLockKeyAsJob(LOCKED_ACCOUNT, getJob(name, byte)).ok;
    expect([opens('nightly', 5), opens('nightly', 7), opens('weekly', 6)]).toEqual([false, true, true]);
    expect(start().locks.removeJob(LOCKED_ACCOUNT, 'nightly')).toMatchObject({ ok: true });
    expect([opens('nightly', 7), opens('weekly', 6)]).toEqual([false, true]);
  });
});

describe('wrong PINs', () => {
  const tryWrong = async (secrets: ReturnType<ReturnType<typeof createComputer>['start']>, count: number) => {
    for (let wrong = 0; wrong < count; wrong += 1) await secrets.locks.unlock(LOCKED_ACCOUNT, '999998');
  };

  test('say how many tries are left, and a right one clears them', async () => {
    const { start, keychain } = await createLocked();
    const secrets = start();
    expect(await secrets.locks.unlock(LOCKED_ACCOUNT, '999998')).toMatchObject({
      error: { code: 'wrong-pin', triesLeft: 9 },
    });
    expect(await start().locks.unlock(LOCKED_ACCOUNT, '999998')).toMatchObject({ error: { triesLeft: 8 } });
    const other = start();
    expect(await other.locks.unlock(LOCKED_ACCOUNT, PIN)).toMatchObject({ ok: true });
    expect(keychain.entries.has(`${LOCKED_ACCOUNT.id}/pin-tries`)).toBe(false);
    // The lock screen asks what this run knows, not the keychain.
    other.lock(LOCKED_ACCOUNT.id);
    expect(other.locks.describe(LOCKED_ACCOUNT)).toMatchObject({ triesLeft: PIN_TRIES_WITHOUT_WAIT });
  });

  test('are counted before they are tried, so that ending the program saves none', async () => {
    const { start, keychain } = await createLocked();
    const counted: string[] = [];
    const set = keychain.set.bind(keychain);
    keychain.set = (name, value, patience) => {
      counted.push(name);
      return set(name, value, patience);
    };
    keychain.stepsTaken = 0;
    const refused = await start().locks.unlock(LOCKED_ACCOUNT, PIN);
    expect(refused).toMatchObject({ error: { code: 'keychain-unavailable' } });
    expect(counted).toEqual([`${LOCKED_ACCOUNT.id}/pin-tries`]);
  });

  test('have to wait after the tenth: fifteen minutes each, also for the right one, and nothing is deleted', async () => {
    const { start, clock } = await createLocked();
    const secrets = start();
    await tryWrong(secrets, 10);
    const early = await secrets.locks.unlock(LOCKED_ACCOUNT, PIN);
    expect(early).toMatchObject({ error: { code: 'too-many-tries', waitMs: PIN_TRY_WAIT_MS } });
    clock.advance(PIN_TRY_WAIT_MS - 1);
    expect(await secrets.locks.unlock(LOCKED_ACCOUNT, PIN)).toMatchObject({ error: { waitMs: 1 } });
    clock.advance(1);
    expect(await secrets.locks.unlock(LOCKED_ACCOUNT, '999998')).toMatchObject({
      error: { code: 'wrong-pin', triesLeft: 0, waitMs: PIN_TRY_WAIT_MS },
    });
    clock.advance(PIN_TRY_WAIT_MS);
    expect(await secrets.locks.unlock(LOCKED_ACCOUNT, PIN)).toMatchObject({ ok: true });
  });

  test.each([365 * 24 * 3_600_000, -365 * 24 * 3_600_000])(
    'wait as long although the clock is changed by %d ms',
    async (change) => {
      const { start, clock } = await createLocked();
      const secrets = start();
      await tryWrong(secrets, 10);
      clock.shiftWall(change);
      expect(await secrets.locks.unlock(LOCKED_ACCOUNT, PIN)).toMatchObject({
        error: { waitMs: PIN_TRY_WAIT_MS },
      });
      clock.advance(PIN_TRY_WAIT_MS);
      expect(await secrets.locks.unlock(LOCKED_ACCOUNT, PIN)).toMatchObject({ ok: true });
    },
  );

  test('wait in the running time of the program, so that a restart with another clock brings nothing forward', async () => {
    const { start, clock } = await createLocked();
    await tryWrong(start(), 10);
    clock.shiftWall(PIN_TRY_WAIT_MS);
    const again = start();
    expect(await again.locks.unlock(LOCKED_ACCOUNT, PIN)).toMatchObject({
      error: { code: 'too-many-tries' },
    });
    clock.advance(PIN_TRY_WAIT_MS);
    expect(await again.locks.unlock(LOCKED_ACCOUNT, PIN)).toMatchObject({ ok: true });
  });
});

describe('without a keychain', () => {
  const NONE = { state: 'unavailable', detail: 'none' } as const;

  test('wrong PINs are counted in memory, and after the tenth the right one has to wait too', async () => {
    const { start, keychain, clock } = createComputer(folder());
    keychain.simulatedState = NONE;
    const secrets = start();
    await signIn(secrets);
    await setPin(secrets);
    secrets.lock(LOCKED_ACCOUNT.id);
    for (let wrong = 1; wrong <= PIN_TRIES_WITHOUT_WAIT; wrong += 1)
      expect(await secrets.locks.unlock(LOCKED_ACCOUNT, '999998')).toMatchObject({
        error: { code: 'wrong-pin', triesLeft: PIN_TRIES_WITHOUT_WAIT - wrong },
      });
    expect(await secrets.locks.unlock(LOCKED_ACCOUNT, PIN)).toMatchObject({
      error: { code: 'too-many-tries', waitMs: PIN_TRY_WAIT_MS },
    });
    clock.advance(PIN_TRY_WAIT_MS);
    expect(await secrets.locks.unlock(LOCKED_ACCOUNT, PIN)).toMatchObject({ ok: true });
    secrets.lock(LOCKED_ACCOUNT.id);
    expect(await secrets.locks.unlock(LOCKED_ACCOUNT, '999998')).toMatchObject({
      error: { triesLeft: PIN_TRIES_WITHOUT_WAIT - 1 },
    });
  });

  test('key and tokens stay in memory, sealed by the PIN', async () => {
    const { start, keychain } = createComputer(folder());
    keychain.simulatedState = NONE;
    const secrets = start();
    const key = await signIn(secrets);
    const code = await setPin(secrets);
    secrets.lock(LOCKED_ACCOUNT.id);
    expect(await secrets.getSecrets(LOCKED_ACCOUNT)).toMatchObject({ error: { code: 'locked' } });
    expect(await secrets.keys.getKey(LOCKED_ACCOUNT)).toMatchObject({ error: { code: 'locked' } });
    expect(await secrets.locks.unlock(LOCKED_ACCOUNT, '999998')).toMatchObject({ error: { triesLeft: 9 } });
    expect(await secrets.locks.unlock(LOCKED_ACCOUNT, PIN)).toMatchObject({ ok: true });
    expect(await secrets.getSecrets(LOCKED_ACCOUNT)).toMatchObject({
      value: { key, tokens: TOKENS, lifetime: 'run', place: 'memory' },
    });
    secrets.lock(LOCKED_ACCOUNT.id);
    expect(await secrets.locks.recover(LOCKED_ACCOUNT, code, '314159')).toMatchObject({ ok: true });
    expect(await secrets.getSecrets(LOCKED_ACCOUNT)).toMatchObject({ value: { key, tokens: TOKENS } });
    expect(await secrets.keys.removePin(LOCKED_ACCOUNT, '314159')).toMatchObject({ ok: true });
    secrets.lock(LOCKED_ACCOUNT.id);
    expect(await secrets.getSecrets(LOCKED_ACCOUNT)).toMatchObject({ value: { key, place: 'memory' } });
  });
});

test('a PIN costs memory and time, and another secret of the keychain gives another key', async () => {
  const salt = Buffer.alloc(32, 1);
  expect(PIN_SCRYPT_COST.n * PIN_SCRYPT_COST.r * 128).toBeGreaterThanOrEqual(128 * 1024 * 1024);
  const key = await derivePinKey(PIN, Buffer.alloc(32, 2), { salt, cost: PIN_SCRYPT_COST });
  const cheap = await derivePinKey(PIN, Buffer.alloc(32, 2), { salt, cost: { n: 2, r: 1, p: 1 } });
  const other = await derivePinKey(PIN, Buffer.alloc(32, 3), { salt, cost: { n: 2, r: 1, p: 1 } });
  expect(new Set([key, cheap, other].map((each) => each.toString('hex'))).size).toBe(3);
});
