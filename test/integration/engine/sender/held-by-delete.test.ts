import { expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../support/app.ts';
import { unwrap } from '../../../support/engine.ts';

const OFFLINE = 'http://127.0.0.1:9';

/** An edit, a completion request and a delete of one form, saved offline; the service is reachable then. */
async function saveOffline(): Promise<{ app: TestApp; id: string; number: number }> {
  const app = await openTestApp();
  await app.sync();
  const { id } = app.first('form');
  await app.restart({ baseUrl: OFFLINE });
  await app.save({ operation: 'forms.update', data: { id, description: 'Typed offline' } });
  await app.save({ operation: 'forms.completion', data: { id, ask: ['user_p1'] } });
  const { number } = await app.save({ operation: 'forms.delete', data: { id } });
  await app.sync();
  await app.restart();
  return { app, id, number };
}

const endings = async (app: TestApp) =>
  (await app.closedChanges()).map(({ operation, ending }) => [operation, ending]);

test('an edit and a request reach the service where it refuses the delete of their form and the user discards that', async () => {
  const { app, id, number } = await saveOffline();
  app.clinic.faults.add({
    match: { method: 'DELETE' },
    action: { kind: 'answer', status: 403, body: '{}' },
  });
  await app.sync();
  expect(await app.outbox()).toMatchObject([
    { operation: 'forms.update', state: 'saved', isHeldByDelete: true },
    { operation: 'forms.completion', state: 'saved', isHeldByDelete: true },
    { number, state: 'rejected' },
  ]);
  expect(app.done('POST', `/v2/forms/${id}`)).toBe(0);
  unwrap(await app.engine().call('outbox.discard', { number }));
  await app.sync();
  expect(await app.outbox()).toEqual([]);
  expect(app.serviceRecords('form').get(id)).toMatchObject({
    description: 'Typed offline',
    request_completion_from: expect.arrayContaining([expect.objectContaining({ patient: 'user_p1' })]),
  });
  expect(await endings(app)).toEqual([
    ['forms.delete', 'discarded'],
    ['forms.completion', 'sent'],
    ['forms.update', 'sent'],
  ]);
});

test('an edit and a request are sent where the delete of their form is discarded before it was sent', async () => {
  const { app, id, number } = await saveOffline();
  unwrap(await app.engine().call('outbox.discard', { number }));
  await app.sync();
  expect(app.serviceRecords('form').get(id)).toMatchObject({ description: 'Typed offline' });
  expect(app.done('DELETE', `/v2/forms/${id}`)).toBe(0);
});

test('an edit and a request are never sent where their form is deleted, and the history says so', async () => {
  const { app, id } = await saveOffline();
  await app.sync();
  expect(await app.outbox()).toEqual([]);
  expect(app.serviceRecords('form').has(id)).toBe(false);
  expect(app.done('POST', `/v2/forms/${id}`)).toBe(0);
  expect(await endings(app)).toEqual([
    ['forms.delete', 'sent'],
    ['forms.completion', 'form-deleted'],
    ['forms.update', 'form-deleted'],
  ]);
});

test('an edit is sent where the form has changed at the service and the user keeps it', async () => {
  const { app, id, number } = await saveOffline();
  app.clinic.faults.add({
    match: { method: 'GET', path: `/v2/forms/${id}` },
    action: { kind: 'replace', body: (form) => ({ ...(form as object), name: 'Of another user' }) },
  });
  await app.sync();
  expect((await app.outbox()).at(-1)).toMatchObject({ number, question: 'changed' });
  await app.resolve(number, { take: 'server' });
  await app.sync();
  expect(app.serviceRecords('form').get(id)).toMatchObject({ description: 'Typed offline' });
});
