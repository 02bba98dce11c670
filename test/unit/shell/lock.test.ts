import { expect, test, vi } from 'vitest';
import { silentLog } from '#main/base/log.ts';
import type { LockAndIdleWatchDeps } from '#main/shell/lock.ts';
import { createLockAndIdleWatch } from '#main/shell/lock.ts';
import { manualClock } from '../../support/clocks.ts';

vi.mock('electron', async () => (await import('../../support/fake-electron.ts')).electron);

/** A lock over parts that record what is done with them. */
function setUp() {
  const steps: string[] = [];
  const note = (step: string) => async (): Promise<void> => void steps.push(step);
  const deps = {
    clock: manualClock(),
    log: silentLog,
    engine: { renew: note('new engine') },
    accessLog: { settle: note('access log') },
    windows: { send: () => {}, renewPage: () => steps.push('new page'), list: () => [] },
    session: {
      locking: {
        describe: () => ({ account: 'a'.repeat(16), hasPin: true }),
        getUnsentOfLocked: () => 0,
        lock: async () => 0,
      },
    },
    vault: { cancelQuestion: () => steps.push('no question') },
    copies: { purge: note('no copies') },
    copied: { remove: note('no clipboard') },
  } as unknown as LockAndIdleWatchDeps; // what a lock uses of them
  return { steps, ...createLockAndIdleWatch({ ...deps, getMinutes: () => 10 }) };
}

test('a lock gives up questions of the keychain, and takes documents, the clipboard, page and engine away', async () => {
  const { steps, lock } = setUp();
  await lock.lock('user');
  expect(steps.toSorted()).toEqual([
    'access log',
    'new engine',
    'new page',
    'no clipboard',
    'no copies',
    'no question',
  ]);
});
