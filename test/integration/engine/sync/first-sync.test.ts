import { expect, test } from 'vitest';
import type { Health, KindHealth } from '#contract/sync-health.ts';
import { KINDS, type Kind } from '#contract/records.ts';
import type { DemoServer, DemoServerOptions } from '#main/demo/server.ts';
import { openTestApp, type OpenOptions, type TestApp } from '../../../support/app.ts';
import { getCode, until, unwrap, type TestEngine } from '../../../support/engine.ts';

const SIZES = { seed: 7, requisitions: 1130, forms: 24, notifications: 180 };

let app: TestApp;
let clinic: DemoServer;
let engine: TestEngine;

async function open(sizes: DemoServerOptions = SIZES, options: OpenOptions = {}): Promise<void> {
  app = await openTestApp(sizes, options);
  clinic = app.clinic;
  engine = app.engine();
}

const sync = (kinds?: Kind[]): Promise<Health> => app.sync(kinds === undefined ? {} : { kinds });
const of = (health: Health, kind: Kind): KindHealth | undefined =>
  health.kinds.find((known) => known.kind === kind);
const requests = (wanted: string) => clinic.requests().filter(({ path }) => path === wanted);

test('a first sync brings every record of every kind unchanged, and says so', async () => {
  await open();
  const health = await sync();
  for (const kind of KINDS) {
    expect(await app.cached(kind)).toEqual(app.serviceRecords(kind));
    expect(of(health, kind)).toMatchObject({
      state: 'complete',
      cached: app.serviceRecords(kind).size,
      error: null,
      quarantined: 0,
    });
  }
  expect(health).toMatchObject({ connection: 'online', error: null, cacheSetAside: false });
});

test('the first page can be read while the rest is being fetched', async () => {
  await open();
  clinic.faults.add({ match: { path: /requisitions\?.*offset=1000/ }, action: { kind: 'stall' } });
  const running = engine.call('sync.run', { kinds: ['requisition'] });
  await until(() => engine.events.some(({ name }) => name === 'changed'), 'the first page is told');
  const { items } = unwrap(
    await engine.call('worklist.page', {
      tab: 'all',
      terms: [],
      order: { by: 'updated', descending: true },
      limit: 500,
    }),
  );
  expect(items).toHaveLength(500);
  expect(of(await app.health(), 'requisition')?.state).toBe('running');
  unwrap(await engine.call('sync.cancel', {}));
  const health = unwrap(await running);
  expect(of(health, 'requisition')).toMatchObject({ state: 'incomplete', error: { code: 'cancelled' } });
  // What had arrived when it was stopped is kept.
  expect(of(health, 'requisition')?.cached).toBeGreaterThanOrEqual(500);
});

test('a second sync of the same records writes nothing and emits no change', async () => {
  await open();
  await sync();
  const before = engine.events.filter(({ name }) => name === 'changed').length;
  const health = await sync();
  expect(engine.events.filter(({ name }) => name === 'changed')).toHaveLength(before);
  expect(of(health, 'requisition')).toMatchObject({ state: 'complete', cached: SIZES.requisitions });
});

test('equal requests while a sync runs are one sync', async () => {
  await open();
  const runs = await Promise.all([sync(), sync(), sync(['form']), sync(['requisition', 'form'])]);
  expect(runs.every((health) => of(health, 'form')?.state === 'complete')).toBe(true);
  expect(requests('/v2/forms').filter(({ query }) => query.includes('offset=0'))).toHaveLength(1);
});

test.each([
  ['a cap of its own on the page', { order: 'updated-desc', limitCap: 37 }],
  ['no regard for the limit', { order: 'created-desc', ignoreLimit: true }],
  ['an order of its own', { order: 'id' }],
] as const)('a service with %s loses no record', async (_name, listing) => {
  await open({ ...SIZES, requisitions: 430 });
  clinic.listing = listing;
  const health = await sync();
  expect(of(health, 'requisition')).toMatchObject({ state: 'complete', cached: 430 });
});

test('a service that ignores the offset is not trusted to have shown everything', async () => {
  await open({ ...SIZES, requisitions: 1200 });
  clinic.listing = { order: 'updated-desc', ignoreOffset: true };
  const health = await sync(['requisition']);
  expect(of(health, 'requisition')).toMatchObject({ state: 'incomplete', cached: 500 });
  // The first page, three more without a new record, and those requested before the third of them arrived.
  expect(requests('/v2/requisitions').length).toBeLessThanOrEqual(7);
});

test('an empty list removes no known record and is not trusted', async () => {
  await open();
  await sync();
  clinic.faults.add({
    match: { path: '/v2/forms' },
    action: { kind: 'answer', status: 200, body: '{"object":"list","data":[]}' },
  });
  const health = await sync(['form']);
  expect(of(health, 'form')).toMatchObject({ state: 'incomplete', cached: SIZES.forms });
});

test('transient failures are waited out, and every record comes', async () => {
  await open();
  clinic.faults.add({ match: { skip: 1, times: 2 }, action: { kind: 'answer', status: 503 } });
  clinic.faults.add({
    match: { times: 1 },
    action: { kind: 'answer', status: 429, headers: { 'retry-after': '2' } },
  });
  clinic.faults.add({ match: { skip: 3, times: 2 }, action: { kind: 'close' } });
  const health = await sync();
  expect(KINDS.map((kind) => of(health, kind)?.state)).toEqual(['complete', 'complete', 'complete']);
  expect(health.connection).toBe('online');
});

