import { expect, test } from 'vitest';
import { isId, type ServiceId } from '#contract/records.ts';
import { leaveOutOtherUsers, type InboxSearchTerm } from '#contract/notifications.ts';
import { until, unwrap } from '../../../../../support/engine.ts';
import { type TestApp, openTestApp } from '../../../../../support/app.ts';

const SIZES = { seed: 23, requisitions: 12, forms: 2, notifications: 700, patients: 6 };

async function opened(): Promise<TestApp> {
  const app = await openTestApp(SIZES);
  await app.sync({ kinds: ['notification'] });
  return app;
}

function getIds(ids: readonly string[]): readonly ServiceId<'notification'>[] {
  return ids.filter((id): id is ServiceId<'notification'> => isId('notification', id));
}

async function unread(app: TestApp): Promise<number> {
  return unwrap(await app.engine().call('inbox.unread', {})).count;
}

/** The number that was emitted last. */
function published(app: TestApp): unknown {
  return app.engine().events.findLast(({ name }) => name === 'unread')?.payload;
}

/** How many notifications for the user of the account are unread at the service. */
const onServer = (app: TestApp): number =>
  [...app.serviceRecords('notification').values()].filter(
    ({ read, user }) => read === false && user === app.clinic.userId,
  ).length;

const mark = async (app: TestApp, ids: readonly string[], read: boolean) =>
  unwrap(await app.engine().call('inbox.markRead', { ids: getIds(ids), read })).changed;

/** Marks all of a filter, batch after batch, as the inbox does. */
async function markAll(
  app: TestApp,
  terms: readonly InboxSearchTerm[],
  read: boolean,
): Promise<readonly string[]> {
  const changed: string[] = [];
  for (let after: string | null | undefined; after !== null; ) {
    const place: { after?: string } = after === undefined ? {} : { after };
    const toBecome = read ? 'read' : 'unread';
    const piece = unwrap(await app.engine().call('inbox.ids', { terms, toBecome, limit: 40, ...place }));
    if (piece.ids.length > 0) changed.push(...(await mark(app, piece.ids, read)));
    after = piece.next;
  }
  return changed;
}

test('nothing is marked by being listed, counted, opened or fetched', async () => {
  const app = await opened();
  const engine = app.engine();
  const { items } = unwrap(
    await engine.call('inbox.page', { terms: [], order: { unreadFirst: true }, limit: 20 }),
  );
  for (const id of getIds(items.map((item) => item.id))) {
    unwrap(await engine.call('inbox.thread', { id }));
    unwrap(await engine.call('notifications.get', { id }));
  }
  unwrap(await engine.call('inbox.counts', { terms: [] }));
  await app.sync();
  expect(await app.outbox()).toEqual([]);
  expect(app.done('POST', /notifications/)).toBe(0);
  expect(await unread(app)).toBe(onServer(app));
});

test('all hits of a filter are marked over every page at once, sent one by one, and undone', async () => {
  const app = await opened();
  const engine = app.engine();
  const before = await unread(app);
  const terms = leaveOutOtherUsers([{ field: 'about', value: 'appointment', isNot: true }]);
  const { unread: asked } = unwrap(await engine.call('inbox.counts', { terms }));
  const changed = await markAll(app, terms, true);
  expect(changed).toHaveLength(asked);
  expect(new Set(changed).size).toBe(asked);
  expect(await unread(app)).toBe(before - asked);
  expect(unwrap(await engine.call('inbox.counts', { terms })).unread).toBe(0);
  expect(onServer(app)).toBe(before);
  const undone = await mark(app, changed.slice(0, 5), false);
  expect(undone.toSorted()).toEqual(changed.slice(0, 5).toSorted());
  await app.sync();
  expect(onServer(app)).toBe(before - asked + 5);
  expect(app.done('POST', /notifications/)).toBe(asked - 5);
  expect(await unread(app)).toBe(onServer(app));
});

