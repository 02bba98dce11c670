import { expect, test } from 'vitest';
import type { Kind } from '#contract/records.ts';
import { systemClock } from '#main/base/clock.ts';
import type { DemoServerOptions } from '#main/demo/server.ts';
import { until, unwrap, type EngineEvent } from '../../../support/engine.ts';
import type { Health } from '#contract/sync-health.ts';
import { openTestApp, type TestApp } from '../../../support/app.ts';

const SIZES = { seed: 7, requisitions: 300, forms: 40, notifications: 150 };
const MORE_THAN_A_PAGE = { ...SIZES, requisitions: 620 };

let app: TestApp;

async function open(
  listing: TestApp['clinic']['listing'],
  options: DemoServerOptions = SIZES,
): Promise<void> {
  app = await openTestApp(options);
  app.clinic.listing = listing;
}

const idAt = (kind: Kind, place: number): string => [...app.serviceRecords(kind).keys()].at(place) ?? '';
const rename = (place: number, name: string): string =>
  app.clinic.otherUsers.updateRequisition(idAt('requisition', place), { name });
const expectEqual = async (kind: Kind): Promise<void> => {
  expect(await app.cached(kind)).toEqual(app.serviceRecords(kind));
};

test('with the newest update first a refresh without changes requests one small page', async () => {
  await open({ order: 'updated-desc' });
  expect(await app.pull('requisition')).toMatchObject({ state: 'complete', order: 'updated-newest' });
  app.asked('requisition');
  expect(await app.pull('requisition')).toMatchObject({ state: 'complete', cached: 300, received: 50 });
  expect(app.asked('requisition')).toEqual(['limit=50&offset=0']);
});

test('what changed, deep in the list or new, comes with the next refresh', async () => {
  await open({ order: 'updated-desc' });
  await app.pull('requisition');
  app.asked('requisition');
  for (const place of [3, 88, 200, 299]) rename(place, `changed ${place}`);
  app.clinic.otherUsers.createRequisition({ patient: 'user_1', type: 'lab', ordering_provider: 'user_2' });
  expect(await app.pull('requisition')).toMatchObject({ state: 'complete', cached: 301 });
  expect(app.asked('requisition')).toEqual(['limit=50&offset=0', 'limit=100&offset=47']);
  await expectEqual('requisition');
});

test('a refresh that was interrupted is completed by the next one', async () => {
  await open({ order: 'updated-desc' });
  await app.pull('requisition');
  for (let place = 0; place < 120; place++) rename(200, `changed ${place}`);
  for (let place = 0; place < 90; place++) rename(250, `also ${place}`);
  app.clinic.faults.add({ match: { path: /offset=47/ }, action: { kind: 'answer', status: 403 } });
  expect(await app.pull('requisition')).toMatchObject({ state: 'incomplete', error: { code: 'forbidden' } });
  app.clinic.faults.clear();
  expect(await app.pull('requisition')).toMatchObject({ state: 'complete' });
  await expectEqual('requisition');
});

test('on request the whole list is read, though its order would let a refresh end earlier', async () => {
  await open({ order: 'updated-desc' });
  await app.pull('requisition');
  app.asked('requisition');
  expect(await app.pull('requisition', true)).toMatchObject({ received: 300, state: 'complete' });
  expect(app.asked('requisition')).toEqual(['limit=500&offset=0', 'limit=500&offset=300']);
});

test.each([
  ['created-desc', 'created-newest'],
  ['id', 'id'],
] as const)(
  'under the order %s every refresh reads the whole list and misses nothing',
  async (order, learned) => {
    await open({ order });
    expect(await app.pull('requisition')).toMatchObject({ state: 'complete', order: learned });
    for (const place of [3, 200, 299]) rename(place, `changed ${place}`);
    expect(await app.pull('requisition')).toMatchObject({ state: 'complete', order: learned });
    await expectEqual('requisition');
  },
);

test('an order that changes is unlearned, and no record is missed', async () => {
  await open({ order: 'updated-desc' });
  await app.pull('requisition');
  app.clinic.listing = { order: 'id' };
  rename(200, 'changed');
  expect(await app.pull('requisition')).toMatchObject({ state: 'complete', order: 'id' });
  await expectEqual('requisition');
});

