import { expect, test } from 'vitest';
import type { FaultAction } from '#main/demo/faults.ts';
import { type TestApp, openTestApp } from '../../../support/app.ts';
import { endings } from '../../../support/lost-orders.ts';

interface MarkedNotifications {
  readonly app: TestApp;
  readonly ids: readonly string[];
}

/** Opens an app in which unread notifications are marked as read, and not sent yet. */
async function markSome(count: number): Promise<MarkedNotifications> {
  const app = await openTestApp({ notifications: 200 });
  await app.sync();
  const unread = [...app.serviceRecords('notification').values()].filter(({ read }) => read === false);
  const ids = unread.slice(0, count).map(({ id }) => id);
  for (const id of ids) await app.save({ operation: 'notifications.update', data: { id, read: true } });
  return { app, ids };
}

const markThree = (): Promise<MarkedNotifications> => markSome(3);

/** This number of requests for these notifications are answered with this, by default all. */
function answer(
  { app, ids }: MarkedNotifications,
  method: 'GET' | 'POST',
  given: Omit<Extract<FaultAction, { kind: 'answer' }>, 'kind'>,
  times?: number,
): void {
  for (const id of ids)
    app.clinic.faults.add({
      match: { method, path: `/v2/notifications/${id}`, ...(times === undefined ? {} : { times }) },
      action: { kind: 'answer', ...given },
    });
}

/** Whether the notifications are read, at the service and in the cache. */
async function getFlags({ app, ids }: MarkedNotifications) {
  const cached = await app.cached('notification');
  const service = app.serviceRecords('notification');
  return {
    service: ids.map((id) => service.get(id)?.['read']),
    cached: ids.map((id) => cached.get(id)?.['read']),
  };
}

const countPosts = ({ app }: MarkedNotifications): number =>
  app.clinic
    .requests()
    .filter(({ method, path }) => method === 'POST' && path.startsWith('/v2/notifications/')).length;

const ALL_READ = { service: [true, true, true], cached: [true, true, true] };

test('a single 404 to a read mark closes nothing: the notification itself shows that it has to be sent again', async () => {
  const marked = await markThree();
  answer(marked, 'POST', { status: 404 }, 1);
  await marked.app.sync();
  expect(await getFlags(marked)).toEqual(ALL_READ);
  expect(await endings(marked.app)).toEqual(['sent', 'sent', 'sent']);
});

test('a read mark is answered with 404 while the notification is there: it waits, and the outbox says why', async () => {
  const marked = await markThree();
  answer(marked, 'POST', { status: 404 });
  await marked.app.sync();
  const { service } = await getFlags(marked);
  expect(service).toEqual([false, false, false]);
  const waiting = { state: 'saved', error: { code: 'not-found' } };
  expect(await marked.app.outbox()).toMatchObject([waiting, waiting, waiting]);
});

test('a read mark of a notification that is gone is closed, after one request for the mark and one for the notification', async () => {
  const marked = await markThree();
  answer(marked, 'POST', { status: 404 });
  answer(marked, 'GET', { status: 410 });
  marked.app.asked('notification');
  await marked.app.sync({ kinds: ['form'] });
  expect(await endings(marked.app)).toEqual(['needless', 'needless', 'needless']);
  expect(countPosts(marked)).toBe(3);
  expect(marked.app.asked('notification')).toEqual(marked.ids.map((id) => `(${id})`));
});

test('where the notification cannot be asked for after a 404, the read mark waits', async () => {
  const marked = await markThree();
  answer(marked, 'POST', { status: 404 });
  answer(marked, 'GET', { status: 503 });
  await marked.app.sync({ kinds: ['form'] });
  const waiting = { state: 'saved', error: { code: 'server-error' } };
  expect(await marked.app.outbox()).toMatchObject([waiting, waiting, waiting]);
});

test('a read mark that was carried out and answered with 404 is not sent again', async () => {
  const marked = await markThree();
  answer(marked, 'POST', { status: 404, after: true });
  await marked.app.sync({ kinds: ['form'] });
  expect(await endings(marked.app)).toEqual(['needless', 'needless', 'needless']);
  expect(await getFlags(marked)).toEqual(ALL_READ);
  expect(countPosts(marked)).toBe(3);
});

test('a read mark that was taken is not closed as needless by a single 404 of its notification', async () => {
  const marked = await markThree();
  answer(marked, 'POST', { status: 200, body: '{}', after: true });
  answer(marked, 'GET', { status: 404 }, 1);
  await marked.app.sync({ kinds: ['form'] });
  expect(await endings(marked.app)).toEqual(['sent', 'sent', 'sent']);
  expect(await getFlags(marked)).toEqual(ALL_READ);
  expect(countPosts(marked)).toBe(3);
});

test.each([
  ['200 and an empty body', { status: 200, body: '' }],
  ['204', { status: 204, body: '' }],
  ['a page', { status: 200, body: '<html>Done</html>' }],
  ['another notification', { status: 200, body: '{"id":"notf_other"}' }],
])('a read mark that is taken and answered with %s is sent once', async (_what, given) => {
  const marked = await markThree();
  answer(marked, 'POST', { ...given, after: true });
  await marked.app.sync({ kinds: ['form'] });
  expect(await endings(marked.app)).toEqual(['sent', 'sent', 'sent']);
  expect(await getFlags(marked)).toEqual(ALL_READ);
  await marked.app.sync();
  expect(countPosts(marked)).toBe(3);
});

test('many read marks with empty answers do not count as failures, after which all sending would pause', async () => {
  const marked = await markSome(30);
  answer(marked, 'POST', { status: 204, body: '', after: true });
  await marked.app.sync({ kinds: ['form'] });
  expect(marked.ids).toHaveLength(30);
  expect(await marked.app.outbox()).toEqual([]);
  expect(countPosts(marked)).toBe(30);
});

test('a read mark that is not taken and answered with a page of something else is sent again, and nothing is asked', async () => {
  const marked = await markThree();
  answer(marked, 'POST', { status: 200, body: '<html>Blocked</html>' }, 1);
  await marked.app.sync({ kinds: ['form'] });
  expect(await endings(marked.app)).toEqual(['sent', 'sent', 'sent']);
  expect(await getFlags(marked)).toEqual(ALL_READ);
  expect(countPosts(marked)).toBe(6);
});

test('a read mark has an empty answer and its notification cannot be asked for: it waits', async () => {
  const marked = await markThree();
  answer(marked, 'POST', { status: 200, body: '', after: true });
  answer(marked, 'GET', { status: 503 });
  await marked.app.sync({ kinds: ['form'] });
  const waiting = { state: 'saved', error: { code: 'server-error' } };
  expect(await marked.app.outbox()).toMatchObject([waiting, waiting, waiting]);
});

test('a read mark has an empty answer and its notification is answered with 404: a second request confirms that it is gone', async () => {
  const marked = await markThree();
  answer(marked, 'POST', { status: 200, body: '' });
  answer(marked, 'GET', { status: 404 });
  marked.app.asked('notification');
  await marked.app.sync({ kinds: ['form'] });
  expect(await endings(marked.app)).toEqual(['needless', 'needless', 'needless']);
  expect(marked.app.asked('notification')).toEqual(marked.ids.flatMap((id) => [`(${id})`, `(${id})`]));
  expect(countPosts(marked)).toBe(3);
});
