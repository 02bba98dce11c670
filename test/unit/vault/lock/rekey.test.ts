import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { err, ok } from '#contract/result.ts';
import { createAdministratorKeyPair } from '#main/vault/lock/administrator-key.ts';
import { DISK_LOCK_FILE_OPERATIONS, type LockFileOperations } from '#main/vault/lock/lock-store.ts';
import type { RekeyFilesFunction } from '#main/vault/rekey.ts';
import type { AccountSecretsProvider, SecretProviderDeps } from '#main/vault/secrets.ts';
import { createComputer, LOCKED_ACCOUNT, PIN, setPin, signIn } from '../../../support/locks.ts';
import { Died } from '../../../support/memory-keychain.ts';
import { unwrap } from '../../../support/results.ts';
import { useTemporaryFolder } from '../../../support/temporary-folder.ts';

const folder = useTemporaryFolder();
const JOB = { name: 'nightly', key: Buffer.alloc(32, 5) };
const askPin = async () => ok(PIN);
const { privatePem, publicKey } = createAdministratorKeyPair();

/** A locked account with two files, each of which needs a key, and a process that may end at any of its steps. */
async function createLocked(name: string) {
  const computer = createComputer(join(folder(), name));
  const key = await signIn(computer.start());
  const code = await setPin(computer.start({ publicKey }));
  unwrap(await computer.start().locks.addJob(LOCKED_ACCOUNT, PIN, JOB));
  const needed = { local: key, cache: key };
  let stepsLeft = Infinity;
  const step = (): void => {
    if (stepsLeft <= 0) throw new Died();
    stepsLeft -= 1;
  };
  const rekeyFiles: RekeyFilesFunction = async ({ key: former, next }) => {
    for (const file of ['local', 'cache'] as const) {
      step();
      if (![former, next].includes(needed[file])) return err('storage-damaged');
      needed[file] = next;
    }
    step();
    return ok({ files: 2, left: 0, problem: null });
  };
  const files: LockFileOperations = {
    write: (file, value) => {
      step();
      DISK_LOCK_FILE_OPERATIONS.write(file, value);
      step();
    },
    remove: (file) => {
      step();
      DISK_LOCK_FILE_OPERATIONS.remove(file);
    },
  };
  const start = (change: Partial<SecretProviderDeps> = {}): AccountSecretsProvider =>
    computer.start({ hasFiles: () => true, rekeyFiles, files, publicKey, ...change });
  const endAfter = (steps: number): void => {
    stepsLeft = steps;
  };
  const readDocument = (): string =>
    readFileSync(join(folder(), name, 'accounts', LOCKED_ACCOUNT.id, 'lock.json'), 'utf8');
  return { ...computer, key, code, needed, start, endAfter, readDocument };
}

type Locked = Awaited<ReturnType<typeof createLocked>>;

/** Every way to open the account, each in a process of its own; it returns the key of the files. */
const WAYS: readonly (readonly [name: string, open: (locked: Locked) => Promise<AccountSecretsProvider>])[] =
  [
    [
      'the PIN',
      async ({ start }) => {
        const secrets = start();
        unwrap(await secrets.locks.unlock(LOCKED_ACCOUNT, PIN));
        return secrets;
      },
    ],
    [
      'a job',
      async ({ start }) => {
        const secrets = start();
        unwrap(secrets.locks.unsealLockKeyAsJob(LOCKED_ACCOUNT, JOB));
        return secrets;
      },
    ],
    [
      'the recovery code',
      async ({ start, code }) => {
        const secrets = start();
        unwrap(await secrets.locks.recover(LOCKED_ACCOUNT, code, PIN));
        return secrets;
      },
    ],
    [
      'the administrator',
      async ({ start }) => {
        const secrets = start();
        unwrap(await secrets.locks.recoverAsAdministrator(LOCKED_ACCOUNT, privatePem, PIN));
        return secrets;
      },
    ],
  ];

