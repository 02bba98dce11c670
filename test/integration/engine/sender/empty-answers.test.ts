import { expect, test } from 'vitest';
import type { FaultAction } from '#main/demo/faults.ts';
import { openTestApp, type TestApp } from '../../../support/app.ts';
import { findPatients } from '../../../support/clinic.ts';
import { rawList } from '../../../support/builders.ts';
import { endings } from '../../../support/lost-orders.ts';

// Each test opens an engine and sends several changes, and the machine may be busy.
type GivenAnswer = Omit<Extract<FaultAction, { kind: 'answer' }>, 'kind'>;

const METHODS = ['POST', 'DELETE'] as const;

/** Every change is answered with this. */
function answerChanges({ clinic }: TestApp, given: GivenAnswer): void {
  for (const method of METHODS)
    clinic.faults.add({ match: { method }, action: { kind: 'answer', ...given } });
}

const countChanges = ({ clinic }: TestApp): number =>
  clinic.requests().filter(({ method }) => method !== 'GET').length;

async function openSynced(): Promise<TestApp> {
  const app = await openTestApp({ requisitions: 20, forms: 12 });
  await app.sync();
  return app;
}

/** Saves one change of each operation that may be answered without a body. */
async function saveOneOfEach(app: TestApp): Promise<{ readonly deleted: string; readonly asked: string }> {
  const [renamed, deleted, asked] = [...app.serviceRecords('form').keys()];
  const [ordered, reviewed] = [...app.serviceRecords('requisition').keys()];
  if (!renamed || !deleted || !asked || !ordered || !reviewed) throw new Error('the clinic lacks a record');
  await app.save({ operation: 'forms.update', data: { id: renamed, name: 'Renamed' } });
  await app.save({ operation: 'forms.delete', data: { id: deleted } });
  await app.save({ operation: 'forms.completion', data: { id: asked, ask: ['user_new'] } });
  await app.save({ operation: 'requisitions.update', data: { id: ordered, order_details: 'fasting' } });
  await app.save({
    operation: 'requisitions.update',
    data: { id: reviewed, review: { status: 'reviewed', reviewer: 'user_r1' } },
  });
  return { deleted, asked };
}

test.each([
  ['204', { status: 204, body: '' }],
  ['200 and an empty body', { status: 200, body: '' }],
  ['a page', { status: 200, body: '<html>Done</html>' }],
])('changes that are taken and answered with %s are sent once and end as sent', async (_what, given) => {
  const app = await openSynced();
  const { deleted, asked } = await saveOneOfEach(app);
  answerChanges(app, { ...given, after: true });
  await app.sync({ kinds: ['notification'] });
  expect(await app.outbox()).toEqual([]);
  expect(await endings(app)).toEqual(['sent', 'sent', 'sent', 'sent', 'sent']);
  expect(countChanges(app)).toBe(5);
  const forms = await app.cached('form');
  expect(forms.has(deleted)).toBe(false);
  expect(findPatients(forms.get(asked) ?? {})).toContain('user_new');
});

test('many updates with empty answers do not count as failures, after which all sending would pause', async () => {
  const app = await openSynced();
  const ids = [...app.serviceRecords('requisition').keys()];
  for (const id of ids)
    await app.save({ operation: 'requisitions.update', data: { id, order_details: 'fasting' } });
  answerChanges(app, { status: 204, body: '', after: true });
  await app.sync({ kinds: ['notification'] });
  expect(await app.outbox()).toEqual([]);
  expect(countChanges(app)).toBe(ids.length);
});

test('an update and a deletion that are not taken and answered with a page of something else are sent again', async () => {
  const app = await openSynced();
  const [renamed = '', deleted = ''] = [...app.serviceRecords('form').keys()];
  await app.save({ operation: 'forms.update', data: { id: renamed, name: 'Renamed' } });
  await app.save({ operation: 'forms.delete', data: { id: deleted } });
  answerChanges(app, { status: 200, body: '<html>Blocked</html>' });
  await app.sync({ kinds: ['notification'] });
  expect(await endings(app)).toEqual([]);
  app.clinic.faults.clear();
  await app.sync({ kinds: ['notification'] });
  expect(await endings(app)).toEqual(['sent', 'sent']);
  expect(app.serviceRecords('form').has(deleted)).toBe(false);
});

test.each([
  ['names a reviewer and is not taken', { status: 'reviewed', reviewer: 'user_r1' }, false],
  ['names no reviewer and may be a colleague’s', { status: 'reviewed' }, true],
])('a review that %s is not closed after an empty answer, nor sent again', async (_what, review, after) => {
  const app = await openSynced();
  await app.save({ operation: 'requisitions.update', data: { id: app.first('requisition').id, review } });
  answerChanges(app, { status: 204, body: '', after });
  await app.sync({ kinds: ['notification'] });
  app.clinic.faults.clear();
  await app.sync({ kinds: ['notification'] });
  expect(await endings(app)).toEqual([]);
  expect(await app.outbox()).toHaveLength(1);
  expect(countChanges(app)).toBe(1);
});

/** The list of forms stays as it is now, as a list does that a cache answers. */
function freezeFormList(app: TestApp): void {
  const forms = [...app.serviceRecords('form').values()];
  app.clinic.faults.add({
    match: { method: 'GET', path: /^\/v2\/forms\?/ },
    action: { kind: 'answer', status: 200, body: JSON.stringify(rawList(forms)) },
  });
}

test.each([
  ['answered with 204', { kind: 'answer', status: 204, body: '', after: true }],
  ['answered with something else', { kind: 'answer', status: 200, body: '{}', after: true }],
  ['not answered', { kind: 'close', after: true }],
] as const)(
  'a deletion that is done and %s is not refused where the list still holds the form, and ends once it does not',
  async (_how, action) => {
    const app = await openSynced();
    const { id } = app.first('form');
    await app.save({ operation: 'forms.delete', data: { id } });
    app.clinic.faults.add({ match: { method: 'DELETE' }, action });
    freezeFormList(app);
    await app.sync({ kinds: ['notification'] });
    await app.sync({ kinds: ['notification'] });
    expect(await app.outbox()).toMatchObject([
      { operation: 'forms.delete', state: 'saved', error: { code: 'list-doubted' } },
    ]);
    app.clinic.faults.clear();
    await app.sync({ kinds: ['notification'] });
    expect([await app.outbox(), (await app.closedChanges()).length]).toEqual([[], 1]);
    expect((await app.cached('form')).has(id)).toBe(false);
    expect(app.done('DELETE', `/v2/forms/${id}`)).toBe(1);
  },
);

test('a deletion of a form that is gone by its id, and that only the list still holds, is refused where it was never sent', async () => {
  const app = await openSynced();
  const { id } = app.first('form');
  await app.save({ operation: 'forms.delete', data: { id } });
  app.clinic.faults.add({
    match: { method: 'GET', path: `/v2/forms/${id}` },
    action: { kind: 'answer', status: 404, body: '{}' },
  });
  await app.sync({ kinds: ['notification'] });
  expect(await app.outbox()).toMatchObject([{ state: 'rejected', error: { code: 'not-found' } }]);
  expect(app.done('DELETE', `/v2/forms/${id}`)).toBe(0);
});
