import { expect, test } from 'vitest';
import { err } from '#contract/result.ts';
import { repeatPassesUntilListIsKnown, type SweepPassResult } from '#main/engine/sync/full-sweep.ts';

const FINISHED: SweepPassResult = {
  records: 10,
  newInSweep: 0,
  length: 10,
  isFinished: true,
  isTrusted: false,
  hasGrown: false,
  pageCap: null,
  answers: new Map(),
  error: null,
};

/** Makes passes that end with these outcomes, the last one repeatedly. */
async function passes(...ends: readonly Partial<SweepPassResult>[]) {
  let made = 0;
  const end = await repeatPassesUntilListIsKnown(async () => ({
    ...FINISHED,
    ...ends[Math.min(made++, ends.length - 1)],
  }));
  return { made, ...end };
}

test('one pass that missed nothing is sufficient', async () => {
  expect(await passes({ isTrusted: true, newInSweep: 10 })).toMatchObject({
    made: 1,
    isComplete: true,
    isCertain: true,
  });
});

test('if the list moved it is read again, until three passes in a row bring nothing new', async () => {
  expect(
    await passes({ newInSweep: 10 }, { newInSweep: 2 }, {}, {}, { newInSweep: 1 }, {}, {}, {}),
  ).toMatchObject({
    made: 8,
    isComplete: true,
    isCertain: false,
  });
});

test('a list is not complete before as many records are known as it has positions', async () => {
  const quiet = { newInSweep: 0 };
  expect(
    await passes({ newInSweep: 9 }, quiet, quiet, quiet, quiet, { newInSweep: 1 }, quiet, quiet, quiet),
  ).toMatchObject({
    made: 9,
    isComplete: true,
  });
  expect(await passes({ newInSweep: 9 }, quiet)).toMatchObject({ made: 20, isComplete: false });
});

test('a list that never stops changing ends after twenty passes, and is not called complete', async () => {
  expect(await passes({ newInSweep: 1 })).toMatchObject({ made: 20, isComplete: false });
});

test('a pass that did not reach the end is not repeated', async () => {
  const { error } = err('offline');
  expect(await passes({ isFinished: false, error })).toMatchObject({ made: 1, isComplete: false, error });
});

test('a list that only grew in front meanwhile is complete, though not certain', async () => {
  expect(await passes({ hasGrown: true, newInSweep: 10 })).toMatchObject({
    made: 1,
    isComplete: true,
    isGapless: true,
    isCertain: false,
  });
});

/** A list with fewer records than positions, whose pages are answered like this in one pass. */
const withAnswers = (...answers: readonly string[]): Partial<SweepPassResult> => ({
  length: 12,
  answers: new Map(answers.map((answer, index) => [`${index * 5} 5`, answer])),
});

test('a list that is answered in the same way again and again is not read on, and not complete', async () => {
  const same = withAnswers('a', 'b', 'c');
  expect(await passes({ ...same, newInSweep: 10 }, same)).toMatchObject({ made: 4, isComplete: false });
});

test('a list whose answers change is read as often as any list that moves', async () => {
  const [one, other] = [withAnswers('a', 'b', 'c'), withAnswers('a', 'c', 'b')];
  const turns = Array.from({ length: 20 }, (_, turn) => (turn % 2 === 0 ? one : other));
  expect(await passes(...turns)).toMatchObject({ made: 20, isComplete: false });
});