describe('a new key for the files of an account with a PIN', () => {
  test('is made with the PIN, and PIN, recovery code, administrator and job open it as before', async () => {
    const locked = await createLocked('whole');
    const { key, needed, start, keychain, readDocument } = locked;
    expect(unwrap(await start().keys.rekey(LOCKED_ACCOUNT, askPin))).toEqual({ files: 2, left: 0 });
    expect(needed.local).not.toBe(key);
    expect(readDocument()).not.toContain('nextFileKey');
    const stored = [readDocument(), ...keychain.entries.values()].join('');
    for (const secret of [key, needed.local]) expect(stored).not.toContain(secret);
    for (const [, open] of WAYS) {
      const secrets = await open(locked);
      expect(unwrap(await secrets.keys.getKey(LOCKED_ACCOUNT))).toEqual({
        value: needed.local,
        place: 'keychain',
      });
    }
  });

  test('needs the right PIN, also where a job has opened the account', async () => {
    const { key, needed, start } = await createLocked('wrong');
    const secrets = start();
    unwrap(secrets.locks.unsealLockKeyAsJob(LOCKED_ACCOUNT, JOB));
    const wrong = await secrets.keys.rekey(LOCKED_ACCOUNT, async () => ok('314159'));
    expect(wrong).toMatchObject({ error: { code: 'wrong-pin' } });
    expect(await start().keys.rekey(LOCKED_ACCOUNT, async () => err('cancelled'))).toEqual(err('cancelled'));
    expect(needed).toEqual({ local: key, cache: key });
  });

  test('is not made for a key that the keychain does not hold, and no PIN is asked for', async () => {
    const { key, needed, start } = await createLocked('variable');
    const command = start({ withoutKeychain: 'refuse', variables: { INTRAY_CACHE_KEY: key } });
    let isAsked = false;
    const asked = await command.keys.rekey(LOCKED_ACCOUNT, async () => {
      isAsked = true;
      return ok(PIN);
    });
    expect(asked).toMatchObject({ error: { code: 'keychain-unavailable' } });
    expect(isAsked).toBe(false);
    expect(needed).toEqual({ local: key, cache: key });
  });

  test.each(WAYS)('is finished by %s, whichever step the process ended before', async (name, open) => {
    let kills = 0;
    for (let steps = 0; steps < 20; steps++) {
      const locked = await createLocked(`${name}-${steps}`);
      const { start, endAfter, needed, keychain, readDocument } = locked;
      endAfter(steps);
      const done = await start()
        .keys.rekey(LOCKED_ACCOUNT, askPin)
        .catch((thrown: unknown) => thrown);
      endAfter(Infinity);
      const secrets = await open(locked);
      const { value } = unwrap(await secrets.keys.getKey(LOCKED_ACCOUNT));
      expect(needed).toEqual({ local: value, cache: value });
      expect(readDocument()).not.toContain('nextFileKey');
      expect([...keychain.entries.keys()].filter((entry) => entry.endsWith('/cache-key'))).toEqual([]);
      if (typeof done === 'object' && done !== null && 'ok' in done && done.ok === true) break;
      kills += 1;
    }
    expect(kills).toBeGreaterThanOrEqual(7);
  });

  test('that was interrupted is finished before the PIN is removed', async () => {
    const { start, endAfter, needed } = await createLocked('unfinished');
    endAfter(5);
    await start()
      .keys.rekey(LOCKED_ACCOUNT, askPin)
      .catch(() => {});
    endAfter(Infinity);
    unwrap(await start().keys.removePin(LOCKED_ACCOUNT, PIN));
    expect(unwrap(await start().keys.getKey(LOCKED_ACCOUNT)).value).toBe(needed.local);
    expect(needed.cache).toBe(needed.local);
  });

  test('is not made where nothing could be encrypted: the former key stays alone', async () => {
    const { key, start, readDocument } = await createLocked('full');
    const refuse: RekeyFilesFunction = async () =>
      ok({ files: 0, left: 0, problem: { code: 'storage-full' } });
    expect(await start({ rekeyFiles: refuse }).keys.rekey(LOCKED_ACCOUNT, askPin)).toMatchObject({
      error: { code: 'storage-full' },
    });
    expect(readDocument()).not.toContain('nextFileKey');
    const secrets = start();
    unwrap(await secrets.locks.unlock(LOCKED_ACCOUNT, PIN));
    expect(unwrap(await secrets.keys.getKey(LOCKED_ACCOUNT)).value).toBe(key);
  });
});
