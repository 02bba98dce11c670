import { expect, test } from 'vitest';
import { KINDS, type Kind } from '#contract/records.ts';
import type { Health } from '#contract/sync-health.ts';
import { until, unwrap, type EngineEvent } from '../../../support/engine.ts';
import { type TestApp, openTestApp } from '../../../support/app.ts';
import { changeAsOtherClient } from '../../../support/clinic.ts';

/** Saves a read flag for this many notifications that are unread at the service. */
async function markRead(app: TestApp, count: number): Promise<readonly string[]> {
  const unread = [...app.serviceRecords('notification').values()].filter(({ read }) => read === false);
  const ids = unread.slice(0, count).map(({ id }) => id);
  for (const id of ids) await app.save({ operation: 'notifications.update', data: { id, read: true } });
  return ids;
}

const getState = (health: Health, kind: Kind): string | undefined =>
  health.kinds.find((known) => known.kind === kind)?.state;

/** Number of list requests of requisitions. */
const listed = ({ clinic }: TestApp): number =>
  clinic.requests().filter(({ method, path }) => method === 'GET' && path === '/v2/requisitions').length;

test('a service that accepts no writes is read nevertheless, however many writes are pending', async () => {
  const app = await openTestApp({ notifications: 60 });
  await app.sync();
  await markRead(app, 12);
  const match = { method: 'POST', path: /^\/v2\/notifications\// };
  app.clinic.faults.add({ match, action: { kind: 'answer', status: 503 } });
  const states: (string | undefined)[] = [];
  for (let refresh = 0; refresh < 5; refresh++) {
    const { id } = await otherClient(app, refresh);
    states.push(getState(await app.sync(), 'requisition'));
    expect((await app.cached('requisition')).has(id)).toBe(true);
  }
  expect(states).toEqual(Array.from({ length: 5 }, () => 'complete'));
  app.clinic.faults.clear();
  await app.sync();
  expect(await app.outbox()).toEqual([]);
});

/** A create by another program. */
function otherClient({ clinic }: TestApp, number: number) {
  const body = {
    patient: 'user_p1',
    type: 'lab',
    ordering_provider: 'user_d1',
    name: `From elsewhere ${number}`,
  };
  return changeAsOtherClient(clinic, '/v2/requisitions', body);
}

test('a single 401 stops nothing, and the user is not asked for tokens', async () => {
  const app = await openTestApp();
  app.clinic.faults.add({
    match: { path: '/v2/requisitions', times: 1 },
    action: { kind: 'answer', status: 401 },
  });
  const health = await app.sync();
  expect(KINDS.map((kind) => getState(health, kind))).toEqual(['complete', 'complete', 'complete']);
  expect(health.connection).toBe('online');
  const emitted = app.engine().events.filter(({ name }) => name === 'health');
  expect(emitted.map(({ payload }) => (payload as Health).connection)).not.toContain('signed-out');
});

test('tokens that the service refuses for a while work again when the user syncs, without entering them again', async () => {
  const app = await openTestApp();
  app.clinic.faults.add({ match: {}, action: { kind: 'answer', status: 401 } });
  expect((await app.sync()).connection).toBe('signed-out');
  const before = listed(app);
  expect((await app.sync()).connection).toBe('signed-out');
  // One small request is enough to see that they are still refused.
  expect(listed(app)).toBe(before + 1);
  app.clinic.faults.clear();
  const health = await app.sync();
  expect([health.connection, getState(health, 'requisition')]).toEqual(['online', 'complete']);
});

test('a sync requested while a refresh runs whose sending failed sends the writes before that ends', async () => {
  const app = await openTestApp();
  await app.sync();
  const [id] = await markRead(app, 1);
  app.clinic.faults.add({ match: { method: 'POST', times: 4 }, action: { kind: 'close' } });
  let asked: Promise<unknown> = Promise.resolve();
  app.clinic.faults.add({
    match: { path: '/v2/forms', times: 1 },
    action: {
      kind: 'meanwhile',
      happens: () => {
        asked = app.engine().call('sync.run', {});
      },
    },
  });
  await app.sync();
  await asked;
  expect(await app.outbox()).toEqual([]);
  expect(app.serviceRecords('notification').get(id ?? '')?.['read']).toBe(true);
});

test('what was written without a network is sent when the user syncs after an offline start, once', async () => {
  const app = await openTestApp();
  await app.sync();
  app.clinic.faults.add({ match: {}, action: { kind: 'close' } });
  const [id] = await markRead(app, 1);
  await app.restart({ keepsFresh: true });
  expect((await app.sync()).connection).toBe('offline');
  app.clinic.faults.clear();
  unwrap(await app.engine().call('sync.run', {}));
  expect(await app.outbox()).toEqual([]);
  expect(app.serviceRecords('notification').get(id ?? '')?.['read']).toBe(true);
  expect(app.done('POST', /^\/v2\/notifications\//)).toBe(1);
});

test.each([
  ['a page of HTML', { kind: 'answer', status: 200, body: '<html>sign in</html>' }],
  ['a redirect', { kind: 'answer', status: 302, headers: { location: 'https://elsewhere.invalid/' } }],
  ['half a list', { kind: 'answer', status: 200, body: '{"object":"list","data":[{"id":"req_' }],
] as const)('%s in place of two responses loses no record', async (_name, action) => {
  const app = await openTestApp();
  app.clinic.faults.add({ match: { path: '/v2/requisitions', times: 2 }, action });
  const health = await app.sync({ kinds: ['requisition'] });
  expect([getState(health, 'requisition'), health.connection]).toEqual(['complete', 'online']);
  expect((await app.cached('requisition')).size).toBe(app.serviceRecords('requisition').size);
});

test('a list that is neither ordered nor on one page is read on, page by page', async () => {
  const app = await openTestApp({ requisitions: 620, patients: 60 });
  app.clinic.listing = { order: 'random' };
  await app.sync({ kinds: ['requisition'], full: true });
  app.clinic.listing = { order: 'updated-desc' };
  app.clinic.faults.add({
    match: { path: /\/v2\/requisitions\?.*limit=(50[1-9]|5[1-9]\d|[6-9]\d\d|\d{4,})/ },
    action: { kind: 'answer', status: 400 },
  });
  const { id } = await otherClient(app, 1);
  const health = await app.sync({ kinds: ['requisition'] });
  expect(getState(health, 'requisition')).toBe('complete');
  expect((await app.cached('requisition')).has(id)).toBe(true);
});

test('a service whose pages hold ten records at most, and that refuses more, is read whole and with smaller pages from then on', async () => {
  const app = await openTestApp({ requisitions: 95 });
  app.clinic.faults.add({
    match: { path: /[?&]limit=(1[1-9]|[2-9]\d|\d{3,})\b/ },
    action: { kind: 'answer', status: 422 },
  });
  const health = await app.sync();
  expect(KINDS.map((kind) => getState(health, kind))).toEqual(['complete', 'complete', 'complete']);
  expect((await app.cached('requisition')).size).toBe(95);
  await app.restart();
  const before = app.clinic.requests().length;
  await app.sync();
  const asked = app.clinic.requests().slice(before);
  const limits = asked.map(({ query }) => Number(new URLSearchParams(query).get('limit')));
  expect(Math.max(...limits)).toBeLessThanOrEqual(10);
});

test('a page that times out is requested in smaller parts, which succeed', async () => {
  const app = await openTestApp({ requisitions: 130 }, { isHasty: true });
  app.clinic.faults.add({
    match: { path: /\/v2\/requisitions\?.*limit=(\d{3,})/ },
    action: { kind: 'stall' },
  });
  const health = await app.sync({ kinds: ['requisition'] });
  expect(getState(health, 'requisition')).toBe('complete');
  expect((await app.cached('requisition')).size).toBe(130);
});

test.each([{ slow: ['requisition'] }, { slow: ['form', 'requisition'] }] as const)(
  'lists that take too long in every page size ($slow) are reported as such, while the others are read',
  async ({ slow }) => {
    const app = await openTestApp({}, { isHasty: true });
    for (const kind of slow)
      app.clinic.faults.add({ match: { path: `/v2/${kind}s` }, action: { kind: 'stall' } });
    const health = await app.sync();
    const isSlow = (kind: Kind): boolean => slow.some((each) => each === kind);
    const expected = KINDS.map((kind) =>
      isSlow(kind) ? ['failed', 'server-error'] : ['complete', undefined],
    );
    expect(health.kinds.map(({ state, error }) => [state, error?.code])).toEqual(expected);
    expect(health.connection).toBe('online');
  },
);

test('a service that answers nothing in time is out of reach', async () => {
  const app = await openTestApp({}, { isHasty: true });
  app.clinic.faults.add({ match: {}, action: { kind: 'stall' } });
  const health = await app.sync();
  expect(health.kinds.map(({ error }) => error?.code)).toEqual(['timeout', 'timeout', 'timeout']);
  expect(health.connection).toBe('offline');
});

test('a list that grows with every reading is complete at once, and its order is learned', async () => {
  const app = await openTestApp({ requisitions: 1400, patients: 60 });
  app.clinic.listing = { order: 'created-desc' };
  app.clinic.faults.add({
    match: { path: /\/v2\/requisitions\?.*offset=(49\d|99\d)/ },
    action: {
      kind: 'meanwhile',
      happens: () => {
        app.clinic.otherUsers.createRequisition({
          patient: 'user_1',
          type: 'lab',
          ordering_provider: 'user_2',
        });
      },
    },
  });
  const health = await app.sync({ kinds: ['requisition'] });
  const requisitions = health.kinds.find(({ kind }) => kind === 'requisition');
  expect(requisitions).toMatchObject({
    state: 'complete',
    order: 'created-newest',
    error: null,
    suspected: 0,
  });
  // Three of them look for records behind the end.
  expect(listed(app)).toBeLessThan(13);
});

test('a list is complete only after the events of its records were emitted', async () => {
  const app = await openTestApp({ requisitions: 700, patients: 60 });
  await app.sync();
  const { events } = app.engine();
  await until(() => events.some((event) => isComplete(event)), 'the health is told');
  const said = events.findIndex((event) => isComplete(event));
  const emitted = events.map(({ name, payload }) => name === 'changed' && (payload as { kind: Kind }).kind);
  expect(emitted.lastIndexOf('requisition')).toBeGreaterThanOrEqual(0);
  expect(emitted.lastIndexOf('requisition')).toBeLessThan(said);
});

function isComplete({ name, payload }: EngineEvent): boolean {
  return name === 'health' && getState(payload as Health, 'requisition') === 'complete';
}