test('a server that asks for a pause of hours ends the sync and reports the pause', async () => {
  await open();
  clinic.faults.add({
    match: {},
    action: { kind: 'answer', status: 429, headers: { 'retry-after': '1000000000' } },
  });
  const health = await sync(['form']);
  expect(of(health, 'form')).toMatchObject({
    state: 'failed',
    error: { code: 'rate-limited', waitMs: 300_000 },
  });
  expect(requests('/v2/forms')).toHaveLength(1);
});

test('a page that fails permanently leaves the others, and removes no record', async () => {
  await open();
  clinic.faults.add({
    match: { path: /requisitions\?.*offset=497/ },
    action: { kind: 'answer', status: 500 },
  });
  const health = await sync(['requisition']);
  expect(of(health, 'requisition')).toMatchObject({
    state: 'incomplete',
    cached: SIZES.requisitions - 494,
    error: { code: 'server-error' },
  });
});

test('tokens that expire during a sync stop it at once; what came stays, and new tokens continue', async () => {
  await open();
  const refused = { kind: 'answer', status: 401 } as const;
  clinic.faults.add({ match: { path: '/v2/requisitions', skip: 2 }, action: refused });
  clinic.faults.add({ match: { path: /forms|notifications/ }, action: refused });
  const health = await sync(['requisition']);
  expect(health.connection).toBe('signed-out');
  expect(of(health, 'requisition')).toMatchObject({ state: 'incomplete', error: { code: 'unauthorised' } });
  expect(of(health, 'requisition')?.cached).toBeGreaterThanOrEqual(500);
  clinic.faults.clear();
  const { accessToken, jwt } = clinic;
  unwrap(await engine.control('engine.setTokens', { accessToken, jwt }));
  expect((await app.health()).connection).toBe('unknown');
  expect(of(await sync(), 'requisition')).toMatchObject({ state: 'complete', cached: SIZES.requisitions });
});

test('without a network what is cached is still listed, searched and opened', async () => {
  await open();
  await sync();
  clinic.faults.add({ match: {}, action: { kind: 'close' } });
  const health = await sync(['form']);
  expect(health.connection).toBe('offline');
  expect(of(health, 'form')).toMatchObject({ cached: SIZES.forms, error: { code: 'offline' } });
  const { items } = unwrap(
    await engine.call('worklist.page', {
      tab: 'all',
      terms: [{ field: 'text', value: 'a', isNot: false }],
      order: { by: 'updated', descending: true },
      limit: 5,
    }),
  );
  expect(items).toHaveLength(5);
  unwrap(await engine.call('requisitions.get', { id: items[0]?.id ?? '' }));
});

test.each([
  ['HTML', '<html><body>Please sign in to this network</body></html>'],
  ['nothing', ''],
  ['half of a list', '{"object":"list","data":[{"id":"req_1","obj'],
  ['another shape', '{"object":"list","data":{"req_1":{}}}'],
])(
  'a service that responds with %s changes nothing and is reported as an unreadable payload',
  async (_name, body) => {
    await open();
    clinic.faults.add({
      match: {},
      action: { kind: 'answer', status: 200, headers: { 'content-type': 'application/json' }, body },
    });
    const health = await sync(['requisition']);
    expect(of(health, 'requisition')).toMatchObject({
      state: 'failed',
      cached: 0,
      error: { code: 'bad-payload' },
    });
    expect(health.connection).toBe('trouble');
    expect(engine.events.filter(({ name }) => name === 'changed')).toEqual([]);
  },
);

test('records without ids are quarantined, those with unusual keys kept, and the rest of the page is stored', async () => {
  await open({ ...SIZES, requisitions: 20 });
  clinic.faults.add({
    match: { path: '/v2/requisitions' },
    action: {
      kind: 'replace',
      body: (parsed) => {
        const { data } = parsed as { data: Record<string, unknown>[] };
        const odd = JSON.parse('{"id":"req_odd","__proto__":{"polluted":true},"name":{"a":1}}') as unknown;
        return {
          object: 'list',
          data: data.length === 0 ? [] : [...data.slice(1), { ...data[0], id: undefined }, odd, null],
        };
      },
    },
  });
  const health = await sync(['requisition']);
  expect(of(health, 'requisition')).toMatchObject({ cached: 20, quarantined: 2 });
  const { record } = unwrap(await engine.call('requisitions.get', { id: 'req_odd' }));
  expect(record.name).toBe('');
  expect(record.flags.length).toBeGreaterThan(0);
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});

test('no more than four requests are ever concurrent', async () => {
  await open();
  clinic.faults.add({ match: {}, action: { kind: 'delay', ms: 15 } });
  await sync();
  const starts = clinic.requests().map(({ at }) => at);
  expect(starts.length).toBeGreaterThan(8);
  // The fifth request cannot begin before the first of five has its response, and that takes at least 15 ms.
  const crowded = starts.filter((at) => starts.filter((other) => other >= at && other < at + 14).length > 4);
  expect(crowded).toEqual([]);
});

test('a service without any order is not trusted to have shown everything, unless it has', async () => {
  await open({ ...SIZES, requisitions: 1200 });
  clinic.listing = { order: 'random' };
  const state = of(await sync(['requisition']), 'requisition');
  expect(state?.state).toBe(state?.cached === 1200 ? 'complete' : 'incomplete');
});

test('before an account is open nothing can be synced', async () => {
  await open({ ...SIZES, requisitions: 1 }, { isClosed: true });
  expect(getCode(await engine.call('sync.run', {}))).toBe('not-signed-in');
});
