import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Clock } from '#main/base/clock.ts';
import { createDeferredPromise, type DeferredPromise } from '#main/base/async.ts';
import { watchWakeAndNetwork } from '#main/shell/network.ts';
import { fakeNet, fakePower, resetElectron } from '../../support/fake-electron.ts';

vi.mock('electron', async () => (await import('../../support/fake-electron.ts')).electron);

/** A watcher that polls the network when the test says so. */
function watch() {
  const emitted: string[] = [];
  const ending = new AbortController();
  let next: DeferredPromise<void> = createDeferredPromise();
  const clock: Clock = {
    now: () => 0,
    monotonic: () => 0,
    wait: (_ms, signal) => {
      next = createDeferredPromise();
      signal?.addEventListener('abort', () => next.reject(signal.reason));
      return next.promise;
    },
  };
  const ended = watchWakeAndNetwork({ emit: (now) => emitted.push(now), clock, signal: ending.signal });
  const look = async (isOnline: boolean): Promise<void> => {
    fakeNet.isOnline = isOnline;
    next.resolve();
    await new Promise(setImmediate);
  };
  return { emitted, look, ended, end: () => ending.abort() };
}

afterEach(resetElectron);

describe('the computer', () => {
  it('emits an event when it wakes', () => {
    const { emitted } = watch();
    fakePower.emit('resume');
    expect(emitted).toEqual(['woke']);
  });

  it('emits an event each time it comes back to a network', async () => {
    const { emitted, look } = watch();
    for (const isOnline of [true, false, false, true, true, false, true]) await look(isOnline);
    expect(emitted).toEqual(['reconnected', 'reconnected']);
  });

  it('is no longer watched when the program ends', async () => {
    const { emitted, ended, end } = watch();
    end();
    await ended;
    expect(emitted).toEqual([]);
  });
});
