import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PIN_TRIES_WITHOUT_WAIT, PIN_TRY_WAIT_MS } from '#contract/lock.ts';
import { err } from '#contract/result.ts';
import { derivePinKey, PIN_SCRYPT_COST } from '#main/vault/lock/sealing.ts';
import { createComputer, LOCKED_ACCOUNT, PIN, setPin, signIn, TOKENS } from '../../../support/locks.ts';
import { unwrap } from '../../../support/results.ts';
import { useLockedAccount } from './locked-account.ts';

const { folder, createLocked } = useLockedAccount();
const getFile = (): string => join(folder(), 'accounts', LOCKED_ACCOUNT.id, 'lock.json');

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
