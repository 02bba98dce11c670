import { expect, test } from 'vitest';
import { toEpochMs } from '#contract/time.ts';
import { openDatabaseFile } from '#main/engine/sqlite/connection.ts';
import { getLocalStorePath } from '#main/engine/local/recovery/open.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { getCode, TEST_KEY, unwrap } from '../../../../support/engine.ts';
import { NEW_ORDER } from '../../../../support/builders.ts';
import { type LocalDataStore, localDataStore } from '../../../../support/local-store.ts';

const mark = (local: LocalDataStore, id: string, remindOn: number | null = null, note = '') =>
  unwrap(
    local.kept['followUps.set']({
      kind: 'requisition',
      id,
      note,
      remindOn: remindOn === null ? null : toEpochMs(remindOn),
    }),
  );
const marks = (local: LocalDataStore) => unwrap(local.kept['followUps.list']({})).items;
const view = {
  name: 'Mine',
  screen: 'requisitions',
  query: { text: 'reviewer:me', tab: 'all', order: { by: 'deadline', descending: false } },
} as const;
const otherViews = [
  {
    name: 'Mine',
    screen: 'forms',
    query: { text: 'intake', tab: 'published', order: { by: 'waiting', descending: false } },
  },
  { name: 'Mine', screen: 'notifications', query: { text: 'lab', order: { unreadFirst: false } } },
  {
    name: 'Mine',
    screen: 'completion-requests',
    query: { text: '', show: 'due', days: 7, order: { by: 'patient', descending: false } },
  },
] as const;

test('marks are listed with the earliest reminder first and those without any last', async () => {
  const local = await localDataStore();
  mark(local, 'req_1');
  mark(local, 'req_2', 9_000);
  mark(local, 'req_3', 4_000, 'call the lab');
  expect(marks(local).map(({ id }) => id)).toEqual(['req_3', 'req_2', 'req_1']);
  const one = unwrap(local.kept['followUps.list']({ of: { kind: 'requisition', id: 'req_3' } })).items;
  expect(one).toEqual([
    { kind: 'requisition', id: 'req_3', note: 'call the lab', markedAt: 1_000, remindOn: 4_000 },
  ]);
});

test('a record has one mark, which can be changed and removed', async () => {
  const local = await localDataStore();
  mark(local, 'req_1', 4_000);
  local.clock.at = 2_000;
  mark(local, 'req_1', null, 'done');
  expect(marks(local)).toMatchObject([{ note: 'done', remindOn: null, markedAt: 2_000 }]);
  const of = { kind: 'requisition', id: 'req_1' } as const;
  unwrap(local.kept['followUps.clear'](of));
  unwrap(local.kept['followUps.clear'](of));
  expect(marks(local)).toEqual([]);
  expect(local.changedLocalData).toHaveLength(3);
});

test('a mark of a record created here is moved to the id of the service with all its data', async () => {
  const dataStore = await localDataStore();
  const { number, id: local } = dataStore.save(NEW_ORDER);
  mark(dataStore, local, 4_000);
  dataStore.look(local, { name: 'a' });
  unwrap(dataStore.kept.logPdfAction({ requisition: local, action: 'saved', version: null, hash: 'aa' }));
  dataStore.leave(number);
  unwrap(
    dataStore.store.closeConfirmedChange({
      number,
      data: dataStore.one(number).data,
      ending: 'sent',
      realId: 'req_real',
    }),
  );
  expect(marks(dataStore).map(({ id }) => id)).toEqual(['req_real']);
  expect(dataStore.look('req_real', { name: 'b' }).fields).toHaveLength(1);
  const { items } = unwrap(dataStore.kept.listPrintLog({ id: local, limit: 10 }));
  expect(items.map(({ requisition }) => requisition)).toEqual(['req_real']);
  mark(dataStore, local, 5_000);
  expect(marks(dataStore)).toMatchObject([{ id: 'req_real', remindOn: 5_000 }]);
});

test('of two marks that become one the later stays', async () => {
  const dataStore = await localDataStore();
  const { number, id: local } = dataStore.save(NEW_ORDER);
  mark(dataStore, local, null, 'earlier');
  dataStore.clock.at += 1;
  mark(dataStore, 'req_real', null, 'later');
  dataStore.leave(number);
  unwrap(
    dataStore.store.closeConfirmedChange({
      number,
      data: dataStore.one(number).data,
      ending: 'sent',
      realId: 'req_real',
    }),
  );
  expect(marks(dataStore)).toMatchObject([{ id: 'req_real', note: 'later' }]);
});

