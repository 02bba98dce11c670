import { afterEach, expect, test } from 'vitest';
import { valueOf } from '../../support/engine.ts';
import { syncedClinic, type SyncedClinic } from './synced-clinic.ts';

const SIZES = { seed: 7, requisitions: 60, forms: 40, notifications: 20 };

let desk: SyncedClinic;
afterEach(() => desk.close());

async function open(): Promise<void> {
  desk = await syncedClinic(SIZES);
  await desk.sync();
  desk.asked('form');
}

const idAt = (place: number): string => [...desk.truth('form').keys()].at(place) ?? '';
/** The list lacks these, though the service still has them. */
const hide = (path: RegExp, ids: readonly string[]): void =>
  desk.clinic.faults.add({
    match: { path },
    action: {
      kind: 'replace',
      body: (parsed) => {
        const { data } = parsed as { data: { id: string }[] };
        return { object: 'list', data: data.filter(({ id }) => !ids.includes(id)) };
      },
    },
  });

test('a form that was deleted elsewhere is gone after a whole sweep and a question for it', async () => {
  await open();
  const gone = [idAt(3), idAt(17)];
  gone.forEach((id) => desk.clinic.elsewhere.deleteForm(id));
  expect(await desk.pull('form', true)).toMatchObject({ state: 'complete', cached: 38, suspected: 0 });
  expect(desk.asked('form').filter((query) => query.startsWith('('))).toEqual(
    gone.toSorted().map((id) => `(${id})`),
  );
  expect(await desk.cached('form')).toEqual(desk.truth('form'));
});

test('a form that a list lacks, but that the service still has, stays', async () => {
  await open();
  hide(/forms\?/, [idAt(3)]);
  expect(await desk.pull('form', true)).toMatchObject({ state: 'complete', cached: 40, suspected: 0 });
});

test('a form that cannot be asked for stays suspected, and is asked for after the next sync', async () => {
  await open();
  const id = idAt(3);
  desk.clinic.elsewhere.deleteForm(id);
  desk.clinic.faults.add({ match: { path: `/v2/forms/${id}` }, action: { kind: 'answer', status: 403 } });
  expect(await desk.pull('form', true)).toMatchObject({ state: 'complete', cached: 40, suspected: 1 });
  desk.clinic.faults.clear();
  expect(await desk.pull('form')).toMatchObject({ state: 'complete', cached: 39, suspected: 0 });
});

test('a list that lacks more than a fifth of what is known is not believed, and nobody is asked', async () => {
  await open();
  hide(
    /forms\?/,
    Array.from({ length: 9 }, (_none, place) => idAt(place)),
  );
  const health = await desk.pull('form', true);
  expect(health).toMatchObject({ state: 'incomplete', cached: 40, suspected: 0 });
  expect(health.error).toEqual({ code: 'list-doubted', detail: 'the list lacks 9 of 40 known records' });
  expect(desk.asked('form').filter((query) => query.startsWith('('))).toEqual([]);
});

test('a fifth is believed, after asking', async () => {
  await open();
  Array.from({ length: 8 }, (_none, place) => idAt(place)).forEach((id) =>
    desk.clinic.elsewhere.deleteForm(id),
  );
  expect(await desk.pull('form', true)).toMatchObject({ state: 'complete', cached: 32 });
});

test('a sweep that misses a page removes and suspects nothing', async () => {
  await open();
  desk.clinic.listing = { order: 'updated-desc', limitCap: 10 };
  desk.clinic.faults.add({ match: { path: /forms\?.*offset=17/ }, action: { kind: 'answer', status: 500 } });
  desk.clinic.elsewhere.deleteForm(idAt(39));
  const health = await desk.pull('form', true);
  expect(health).toMatchObject({ state: 'incomplete', cached: 40, suspected: 0 });
});

test('requisitions are never removed, whatever lists and questions say', async () => {
  await open();
  const ids = [...desk.truth('requisition').keys()].slice(0, 3);
  hide(/requisitions\?/, ids);
  desk.clinic.faults.add({
    match: { path: /requisitions\/req_/ },
    action: { kind: 'answer', status: 404 },
  });
  expect(await desk.pull('requisition', true)).toMatchObject({ cached: 60, suspected: 0 });
  expect(
    valueOf(await desk.engine.call('records.refresh', { kind: 'requisition', id: ids[0] ?? '' })),
  ).toEqual({
    state: 'gone',
  });
  expect((await desk.cached('requisition')).size).toBe(60);
});

test('a record that somebody opens is refreshed, once in five seconds', async () => {
  await open();
  const id = [...desk.truth('requisition').keys()].at(9) ?? '';
  desk.clinic.elsewhere.updateRequisition(id, { name: 'Changed elsewhere' });
  desk.asked('requisition');
  const refresh = async () => valueOf(await desk.engine.call('records.refresh', { kind: 'requisition', id }));
  expect(await Promise.all([refresh(), refresh()])).toEqual([{ state: 'fresh' }, { state: 'fresh' }]);
  expect(await refresh()).toEqual({ state: 'fresh' });
  expect(desk.asked('requisition')).toEqual([`(${id})`]);
  expect((await desk.cached('requisition')).get(id)).toMatchObject({ name: 'Changed elsewhere' });
});

test('a form that is found to be gone when somebody opens it is gone here too', async () => {
  await open();
  const id = idAt(5);
  desk.clinic.elsewhere.deleteForm(id);
  expect(valueOf(await desk.engine.call('records.refresh', { kind: 'form', id }))).toEqual({ state: 'gone' });
  expect(await desk.cached('form')).toEqual(desk.truth('form'));
});

test('an answer about another record is not taken for this one', async () => {
  await open();
  const [one, other] = [idAt(1), idAt(2)];
  const body = JSON.stringify(desk.truth('form').get(other));
  desk.clinic.faults.add({
    match: { path: `/v2/forms/${one}` },
    action: { kind: 'answer', status: 200, body },
  });
  expect(valueOf(await desk.engine.call('records.refresh', { kind: 'form', id: one }))).toEqual({
    state: 'unknown',
  });
  expect(await desk.cached('form')).toEqual(desk.truth('form'));
});

test('a form that is deleted while a page with it is on its way does not come back', async () => {
  await open();
  const id = idAt(5);
  desk.clinic.faults.add({ match: { path: /forms\?.*offset=0/ }, action: { kind: 'delay', ms: 150 } });
  const running = desk.pull('form', true);
  await expect.poll(() => desk.asked('form').length).toBeGreaterThan(0);
  desk.clinic.faults.clear();
  desk.clinic.elsewhere.deleteForm(id);
  expect(valueOf(await desk.engine.call('records.refresh', { kind: 'form', id }))).toEqual({ state: 'gone' });
  await running;
  expect((await desk.cached('form')).has(id)).toBe(false);
});
