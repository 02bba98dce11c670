import { beforeEach, expect, test } from 'vitest';
import { err, type AppError, type ErrorCode } from '#contract/result.ts';
import { Gate } from '#main/engine/sync/gate.ts';
import { manualClock, type ManualClock } from './manual-clock.ts';

let clock: ManualClock;
let fraction = 0.5;
let paused: (number | null)[];
let gate: Gate;
let changes: number;
beforeEach(() => {
  clock = manualClock();
  fraction = 0.5;
  paused = [];
  changes = 0;
  gate = new Gate({
    clock,
    random: { fraction: () => fraction, hex: () => '' },
    health: { heard: () => {}, renewed: () => {}, paused: (until) => paused.push(until) },
  });
  gate.onChange(() => (changes += 1));
});

const of = (code: ErrorCode, waitMs?: number): AppError =>
  err(code, waitMs === undefined ? {} : { waitMs }).error;
const fail = (times: number, code: ErrorCode = 'server-error') => {
  for (let time = 0; time < times; time++) gate.heard(of(code));
};
const pause = (): number | null => (gate.pausedUntil === null ? null : gate.pausedUntil - clock.monotonic());

test.each<ErrorCode>(['offline', 'timeout', 'server-error', 'bad-payload'])(
  'six failures in a row (%s) shut it for a while, five do not',
  (code) => {
    fail(5, code);
    expect(gate.mayAsk()).toBe(true);
    fail(1, code);
    expect([gate.mayAsk(), pause()]).toEqual([false, 2500]);
    expect(gate.refusal()).toEqual(err(code, { waitMs: 2500 }));
    expect(paused).toEqual([clock.now() + 2500]);
  },
);

test('a success, or a refusal of one request, begins the count anew', () => {
  for (const well of [null, of('not-found'), of('rejected'), of('forbidden')]) {
    fail(5);
    gate.heard(well);
  }
  expect(gate.mayAsk()).toBe(true);
  expect(changes).toBe(0);
});

test('after the pause one failure shuts it again, for longer, up to five minutes; a success opens it for good', async () => {
  fail(6);
  const pauses: (number | null)[] = [];
  for (let time = 0; time < 9; time++) {
    await clock.pass(pause() ?? 0);
    expect([gate.mayAsk(), gate.isProbing]).toEqual([true, true]);
    fail(1);
    pauses.push(pause());
  }
  expect(pauses).toEqual([5000, 10_000, 20_000, 40_000, 80_000, 150_000, 150_000, 150_000, 150_000]);
  await clock.pass(pause() ?? 0);
  gate.heard(null);
  expect([gate.mayAsk(), gate.isProbing, paused.at(-1)]).toEqual([true, false, null]);
  fail(5);
  expect(gate.mayAsk()).toBe(true);
});

test('the pause is scattered over its whole length', () => {
  fraction = 0;
  fail(6);
  expect(pause()).toBe(1000);
});

test('requests that were under way when it shut do not lengthen the pause', () => {
  fail(9);
  expect(pause()).toBe(2500);
});

test('a pause that the service asks for is kept, never more than five minutes, and never shortened', async () => {
  gate.heard(of('rate-limited', 7000));
  expect([gate.mayAsk(), pause()]).toEqual([false, 7000]);
  gate.heard(of('server-error', 2000));
  expect(pause()).toBe(7000);
  gate.heard(of('rate-limited', 10 ** 12));
  expect(pause()).toBe(300_000);
  gate.heard(null);
  gate.tryAgain();
  expect(pause()).toBe(300_000);
  await clock.pass(300_000);
  expect([gate.mayAsk(), gate.isProbing]).toEqual([true, false]);
});

test('the wall clock has no say in it', () => {
  gate.heard(of('rate-limited', 7000));
  clock.shiftWall(-86_400_000);
  expect([gate.mayAsk(), pause()]).toEqual([false, 7000]);
  clock.shiftWall(10 * 365 * 86_400_000);
  expect([gate.mayAsk(), pause()]).toEqual([false, 7000]);
});

test('refused tokens shut it until others are given, whatever else is heard', async () => {
  gate.heard(of('unauthorised'));
  expect([gate.mayAsk(), gate.isSignedOut, gate.refusal()]).toEqual([false, true, err('unauthorised')]);
  gate.heard(null);
  await clock.pass(10 ** 9);
  expect(gate.mayAsk()).toBe(false);
  gate.renewed();
  expect([gate.mayAsk(), gate.isSignedOut, changes]).toEqual([true, false, 2]);
});

test('a refusal of tokens that were replaced meanwhile says nothing any more', () => {
  const heard = gate.hearing();
  gate.renewed();
  heard(of('unauthorised'));
  expect(gate.mayAsk()).toBe(true);
  gate.hearing()(of('unauthorised'));
  expect(gate.mayAsk()).toBe(false);
});

test('with the network back a pause that only failures made ends at once, and one failure makes another', () => {
  fail(6, 'offline');
  gate.tryAgain();
  expect([gate.mayAsk(), gate.isProbing]).toEqual([true, true]);
  fail(1, 'offline');
  expect(pause()).toBe(5000);
});

test('it is cut off where the service could not be reached, not where it answers badly or asks for a pause', () => {
  for (let time = 0; time < 6; time++) gate.heard(err('server-error').error);
  expect([gate.mayAsk(), gate.isCutOff]).toEqual([false, false]);
  gate.tryAgain();
  for (let time = 0; time < 6; time++) gate.heard(err('offline').error);
  expect([gate.mayAsk(), gate.isCutOff]).toEqual([false, true]);
  gate.tryAgain();
  expect(gate.isCutOff).toBe(false);
});

test('what happened on this desk says nothing about the service', () => {
  for (const code of ['cancelled', 'internal', 'storage-full', 'engine-down'] as const) fail(20, code);
  expect([gate.mayAsk(), changes]).toEqual([true, 0]);
});
