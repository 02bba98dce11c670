import { beforeEach, expect, test } from 'vitest';
import { err, type AppError, type ErrorCode } from '#contract/result.ts';
import { CircuitBreaker } from '#main/engine/sync/circuit-breaker.ts';
import { type ManualClock, manualClock } from '../../../support/clocks.ts';

let clock: ManualClock;
let fraction = 0.5;
let paused: (number | null)[];
let breaker: CircuitBreaker;
let changes: number;
/** The values that the health received. */
let emitted: (ErrorCode | null)[];
/** The service's verdict on the tokens, and the number of requests for it. */
let tokens: AppError | null;
let tried: number;
beforeEach(() => {
  clock = manualClock();
  fraction = 0.5;
  paused = [];
  changes = 0;
  emitted = [];
  tokens = null;
  tried = 0;
  breaker = new CircuitBreaker({
    clock,
    random: { fraction: () => fraction, hex: () => '' },
    health: {
      recordResult: (error) => emitted.push(error?.code ?? null),
      clearSignOut: () => {},
      setPausedUntil: (until) => paused.push(until),
    },
    tryTokens: async () => {
      tried += 1;
      return tokens;
    },
  });
  breaker.onChange(() => (changes += 1));
});

const of = (code: ErrorCode, waitMs?: number): AppError =>
  err(code, waitMs === undefined ? {} : { waitMs }).error;
const fail = (times: number, code: ErrorCode = 'server-error') => {
  for (let time = 0; time < times; time++) breaker.reads.recordResult(of(code));
};
const pause = (): number | null =>
  breaker.reads.pausedUntil === null ? null : breaker.reads.pausedUntil - clock.monotonic();

test.each<ErrorCode>(['offline', 'timeout', 'server-error', 'bad-payload'])(
  'six failures in a row (%s) open it for a while, five do not',
  (code) => {
    fail(5, code);
    expect(breaker.reads.mayRequest()).toBe(true);
    fail(1, code);
    expect([breaker.reads.mayRequest(), pause()]).toEqual([false, 2500]);
    expect(breaker.reads.getRefusal()).toEqual(err(code, { waitMs: 2500 }));
    expect(paused).toEqual([clock.now() + 2500]);
  },
);

test('a success, or a rejection of one request, resets the count', () => {
  for (const well of [null, of('not-found'), of('rejected'), of('forbidden')]) {
    fail(5);
    breaker.reads.recordResult(well);
  }
  expect(breaker.reads.mayRequest()).toBe(true);
  expect(changes).toBe(0);
});

test('after the pause one failure opens it again, for longer, up to five minutes; a success closes it permanently', async () => {
  fail(6);
  const pauses: (number | null)[] = [];
  for (let time = 0; time < 9; time++) {
    await clock.pass(pause() ?? 0);
    expect([breaker.reads.mayRequest(), breaker.reads.isProbing]).toEqual([true, true]);
    fail(1);
    pauses.push(pause());
  }
  expect(pauses).toEqual([5000, 10_000, 20_000, 40_000, 80_000, 150_000, 150_000, 150_000, 150_000]);
  await clock.pass(pause() ?? 0);
  breaker.reads.recordResult(null);
  expect([breaker.reads.mayRequest(), breaker.reads.isProbing, paused.at(-1)]).toEqual([true, false, null]);
  fail(5);
  expect(breaker.reads.mayRequest()).toBe(true);
});

test('the pause has jitter over its whole length', () => {
  fraction = 0;
  fail(6);
  expect(pause()).toBe(1000);
});

test('requests that were running when it opened do not lengthen the pause', () => {
  fail(9);
  expect(pause()).toBe(2500);
});

