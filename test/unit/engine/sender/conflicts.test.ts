import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { StoredOperation } from '#main/engine/local/protocol.ts';
import { mergeUpdate } from '#main/engine/sender/conflicts.ts';

type Fields = Readonly<Record<string, unknown>>;

function update(base: Fields, data: Fields, left: Fields = {}): StoredOperation {
  return {
    number: 1,
    operation: 'requisitions.update',
    kind: 'requisition',
    target: 'req_1',
    data,
    base,
    label: '',
    savedBy: '',
    state: 'saved',
    question: null,
    theirs: {},
    candidates: [],
    error: null,
    evidence: { left },
    attempts: 0,
    savedAt: 0 as StoredOperation['savedAt'],
    triedAt: null,
  };
}

test('fields changed only here are sent, others stay as they are', () => {
  const operation = update({ name: 'old' }, { name: 'mine' });
  expect(mergeUpdate(operation, { name: 'old', order_details: 'changed by others' })).toEqual({
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

test('what an earlier attempt of the same write has written is no foreign change', () => {
  const operation = update({ name: 'old' }, { name: 'mine, edited again' }, { name: 'mine, first edit' });
  expect(mergeUpdate(operation, { name: 'mine, first edit' }).toSend).toEqual({ name: 'mine, edited again' });
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
