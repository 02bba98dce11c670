import { expect, test } from 'vitest';
import { storeLocalId } from '#main/engine/local/ids.ts';
import { openTestApp, type TestApp } from '../../../support/app.ts';
import { NEW_ORDER } from '../../../support/builders.ts';
import { unwrap } from '../../../support/engine.ts';
import { addPending, localFile, localId, type PendingChangeInput } from '../../../support/pending.ts';

const accountFolder = ({ folder }: TestApp) => `${folder}/accounts/0123456789abcdef`;
const OFFLINE = 'http://127.0.0.1:9';

const requestsWithLocalId = (app: TestApp) =>
  app.clinic.requests().filter(({ path, query }) => `${path}${query}`.includes('local_'));

test('an edit of an order that was discarded in another window is refused, and its local id is not sent', async () => {
  const app = await openTestApp({}, { baseUrl: OFFLINE });
  const { id, number } = await app.save(NEW_ORDER);
  unwrap(await app.engine().call('outbox.discard', { number }));
  const edit = { operation: 'requisitions.update', data: { id, name: 'Lipids' } } as const;
  expect(await app.engine().call('outbox.save', edit)).toMatchObject({ error: { code: 'not-found' } });
  expect(unwrap(await app.engine().call('outbox.saveMany', { changes: [edit] })).results).toMatchObject([
    { error: { code: 'not-found' } },
  ]);
  await app.restart({ baseUrl: app.clinic.baseUrl });
  await app.sync();
  expect(await app.outbox()).toEqual([]);
  expect(requestsWithLocalId(app)).toEqual([]);
});

test('an edit of an order is accepted again once its discard is undone, and both are sent', async () => {
  const app = await openTestApp({}, { baseUrl: OFFLINE });
  const { id, number } = await app.save(NEW_ORDER);
  unwrap(await app.engine().call('outbox.discard', { number }));
  unwrap(await app.engine().call('outbox.restore', { number }));
  await app.save({ operation: 'requisitions.update', data: { id, name: 'Lipids' } });
  await app.restart({ baseUrl: app.clinic.baseUrl });
  await app.sync();
  const names = [...app.serviceRecords('requisition').values()].map(({ name }) => name);
  expect(names).toContain('Lipids');
});

test('no change of a form that was deleted before it was sent is accepted', async () => {
  const app = await openTestApp({}, { baseUrl: OFFLINE });
  const { id } = await app.save({ operation: 'forms.create', data: { name: 'Intake' } });
  await app.save({ operation: 'forms.delete', data: { id } });
  for (const change of [
    { operation: 'forms.update', data: { id, name: 'Late' } },
    { operation: 'forms.publish', data: { id } },
    { operation: 'forms.delete', data: { id } },
  ] as const)
    expect(await app.engine().call('outbox.save', change)).toMatchObject({ error: { code: 'not-found' } });
});

const FORM = localId('form', 1);
const ORDER = localId('requisition', 2);
const STORED: readonly PendingChangeInput[] = [
  { operation: 'requisitions.update', target: ORDER, data: { name: 'Lipids' } },
  { operation: 'forms.update', target: localId('form', 3), data: { name: 'Intake' } },
  { operation: 'forms.publish', target: FORM },
  { operation: 'forms.publish', target: localId('form', 4), state: 'uncertain' },
  { operation: 'forms.delete', target: localId('form', 5) },
  { operation: 'forms.completion', target: localId('form', 6), data: { ask: ['user_p1'], withdraw: [] } },
  {
    operation: 'requisitions.update',
    target: localId('requisition', 7),
    data: { review: { status: 'reviewed' } },
    evidence: { sendsAgain: true },
  },
];

test('stored changes of records that were never created are questions, and no local id is sent', async () => {
  const app = await openTestApp();
  await app.restart({
    between: () => {
      const db = localFile(accountFolder(app));
      for (const change of STORED) {
        storeLocalId(db, change.operation.startsWith('forms') ? 'form' : 'requisition', change.target);
        addPending(db, { ...change, savedBy: app.clinic.userId });
      }
      db.close();
    },
  });
  await app.sync();
  const asked = STORED.map(({ target }) => ({
    id: target,
    state: 'needs-you',
    question: 'never-created',
    mayHaveArrived: false,
  }));
  expect(await app.outbox()).toMatchObject(asked);
  // Neither the next sync nor the user sends it.
  for (const { number } of await app.outbox()) await app.resolve(number, { take: 'mine' });
  for (const { number } of await app.outbox()) await app.engine().call('outbox.retry', { number });
  await app.sync();
  expect(await app.outbox()).toMatchObject(asked);
  expect(requestsWithLocalId(app)).toEqual([]);
  for (const { number } of await app.outbox()) unwrap(await app.engine().call('outbox.discard', { number }));
  expect(await app.outbox()).toEqual([]);
});
