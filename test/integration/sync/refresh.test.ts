import { afterEach, expect, test } from 'vitest';
import type { Kind } from '#contract/ids.ts';
import type { SandboxOptions } from '#main/sandbox/server.ts';
import { openInput, valueOf } from '../../support/engine.ts';
import { syncedClinic, type SyncedClinic } from './synced-clinic.ts';

const SIZES = { seed: 7, requisitions: 300, forms: 40, notifications: 150 };
const MORE_THAN_A_PAGE = { ...SIZES, requisitions: 620 };

let desk: SyncedClinic;
afterEach(() => desk.close());

async function open(
  listing: SyncedClinic['clinic']['listing'],
  options: SandboxOptions = SIZES,
): Promise<void> {
  desk = await syncedClinic(options);
  desk.clinic.listing = listing;
}

const idAt = (kind: Kind, place: number): string => [...desk.truth(kind).keys()].at(place) ?? '';
const rename = (place: number, name: string): string =>
  desk.clinic.elsewhere.updateRequisition(idAt('requisition', place), { name });
const expectEqual = async (kind: Kind): Promise<void> => {
  expect(await desk.cached(kind)).toEqual(desk.truth(kind));
};

test('with the newest update first a refresh of what has not changed asks for one small page', async () => {
  await open({ order: 'updated-desc' });
  expect(await desk.pull('requisition')).toMatchObject({ state: 'complete', order: 'updated-newest' });
  desk.asked('requisition');
  expect(await desk.pull('requisition')).toMatchObject({ state: 'complete', cached: 300, received: 50 });
  expect(desk.asked('requisition')).toEqual(['limit=50&offset=0']);
});

test('what changed, deep in the list or new, comes with the next refresh', async () => {
  await open({ order: 'updated-desc' });
  await desk.pull('requisition');
  desk.asked('requisition');
  for (const place of [3, 88, 200, 299]) rename(place, `changed ${place}`);
  desk.clinic.elsewhere.createRequisition({ patient: 'user_1', type: 'lab', ordering_provider: 'user_2' });
  expect(await desk.pull('requisition')).toMatchObject({ state: 'complete', cached: 301 });
  expect(desk.asked('requisition')).toEqual(['limit=50&offset=0', 'limit=100&offset=47']);
  await expectEqual('requisition');
});

test('a refresh that broke off half-way is made up for by the next one', async () => {
  await open({ order: 'updated-desc' });
  await desk.pull('requisition');
  for (let place = 0; place < 120; place++) rename(200, `changed ${place}`);
  for (let place = 0; place < 90; place++) rename(250, `also ${place}`);
  desk.clinic.faults.add({ match: { path: /offset=47/ }, action: { kind: 'answer', status: 403 } });
  expect(await desk.pull('requisition')).toMatchObject({ state: 'incomplete', error: { code: 'forbidden' } });
  desk.clinic.faults.clear();
  expect(await desk.pull('requisition')).toMatchObject({ state: 'complete' });
  await expectEqual('requisition');
});

test('on demand the whole list is read, though its order would let a refresh end earlier', async () => {
  await open({ order: 'updated-desc' });
  await desk.pull('requisition');
  desk.asked('requisition');
  expect(await desk.pull('requisition', true)).toMatchObject({ received: 300, state: 'complete' });
  expect(desk.asked('requisition')).toEqual(['limit=500&offset=0', 'limit=500&offset=300']);
});

test.each([
  ['created-desc', 'created-newest'],
  ['id', 'id'],
] as const)(
  'under the order %s every refresh reads the whole list and misses nothing',
  async (order, learned) => {
    await open({ order });
    expect(await desk.pull('requisition')).toMatchObject({ state: 'complete', order: learned });
    for (const place of [3, 200, 299]) rename(place, `changed ${place}`);
    expect(await desk.pull('requisition')).toMatchObject({ state: 'complete', order: learned });
    await expectEqual('requisition');
  },
);

test('an order that changes is unlearned, and nothing is missed for it', async () => {
  await open({ order: 'updated-desc' });
  await desk.pull('requisition');
  desk.clinic.listing = { order: 'id' };
  rename(200, 'changed');
  expect(await desk.pull('requisition')).toMatchObject({ state: 'complete', order: 'id' });
  await expectEqual('requisition');
});

test('a random order is swept until nothing new comes; what fits on one page is asked for on one page', async () => {
  await open({ order: 'random' }, MORE_THAN_A_PAGE);
  expect(await desk.pull('requisition')).toMatchObject({ state: 'complete', order: 'mixed', cached: 620 });
  expect(await desk.pull('form')).toMatchObject({ state: 'complete', cached: 40 });
  desk.asked('requisition');
  rename(20, 'changed');
  expect(await desk.pull('requisition')).toMatchObject({ state: 'complete' });
  expect(desk.asked('requisition')[0]).toBe('limit=623&offset=0');
  await expectEqual('requisition');
});

test('the cap of a page is learned, and the next sweep asks for no more', async () => {
  await open({ order: 'id', limitCap: 37 });
  await desk.pull('requisition');
  desk.asked('requisition');
  await desk.pull('requisition');
  expect(new Set(desk.asked('requisition').map((query) => /limit=(\d+)/.exec(query)?.[1]))).toContain('37');
  await expectEqual('requisition');
});

