import { expect, test } from 'vitest';
import { FailedChangeRetryTimes } from '#main/engine/sender/reconcile-schedule.ts';
import { manualClock } from '../../../support/clocks.ts';

const random = { fraction: () => 0.5, hex: () => '' };

test('a write whose attempt failed waits, longer after each attempt, and after the fourth to the end of the run', () => {
  const clock = manualClock();
  const deferred = new FailedChangeRetryTimes({ clock, random });
  const delays = [1, 2, 3, 4].map(() => {
    deferred.add(7);
    expect(deferred.list()).toEqual([7]);
    return deferred.getNextDelay();
  });
  expect(delays).toEqual([500, 1_000, 2_000, Infinity]);
});

test('a write that becomes due between the look at the outbox and the wait is tried again at once', () => {
  const clock = manualClock();
  const deferred = new FailedChangeRetryTimes({ clock, random });
  deferred.add(7);
  expect(deferred.list()).toEqual([7]);
  clock.advance(600);
  expect(deferred.getNextDelay()).toBe(0);
  expect(deferred.list()).toEqual([]);
  expect(deferred.getNextDelay()).toBe(Infinity);
});
