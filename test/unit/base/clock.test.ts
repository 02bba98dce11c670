import { expect, test } from 'vitest';
import { systemClock } from '#main/base/clock.ts';

test('a wait never ends before its time, whatever fraction of a millisecond it is given', async () => {
  const early: number[] = [];
  for (let count = 0; count < 100; count++) {
    const until = systemClock.monotonic() + 1 + count / 37;
    await systemClock.wait(until - systemClock.monotonic());
    const left = until - systemClock.monotonic();
    if (left > 0) early.push(left);
  }
  expect(early).toEqual([]);
});

test('a wait that is longer than a timer allows does not end at once', async () => {
  const stopping = new AbortController();
  let hasEnded = false;
  const waiting = systemClock.wait(2 ** 33, stopping.signal).then(() => (hasEnded = true));
  await systemClock.wait(20);
  expect(hasEnded).toBe(false);
  stopping.abort();
  await expect(waiting).rejects.toThrow('aborted');
});
