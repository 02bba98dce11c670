import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deferred } from '#main/base/async.ts';
import { limiter } from '#main/engine/sync/limiter.ts';

test('never more than so many run at a time, each starts in its turn, and failures free their slot', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 5 }),
      fc.array(fc.boolean(), { maxLength: 20 }),
      async (slots, fails) => {
        const limited = limiter(slots);
        const started: number[] = [];
        const gates = fails.map(() => deferred<void>());
        let running = 0;
        const tasks = fails.map((isFailing, index) =>
          limited(async () => {
            started.push(index);
            running += 1;
            expect(running).toBeLessThanOrEqual(slots);
            await gates[index]?.promise;
            running -= 1;
            if (isFailing) throw new Error('a task failed');
            return index;
          }),
        );
        const settled = Promise.allSettled(tasks);
        for (const gate of gates) {
          await Promise.resolve();
          gate.resolve();
        }
        const ends = (await settled).map(({ status }) => status === 'rejected');
        expect(ends).toEqual(fails);
        expect(started).toEqual(fails.map((_none, index) => index));
      },
    ),
  );
});
