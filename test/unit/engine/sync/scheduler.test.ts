import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Kind } from '#contract/records.ts';
import { err } from '#contract/result.ts';
import { toEpochMs } from '#contract/time.ts';
import { createDeferredPromise, type DeferredPromise } from '#main/base/async.ts';
import { silentLog } from '#main/base/log.ts';
import { CircuitBreaker } from '#main/engine/sync/circuit-breaker.ts';
import { HealthTracker } from '#main/engine/sync/health.ts';
import { SyncScheduler } from '#main/engine/sync/scheduler.ts';
import { type ManualClock, manualClock } from '../../../support/clocks.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

interface Done {
  readonly what: 'push' | 'pull';
  readonly at: number;
  readonly kinds?: readonly Kind[] | undefined;
  readonly full?: boolean | undefined;
}

let clock: ManualClock;
let breaker: CircuitBreaker;
let health: HealthTracker;
let scheduler: SyncScheduler;
let done: Done[];
let start: number;
/** The outcomes of a pull and a push; a pull may wait, and may return when its lists had been read. */
let onPull: () => Promise<number | void> | void;
let onPush: () => Promise<void> | void;

beforeEach(() => {
  clock = manualClock();
  start = clock.monotonic();
  done = [];
  onPull = () => {};
  onPush = () => {};
  const random = { fraction: () => 0.5, hex: () => '' };
  health = new HealthTracker({ account: 'a', clock, log: silentLog, emit: () => {} });
  breaker = new CircuitBreaker({ clock, random, health, tryTokens: async () => null });
  scheduler = new SyncScheduler({
    push: async () => {
      done.push({ what: 'push', at: clock.monotonic() - start });
      await onPush();
    },
    pull: async (kinds, full) => {
      done.push({ what: 'pull', at: clock.monotonic() - start, kinds, full });
      return (await onPull()) ?? clock.monotonic();
    },
    breaker: breaker,
    clock,
    random,
    health,
    log: silentLog,
  });
});
afterEach(() => scheduler.stop());

const pulls = (): number[] => done.filter(({ what }) => what === 'pull').map(({ at }) => at);
const pushes = (): number[] => done.filter(({ what }) => what === 'push').map(({ at }) => at);
const allComplete = (): void => {
  for (const kind of ['form', 'requisition', 'notification'] as const)
    health.endSweep(kind, 'complete', null);
};

