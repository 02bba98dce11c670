import { describe, expect, test } from 'vitest';
import { PIN_TRIES_WITHOUT_WAIT, PIN_TRY_WAIT_MS } from '#contract/lock.ts';
import { type createComputer, LOCKED_ACCOUNT, PIN } from '../../../support/locks.ts';
import { useLockedAccount } from './locked-account.ts';

const { createLocked } = useLockedAccount();

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
