import { expect, onTestFinished, test } from 'vitest';
import { changeToSaveSchema, toFurtherSaveId } from '#contract/changes.ts';
import type { Result } from '#contract/result.ts';
import { NEW_ORDER } from '../../../support/builders.ts';
import { getCode, unwrap } from '../../../support/engine.ts';
import { localDataStore, type TestLocalStore } from '../../../support/local-store.ts';

const EDITOR = 'an-editor';

/** Saves the tests of one editor as the window does, the first under the editor's own id and the others by their position. */
function saveTests({ store }: TestLocalStore, names: readonly string[]): Result<unknown> {
  const changes = names.map((name, position) => ({
    change: changeToSaveSchema.parse({
      ...NEW_ORDER,
      data: { ...NEW_ORDER.data, name },
      saveId: position === 0 ? EDITOR : toFurtherSaveId(EDITOR, position),
    }),
    cached: null,
    userId: 'user_me',
  }));
  const [only] = changes;
  return changes.length === 1 && only !== undefined
    ? store.save(only)
    : store.saveMany({ changes, allOrNone: true });
}

/** The answer to the first save of these tests was lost: the editor is still open. */
async function openAfterLostAnswer(names: readonly string[]): Promise<TestLocalStore> {
  const local = await localDataStore();
  onTestFinished(() => void local.store.close());
  unwrap(saveTests(local, names));
  return local;
}

const names = ({ all }: TestLocalStore): readonly string[] => all().map(({ label }) => label);

test.each([
  ['in the middle', ['A', 'C']],
  ['at the end', ['A', 'B']],
  ['but the first', ['A']],
])('a test %s that the user removes after a save without an answer is not ordered', async (_, left) => {
  const local = await openAfterLostAnswer(['A', 'B', 'C']);
  const ids = local.all().map(({ id }) => id);
  unwrap(saveTests(local, left));
  expect(names(local)).toEqual(left);
  // The records that are gone are named, so that lists no longer show them.
  expect(
    local.emitted
      .at(-1)
      ?.touched.map(({ id }) => id)
      .toSorted(),
  ).toEqual(ids.toSorted());
  unwrap(saveTests(local, left));
  expect(names(local)).toEqual(left);
  unwrap(saveTests(local, [...left, 'D', 'E']));
  expect(names(local)).toEqual([...left, 'D', 'E']);
});

test('a save that leaves out a test which has been sent, or may have been, is refused and changes nothing', async () => {
  const local = await openAfterLostAnswer(['A', 'B', 'C']);
  const { number } = local.all().at(-1) ?? { number: 0 };
  local.leave(number);
  for (const left of [['A', 'B'], ['A']]) {
    expect(getCode(saveTests(local, left))).toBe('on-its-way');
    expect(names(local)).toEqual(['A', 'B', 'C']);
  }
  const { data } = local.one(number);
  unwrap(local.store.storeAttempt({ number, data, rest: { state: 'uncertain' }, from: 'sending' }));
  expect(getCode(saveTests(local, ['A', 'B']))).toBe('needs-you');
  unwrap(local.store.closeConfirmedChange({ number, data, ending: 'sent', realId: 'req_c' }));
  expect(getCode(saveTests(local, ['A', 'B']))).toBe('saved-before');
  expect(names(local)).toEqual(['A', 'B']);
  expect(saveTests(local, ['A', 'B', 'C']).ok).toBe(true);
});

test('a removed test whose save is refused stays, and one of another editor is left alone', async () => {
  const local = await openAfterLostAnswer(['A', 'B']);
  local.save({ ...NEW_ORDER, saveId: `${EDITOR}s-1` });
  const { number } = local.all()[0] ?? { number: 0 };
  local.leave(number);
  expect(getCode(saveTests(local, ['Corrected']))).toBe('on-its-way');
  expect(names(local)).toEqual(['A', 'B', NEW_ORDER.data.name]);
});
