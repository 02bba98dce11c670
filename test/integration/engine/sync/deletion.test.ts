import { expect, test } from 'vitest';
import { unwrap } from '../../../support/engine.ts';
import { openTestApp, type TestApp } from '../../../support/app.ts';

const SIZES = { seed: 7, requisitions: 60, forms: 40, notifications: 20 };

let app: TestApp;

async function open(): Promise<void> {
  app = await openTestApp(SIZES);
  await app.sync();
  app.asked('form');
}

const idAt = (place: number): string => [...app.serviceRecords('form').keys()].at(place) ?? '';
/** The list lacks these, though the service still has them. */
const hide = (path: RegExp, ids: readonly string[]): void =>
  app.clinic.faults.add({
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
  await app.pull('form', true);
  expect(await app.pull('form', true)).toMatchObject({ state: 'complete', cached: 40, suspected: 0 });
});

test('a sweep that misses a page removes no record and marks none as missing', async () => {
  await open();
  app.clinic.listing = { order: 'updated-desc', limitCap: 10 };
  app.clinic.faults.add({ match: { path: /forms\?.*offset=17/ }, action: { kind: 'answer', status: 500 } });
  app.clinic.otherUsers.deleteForm(idAt(39));
  const health = await app.pull('form', true);
  expect(health).toMatchObject({ state: 'incomplete', cached: 40, suspected: 0 });
});

test('a record that is opened is refreshed, once in five seconds', async () => {
  await open();
  const id = [...app.serviceRecords('requisition').keys()].at(9) ?? '';
  app.clinic.otherUsers.updateRequisition(id, { name: 'Changed elsewhere' });
  app.asked('requisition');
  const refresh = async () => unwrap(await app.engine().call('records.refresh', { kind: 'requisition', id }));
  expect(await Promise.all([refresh(), refresh()])).toEqual([{ state: 'fresh' }, { state: 'fresh' }]);
  expect(await refresh()).toEqual({ state: 'fresh' });
  expect(app.asked('requisition')).toEqual([`(${id})`]);
  expect((await app.cached('requisition')).get(id)).toMatchObject({ name: 'Changed elsewhere' });
});

test('a form that was deleted by another client stays when the user opens it, until that is certain', async () => {
  await open();
  const id = idAt(5);
  app.clinic.otherUsers.deleteForm(id);
  const refreshed = await app.engine().call('records.refresh', { kind: 'form', id });
  expect(unwrap(refreshed)).toEqual({ state: 'missing' });
  expect((await app.cached('form')).size).toBe(40);
});

test.each(['delete', 'deleted'])(
  'a form whose GET is answered with 200 and "%s" is one that is missing, and its content stays',
  async (field) => {
    await open();
    const id = idAt(5);
    const body = JSON.stringify({ id, object: 'form', [field]: true });
    app.clinic.faults.add({
      match: { method: 'GET', path: `/v2/forms/${id}` },
      action: { kind: 'answer', status: 200, body },
    });
    const refreshed = await app.engine().call('records.refresh', { kind: 'form', id });
    expect(unwrap(refreshed)).toEqual({ state: 'missing' });
    expect(await app.cached('form')).toEqual(app.serviceRecords('form'));
    await app.save({ operation: 'forms.update', data: { id, name: 'Renamed' } });
    await app.sync({ kinds: ['notification'] });
    expect(await app.outbox()).toMatchObject([{ state: 'needs-you', question: 'gone' }]);
  },
);

test('a form that has a field "deleted" of its own is a form', async () => {
  await open();
  const id = idAt(5);
  app.clinic.faults.add({
    match: { method: 'GET', path: `/v2/forms/${id}` },
    action: { kind: 'replace', body: (form) => ({ ...(form as object), deleted: true }) },
  });
  expect(unwrap(await app.engine().call('records.refresh', { kind: 'form', id }))).toEqual({
    state: 'fresh',
  });
});

test('a response about another record is not accepted for this one', async () => {
  await open();
  const [one, other] = [idAt(1), idAt(2)];
  const body = JSON.stringify(app.serviceRecords('form').get(other));
  app.clinic.faults.add({
    match: { path: `/v2/forms/${one}` },
    action: { kind: 'answer', status: 200, body },
  });
  expect(unwrap(await app.engine().call('records.refresh', { kind: 'form', id: one }))).toEqual({
    state: 'unknown',
  });
  expect(await app.cached('form')).toEqual(app.serviceRecords('form'));
});

test('a form that was deleted here does not come back with a list of a server that lags behind', async () => {
  await open();
  const id = idAt(5);
  const former = structuredClone(app.serviceRecords('form').get(id));
  app.clinic.faults.add({
    match: { path: /forms\?/ },
    action: {
      kind: 'replace',
      body: (parsed) => {
        const { data } = parsed as { data: { id: string }[] };
        return { object: 'list', data: [former, ...data.filter((form) => form.id !== id)] };
      },
    },
  });
  await app.save({ operation: 'forms.delete', data: { id } });
  expect((await app.sync({ full: true })).outbox.saved).toBe(0);
  expect((await app.cached('form')).has(id)).toBe(false);
  app.clinic.faults.clear();
  expect(await app.pull('form', true)).toMatchObject({ state: 'complete', cached: 39, suspected: 0 });
});
