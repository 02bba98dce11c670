import { expect, test } from 'vitest';
import { err } from '#contract/result.ts';
import { untilKnown, type SweepEnd } from '#main/engine/sync/full-sweep.ts';

const FINISHED: SweepEnd = {
  records: 10,
  news: 0,
  isFinished: true,
  isTrusted: false,
  hasGrown: false,
  pageCap: null,
  error: null,
};

/** Makes passes that end like this, the last one again and again. */
async function passes(...ends: readonly Partial<SweepEnd>[]) {
  let made = 0;
  const end = await untilKnown(async () => ({ ...FINISHED, ...ends[Math.min(made++, ends.length - 1)] }));
  return { made, ...end };
}

test('one pass that missed nothing suffices', async () => {
  expect(await passes({ isTrusted: true, news: 10 })).toMatchObject({
    made: 1,
    isComplete: true,
    isCertain: true,
  });
});

test('where the list moved it is taken again, until three passes in a row bring nothing new', async () => {
  expect(await passes({ news: 10 }, { news: 2 }, {}, {}, { news: 1 }, {}, {}, {})).toMatchObject({
    made: 8,
    isComplete: true,
    isCertain: false,
  });
});

test('a list that never holds still is given up after twenty passes, and not called complete', async () => {
  expect(await passes({ news: 1 })).toMatchObject({ made: 20, isComplete: false });
});

test('a pass that did not reach the end is not repeated', async () => {
  const { error } = err('offline');
  expect(await passes({ isFinished: false, error })).toMatchObject({ made: 1, isComplete: false, error });
});

test('a list that only grew in front meanwhile is complete, though not certain', async () => {
  expect(await passes({ hasGrown: true, news: 10 })).toMatchObject({
    made: 1,
    isComplete: true,
    isGapless: true,
    isCertain: false,
  });
});