test('an unknown local id is not marked', async () => {
  const local = await localDataStore();
  const id = `local_requisition_${'0'.repeat(26)}`;
  expect(getCode(local.kept['followUps.set']({ kind: 'requisition', id, note: '', remindOn: null }))).toBe(
    'not-found',
  );
});

test('views are stored under ids of their own, in order of creation, and changed in place', async () => {
  const local = await localDataStore();
  const first = unwrap(local.kept['views.save'](view));
  local.clock.at += 1_000;
  const second = unwrap(local.kept['views.save']({ ...view, name: 'Other' }));
  const changed = unwrap(local.kept['views.save']({ ...first, name: 'Renamed' }));
  expect(unwrap(local.again().kept['views.list']({})).items).toEqual([changed, second]);
});

test('views of every screen are stored beside each other, and one that cannot be read is left out', async () => {
  const local = await localDataStore();
  const saved = [view, ...otherViews].map((each) => {
    local.clock.at += 1_000;
    return unwrap(local.kept['views.save'](each));
  });
  expect(unwrap(local.again().kept['views.list']({})).items).toEqual(saved);
  local.store.close();
  const db = openDatabaseFile(getLocalStorePath(local.folder), TEST_KEY);
  db.run(sql`UPDATE screen_view SET query = '{"text":"","tab":"lost"}' WHERE screen = 'forms'`);
  db.close();
  expect(unwrap(local.again().kept['views.list']({})).items).toEqual(
    saved.filter(({ screen }) => screen !== 'forms'),
  );
});

test.each([view, ...otherViews])('a removed view of $screen is gone', async (each) => {
  const local = await localDataStore();
  const { id } = unwrap(local.kept['views.save'](each));
  unwrap(local.kept['views.remove']({ id }));
  expect(unwrap(local.kept['views.list']({})).items).toEqual([]);
});

test('there are a hundred views at most, and each of them can still be changed', async () => {
  const local = await localDataStore();
  for (let each = 0; each < 50; each++)
    for (const kept of [view, otherViews[0]]) unwrap(local.kept['views.save'](kept));
  for (const more of [view, ...otherViews])
    expect(getCode(local.kept['views.save'](more))).toBe('invalid-input');
  const [first] = unwrap(local.kept['views.list']({})).items;
  expect(getCode(local.kept['views.save']({ ...view, id: first?.id, name: 'New' }))).toBe('no error');
});

test('favourites are stored once, and emitted with their list', async () => {
  const local = await localDataStore();
  const one = { of: 'diagnoses', code: 'E78.5', description: 'Hyperlipidaemia', isFavourite: true } as const;
  unwrap(local.kept['favourites.set'](one));
  unwrap(local.kept['favourites.set'](one));
  unwrap(local.kept['favourites.set']({ ...one, isFavourite: false }));
  expect(local.changedLocalData).toEqual([
    { what: 'favourites', ids: ['diagnoses'] },
    { what: 'favourites', ids: ['diagnoses'] },
  ]);
});

test('the print log lists what was done with which version, newest first, in pages', async () => {
  const local = await localDataStore();
  for (const [at, action] of (['opened', 'printed', 'saved', 'printed'] as const).entries()) {
    local.clock.at += 1_000;
    unwrap(
      local.kept.logPdfAction({
        requisition: `req_${at % 2}`,
        action,
        version: toEpochMs(at),
        hash: 'ab'.repeat(32),
      }),
    );
  }
  const page = unwrap(local.kept.listPrintLog({ limit: 3 }));
  expect(page.items.map(({ action }) => action)).toEqual(['printed', 'saved', 'printed']);
  const rest = unwrap(local.kept.listPrintLog({ limit: 3, after: page.next ?? undefined }));
  expect(rest).toMatchObject({ items: [{ action: 'opened', at: 2_000, version: 0 }], next: null });
  expect(unwrap(local.kept.listLastPrinted({ ids: ['req_0', 'req_1'] }))).toEqual([
    { requisition: 'req_1', at: 5_000, version: 3 },
  ]);
  expect(local.changedLocalData.at(-1)).toEqual({ what: 'ledger', ids: ['req_1'] });
});

test('the offline policy for PDFs is the default until the user changes it', async () => {
  const local = await localDataStore();
  expect(unwrap(local.kept.getOfflinePolicy(null))).toEqual({ keep: 'needs-review', capMegabytes: 500 });
  unwrap(local.kept.setOfflinePolicy({ keep: 'open', capMegabytes: 100 }));
  expect(unwrap(local.again().kept.getOfflinePolicy(null))).toEqual({ keep: 'open', capMegabytes: 100 });
});
