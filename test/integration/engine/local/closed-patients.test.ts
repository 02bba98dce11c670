import { expect, test } from 'vitest';
import { NEW_ORDER } from '../../../support/builders.ts';
import { unwrap } from '../../../support/engine.ts';
import { localDataStore, type TestLocalStore } from '../../../support/local-store.ts';
import { createComputer, transfer } from './transfer/computers.ts';

const CACHED = { id: 'req_1', name: 'Before', patient: 'user_p7' };
const rename = (id: string, name = 'Mine') =>
  ({ operation: 'requisitions.update', data: { id, name } }) as const;
const review = (id: string) =>
  ({ operation: 'requisitions.update', data: { id, review: { status: 'reviewed' } } }) as const;

const discard = (local: TestLocalStore, number: number) => unwrap(local.store.discard({ number }));
const close = (local: TestLocalStore, number: number, realId?: string) =>
  unwrap(
    local.store.closeConfirmedChange({
      number,
      data: local.one(number).data,
      ending: 'sent',
      ...(realId === undefined ? {} : { realId }),
    }),
  );
/** The patients of the closed changes, the oldest change first. */
const closedPatients = (local: TestLocalStore) =>
  unwrap(local.store.listClosedChanges({ limit: 50 }))
    .items.map(({ patient }) => patient)
    .toReversed();

test('a discarded create keeps the patient whom it named last, and so do the changes discarded with it', async () => {
  const local = await localDataStore();
  const { number, id } = local.save(NEW_ORDER);
  local.save({ ...review(id), holdMs: 1_000 });
  expect(local.all()).toHaveLength(2);
  unwrap(
    local.store.edit({
      ...local.seen(number),
      data: { ...NEW_ORDER.data, patient: 'user_p2' },
      cached: null,
    }),
  );
  discard(local, number);
  expect(closedPatients(local)).toEqual(['user_p2', 'user_p2']);
  expect(closedPatients(local.again())).toEqual(['user_p2', 'user_p2']);
});

test('a change after a create that was sent keeps the patient of the create, under the id of the service', async () => {
  const local = await localDataStore();
  const { number, id } = local.save(NEW_ORDER);
  const later = local.save({ ...review(id), holdMs: 1_000 });
  close(local, number, 'req_real');
  discard(local, later.number);
  expect(closedPatients(local)).toEqual([NEW_ORDER.data.patient, NEW_ORDER.data.patient]);
});

test('an edit and a review keep the patient of the cached record; other kinds of records have none', async () => {
  const local = await localDataStore();
  discard(local, local.save(rename('req_1'), CACHED).number);
  close(local, local.save(review('req_1'), CACHED).number);
  discard(local, local.save(rename('req_unknown')).number);
  discard(local, local.save(rename('req_1'), { ...CACHED, patient: ['user_p7'] }).number);
  const read = { operation: 'notifications.update', data: { id: 'notf_1', read: true } } as const;
  close(local, local.save(read, { title: 'T', patient: 'user_p7' }).number);
  expect(closedPatients(local)).toEqual(['user_p7', 'user_p7', null, null, null]);
});

test('a change whose discard was undone keeps its patient when it is discarded again', async () => {
  const local = await localDataStore();
  const { number } = local.save(rename('req_1'), CACHED);
  discard(local, number);
  unwrap(local.store.restore({ number }));
  expect(closedPatients(local)).toEqual([]);
  discard(local, number);
  expect(closedPatients(local)).toEqual(['user_p7']);
});

test('an export file holds the patients of closed changes and of pending ones', async () => {
  const [from, to] = [await createComputer(), await createComputer()];
  discard(from, from.save(NEW_ORDER).number);
  from.save(rename('req_1'), CACHED);
  transfer(from, to);
  expect(closedPatients(to)).toEqual([NEW_ORDER.data.patient]);
  const [pending] = to.all();
  discard(to, pending?.number ?? 0);
  expect(closedPatients(to)).toEqual([NEW_ORDER.data.patient, 'user_p7']);
});
