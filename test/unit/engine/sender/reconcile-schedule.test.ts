import { expect, test } from 'vitest';
import { MINUTE, SECOND } from '#main/base/durations.ts';
import { createSeededRandom } from '#main/base/random.ts';
import { FailedChangeRetryTimes, ReconcileSchedule } from '#main/engine/sender/reconcile-schedule.ts';
import { manualClock } from '../../../support/clocks.ts';

test('attempts take place at once, after 30 seconds, 2 minutes and 10 minutes, and no more', () => {
  const schedule = new ReconcileSchedule();
  const due: number[] = [];
  for (let now = 0; now !== Infinity; now = schedule.getNextTime(now)) {
    // At its very time it waits no longer: the timer would not be set again.
    expect(schedule.listWaiting(now)).toEqual([]);
    due.push(now);
    schedule.noteNotFound(1, now);
    expect(schedule.listWaiting(now)).toEqual([1]);
  }
  expect(due).toEqual([0, 30 * SECOND, 2 * MINUTE, 10 * MINUTE]);
});

test('the user is asked after the attempt at two minutes, not before', () => {
  const schedule = new ReconcileSchedule();
  const asks = [0, 30 * SECOND, MINUTE, 2 * MINUTE, 3 * MINUTE].map((now) => schedule.noteNotFound(1, now));
  expect(asks).toEqual([false, false, false, true, true]);
});

test('time without a service does not count', () => {
  const schedule = new ReconcileSchedule();
  schedule.noteNotFound(1, 0);
  schedule.noteFailure(1, 10 * SECOND);
  schedule.noteFailure(1, 60 * MINUTE);
  expect(schedule.noteNotFound(1, 60 * MINUTE + 10 * SECOND)).toBe(false);
  expect(schedule.getNextTime(60 * MINUTE + 10 * SECOND)).toBe(60 * MINUTE + 30 * SECOND);
});

test('once the service responds again, time counts again', () => {
  const schedule = new ReconcileSchedule();
  const back = 60 * MINUTE + 10 * SECOND;
  schedule.noteNotFound(1, 0);
  schedule.noteFailure(1, 10 * SECOND);
  schedule.noteNotFound(1, back);
  expect(schedule.noteNotFound(1, back + MINUTE)).toBe(false);
  expect(schedule.noteNotFound(1, 60 * MINUTE + 2 * MINUTE)).toBe(true);
});

test('an attempt that the user requests is due at once, and what is forgotten starts again', () => {
  const schedule = new ReconcileSchedule();
  schedule.noteNotFound(1, 0);
  schedule.noteNotFound(2, 0);
  schedule.makeDue(1);
  expect(schedule.listWaiting(1)).toEqual([2]);
  schedule.noteNotFound(1, 2 * MINUTE);
  schedule.forget(2);
  expect(schedule.listWaiting(2 * MINUTE)).toEqual([1]);
  expect(schedule.noteNotFound(2, 3 * MINUTE)).toBe(false);
});

test('a list that cannot be read is requested again at any time, and the user is asked after two minutes', () => {
  const schedule = new ReconcileSchedule();
  expect([0, MINUTE, 2 * MINUTE].map((now) => schedule.noteUnlisted(1, now))).toEqual([false, false, true]);
  expect(schedule.listWaiting(2 * MINUTE)).toEqual([]);
  expect(schedule.getNextTime(2 * MINUTE)).toBe(10 * MINUTE);
});

test('a change that failed is due at its very time, longer after each failure, and no more after the fourth', () => {
  const clock = manualClock();
  const times = new FailedChangeRetryTimes({
    clock,
    random: { ...createSeededRandom(1), fraction: () => 0.5 },
  });
  const delays: number[] = [];
  for (let failures = 0; failures < 3; failures += 1) {
    times.add(1);
    expect(times.list()).toEqual([1]);
    const delay = times.getNextDelay();
    clock.advance(delay);
    expect(times.list()).toEqual([]);
    delays.push(delay);
  }
  expect(delays).toEqual([500, 1_000, 2_000]);
  times.add(1);
  clock.advance(60 * MINUTE);
  expect(times.list()).toEqual([1]);
  expect(times.getNextDelay()).toBe(Infinity);
});

test('a later run tries again what has failed, but neither a mistake of the program nor what has a scheduled reconcile', () => {
  const clock = manualClock();
  const listFailed = (code: 'server-error' | 'internal', hasSchedule?: boolean): FailedChangeRetryTimes => {
    const failed = new FailedChangeRetryTimes({ clock, random: createSeededRandom(1) });
    failed.add(1, { code }, hasSchedule);
    failed.list();
    return failed;
  };
  expect(listFailed('server-error').hasAnyToRetry()).toBe(true);
  expect(listFailed('internal').hasAnyToRetry()).toBe(false);
  expect(listFailed('server-error', true).hasAnyToRetry()).toBe(false);
  const handled = listFailed('server-error');
  clock.advance(MINUTE);
  handled.list();
  expect(handled.hasAnyToRetry()).toBe(false);
});