test('it begins at once with full sweeps, sends before it fetches, and then refreshes every minute', async () => {
  onPull = allComplete;
  scheduler.start();
  await clock.pass(3 * MINUTE);
  expect(pulls()).toEqual([0, MINUTE, 2 * MINUTE, 3 * MINUTE]);
  expect(pushes()).toEqual(pulls());
  expect(done.map(({ what }) => what).slice(0, 2)).toEqual(['push', 'pull']);
  expect(done.filter(({ what }) => what === 'pull').map(({ full }) => full)).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

test('with a delay it sends soon, and begins to fetch after the delay', async () => {
  scheduler.start({ delay: SECOND });
  expect(health.current.nextRefreshAt).toBe(clock.now() + SECOND);
  await clock.pass(SECOND - 1);
  expect(pushes()).toEqual([SECOND / 10]);
  expect(pulls()).toEqual([]);
  await clock.pass(MINUTE + 1);
  expect(pulls()).toEqual([SECOND, SECOND + MINUTE]);
});

test('a refresh on demand does not wait for the delay of the first one', async () => {
  scheduler.start({ delay: 10 * SECOND });
  scheduler.handleAttention('woke');
  await clock.pass(0);
  expect(pulls()).toEqual([0]);
});

test('it reports when the next refresh is due', async () => {
  scheduler.start();
  await clock.pass(0);
  expect(health.current.nextRefreshAt).toBe(clock.now() + MINUTE);
  scheduler.handleAttention('background');
  expect(health.current.nextRefreshAt).toBe(clock.now() + 10 * MINUTE);
});

test('in the background it refreshes every ten minutes, and at once when the user returns after a while', async () => {
  scheduler.start();
  scheduler.handleAttention('background');
  await clock.pass(25 * MINUTE);
  expect(pulls()).toEqual([0, 10 * MINUTE, 20 * MINUTE]);
  scheduler.handleAttention('active');
  await clock.pass(0);
  expect(pulls().at(-1)).toBe(25 * MINUTE);
  scheduler.handleAttention('background');
  scheduler.handleAttention('active');
  await clock.pass(30 * SECOND);
  expect(pulls()).toHaveLength(4);
});

test('full sweeps are repeated after six hours, sooner after a failure', async () => {
  onPull = allComplete;
  scheduler.start();
  scheduler.handleAttention('background');
  await clock.pass(7 * HOUR);
  const whole = done.filter(({ full }) => full === true).map(({ at }) => at);
  expect(whole).toEqual([0, 6 * HOUR]);
  onPull = () => health.endSweep('form', 'incomplete', null);
  await scheduler.run({ full: true });
  await clock.pass(30 * MINUTE);
  expect(done.filter(({ full }) => full === true)).toHaveLength(4);
});

test.each([
  { age: 0, sweeps: [6 * HOUR] },
  { age: 2 * HOUR, sweeps: [4 * HOUR] },
  { age: 6 * HOUR - 1, sweeps: [2 * MINUTE, 6 * HOUR + 2 * MINUTE] },
  { age: 16 * HOUR, sweeps: [2 * MINUTE, 6 * HOUR + 2 * MINUTE] },
  // A program that never runs for long would never come to a later sweep.
  { age: 24 * HOUR, sweeps: [0, 6 * HOUR] },
  // The clock of the computer was set back since.
  { age: -1, sweeps: [0, 6 * HOUR] },
])(
  'with a sweep $age ms before the start, what is new is read first and the next sweeps follow at $sweeps',
  async ({ age, sweeps }) => {
    onPull = allComplete;
    scheduler.start({ lastSweepAt: toEpochMs(clock.now() - age) });
    await clock.pass(0);
    expect(pulls()).toEqual([0]);
    await clock.pass(7 * HOUR);
    expect(done.filter(({ full }) => full === true).map(({ at }) => at)).toEqual(sweeps);
  },
);

test('a refresh that takes long is followed by a longer pause', async () => {
  onPull = () => clock.wait(30 * SECOND);
  scheduler.start();
  await clock.pass(25 * MINUTE);
  expect(pulls()).toEqual([0, 10.5 * MINUTE, 21 * MINUTE]);
});

test('what a refresh does after its lists have been read makes no pause longer', async () => {
  onPull = async () => {
    const readAt = clock.monotonic();
    await clock.wait(30 * SECOND);
    return readAt;
  };
  scheduler.start();
  await clock.pass(4 * MINUTE);
  expect(pulls()).toEqual([0, 90 * SECOND, 3 * MINUTE]);
});

test('a list that takes long and fails delays the others by five minutes at most', async () => {
  onPull = async () => {
    await clock.wait(MINUTE);
    allComplete();
    health.endSweep('requisition', 'failed', err('server-error').error);
  };
  scheduler.start();
  await clock.pass(13 * MINUTE);
  expect(pulls()).toEqual([0, 6 * MINUTE, 12 * MINUTE]);
});

test('a connection that comes and goes every second causes few requests', async () => {
  onPull = () => {
    for (let kind = 0; kind < 3; kind++) breaker.reads.recordResult(err('offline').error);
  };
  scheduler.start();
  for (let second = 0; second < 120; second++) {
    scheduler.handleAttention('reconnected');
    await clock.pass(SECOND);
  }
  expect(pulls().length).toBeGreaterThan(2);
  expect(pulls().length).toBeLessThanOrEqual(10);
});

test('after eight hours of sleep one refresh runs, however many events report the wake', async () => {
  onPull = allComplete;
  scheduler.start();
  await clock.pass(30 * SECOND);
  clock.shiftWall(8 * HOUR);
  scheduler.handleAttention('woke');
  scheduler.handleAttention('reconnected');
  scheduler.handleAttention('active');
  await clock.pass(10 * SECOND);
  expect(pulls()).toEqual([0, 30 * SECOND]);
});

test('neither a wake nor a new connection shortens a pause that the service asked for', async () => {
  scheduler.start();
  await clock.pass(SECOND);
  breaker.reads.recordResult(err('rate-limited', { waitMs: 3 * MINUTE }).error);
  scheduler.handleAttention('woke');
  scheduler.handleAttention('reconnected');
  await clock.pass(2 * MINUTE);
  expect(pulls()).toEqual([0]);
  expect(health.current.pausedUntil).not.toBeNull();
  await clock.pass(MINUTE + SECOND);
  expect(pulls()).toEqual([0, 3 * MINUTE + 1.5 * SECOND]);
  expect(health.current.pausedUntil).toBeNull();
});

test('a pause caused by failures ends with a new connection', async () => {
  scheduler.start();
  await clock.pass(SECOND);
  for (let time = 0; time < 6; time++) breaker.reads.recordResult(err('offline').error);
  expect(breaker.reads.mayRequest()).toBe(false);
  scheduler.handleAttention('reconnected');
  await clock.pass(0);
  expect(pulls()).toEqual([0, SECOND]);
});

test('a sync on request does not wait for a pause caused by failures', async () => {
  onPull = allComplete;
  for (let failure = 0; failure < 6; failure++) breaker.reads.recordResult(err('offline').error);
  expect(breaker.reads.mayRequest()).toBe(false);
  await scheduler.run();
  expect(breaker.reads.mayRequest()).toBe(true);
  breaker.reads.recordResult({ ...err('rate-limited').error, waitMs: MINUTE });
  await scheduler.run();
  expect(breaker.reads.mayRequest()).toBe(false);
});

test('a sync requested while a refresh runs whose sending failed sends at once', async () => {
  const end = createDeferredPromise<void>();
  onPull = () => end.promise;
  scheduler.start();
  await clock.pass(SECOND);
  const asked = scheduler.run();
  await clock.pass(0);
  expect(pushes()).toEqual([0, SECOND]);
  end.resolve();
  await asked;
  expect(pulls()).toEqual([0, SECOND]);
});

test('a write that the user saves ends a pause of sending after failures, another reason to send does not', async () => {
  scheduler.start();
  await clock.pass(SECOND);
  for (let time = 0; time < 6; time++) breaker.writes.recordResult(err('server-error').error);
  scheduler.pushSoon();
  await clock.pass(SECOND);
  expect(breaker.writes.mayRequest()).toBe(false);
  scheduler.handleSaved();
  expect(breaker.writes.mayRequest()).toBe(true);
  await clock.pass(SECOND);
  expect(pushes().at(-1)).toBe(2 * SECOND + 100);
});

test('saved writes are sent soon, those saved together in one run; the sender is told during a pause too, and waits', async () => {
  scheduler.start();
  await clock.pass(SECOND);
  for (let save = 0; save < 10; save++) scheduler.pushSoon();
  await clock.pass(SECOND);
  expect(pushes()).toEqual([0, SECOND + 100]);
  breaker.writes.recordResult(err('rate-limited', { waitMs: 10 * SECOND }).error);
  scheduler.handleSaved();
  await clock.pass(5 * SECOND);
  expect(pushes()).toEqual([0, SECOND + 100, 2 * SECOND + 100]);
  expect(breaker.writes.mayRequest()).toBe(false);
});

test('when a pause after failures is over and the service responds again, pending changes are sent', async () => {
  scheduler.start();
  await clock.pass(SECOND);
  for (let time = 0; time < 6; time++) breaker.writes.recordResult(err('timeout').error);
  await clock.pass(3 * SECOND);
  breaker.writes.recordResult(null);
  await clock.pass(SECOND);
  expect(pushes()).toHaveLength(2);
});

test('a request covered by a run that fetches nothing yet waits for it; others run after it together; never two at a time', async () => {
  let atOnce = 0;
  let maxConcurrent = 0;
  const ends: DeferredPromise<void>[] = [];
  onPull = async () => {
    maxConcurrent = Math.max(maxConcurrent, ++atOnce);
    const end = createDeferredPromise<void>();
    ends.push(end);
    await end.promise;
    atOnce -= 1;
  };
  const first = scheduler.run({});
  const same = scheduler.run({ kinds: ['form'] });
  const whole = scheduler.run({ kinds: ['form'], full: true });
  const more = scheduler.run({ kinds: ['notification'], full: true });
  await clock.pass(0);
  ends[0]?.resolve();
  await Promise.all([first, same]);
  await clock.pass(0);
  ends[1]?.resolve();
  await Promise.all([whole, more]);
  const asked = done.filter(({ what }) => what === 'pull').map(({ kinds, full }) => ({ kinds, full }));
  expect(asked).toEqual([
    { kinds: ['form', 'requisition', 'notification'], full: false },
    { kinds: ['form', 'notification'], full: true },
  ]);
  expect(maxConcurrent).toBe(1);
});

test('a request that comes once a run fetches is served by one more run: the first one may not have what is there now', async () => {
  const first = createDeferredPromise<void>();
  onPull = () => (pulls().length === 1 ? first.promise : undefined);
  const running = scheduler.run();
  await clock.pass(0);
  const later = [scheduler.run(), scheduler.run({ kinds: ['form'] })];
  await clock.pass(0);
  expect(pulls()).toHaveLength(1);
  first.resolve();
  await Promise.all([running, ...later]);
  expect(pulls()).toHaveLength(2);
});

test('a run that follows the current one is dropped where the user stops the sync', async () => {
  const first = createDeferredPromise<void>();
  onPull = () => first.promise;
  const running = scheduler.run();
  await clock.pass(0);
  const later = scheduler.run();
  await clock.pass(0);
  scheduler.dropQueuedRun();
  first.resolve();
  await Promise.all([running, later]);
  expect(pulls()).toHaveLength(1);
});

test('requests that join a run that fails offline are served by one more run, all by the same', async () => {
  const first = createDeferredPromise<void>();
  let runs = 0;
  onPull = () => {
    runs += 1;
    breaker.reads.recordResult(runs === 1 ? err('offline').error : null);
    return runs === 1 ? first.promise : undefined;
  };
  const running = scheduler.run();
  await clock.pass(0);
  const joined = [scheduler.run(), scheduler.run()];
  first.resolve();
  await Promise.all([running, ...joined]);
  expect(runs).toBe(2);
});

test('a command syncs once and starts nothing automatically', async () => {
  await scheduler.run({});
  scheduler.pushSoon();
  scheduler.handleAttention('woke');
  await clock.pass(HOUR);
  expect(done.map(({ what }) => what)).toEqual(['push', 'pull']);
});

test('a part that fails prevents neither the other part nor the next refresh', async () => {
  onPush = () => Promise.reject(new Error('broken'));
  onPull = () => Promise.reject(new Error('broken'));
  scheduler.start();
  await clock.pass(MINUTE);
  expect(pulls()).toEqual([0, MINUTE]);
});

test('after it was stopped nothing begins', async () => {
  scheduler.start();
  await clock.pass(0);
  scheduler.pushSoon();
  await scheduler.stop();
  scheduler.handleAttention('woke');
  await scheduler.run({ full: true });
  await clock.pass(HOUR);
  expect(pulls()).toEqual([0]);
  expect(pushes()).toEqual([0]);
});
