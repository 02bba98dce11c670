import { describe, expect, test } from 'vitest';
import { createAdministratorKeyPair } from '#main/vault/lock/administrator-key.ts';
import { createComputer, LOCKED_ACCOUNT, PIN, setPin, signIn } from '../../../support/locks.ts';
import { useLockedAccount } from './locked-account.ts';

const { folder, createLocked } = useLockedAccount();

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