test('a random order is swept until nothing new comes; what fits on one page is requested on one page', async () => {
  await open({ order: 'random' }, MORE_THAN_A_PAGE);
  expect(await app.pull('requisition')).toMatchObject({ state: 'complete', order: 'mixed', cached: 620 });
  expect(await app.pull('form')).toMatchObject({ state: 'complete', cached: 40 });
  app.asked('requisition');
  rename(20, 'changed');
  expect(await app.pull('requisition')).toMatchObject({ state: 'complete' });
  expect(app.asked('requisition')[0]).toBe('limit=623&offset=0');
  await expectEqual('requisition');
});

test('the cap of a page is learned, and the next sweep requests no more', async () => {
  await open({ order: 'id', limitCap: 37 });
  await app.pull('requisition');
  app.asked('requisition');
  await app.pull('requisition');
  expect(new Set(app.asked('requisition').map((query) => /limit=(\d+)/.exec(query)?.[1]))).toContain('37');
  await expectEqual('requisition');
});

test.each(['updated-desc', 'created-desc', 'id'] as const)(
  'under the order %s a list that moves while it is read is read again until it is complete',
  async (order) => {
    await open({ order, limitCap: 60 });
    let turn = 0;
    const happens = (): void => {
      turn += 1;
      if (turn === 3)
        app.clinic.otherUsers.createRequisition({
          patient: 'user_1',
          type: 'lab',
          ordering_provider: 'user_2',
        });
      if (turn === 5) rename(280, 'moved to the front');
    };
    app.clinic.faults.add({ match: { path: /requisitions\?/ }, action: { kind: 'meanwhile', happens } });
    expect(await app.pull('requisition')).toMatchObject({ state: 'complete', cached: 301 });
    expect(turn).toBeGreaterThan(5);
    app.clinic.faults.clear();
    await app.pull('requisition');
    await expectEqual('requisition');
  },
);

test('a list that never stops changing is not reported as complete, and says so', async () => {
  await open({ order: 'id', limitCap: 45 }, { ...SIZES, requisitions: 150 });
  const happens = (): void =>
    void app.clinic.otherUsers.createRequisition({
      patient: 'user_1',
      type: 'lab',
      ordering_provider: 'user_2',
    });
  app.clinic.faults.add({ match: { path: /requisitions\?/ }, action: { kind: 'meanwhile', happens } });
  expect(await app.pull('requisition')).toMatchObject({
    state: 'incomplete',
    error: { code: 'list-doubted' },
  });
});

test('if the service gives ETags, an unchanged first page costs no body', async () => {
  await open({ order: 'updated-desc', etagSupport: true });
  await app.pull('requisition');
  await app.pull('requisition');
  const before = app.clinic.requests().length;
  expect(await app.pull('requisition')).toMatchObject({ state: 'complete', received: 0, error: null });
  const asked = app.clinic.requests().slice(before);
  expect(asked.map(({ headers }) => headers['if-none-match'])).toEqual([expect.stringContaining('"')]);
  rename(200, 'changed');
  expect(await app.pull('requisition')).toMatchObject({ state: 'complete' });
  await expectEqual('requisition');
});

test('a refresh of notifications requests those since the newest hundred, and brings new ones and read marks', async () => {
  await open({ order: 'created-desc' });
  expect(await app.pull('notification')).toMatchObject({ state: 'complete', cached: 150 });
  app.asked('notification');
  const fresh = app.clinic.otherUsers.notify();
  app.clinic.otherUsers.updateNotification(idAt('notification', 50), { read: true });
  app.clinic.otherUsers.updateNotification(idAt('notification', 51), { read: false });
  const health = await app.pull('notification');
  expect(health).toMatchObject({ state: 'complete', cached: 151 });
  expect(health.received).toBeLessThan(130);
  expect(app.asked('notification').every((query) => query.includes('search_from='))).toBe(true);
  expect((await app.cached('notification')).has(fresh)).toBe(true);
  await expectEqual('notification');
});

test.each(['updated-desc', 'id', 'random'] as const)(
  'new notifications come under the order %s too, and old read marks with a full sweep',
  async (order) => {
    await open({ order });
    await app.pull('notification');
    app.clinic.otherUsers.notify();
    app.clinic.otherUsers.updateNotification(idAt('notification', -1), { read: false });
    app.clinic.otherUsers.updateNotification(idAt('notification', -2), { read: true });
    expect(await app.pull('notification')).toMatchObject({ state: 'complete', cached: 151 });
    await app.pull('notification', true);
    await expectEqual('notification');
  },
);

