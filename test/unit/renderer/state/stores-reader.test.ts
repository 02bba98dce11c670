import { expect, test, vi } from 'vitest';
import { createFirstStores } from '#renderer/state/first-stores.ts';
import { addScreenStores, type Stores } from '#renderer/state/stores.ts';
import { createStoresReader } from '#renderer/state/stores-reader.ts';
import { testPage } from '../../../support/page/page.ts';
import { sentOrders } from '../../../support/builders.ts';
import { waitUntilPasses } from '../../../support/wait.ts';

/** A reader whose file can be held back, or fail. */
function setUp() {
  const page = testPage({ requisitions: sentOrders(3) });
  const files: PromiseWithResolvers<{ addScreenStores: typeof addScreenStores }>[] = [];
  const first = createFirstStores(page.bridge);
  const reader = createStoresReader(first, page.bridge, () => {
    const file = Promise.withResolvers<{ addScreenStores: typeof addScreenStores }>();
    files.push(file);
    return file.promise;
  });
  return { page, first, reader, files };
}

test('what needs all stores is done in its order once they are read, then at once', async () => {
  const { reader, files } = setUp();
  const done: string[] = [];
  reader.run(() => done.push('first'));
  reader.run(() => done.push('second'));
  expect(done).toEqual([]);
  files[0]?.resolve({ addScreenStores });
  await reader.load();
  expect(done).toEqual(['first', 'second']);
  reader.run(() => done.push('third'));
  expect(done).toEqual(['first', 'second', 'third']);
  expect(files).toHaveLength(1);
});

test('what was wanted before a failure is not done later; the file is read again', async () => {
  const { reader, files } = setUp();
  const action = vi.fn<(stores: Stores) => void>();
  reader.run(action);
  files[0]?.reject(new Error('the file is missing'));
  await reader.load();
  expect(reader.store.getState()).toEqual({ stores: null, hasFailed: true });
  const again = reader.load();
  files[1]?.resolve({ addScreenStores });
  await again;
  expect(reader.store.getState()).toMatchObject({ hasFailed: false });
  expect(action).not.toHaveBeenCalled();
});

test('stores that are read after an account was opened load its records, and follow events', async () => {
  const { reader, files, first, page } = setUp();
  const end = reader.start();
  await waitUntilPasses(() => expect(first.session.store.getState().accounts.session).toBe('open'));
  const loaded = reader.load();
  files[0]?.resolve({ addScreenStores });
  await loaded;
  const { stores } = reader.store.getState();
  stores?.browsers.requisition.list.show();
  await waitUntilPasses(() =>
    expect(stores?.browsers.requisition.list.store.getState().rows).toHaveLength(3),
  );
  expect(page.inputs('directory.list')).not.toEqual([]);
  page.emit('reveal', { notification: null });
  await waitUntilPasses(() => expect(first.view.store.getState().screen).toBe('notifications'));
  end();
});

test('a screen that was chosen before the stores are read leads back to the first one', async () => {
  const { reader, files, first } = setUp();
  const end = reader.start();
  await waitUntilPasses(() => expect(first.session.store.getState().accounts.session).toBe('open'));
  first.view.go('requisitions');
  const loaded = reader.load();
  files[0]?.resolve({ addScreenStores });
  await loaded;
  const { stores } = reader.store.getState();
  await waitUntilPasses(() => expect(stores?.history.store.getState().back).toBe('possible'));
  stores?.history.goBack();
  expect(first.view.store.getState().screen).toBe('home');
  end();
});

test('input counts as saved while no store can hold any', async () => {
  const { first, reader, files, page } = setUp();
  expect(await first.saveTypedInput()).toBe(true);
  const loaded = reader.load();
  files[0]?.resolve({ addScreenStores });
  await loaded;
  const { stores } = reader.store.getState();
  await stores?.editor.create();
  stores?.editor.applyInput({ name: 'Ferritin' });
  expect(await first.saveTypedInput()).toBe(true);
  expect(page.inputs('drafts.save')).toHaveLength(1);
});

test('what was wanted in one account is not done in another', async () => {
  const { reader, files, first } = setUp();
  const end = reader.start();
  await waitUntilPasses(() => expect(first.session.store.getState().accounts.session).toBe('open'));
  const [former, later] = [vi.fn<(stores: Stores) => void>(), vi.fn<(stores: Stores) => void>()];
  reader.run(former);
  first.session.store.setState(({ accounts }) => ({ accounts: { ...accounts, current: 'another' } }));
  reader.run(later);
  files[0]?.resolve({ addScreenStores });
  await reader.load();
  expect(former).not.toHaveBeenCalled();
  expect(later).toHaveBeenCalledOnce();
  end();
});
