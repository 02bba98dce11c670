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

test('a form that a list lacks, but that the service still has, stays', async () => {
  await open();
  hide(/forms\?/, [idAt(39)]);
  await desk.pull('form', true);
  expect(await desk.pull('form', true)).toMatchObject({ state: 'complete', cached: 40, suspected: 0 });
});

test('a sweep that misses a page removes and suspects nothing', async () => {
  await open();
  desk.clinic.listing = { order: 'updated-desc', limitCap: 10 };
  desk.clinic.faults.add({ match: { path: /forms\?.*offset=17/ }, action: { kind: 'answer', status: 500 } });
  desk.clinic.elsewhere.deleteForm(idAt(39));
  const health = await desk.pull('form', true);
  expect(health).toMatchObject({ state: 'incomplete', cached: 40, suspected: 0 });
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

test('a form that was deleted elsewhere stays when the user opens it, until that is certain', async () => {
  await open();
  const id = idAt(5);
  desk.clinic.elsewhere.deleteForm(id);
  const refreshed = await desk.engine.call('records.refresh', { kind: 'form', id });
  expect(valueOf(refreshed)).toEqual({ state: 'missing' });
  expect((await desk.cached('form')).size).toBe(40);
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