test('a pause that the service asks for is kept, never more than five minutes, and never shortened', async () => {
  breaker.reads.recordResult(of('rate-limited', 7000));
  expect([breaker.reads.mayRequest(), pause()]).toEqual([false, 7000]);
  breaker.reads.recordResult(of('server-error', 2000));
  expect(pause()).toBe(7000);
  breaker.reads.recordResult(of('rate-limited', 10 ** 12));
  expect(pause()).toBe(300_000);
  breaker.reads.recordResult(null);
  breaker.tryAgain();
  expect(pause()).toBe(300_000);
  await clock.pass(300_000);
  expect([breaker.reads.mayRequest(), breaker.reads.isProbing]).toEqual([true, false]);
});

test('the wall clock does not affect it', () => {
  breaker.reads.recordResult(of('rate-limited', 7000));
  clock.shiftWall(-86_400_000);
  expect([breaker.reads.mayRequest(), pause()]).toEqual([false, 7000]);
  clock.shiftWall(10 * 365 * 86_400_000);
  expect([breaker.reads.mayRequest(), pause()]).toEqual([false, 7000]);
});

test('tokens that are refused twice open it until others are entered, whatever other results come', async () => {
  tokens = of('unauthorised');
  breaker.reads.recordResult(of('unauthorised'));
  expect([breaker.reads.mayRequest(), emitted]).toEqual([true, []]);
  await breaker.waitForTokenTest();
  expect([breaker.reads.mayRequest(), breaker.writes.mayRequest(), breaker.isSignedOut]).toEqual([
    false,
    false,
    true,
  ]);
  expect([breaker.reads.getRefusal(), emitted]).toEqual([err('unauthorised'), ['unauthorised']]);
  breaker.reads.recordResult(null);
  await clock.pass(10 ** 9);
  expect(breaker.reads.mayRequest()).toBe(false);
  breaker.resetAfterRenewal();
  expect([breaker.reads.mayRequest(), breaker.isSignedOut, changes]).toEqual([true, false, 2]);
});

test('a refusal of tokens that the service accepts a moment later stops nothing and emits nothing', async () => {
  breaker.writes.recordResult(of('unauthorised'));
  breaker.reads.recordResult(of('unauthorised'));
  await breaker.waitForTokenTest();
  expect([breaker.reads.mayRequest(), breaker.isSignedOut, tried, emitted]).toEqual([true, false, 1, [null]]);
});

test('tokens that were just confirmed are not checked for every refusal; many refusals pause one direction only', async () => {
  breaker.writes.recordResult(of('unauthorised'));
  await breaker.waitForTokenTest();
  for (let time = 0; time < 6; time++) breaker.writes.recordResult(of('unauthorised'));
  await breaker.waitForTokenTest();
  expect([tried, breaker.writes.mayRequest(), breaker.reads.mayRequest()]).toEqual([1, false, true]);
});

test('a request that is forbidden makes the tokens be checked: they may have expired, or only it is refused', async () => {
  breaker.writes.recordResult(of('forbidden'));
  expect(await breaker.writes.classifyRefusal(of('forbidden'))).toEqual(of('forbidden'));
  breaker.writes.recordResult(of('forbidden'));
  expect(await breaker.writes.classifyRefusal(of('forbidden'))).toEqual(of('forbidden'));
  expect([tried, breaker.isSignedOut]).toEqual([1, false]);
  tokens = of('unauthorised');
  await clock.pass(60_000);
  breaker.writes.recordResult(of('forbidden'));
  expect(await breaker.writes.classifyRefusal(of('forbidden'))).toEqual(of('unauthorised'));
  expect([tried, breaker.isSignedOut]).toEqual([2, true]);
});

test('if the service cannot check the tokens, nothing stops yet', async () => {
  tokens = of('server-error');
  breaker.reads.recordResult(of('unauthorised'));
  await breaker.waitForTokenTest();
  expect([breaker.isSignedOut, breaker.reads.mayRequest(), emitted]).toEqual([false, true, ['server-error']]);
});