test('the search by time overlaps with known records, so that a boundary does not matter', async () => {
  await open({ order: 'created-desc' }, { ...SIZES, notifications: 0 });
  const at = '2026-03-01 09:30:00.123+00';
  const one = { id: 'notf_1', object: 'notification', user: 'user_1', title: '', text: '', read: false };
  const notification = { ...one, buttons: [], props: {}, created_by: '', created_at: at };
  const toList = (path: RegExp, data: readonly unknown[]): void => {
    app.clinic.faults.add({
      match: { path },
      action: { kind: 'replace', body: () => ({ object: 'list', data }) },
    });
  };
  toList(/notifications\?.*offset=0/, [notification]);
  toList(/notifications\?.*offset=[1-9]/, []);
  await app.pull('notification');
  app.asked('notification');
  await app.pull('notification');
  expect(app.asked('notification')[0]).toContain('search_from=2026-03-01T09%3A29%3A55.123Z');
});

test('a service that refuses the search by time is swept instead', async () => {
  await open({ order: 'created-desc' });
  await app.pull('notification');
  app.clinic.otherUsers.notify();
  app.clinic.faults.add({ match: { path: /search_from/ }, action: { kind: 'answer', status: 400 } });
  expect(await app.pull('notification')).toMatchObject({ state: 'complete', cached: 151 });
  await expectEqual('notification');
});

test('a service that reads the search by time in its own time zone, and so returns too few, is swept instead', async () => {
  await open({ order: 'created-desc' });
  await app.pull('notification');
  const fresh = app.clinic.otherUsers.notify();
  const shown = new Set([
    fresh,
    ...Array.from({ length: 20 }, (_none, place) => idAt('notification', place)),
  ]);
  app.clinic.otherUsers.updateNotification(idAt('notification', 50), { read: true });
  app.clinic.otherUsers.updateNotification(idAt('notification', 51), { read: false });
  const body = (parsed: unknown): unknown => {
    const { data, ...list } = parsed as { data: readonly { id: string }[] }; // a list of the clinic
    return { ...list, data: data.filter(({ id }) => shown.has(id)) };
  };
  app.clinic.faults.add({ match: { path: /search_from/ }, action: { kind: 'replace', body } });
  expect(await app.pull('notification')).toMatchObject({ state: 'complete', cached: 151 });
  await expectEqual('notification');
});

test('what is learned survives the run', async () => {
  await open({ order: 'updated-desc' });
  await app.sync();
  unwrap(await app.engine().control('engine.close', {}));
  const health = unwrap(await app.open());
  const of = health.kinds.find(({ kind }) => kind === 'requisition');
  expect(of).toMatchObject({ state: 'complete', order: 'updated-newest', suspected: 0 });
  expect(of?.lastCheckedAt).toBe(of?.lastSuccessAt);
  app.asked('requisition');
  await app.pull('requisition');
  expect(app.asked('requisition')).toEqual(['limit=50&offset=0']);
});

/** Restarts the program as a window does, and returns the pages of requisitions that its first refresh asked for. */
async function restartAndRefresh(between?: () => void): Promise<readonly string[]> {
  app.asked('requisition');
  await app.restart({ keepsFresh: true, clock: systemClock, ...(between === undefined ? {} : { between }) });
  const isChecked = ({ name, payload }: EngineEvent): boolean =>
    name === 'health' &&
    (payload as Health).kinds.every(({ received, state }) => received > 0 && state === 'complete');
  await until(() => app.engine().events.some(isChecked), 'the first refresh has ended');
  // PDFs of open requisitions are fetched afterwards.
  return app.asked('requisition').filter((query) => query.startsWith('limit='));
}

test('a program that starts again soon after a whole reading asks for what is new', async () => {
  await open({ order: 'updated-desc' });
  await app.sync({ full: true });
  rename(200, 'changed while it did not run');
  expect(await restartAndRefresh()).toEqual(['limit=50&offset=0', 'limit=100&offset=47']);
  await expectEqual('requisition');
});

test.each([
  { between: 'at once', refreshes: 0 },
  { between: 'after a refresh that has ended', refreshes: 1 },
])(
  'a program that starts again $between after a whole reading without an end reads the whole list',
  async ({ refreshes }) => {
    await open({ order: 'updated-desc' });
    await app.sync({ full: true });
    app.clinic.faults.add({
      match: { path: /requisitions\?.*offset=300/ },
      action: { kind: 'answer', status: 403 },
    });
    rename(200, 'changed');
    await app.sync({ full: true });
    for (let refresh = 0; refresh < refreshes; refresh += 1)
      expect(await app.pull('requisition')).toMatchObject({ state: 'complete' });
    expect(await restartAndRefresh(() => app.clinic.faults.clear())).toEqual([
      'limit=500&offset=0',
      'limit=500&offset=300',
    ]);
  },
);
