import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { StoredChange } from '#main/engine/local/protocol.ts';
import {
  concludeRestoredOrImportedChange,
  listServiceChangesSinceUserRequest,
  mergeUpdate,
} from '#main/engine/sender/conflicts.ts';

type Fields = Readonly<Record<string, unknown>>;

function update(base: Fields, data: Fields, left: Fields = {}): StoredChange {
  return {
    number: 1,
    operation: 'requisitions.update',
    kind: 'requisition',
    target: 'req_1',
    data,
    base,
    label: '',
    patient: null,
    savedBy: '',
    state: 'saved',
    question: null,
    theirs: {},
    candidates: [],
    error: null,
    evidence: { left },
    attempts: 0,
    savedAt: 0 as StoredChange['savedAt'],
    triedAt: null,
  };
}

test('fields changed only here are sent, others stay as they are', () => {
  const change = update({ name: 'old' }, { name: 'mine' });
  expect(mergeUpdate(change, { name: 'old', order_details: 'changed by others' })).toEqual({
    toSend: { name: 'mine' },
    theirs: {},
  });
});

test('a field that already has the value on the server is not sent', () => {
  expect(mergeUpdate(update({ name: 'old' }, { name: 'mine' }), { name: 'mine' })).toEqual({
    toSend: {},
    theirs: {},
  });
});

test('a field that also changed on the server is a conflict', () => {
  expect(mergeUpdate(update({ name: 'old' }, { name: 'mine' }), { name: 'theirs' })).toEqual({
    toSend: {},
    theirs: { name: 'theirs' },
  });
});

test('what an earlier attempt of the same change has written is no foreign change', () => {
  const change = update({ name: 'old' }, { name: 'mine, edited again' }, { name: 'mine, first edit' });
  expect(mergeUpdate(change, { name: 'mine, first edit' }).toSend).toEqual({ name: 'mine, edited again' });
});

test('a field without a known base replaces the server’s value', () => {
  expect(mergeUpdate(update({}, { name: 'mine' }), { name: 'anything' })).toEqual({
    toSend: { name: 'mine' },
    theirs: {},
  });
});

test('a review is no field of a record', () => {
  expect(mergeUpdate(update({}, { review: { status: 'reviewed' } }), {})).toEqual({ toSend: {}, theirs: {} });
});

/** A review that was saved over a record without one. */
function review(evidence: StoredChange['evidence'], isFounded = true): StoredChange {
  return {
    ...update({}, { review: { status: 'reviewed' } }),
    operation: 'requisitions.update',
    base: isFounded ? { last_updated_at: '2026-03-01T09:30:00.000Z', reviews: [] } : {},
    evidence,
  };
}
const UNCHANGED = { last_updated_at: '2026-03-01T09:30:00.000Z', reviews: [] };
const CHANGED = {
  last_updated_at: '2026-03-02T09:30:00.000Z',
  reviews: [{ reviewed_by: 'user_d1', status: 'reviewed' }],
};

test.each([
  ['a restored copy, and the record is unchanged: it is sent', { rewound: true }, UNCHANGED, 'unsent'],
  ['a restored copy, and the record has changed', { rewound: true }, CHANGED, 'may-be-sent'],
  ['an import, and the record is unchanged', { imported: true }, UNCHANGED, 'may-be-sent'],
  ['an import, and the record has changed', { imported: true }, CHANGED, 'may-be-sent'],
  ['a restored import', { imported: true, rewound: true }, UNCHANGED, 'may-be-sent'],
  ['neither', {}, UNCHANGED, 'not-seen'],
] as const)('a review that is not found after %s', (_what, evidence, fresh, expected) => {
  for (const isFounded of [true, false]) {
    const outcome = concludeRestoredOrImportedChange(review(evidence, isFounded), fresh);
    expect(outcome.type === 'question' ? outcome.question : outcome.type).toBe(expected);
  }
});

test.each([
  ['no change after an earlier attempt whose value is there', { share_with_patient: true }, true, false],
  ['a change after an earlier attempt whose value is gone', { share_with_patient: true }, false, true],
  ['a change after another field was sent', { name: 'Lipid panel' }, false, true],
  ['a change without an earlier attempt', {}, true, true],
])('a new time of the last update alone is %s', (_what, left, shared, isChange) => {
  const saved = {
    share_with_patient: false,
    last_updated_at: '2026-03-01T09:30:00.000Z',
    name: 'Lipid panel',
  };
  const fresh = { ...saved, share_with_patient: shared, last_updated_at: '2026-03-02T09:30:00.000Z' };
  const change = update(saved, { share_with_patient: true }, left);
  expect(listServiceChangesSinceUserRequest(change, fresh)).toEqual(
    isChange ? { last_updated_at: fresh.last_updated_at } : {},
  );
});

const COMMENT = { id: 'comment_1', comment: 'Fasting' };

test.each([
  ['missing', {}, false],
  ['null', { comments: null }, false],
  ['empty', { comments: [] }, false],
  ['another list', { comments: [COMMENT] }, true],
])(
  'comments that are %s are a change of a record without comments: see the table',
  (_what, sent, isChange) => {
    const saved = { last_updated_at: '2026-03-01T09:30:00.000Z', name: 'Lipid panel' };
    for (const none of [null, []]) {
      const change = update({ ...saved, comments: none }, { share_with_patient: true });
      expect(Object.keys(listServiceChangesSinceUserRequest(change, { ...saved, ...sent }))).toEqual(
        isChange ? ['comments'] : [],
      );
    }
  },
);

test('every field of any three versions is either sent, unnecessary or in conflict', () => {
  const version = fc.record({
    name: fc.constantFrom('a', 'b', 'c'),
    order_details: fc.constantFrom('a', 'b', 'c'),
  });
  fc.assert(
    fc.property(version, version, version, (base, mine, fresh) => {
      const { toSend, theirs } = mergeUpdate(update(base, mine), fresh);
      for (const field of ['name', 'order_details'] as const) {
        const isNeedless = mine[field] === fresh[field];
        const isForeign = fresh[field] !== base[field] && !isNeedless;
        expect(field in theirs).toBe(isForeign);
        expect(field in toSend).toBe(!isForeign && !isNeedless);
      }
    }),
  );
});
