import { afterEach, beforeEach, expect, test } from 'vitest';
import { err, type AppError } from '#contract/result.ts';
import { createDeferredPromise } from '#main/base/async.ts';
import { HOUR, MINUTE, SECOND } from '#main/base/durations.ts';
import { silentLog } from '#main/base/log.ts';
import { CircuitBreaker } from '#main/engine/sync/circuit-breaker.ts';
import { HealthTracker } from '#main/engine/sync/health.ts';
import { SyncScheduler } from '#main/engine/sync/scheduler.ts';
import { type ManualClock, manualClock } from '../../../support/clocks.ts';

let clock: ManualClock;
let breaker: CircuitBreaker;
let health: HealthTracker;
let scheduler: SyncScheduler;
/** The times of all pushes and pulls since the start. */
let pushed: number[];
let pulled: number[];
/** The service's verdict on the tokens. */
let tokens: AppError | null;
/** How long a test of the tokens takes. */
let onTokenTest: () => Promise<void> | void;

beforeEach(() => {
  clock = manualClock();
  const start = clock.monotonic();
  pushed = [];
  pulled = [];
  tokens = null;
  onTokenTest = () => {};
  const random = { fraction: () => 0.5, hex: () => '' };
  const shared = { clock, random, log: silentLog };
  health = new HealthTracker({ ...shared, account: 'a', emit: () => {} });
  const tryTokens = async (): Promise<AppError | null> => {
    await onTokenTest();
    return tokens;
  };
  breaker = new CircuitBreaker({ ...shared, health, tryTokens });
  const push = async (): Promise<void> => void pushed.push(clock.monotonic() - start);
  const pull = async (): Promise<number> => {
    pulled.push(clock.monotonic() - start);
    return clock.monotonic();
  };
  scheduler = new SyncScheduler({ ...shared, push, pull, breaker, health });
});
afterEach(() => scheduler.stop());

test('with refused tokens nothing runs automatically until others are entered, then at once', async () => {
  scheduler.start();
  await clock.pass(SECOND);
  tokens = err('unauthorised').error;
  breaker.reads.recordResult(tokens);
  await breaker.waitForTokenTest();
  scheduler.handleAttention('woke');
  scheduler.pushSoon();
  await clock.pass(HOUR);
  expect([pushed, pulled]).toEqual([[0], [0]]);
  expect(health.current.nextRefreshAt).toBeNull();
  breaker.resetAfterRenewal();
  await clock.pass(0);
  expect(pulled).toEqual([0, HOUR + SECOND]);
});

test('refused tokens are checked every few minutes, and a refresh runs as soon as the service accepts them', async () => {
  scheduler.start();
  await clock.pass(SECOND);
  tokens = err('unauthorised').error;
  breaker.reads.recordResult(tokens);
  await clock.pass(12 * MINUTE);
  expect([breaker.isSignedOut, pulled]).toEqual([true, [0]]);
  tokens = null;
  await clock.pass(5 * MINUTE);
  expect([breaker.isSignedOut, pulled[1]]).toEqual([false, SECOND + 15 * MINUTE]);
});

test('a sync on request checks refused tokens at once', async () => {
  tokens = err('unauthorised').error;
  breaker.reads.recordResult(tokens);
  await breaker.waitForTokenTest();
  tokens = null;
  await scheduler.run();
  expect([breaker.isSignedOut, pulled]).toEqual([false, [0]]);
});

test('it can be stopped while a test of refused tokens gets no answer', async () => {
  scheduler.start();
  await clock.pass(SECOND);
  tokens = err('unauthorised').error;
  breaker.reads.recordResult(tokens);
  await breaker.waitForTokenTest();
  const answered = createDeferredPromise<void>();
  let tests = 0;
  onTokenTest = () => {
    tests += 1;
    return answered.promise;
  };
  await clock.pass(5 * MINUTE);
  expect(tests).toBe(1);
  await scheduler.stop();
  tokens = null;
  answered.resolve();
  await clock.pass(HOUR);
  expect([breaker.isSignedOut, tests, pulled, clock.countWaiting()]).toEqual([false, 1, [0], 0]);
});
