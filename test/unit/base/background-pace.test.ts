import { expect, test } from 'vitest';
import { BackgroundPace } from '#main/base/background-pace.ts';
import { manualClock } from '../../support/clocks.ts';

/** A pace, and a step that takes a time in milliseconds. */
function createPace() {
  const clock = manualClock();
  const pace = new BackgroundPace(clock);
  let done = 0;
  const step = (ms: number): Promise<void> =>
    pace
      .run(async () => clock.advance(ms))
      .then(() => {
        done += 1;
      });
  return { clock, pace, step, countDone: () => done };
}

test('after a step comes a rest of three times its length', async () => {
  const { clock, step, countDone } = createPace();
  const ended = step(20);
  await clock.pass(59);
  expect(countDone()).toBe(0);
  await clock.pass(1);
  await ended;
});

test('the rest after a long step is a second, and a step that took no time has none', async () => {
  const { clock, step } = createPace();
  await step(0);
  const ended = step(90_000);
  await clock.pass(0);
  expect(clock.waits).toEqual([1_000]);
  await clock.pass(1_000);
  await ended;
});

test('an end cuts the rest short, and no step is followed by one again', async () => {
  const { clock, pace, step } = createPace();
  const ended = step(20);
  await clock.pass(0);
  pace.end();
  await ended;
  await step(20);
  expect(clock.waits).toHaveLength(1);
});

test('what a step throws is thrown at once', async () => {
  const { pace } = createPace();
  await expect(pace.run(() => Promise.reject(new Error('no page')))).rejects.toThrow('no page');
});
