import { expect, test } from 'vitest';
import { rebaseDecisionAfterOwnChange } from '#main/engine/local/decision-base.ts';
import type { StoredChange } from '#main/engine/local/protocol.ts';

const SAVED = '2026-03-02T09:30:00.000Z';
const OTHER = '2026-03-02T10:00:00.000Z';
const AFTER = '2026-03-02T11:00:00.000Z';
const PUBLISH = {
  operation: 'forms.publish',
  data: {},
  base: { name: 'Diary', latest_version: 'fver_1', has_unpublished_changes: false, last_updated_at: SAVED },
} as const;
const ANSWER = {
  name: 'Diary, renamed',
  latest_version: 'fver_2',
  has_unpublished_changes: true,
  last_updated_at: AFTER,
};

/** The base of a publish after an update of the form's name, before which the form had this time of its last update. */
function rebaseAfterUpdate(lastUpdatedBefore: string): object {
  const update = {
    operation: 'forms.update',
    data: { name: 'Diary, renamed' },
    evidence: { before: { last_updated_at: lastUpdatedBefore } },
  } as unknown as StoredChange; // What the function reads of a change.
  return rebaseDecisionAfterOwnChange(PUBLISH, { change: update, values: ANSWER, isCreate: false });
}

test('what the service sets with an update of this user is no change that a publish is asked about', () => {
  expect(rebaseAfterUpdate(SAVED)).toMatchObject({
    name: 'Diary, renamed',
    has_unpublished_changes: true,
    last_updated_at: AFTER,
  });
});

test('another version after an update is asked about: only the form builder makes one', () => {
  expect(rebaseAfterUpdate(SAVED)).toMatchObject({ latest_version: 'fver_1' });
});

test('where another user has changed the form before the update, a publish is asked about everything but what was sent', () => {
  expect(rebaseAfterUpdate(OTHER)).toEqual({ ...PUBLISH.base, name: 'Diary, renamed' });
});
