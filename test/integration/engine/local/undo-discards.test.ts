import { beforeEach, expect, test } from 'vitest';
import { getCode, unwrap } from '../../../support/engine.ts';
import { NEW_ORDER } from '../../../support/builders.ts';
import { type LocalDataStore, localDataStore } from '../../../support/local-store.ts';

let local: LocalDataStore;
beforeEach(async () => {
  local = await localDataStore();
});

const BEFORE = { id: 'req_1', name: 'Before', share_with_patient: false };

function edit(data: object = { name: 'Mine' }): number {
  return local.save({ operation: 'requisitions.update', data: { id: 'req_1', ...data } }, BEFORE).number;
}
const discard = (number: number): void => void unwrap(local.store.discard({ number }));
const closed = () => unwrap(local.store.listClosedChanges({ limit: 50 })).items;

test('undoing a discard brings the change back as it was, under its number, and takes it from what is closed', () => {
  const number = edit();
  const before = local.one(number);
  discard(number);
  expect(local.all()).toEqual([]);
  expect(closed()).toHaveLength(1);
  unwrap(local.store.restore({ number }));
  expect(local.one(number)).toEqual(before);
  expect(closed()).toEqual([]);
  expect(local.emitted.at(-1)).toMatchObject({
    counts: { saved: 1 },
    touched: [{ kind: 'requisition', id: 'req_1' }],
  });
});

test('a discarded create comes back with the changes that were discarded with it', () => {
  const { number, id } = local.save(NEW_ORDER);
  const later = local.save({
    operation: 'requisitions.update',
    data: { id, review: { status: 'reviewed' } },
    holdMs: 1_000,
  });
  const before = [local.one(number), local.one(later.number)];
  discard(number);
  expect(local.all()).toEqual([]);
  unwrap(local.store.restore({ number }));
  expect([local.one(number), local.one(later.number)]).toEqual(before);
});

test('the later change of the record is based on the restored one again', () => {
  const number = edit();
  const later = local.save(
    { operation: 'requisitions.update', data: { id: 'req_1', name: 'Mine, later' }, holdMs: 1_000 },
    BEFORE,
  );
  expect(local.one(later.number).base).toMatchObject({ name: 'Mine' });
  discard(number);
  expect(local.one(later.number).base).toMatchObject({ name: 'Before' });
  unwrap(local.store.restore({ number }));
  expect(local.one(later.number).base).toMatchObject({ name: 'Mine' });
});

test('a discarded change with a conflict comes back with its question and both values', () => {
  const number = edit({ name: 'Mine', share_with_patient: true });
  const rest = { state: 'needs-you', question: 'conflict', theirs: { name: 'Theirs' } } as const;
  unwrap(local.store.storeAttempt({ number, data: local.one(number).data, rest }));
  const before = local.one(number);
  discard(number);
  expect(local.all()).toEqual([]);
  unwrap(local.store.restore({ number }));
  expect(local.one(number)).toEqual(before);
});

test('a change that may have arrived keeps what is known of its attempt', () => {
  const number = edit();
  local.leave(number);
  unwrap(
    local.store.storeAttempt({
      number,
      data: local.one(number).data,
      rest: { state: 'saved', error: { code: 'timeout' } },
    }),
  );
  const before = local.one(number);
  expect(before).toMatchObject({ attempts: 1, evidence: { mayHaveLeft: true }, error: { code: 'timeout' } });
  discard(number);
  unwrap(local.store.restore({ number }));
  expect(local.one(number)).toEqual(before);
});

test.each([
  ['another change of the record was saved', () => void edit({ name: 'Newer' })],
  [
    'another change of the record was saved and sent',
    () => {
      const number = edit({ name: 'Newer' });
      local.leave(number);
      unwrap(local.store.closeConfirmedChange({ number, data: local.one(number).data, ending: 'sent' }));
    },
  ],
])('nothing is undone where %s since', (_what, happen) => {
  const number = edit();
  discard(number);
  happen();
  const before = local.all();
  expect(getCode(local.store.restore({ number }))).toBe('changed-since');
  expect(local.all()).toEqual(before);
});

test('nothing is undone twice, nor after the account was closed, nor what was never discarded', () => {
  const number = edit();
  expect(getCode(local.store.restore({ number }))).toBe('changed-since');
  discard(number);
  unwrap(local.store.restore({ number }));
  expect(getCode(local.store.restore({ number }))).toBe('changed-since');
  discard(number);
  local = local.again();
  expect(getCode(local.store.restore({ number }))).toBe('changed-since');
});
