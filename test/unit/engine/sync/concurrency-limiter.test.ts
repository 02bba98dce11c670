import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createDeferredPromise } from '#main/base/async.ts';
import { err } from '#contract/result.ts';
import { AdaptiveConcurrencyLimiter } from '#main/engine/sync/request-runner.ts';

const pace = (most: number, isProbing = () => false): AdaptiveConcurrencyLimiter =>
  new AdaptiveConcurrencyLimiter({ most, isProbing });

test('the maximum of concurrent tasks is never exceeded, each starts in its turn, and failures free their slot', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 5 }),
      fc.array(fc.boolean(), { maxLength: 20 }),
      async (most, fails) => {
        const lanes = pace(most);
        const started: number[] = [];
        const breakers = fails.map(() => createDeferredPromise<void>());
        let running = 0;
        const tasks = fails.map((isFailing, index) =>
          lanes.run(async () => {
            started.push(index);
            running += 1;
            expect(running).toBeLessThanOrEqual(most);
            await breakers[index]?.promise;
            running -= 1;
            if (isFailing) throw new Error('a task failed');
            return index;
          }),
        );
        const settled = Promise.allSettled(tasks);
        for (const breaker of breakers) {
          await Promise.resolve();
          breaker.resolve();
        }
        const ends = (await settled).map(({ status }) => status === 'rejected');
        expect(ends).toEqual(fails);
        expect(started).toEqual(fails.map((_none, index) => index));
      },
    ),
  );
});

test('signs of overload halve the limit, down to one; successes raise it again one by one', () => {
  const lanes = pace(4);
  lanes.recordResult(err('rate-limited').error);
  expect(lanes.lanes).toBe(2);
  lanes.recordResult(err('timeout').error);
  lanes.recordResult(err('timeout').error);
  expect(lanes.lanes).toBe(1);
  const grown: number[] = [];
  for (let time = 0; time < 12; time++) {
    lanes.recordResult(null);
    grown.push(lanes.lanes);
  }
  expect(grown.at(-1)).toBe(4);
  expect(grown).toEqual(grown.toSorted((left, right) => left - right));
  expect(grown.filter((count) => count < 4).length).toBeGreaterThan(4);
});

test('other errors leave the limit as it is', () => {
  const lanes = pace(4);
  for (const code of ['offline', 'server-error', 'not-found', 'cancelled'] as const)
    lanes.recordResult(err(code).error);
  expect(lanes.lanes).toBe(4);
});

test('while the first result is awaited one runs at a time, then the others follow', async () => {
  let isProbing = true;
  const lanes = pace(4, () => isProbing);
  const first = createDeferredPromise<void>();
  const started: number[] = [];
  const tasks = [0, 1, 2, 3].map((index) =>
    lanes.run(async () => {
      started.push(index);
      if (index === 0) await first.promise;
    }),
  );
  await Promise.resolve();
  expect(started).toEqual([0]);
  isProbing = false;
  first.resolve();
  await Promise.all(tasks);
  expect(started).toEqual([0, 1, 2, 3]);
});