test('a notification marked as unread is unread after a sync, here and at the service', async () => {
  const app = await opened();
  const [id = ''] = [...app.serviceRecords('notification').values()]
    .filter(({ read }) => read === true)
    .map((one) => one.id);
  expect(await mark(app, [id], false)).toEqual([id]);
  await app.sync();
  await app.sync({ full: true });
  expect(app.serviceRecords('notification').get(id)?.['read']).toBe(false);
  expect(unwrap(await app.engine().call('inbox.ids', { terms: [], toBecome: 'read' })).ids).toContain(id);
});

test('the unread count is emitted when marks are made here, when they are sent, and when another client makes them', async () => {
  const app = await opened();
  const before = await unread(app);
  await until(() => JSON.stringify(published(app)) === JSON.stringify({ count: before }), 'the first count');
  const terms = leaveOutOtherUsers([]);
  const { ids } = unwrap(await app.engine().call('inbox.ids', { terms, toBecome: 'read', limit: 10 }));
  await mark(app, ids.slice(0, 4), true);
  await until(
    () => JSON.stringify(published(app)) === JSON.stringify({ count: before - 4 }),
    'the marks of here',
  );
  await app.sync();
  expect(await unread(app)).toBe(before - 4);
  for (const id of ids.slice(4, 7)) app.clinic.otherUsers.updateNotification(id, { read: true });
  await app.sync();
  await until(
    () => JSON.stringify(published(app)) === JSON.stringify({ count: before - 7 }),
    'the marks of elsewhere',
  );
  expect(onServer(app)).toBe(before - 7);
  const counts = app.engine().events.flatMap(({ name, payload }) => (name === 'unread' ? [payload] : []));
  expect(counts.every((count, index) => JSON.stringify(count) !== JSON.stringify(counts[index - 1]))).toBe(
    true,
  );
});

test('the latest mark replaces one that another client made meanwhile', async () => {
  const app = await opened();
  const terms = leaveOutOtherUsers([]);
  const { ids } = unwrap(await app.engine().call('inbox.ids', { terms, toBecome: 'read', limit: 1 }));
  const [id = ''] = ids;
  await mark(app, [id], true);
  await app.sync();
  app.clinic.otherUsers.updateNotification(id, { read: false });
  await app.sync();
  expect(unwrap(await app.engine().call('inbox.ids', { terms: [], toBecome: 'read' })).ids).toContain(id);
  expect(await mark(app, [id], true)).toEqual([id]);
  app.clinic.otherUsers.updateNotification(id, { read: false });
  await app.sync();
  expect(app.serviceRecords('notification').get(id)?.['read']).toBe(true);
  expect(await unread(app)).toBe(onServer(app));
});

test('a notification that is not here is skipped', async () => {
  const app = await opened();
  expect(await mark(app, ['notf_nobody'], true)).toEqual([]);
  expect(await app.outbox()).toEqual([]);
});

test('notifications for other users are listed and counted apart, and none of them is in the unread count', async () => {
  const app = await opened();
  const { engine } = app;
  const others = [...app.serviceRecords('notification').values()].filter(
    ({ user }) => user !== app.clinic.userId,
  );
  const unreadOthers = others.filter(({ read }) => read === false).length;
  expect(unreadOthers).toBeGreaterThan(0);
  const counts = unwrap(await engine().call('inbox.counts', { terms: [] }));
  expect(counts.others).toEqual({ notifications: others.length, unread: unreadOthers });
  expect(counts.unread - counts.others.unread).toBe(await unread(app));
  const ofOthers: InboxSearchTerm[] = [{ field: 'mine', value: false, isNot: false }];
  expect(unwrap(await engine().call('inbox.counts', { terms: ofOthers })).notifications).toBe(others.length);
  await markAll(app, leaveOutOtherUsers([]), true);
  await app.sync();
  const left = [...app.serviceRecords('notification').values()].filter(({ read }) => read === false);
  expect(left.map(({ user }) => user)).not.toContain(app.clinic.userId);
  expect(left).toHaveLength(unreadOthers);
});

test('all notifications count as those of the user where the user of the account is not known', async () => {
  const app = await openTestApp(SIZES, { userId: null });
  await app.sync({ kinds: ['notification'] });
  const counts = unwrap(await app.engine().call('inbox.counts', { terms: [] }));
  expect(counts.others).toEqual({ notifications: 0, unread: 0 });
  expect(await unread(app)).toBe(counts.unread);
});
