import { expect, test } from 'vitest';
import type { CallOutput } from '#contract/api.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { NO_ACCESS_FILTERS } from '#renderer/state/access-log-filters.ts';
import { createStores } from '#renderer/state/stores.ts';
import { testPage, type TestPage } from '../../../support/page/page.ts';
import { SIGNED_OUT } from '../../../support/values.ts';
import { waitUntilPasses } from '../../../support/wait.ts';

/** Starts Intray on this computer; the screens are restored. */
async function start(page: TestPage) {
  const stores = createStores(page.bridge);
  stores.start();
  await waitUntilPasses(() => expect(page.inputs('screenStates.list').length).toBeGreaterThan(0));
  await stores.screenStates.load();
  return stores;
}
const order = { by: 'deadline', descending: false } as const;
const worklist = { filters: 'type:lab', tab: 'sent', order } as const;

test('filters, tabs and orders are as they were left after a restart, without the words of a search', async () => {
  const page = testPage();
  const before = await start(page);
  before.worklist.updateQuery({ text: 'Grace type:lab', tab: 'sent', order });
  before.formList.updateQuery({ text: 'state:draft', tab: 'all' });
  before.inbox.updateQuery({ text: 'unread:yes', order: { unreadFirst: false } });
  before.completions.updateQuery({ text: 'Grace', show: 'ended', days: 30 });
  before.day.filterHost('user_1');
  before.home.choose('all');
  const accesses = { ...NO_ACCESS_FILTERS, from: '2026-03-12', what: 'print' } as const;
  before.accessFilters.filter(accesses);
  await waitUntilPasses(() =>
    expect(page.inputs('screenStates.set')).toContainEqual({ home: { scope: 'all' } }),
  );
  expect(JSON.stringify(page.inputs('screenStates.set'))).not.toContain('Grace');

  const after = await start(page);
  await waitUntilPasses(() => expect(after.home.store.getState().scope).toBe('all'));
  expect(after.worklist.list.store.getState().filter).toEqual({ text: 'type:lab', tab: 'sent', order });
  expect(after.formList.list.store.getState().filter).toMatchObject({ text: 'state:draft', tab: 'all' });
  expect(after.inbox.list.store.getState().filter).toEqual({
    text: 'unread:yes',
    order: { unreadFirst: false },
  });
  expect(after.completions.list.store.getState().filter).toMatchObject({ text: '', show: 'ended', days: 30 });
  expect(after.day.store.getState().host).toBe('user_1');
  expect(after.accessFilters.store.getState()).toEqual(accesses);
});

test('what the user chooses while the states are read is not replaced by them', async () => {
  const reading = Promise.withResolvers<Result<CallOutput<'screenStates.list'>>>();
  const page = testPage({}, { 'screenStates.list': () => reading.promise });
  const stores = createStores(page.bridge);
  stores.start();
  await waitUntilPasses(() => expect(page.inputs('screenStates.list')).toHaveLength(2));
  stores.worklist.updateQuery({ tab: 'draft' });
  reading.resolve(ok({ requisitions: worklist, home: { scope: 'all' } }));
  await waitUntilPasses(() => expect(stores.home.store.getState().scope).toBe('all'));
  expect(stores.worklist.list.store.getState().filter.tab).toBe('draft');
  expect(page.inputs('screenStates.set')).toMatchObject([{ requisitions: { tab: 'draft' } }]);
});

test('states that cannot be read leave the defaults, and nothing is stored over them', async () => {
  const page = testPage({}, { 'screenStates.list': async () => err('storage-damaged') });
  const stores = await start(page);
  stores.worklist.updateQuery({ tab: 'draft' });
  expect(page.inputs('screenStates.set')).toEqual([]);
});

test('clearing the screens for another account stores nothing for the one before', async () => {
  const page = testPage();
  const stores = await start(page);
  stores.worklist.updateQuery({ tab: 'draft' });
  const stored = page.inputs('screenStates.set').length;
  page.emit('accounts', SIGNED_OUT);
  await waitUntilPasses(() => expect(stores.worklist.list.store.getState().filter.tab).toBe('all'));
  expect(page.inputs('screenStates.set')).toHaveLength(stored);
});