test.each(['updated-desc', 'created-desc', 'id'] as const)(
  'under the order %s a list that moves while it is read is read again until it is known',
  async (order) => {
    await open({ order, limitCap: 60 });
    let turn = 0;
    const happens = (): void => {
      turn += 1;
      if (turn === 3)
        desk.clinic.elsewhere.createRequisition({
          patient: 'user_1',
          type: 'lab',
          ordering_provider: 'user_2',
        });
      if (turn === 5) rename(280, 'moved to the front');
    };
    desk.clinic.faults.add({ match: { path: /requisitions\?/ }, action: { kind: 'meanwhile', happens } });
    expect(await desk.pull('requisition')).toMatchObject({ state: 'complete', cached: 301 });
    expect(turn).toBeGreaterThan(5);
    desk.clinic.faults.clear();
    await desk.pull('requisition');
    await expectEqual('requisition');
  },
);

test('a list that never holds still is not called complete, and says so', async () => {
  await open({ order: 'id', limitCap: 45 }, { ...SIZES, requisitions: 150 });
  const happens = (): void =>
    void desk.clinic.elsewhere.createRequisition({
      patient: 'user_1',
      type: 'lab',
      ordering_provider: 'user_2',
    });
  desk.clinic.faults.add({ match: { path: /requisitions\?/ }, action: { kind: 'meanwhile', happens } });
  expect(await desk.pull('requisition')).toMatchObject({
    state: 'incomplete',
    error: { code: 'list-doubted' },
  });
});

test('where the service gives ETags, a first page that is as it was costs no body', async () => {
  await open({ order: 'updated-desc', etagSupport: true });
  await desk.pull('requisition');
  await desk.pull('requisition');
  const before = desk.clinic.requests().length;
  expect(await desk.pull('requisition')).toMatchObject({ state: 'complete', received: 0, error: null });
  const asked = desk.clinic.requests().slice(before);
  expect(asked.map(({ headers }) => headers['if-none-match'])).toEqual([expect.stringContaining('"')]);
  rename(200, 'changed');
  expect(await desk.pull('requisition')).toMatchObject({ state: 'complete' });
  await expectEqual('requisition');
});

test('of notifications a refresh asks for those since the newest hundred, and brings new ones and read marks', async () => {
  await open({ order: 'created-desc' });
  expect(await desk.pull('notification')).toMatchObject({ state: 'complete', cached: 150 });
  desk.asked('notification');
  const fresh = desk.clinic.elsewhere.notify();
  desk.clinic.elsewhere.updateNotification(idAt('notification', 50), { read: true });
  desk.clinic.elsewhere.updateNotification(idAt('notification', 51), { read: false });
  const health = await desk.pull('notification');
  expect(health).toMatchObject({ state: 'complete', cached: 151 });
  expect(health.received).toBeLessThan(130);
  expect(desk.asked('notification').every((query) => query.includes('search_from='))).toBe(true);
  expect((await desk.cached('notification')).has(fresh)).toBe(true);
  await expectEqual('notification');
});

test.each(['updated-desc', 'id', 'random'] as const)(
  'new notifications come under the order %s too, and old read marks with a whole sweep',
  async (order) => {
    await open({ order });
    await desk.pull('notification');
    desk.clinic.elsewhere.notify();
    desk.clinic.elsewhere.updateNotification(idAt('notification', -1), { read: false });
    desk.clinic.elsewhere.updateNotification(idAt('notification', -2), { read: true });
    expect(await desk.pull('notification')).toMatchObject({ state: 'complete', cached: 151 });
    await desk.pull('notification', true);
    await expectEqual('notification');
  },
);

test('the search by time overlaps what is known, so that a boundary counts for nothing', async () => {
  await open({ order: 'created-desc' }, { ...SIZES, notifications: 0 });
  const at = '2026-03-01 09:30:00.123+00';
  const one = { id: 'notf_1', object: 'notification', user: 'user_1', title: '', text: '', read: false };
  const notification = { ...one, buttons: [], props: {}, created_by: '', created_at: at };
  const listOf = (path: RegExp, data: readonly unknown[]): void => {
    desk.clinic.faults.add({
      match: { path },
      action: { kind: 'replace', body: () => ({ object: 'list', data }) },
    });
  };
  listOf(/notifications\?.*offset=0/, [notification]);
  listOf(/notifications\?.*offset=[1-9]/, []);
  await desk.pull('notification');
  desk.asked('notification');
  await desk.pull('notification');
  expect(desk.asked('notification')[0]).toContain('search_from=2026-03-01T09%3A29%3A55.123Z');
});

test('a service that refuses the search by time is swept instead', async () => {
  await open({ order: 'created-desc' });
  await desk.pull('notification');
  desk.clinic.elsewhere.notify();
  desk.clinic.faults.add({ match: { path: /search_from/ }, action: { kind: 'answer', status: 400 } });
  expect(await desk.pull('notification')).toMatchObject({ state: 'complete', cached: 151 });
  await expectEqual('notification');
});

test('what is learned lasts beyond the run', async () => {
  await open({ order: 'updated-desc' });
  await desk.sync();
  const { engine, clinic } = desk;
  valueOf(await engine.control('engine.close', {}));
  const { baseUrl, accessToken, jwt } = clinic;
  const health = valueOf(
    await engine.control('engine.open', openInput(baseUrl, { tokens: { accessToken, jwt } })),
  );
  const of = health.kinds.find(({ kind }) => kind === 'requisition');
  expect(of).toMatchObject({ state: 'complete', order: 'updated-newest', suspected: 0 });
  expect(of?.lastCheckedAt).toBe(of?.lastSuccessAt);
  desk.asked('requisition');
  await desk.pull('requisition');
  expect(desk.asked('requisition')).toEqual(['limit=50&offset=0']);
});
