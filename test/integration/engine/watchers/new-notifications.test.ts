import { expect, test } from 'vitest';
import { until, unwrap } from '../../../support/engine.ts';
import { type TestApp, openTestApp } from '../../../support/app.ts';

// Each test starts an engine with its threads, and the machine may be busy.
const published = (app: TestApp) =>
  app.engine().events.flatMap(({ name, payload }) => (name === 'newNotifications' ? [payload] : []));

const open = (): Promise<TestApp> => openTestApp({}, { keepsFresh: true });

async function news(app: TestApp, count: number): Promise<readonly string[]> {
  const ids = Array.from({ length: count }, () => app.clinic.otherUsers.notify());
  await app.sync();
  return ids;
}

test('the first fetch emits nothing; later notifications are emitted once, with their kinds and the newest', async () => {
  const app = await open();
  await app.sync();
  expect(published(app)).toEqual([]);
  const ids = await news(app, 3);
  await until(() => published(app).length === 1, 'news');
  // They were created within one millisecond: any of them may be the newest.
  expect(published(app)).toEqual([
    { kinds: [{ about: 'appointment', count: 3 }], newest: expect.toBeOneOf(ids) },
  ]);
  await app.sync({ full: true });
  await news(app, 1);
  await until(() => published(app).length === 2, 'news');
  expect(published(app)[1]).toMatchObject({ kinds: [{ count: 1 }] });
});

test('notifications that came between two runs are emitted at the next start, and none twice', async () => {
  const app = await open();
  await app.sync();
  await news(app, 1);
  await until(() => published(app).length === 1, 'news');
  const missed: string[] = [];
  // The engine refreshes by itself: before its end it could emit them.
  const between = (): void => {
    missed.push(app.clinic.otherUsers.notify(), app.clinic.otherUsers.notify());
  };
  await app.restart({ keepsFresh: true, between });
  await app.sync();
  await until(() => published(app).length === 1, 'news');
  const [only] = published(app) as readonly { kinds: readonly { count: number }[]; newest: string }[];
  expect(only?.kinds.reduce((sum, { count }) => sum + count, 0)).toBe(2);
  expect(missed).toContain(only?.newest);
});

test('a notification that was read before it came here is not emitted', async () => {
  const app = await open();
  await app.sync();
  const id = app.clinic.otherUsers.notify();
  app.clinic.otherUsers.updateNotification(id, { read: true });
  await app.sync();
  const unread = await news(app, 1);
  await until(() => published(app).length === 1, 'news');
  expect(published(app)).toMatchObject([{ kinds: [{ count: 1 }], newest: unread[0] }]);
  expect(unwrap(await app.engine().call('notifications.get', { id })).record.read).toBe(true);
});

test('a notification for another user is not emitted', async () => {
  const app = await open();
  await app.sync();
  app.clinic.otherUsers.notify('user_colleague0001');
  const own = await news(app, 1);
  await until(() => published(app).length === 1, 'news');
  expect(published(app)).toMatchObject([{ kinds: [{ count: 1 }], newest: own[0] }]);
});
