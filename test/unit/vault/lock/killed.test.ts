import { expect, test } from 'vitest';
import { DISK_LOCK_FILE_OPERATIONS, type LockFileOperations } from '#main/vault/lock/lock-store.ts';
import type { AccountSecretsProvider } from '#main/vault/secrets.ts';
import {
  createComputer,
  LOCKED_ACCOUNT,
  PIN,
  setPin,
  signIn,
  type TestComputer,
} from '../../../support/locks.ts';
import { Died } from '../../../support/memory-keychain.ts';
import { useTemporaryFolder } from '../../../support/temporary-folder.ts';

const folder = useTemporaryFolder();
const NEW_PIN = '314159';
const MAX_STEPS = 40;

/** Files that count as steps of the keychain, before or after which the process ends. */
function countFiles({ keychain }: TestComputer): LockFileOperations {
  const step = (): void => {
    if (keychain.stepsLeft <= 0) throw new Died();
    keychain.stepsLeft -= 1;
  };
  return {
    write: (file, value) => {
      step();
      DISK_LOCK_FILE_OPERATIONS.write(file, value);
    },
    remove: (file) => {
      step();
      DISK_LOCK_FILE_OPERATIONS.remove(file);
    },
  };
}

function isOk(outcome: unknown): boolean {
  return typeof outcome === 'object' && outcome !== null && 'ok' in outcome && outcome.ok === true;
}

/**
 * Runs work in a process that ends at each of its steps in turn, and checks what a new process finds.
 * @param prepare what was there before; the state begins again for each step
 * @returns the number of steps
 */
async function killAtEachStep(
  prepare: (secrets: AccountSecretsProvider) => Promise<void>,
  work: (secrets: AccountSecretsProvider) => Promise<unknown>,
  check: (computer: TestComputer, key: string) => Promise<void>,
): Promise<number> {
  for (let steps = 0; steps < MAX_STEPS; steps += 1) {
    const computer = createComputer(`${folder()}/${steps}`);
    const key = await signIn(computer.start());
    await prepare(computer.start());
    computer.keychain.stepsLeft = steps;
    const outcome = await work(computer.start({ files: countFiles(computer) })).catch(
      (thrown: unknown) => thrown,
    );
    // Where the process ends within a file's writing, what would have run after it returns an error at best.
    const isDead = computer.keychain.stepsLeft <= 0 && !isOk(outcome);
    computer.keychain.stepsLeft = Infinity;
    await check(computer, key);
    if (isOk(outcome)) return steps;
    if (!isDead) throw new Error(`the work failed: ${JSON.stringify(outcome)}`);
  }
  throw new Error('the work does not end');
}

/** Opens the account without a PIN, or with the first that fits. */
async function openWithAny({ start }: TestComputer, pins: readonly string[]): Promise<string | null> {
  const plain = await start().keys.getKey(LOCKED_ACCOUNT);
  if (plain.ok) return plain.value.value;
  for (const pin of pins) {
    const secrets = start();
    if ((await secrets.locks.unlock(LOCKED_ACCOUNT, pin)).ok) return secrets.locks.getKey(LOCKED_ACCOUNT.id);
  }
  return null;
}

test('a first PIN that is cut off at any step leaves the account open as before, or with its PIN', async () => {
  const steps = await killAtEachStep(
    async () => {},
    (secrets) => secrets.keys.setFirstPin(LOCKED_ACCOUNT, PIN),
    async (computer, key) => {
      expect(await openWithAny(computer, [PIN])).toBe(key);
      // What was left can be finished: the PIN can be set now, where it is not.
      const secrets = computer.start();
      if ((await secrets.keys.getKey(LOCKED_ACCOUNT)).ok) await setPin(secrets);
      expect(await computer.start().locks.unlock(LOCKED_ACCOUNT, PIN)).toMatchObject({ ok: true });
    },
  );
  expect(steps).toBeGreaterThanOrEqual(4);
});

test('a PIN that is being removed can be cut off at any step: the account opens without it or with it', async () => {
  const steps = await killAtEachStep(
    async (secrets) => void (await setPin(secrets)),
    (secrets) => secrets.keys.removePin(LOCKED_ACCOUNT, PIN),
    async (computer, key) => expect(await openWithAny(computer, [PIN])).toBe(key),
  );
  expect(steps).toBeGreaterThanOrEqual(5);
});

test('a PIN that is being changed can be cut off at any step: one of both opens the account', async () => {
  const steps = await killAtEachStep(
    async (secrets) => void (await setPin(secrets)),
    (secrets) => secrets.locks.changePin(LOCKED_ACCOUNT, PIN, NEW_PIN),
    async (computer, key) => expect(await openWithAny(computer, [PIN, NEW_PIN])).toBe(key),
  );
  expect(steps).toBeGreaterThanOrEqual(3);
});

test('a recovery that is cut off at any step leaves the former code or the new PIN', async () => {
  let code = '';
  const steps = await killAtEachStep(
    async (secrets) => {
      code = await setPin(secrets);
    },
    async (secrets) => secrets.locks.recover(LOCKED_ACCOUNT, code, NEW_PIN),
    async (computer, key) => {
      const recovered = computer.start();
      const withCode = await recovered.locks.recover(LOCKED_ACCOUNT, code, NEW_PIN);
      const opened = withCode.ok
        ? recovered.locks.getKey(LOCKED_ACCOUNT.id)
        : await openWithAny(computer, [NEW_PIN]);
      expect(opened).toBe(key);
    },
  );
  expect(steps).toBeGreaterThanOrEqual(2);
});

test('a recovery after the keychain was lost can be cut off at any step as well', async () => {
  for (let left = 0; left < 5; left += 1) {
    const computer = createComputer(`${folder()}/lost-${left}`);
    const key = await signIn(computer.start());
    const code = await setPin(computer.start());
    computer.keychain.entries.delete(`${LOCKED_ACCOUNT.id}/lock`);
    computer.keychain.stepsLeft = left;
    const cut = computer.start({ files: countFiles(computer) }).locks.recover(LOCKED_ACCOUNT, code, NEW_PIN);
    await cut.catch(() => {});
    computer.keychain.stepsLeft = Infinity;
    const secrets = computer.start();
    const again = await secrets.locks.recover(LOCKED_ACCOUNT, code, NEW_PIN);
    const opened = again.ok
      ? secrets.locks.getKey(LOCKED_ACCOUNT.id)
      : await openWithAny(computer, [NEW_PIN]);
    expect(opened).toBe(key);
  }
});