test('refused tokens can be checked again, and close it if the service accepts them by then', async () => {
  tokens = of('unauthorised');
  breaker.reads.recordResult(of('unauthorised'));
  await breaker.waitForTokenTest();
  await breaker.retryTokens();
  expect([breaker.isSignedOut, tried]).toEqual([true, 2]);
  tokens = null;
  await breaker.retryTokens();
  expect([breaker.isSignedOut, breaker.reads.mayRequest(), tried]).toEqual([false, true, 3]);
  await breaker.retryTokens();
  expect(tried).toBe(3);
});

test('failing writes pause no reads, and failing reads no writes', () => {
  for (let time = 0; time < 6; time++) breaker.writes.recordResult(of('server-error'));
  expect([breaker.writes.mayRequest(), breaker.reads.mayRequest(), paused.at(-1)]).toEqual([
    false,
    true,
    null,
  ]);
  fail(6);
  breaker.trySendingAgain();
  expect([breaker.writes.mayRequest(), breaker.reads.mayRequest()]).toEqual([true, false]);
});

test('a pause that the service asks for holds for both directions', () => {
  breaker.writes.recordResult(of('rate-limited', 7000));
  expect([breaker.reads.mayRequest(), breaker.writes.mayRequest(), pause()]).toEqual([false, false, 7000]);
});

test('a record that could be read does not show that the service accepts writes', () => {
  for (let time = 0; time < 6; time++) {
    breaker.writes.recordResult(of('server-error'));
    breaker.writes.recordResult(null, false);
  }
  expect(breaker.writes.mayRequest()).toBe(false);
});

test('once the service is reached in one direction, the other is not considered unreachable', () => {
  for (let time = 0; time < 6; time++) breaker.writes.recordResult(of('offline'));
  expect(breaker.writes.mayRequest()).toBe(false);
  breaker.reads.recordResult(null);
  expect(breaker.writes.mayRequest()).toBe(true);
});

test('a wait ends when another attempt at once is requested', async () => {
  const waited = breaker.reads.wait(60_000, new AbortController().signal);
  const stop = new AbortController();
  const stopped = breaker.reads.wait(60_000, stop.signal);
  stop.abort();
  await expect(stopped).rejects.toThrow();
  breaker.tryAgain();
  await expect(waited).resolves.toBeUndefined();
});

test('a refusal of tokens that were replaced meanwhile is ignored', async () => {
  const onResult = breaker.reads.createResultRecorder();
  breaker.resetAfterRenewal();
  tokens = of('unauthorised');
  onResult(of('unauthorised'));
  await breaker.waitForTokenTest();
  expect([breaker.reads.mayRequest(), tried]).toEqual([true, 0]);
  breaker.reads.createResultRecorder()(of('unauthorised'));
  await breaker.waitForTokenTest();
  expect(breaker.reads.mayRequest()).toBe(false);
});

test('with the network back a pause caused by failures ends at once, and one failure starts another', () => {
  fail(6, 'offline');
  breaker.tryAgain();
  expect([breaker.reads.mayRequest(), breaker.reads.isProbing]).toEqual([true, true]);
  fail(1, 'offline');
  expect(pause()).toBe(5000);
});

test('it is offline if the service could not be reached, not if it responds badly or asks for a pause', () => {
  for (let time = 0; time < 6; time++) breaker.reads.recordResult(err('server-error').error);
  expect([breaker.reads.mayRequest(), breaker.reads.isCutOff]).toEqual([false, false]);
  breaker.tryAgain();
  for (let time = 0; time < 6; time++) breaker.reads.recordResult(err('offline').error);
  expect([breaker.reads.mayRequest(), breaker.reads.isCutOff]).toEqual([false, true]);
  breaker.tryAgain();
  expect(breaker.reads.isCutOff).toBe(false);
});

test('local errors say nothing about the service', () => {
  for (const code of ['cancelled', 'internal', 'storage-full', 'engine-down'] as const) fail(20, code);
  expect([breaker.reads.mayRequest(), changes]).toEqual([true, 0]);
});
