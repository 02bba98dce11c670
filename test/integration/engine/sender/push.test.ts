import { expect, test } from 'vitest';
import { type TestApp, openTestApp } from '../../../support/app.ts';
import { NEW_ORDER } from '../../../support/builders.ts';
import { changeAsOtherClient } from '../../../support/clinic.ts';

/** A loopback address without a server. */
const UNREACHABLE = 'http://127.0.0.1:9';

/** Every change that the service has, each on a record of its own. */
async function saveEverything(app: TestApp): Promise<void> {
  const [form, other, third, fourth] = [...app.serviceRecords('form').keys()];
  await app.save(NEW_ORDER);
  await app.save({
    operation: 'requisitions.update',
    data: { id: app.first('requisition').id, name: 'Renamed', share_with_patient: true },
  });
  await app.save({ operation: 'forms.create', data: { name: 'Intake', description: 'New patients' } });
  await app.save({ operation: 'forms.update', data: { id: form ?? '', description: 'Rewritten' } });
  await app.save({ operation: 'forms.publish', data: { id: other ?? '' } });
  await app.save({ operation: 'forms.delete', data: { id: third ?? '' } });
  await app.save({ operation: 'forms.completion', data: { id: fourth ?? '', ask: ['user_asked'] } });
  const { id, read } = app.first('notification');
  await app.save({ operation: 'notifications.update', data: { id, read: read !== true } });
}

async function expectServiceRecords(app: TestApp): Promise<void> {
  for (const kind of ['form', 'requisition', 'notification'] as const) {
    expect(await app.cached(kind)).toEqual(app.serviceRecords(kind));
  }
}

test('every kind of write reaches the service once, and the cache has its response', async () => {
  const app = await openTestApp();
  await app.sync();
  await saveEverything(app);
  expect(await app.outbox()).toHaveLength(8);
  await app.sync();
  expect(await app.outbox()).toEqual([]);
  expect((await app.closedChanges()).map(({ ending }) => ending)).toEqual(
    Array.from({ length: 8 }, () => 'sent'),
  );
  expect(app.clinic.writeLog()).toHaveLength(8);
  await expectServiceRecords(app);
});

test('what was written without a network is sent in order once it is back, across a restart', async () => {
  const app = await openTestApp();
  await app.sync();
  await app.restart({ baseUrl: UNREACHABLE });
  await saveEverything(app);
  const health = await app.sync();
  expect(health.connection).toBe('offline');
  expect((await app.outbox()).map(({ state }) => state)).toEqual(Array.from({ length: 8 }, () => 'saved'));
  await app.restart();
  await app.sync();
  expect(await app.outbox()).toEqual([]);
  expect(app.clinic.writeLog()).toHaveLength(8);
  await expectServiceRecords(app);
});

test('a create whose response is lost is found again and not sent twice', async () => {
  const app = await openTestApp();
  await app.sync();
  app.clinic.faults.add({
    match: { method: 'POST', path: '/v2/requisitions', times: 1 },
    action: { kind: 'close', after: true },
  });
  const { id } = await app.save(NEW_ORDER);
  await app.sync();
  expect(await app.outbox()).toEqual([]);
  expect(app.done('POST', '/v2/requisitions')).toBe(1);
  const [settled] = await app.closedChanges();
  expect(settled).toMatchObject({ ending: 'found' });
  const engine = app.engine();
  const found = await engine.call('requisitions.get', { id });
  expect(found).toMatchObject({ value: { id: settled?.id, record: { name: 'Lipid panel' }, pending: null } });
});

test('a create that is not found again stays uncertain, and is sent once more only when the user says so', async () => {
  const app = await openTestApp();
  await app.sync();
  app.clinic.faults.add({
    match: { method: 'POST', path: '/v2/requisitions', times: 1 },
    action: { kind: 'close' },
  });
  const { number } = await app.save(NEW_ORDER);
  await app.sync();
  expect(await app.outbox()).toMatchObject([{ number, state: 'uncertain', question: null }]);
  await app.sync();
  expect(app.done('POST', '/v2/requisitions')).toBe(0);
  await app.resolve(number, { take: 'mine' });
  await app.sync();
  expect(app.done('POST', '/v2/requisitions')).toBe(1);
  expect(await app.outbox()).toEqual([]);
});

test('of two equal records neither is taken for the lost one', async () => {
  const app = await openTestApp();
  await app.sync();
  app.clinic.faults.add({
    match: { method: 'POST', path: '/v2/requisitions', times: 1 },
    action: { kind: 'close', after: true },
  });
  let twin = '';
  app.clinic.faults.add({
    match: { method: 'GET', path: /^\/v2\/requisitions\?.*patient=/, skip: 1, times: 1 },
    action: {
      kind: 'meanwhile',
      happens: () => {
        twin = app.clinic.otherUsers.createRequisition(NEW_ORDER.data);
      },
    },
  });
  const { number } = await app.save(NEW_ORDER);
  await app.sync();
  const [asked] = await app.outbox();
  expect(asked).toMatchObject({ number, state: 'needs-you', question: 'several-found' });
  expect(asked?.candidates).toHaveLength(2);
  expect(asked?.candidates.map(({ id }) => id)).toContain(twin);
  await app.resolve(number, { take: 'found', id: twin });
  expect(await app.outbox()).toEqual([]);
});

test('a response about another patient is never adopted', async () => {
  const app = await openTestApp();
  await app.sync();
  app.clinic.faults.add({
    match: { method: 'POST', path: '/v2/requisitions' },
    action: { kind: 'replace', body: (parsed) => ({ ...(parsed as object), patient: 'user_other' }) },
  });
  await app.save(NEW_ORDER);
  await app.sync({ kinds: ['form'] });
  expect(await app.outbox()).toMatchObject([{ state: 'needs-you', question: 'odd-answer' }]);
});

test('an order that the service answers with an earlier one is not taken for sent: the user is asked', async () => {
  const app = await openTestApp();
  await app.sync();
  await app.save(NEW_ORDER);
  await app.sync();
  const [earlier = ''] = (await app.closedChanges()).map(({ id }) => id);
  app.clinic.faults.add({
    match: { method: 'POST', path: '/v2/requisitions', times: 1 },
    action: {
      kind: 'answer',
      status: 200,
      body: JSON.stringify(app.serviceRecords('requisition').get(earlier)),
    },
  });
  const { number } = await app.save(NEW_ORDER);
  await app.sync();
  expect(await app.outbox()).toMatchObject([
    { number, state: 'needs-you', question: 'odd-answer', candidates: [{ id: earlier, differences: [] }] },
  ]);
  await app.resolve(number, { take: 'mine' });
  await app.sync();
  expect(await app.outbox()).toEqual([]);
  expect(app.done('POST', '/v2/requisitions')).toBe(2);
});

test('different fields changed by two clients merge without a question', async () => {
  const app = await openTestApp();
  await app.sync();
  const { id } = app.first('requisition');
  await app.save({ operation: 'requisitions.update', data: { id, name: 'Mine' } });
  await changeAsOtherClient(app.clinic, `/v2/requisitions/${id}`, { order_details: 'Theirs' });
  await app.sync();
  expect(app.serviceRecords('requisition').get(id)).toMatchObject({ name: 'Mine', order_details: 'Theirs' });
  expect(await app.outbox()).toEqual([]);
});

test('the same field changed by two clients is a question with both values, and nothing is overwritten meanwhile', async () => {
  const app = await openTestApp();
  await app.sync();
  const { id, name } = app.first('requisition');
  const { number } = await app.save({ operation: 'requisitions.update', data: { id, name: 'Mine' } });
  await changeAsOtherClient(app.clinic, `/v2/requisitions/${id}`, { name: 'Theirs' });
  await app.sync();
  expect(await app.outbox()).toMatchObject([
    {
      number,
      state: 'needs-you',
      question: 'conflict',
      fields: [{ field: 'name', base: JSON.stringify(name), mine: '"Mine"', theirs: '"Theirs"' }],
    },
  ]);
  expect(app.serviceRecords('requisition').get(id)).toMatchObject({ name: 'Theirs' });
  await app.resolve(number, { take: 'mine' });
  await app.sync();
  expect(app.serviceRecords('requisition').get(id)).toMatchObject({ name: 'Mine' });
});

test('a lost update to a record that was changed since is a conflict, not an overwrite', async () => {
  const app = await openTestApp();
  await app.sync();
  const { id } = app.first('requisition');
  app.clinic.faults.add({
    match: { method: 'POST', path: `/v2/requisitions/${id}`, times: 1 },
    action: { kind: 'close', after: true },
  });
  await app.save({ operation: 'requisitions.update', data: { id, name: 'Mine' } });
  // Reconciliation fails afterwards, too.
  app.clinic.faults.add({
    match: { method: 'GET', path: `/v2/requisitions/${id}`, skip: 1 },
    action: { kind: 'close' },
  });
  await app.sync({ kinds: ['form'] });
  app.clinic.faults.clear();
  expect(app.serviceRecords('requisition').get(id)).toMatchObject({ name: 'Mine' });
  await changeAsOtherClient(app.clinic, `/v2/requisitions/${id}`, { name: 'Theirs' });
  await app.sync();
  expect(await app.outbox()).toMatchObject([{ state: 'needs-you', question: 'conflict' }]);
  expect(app.serviceRecords('requisition').get(id)).toMatchObject({ name: 'Theirs' });
});

test('a lost publish is recognised by the version that patients see', async () => {
  const app = await openTestApp();
  await app.sync();
  const { id } = app.first('form');
  const path = `/v2/forms/${id}/publish`;
  app.clinic.faults.add({ match: { path, times: 1 }, action: { kind: 'truncate', keepBytes: 20 } });
  await app.save({ operation: 'forms.publish', data: { id } });
  await app.sync();
  expect(app.done('POST', path)).toBe(1);
  expect(await app.outbox()).toEqual([]);
  expect(await app.closedChanges()).toMatchObject([{ ending: 'found' }]);
});

test('a publish that did not arrive stays uncertain and is not sent again', async () => {
  const app = await openTestApp();
  await app.sync();
  const { id } = app.first('form');
  const path = `/v2/forms/${id}/publish`;
  app.clinic.faults.add({ match: { path, times: 1 }, action: { kind: 'close' } });
  await app.save({ operation: 'forms.publish', data: { id } });
  await app.sync();
  await app.sync();
  expect(await app.outbox()).toMatchObject([{ state: 'uncertain', question: null }]);
  expect(app.done('POST', path)).toBe(0);
});

test('a lost review is recognised by its one new entry', async () => {
  const app = await openTestApp();
  await app.sync();
  const { id } = app.first('requisition');
  const path = `/v2/requisitions/${id}`;
  const review = {
    reviewer: 'user_reviewer',
    status: 'requested',
    review_deadline: '2027-01-01T09:00:00.000Z',
  };
  app.clinic.faults.add({
    match: { method: 'POST', path, times: 1 },
    action: { kind: 'close', after: true },
  });
  await app.save({ operation: 'requisitions.update', data: { id, review } });
  await app.sync();
  expect(app.done('POST', path)).toBe(1);
  expect(await app.outbox()).toEqual([]);
});

test('a rejected write stays, with the server’s own message', async () => {
  const app = await openTestApp();
  await app.sync();
  const { id } = app.first('requisition');
  app.clinic.faults.add({
    match: { method: 'POST', path: `/v2/requisitions/${id}` },
    action: { kind: 'answer', status: 422, body: '{"message":"The provider is on leave."}' },
  });
  await app.save({ operation: 'requisitions.update', data: { id, name: 'Mine' } });
  await app.sync();
  expect(await app.outbox()).toMatchObject([
    { state: 'rejected', error: { code: 'rejected', serverWords: 'The provider is on leave.' } },
  ]);
});

test('a form that was deleted by another client counts as deleted, and an edit of it is a question', async () => {
  const app = await openTestApp();
  await app.sync();
  const [first = '', second = ''] = [...app.serviceRecords('form').keys()];
  await changeAsOtherClient(app.clinic, `/v2/forms/${first}`, null, 'DELETE');
  await changeAsOtherClient(app.clinic, `/v2/forms/${second}`, null, 'DELETE');
  await app.save({ operation: 'forms.delete', data: { id: first } });
  await app.save({ operation: 'forms.update', data: { id: second, name: 'Mine' } });
  await app.sync();
  expect(await app.closedChanges()).toMatchObject([{ operation: 'forms.delete', ending: 'needless' }]);
  expect(await app.outbox()).toMatchObject([
    { operation: 'forms.update', state: 'needs-you', question: 'gone' },
  ]);
});

test('a delete envelope about another form is not accepted', async () => {
  const app = await openTestApp();
  await app.sync();
  const { id } = app.first('form');
  app.clinic.faults.add({
    match: { method: 'DELETE' },
    action: { kind: 'answer', status: 200, body: `{"id":"form_other","object":"form","delete":true}` },
  });
  await app.save({ operation: 'forms.delete', data: { id } });
  await app.sync();
  expect(await app.outbox()).toMatchObject([{ state: 'needs-you', question: 'odd-answer' }]);
  expect((await app.cached('form')).has(id)).toBe(true);
});

test('completion requests are applied to the current list', async () => {
  const app = await openTestApp();
  await app.sync();
  const { id } = app.first('form');
  await app.save({ operation: 'forms.completion', data: { id, ask: ['user_mine'] } });
  await changeAsOtherClient(app.clinic, `/v2/forms/${id}`, {
    request_completion_from: [{ patient: 'user_theirs' }],
  });
  await app.sync();
  const requests = app.serviceRecords('form').get(id)?.['request_completion_from'] as readonly {
    patient: string;
  }[];
  expect(requests.map(({ patient }) => patient).toSorted()).toEqual(['user_mine', 'user_theirs']);
});

test('an expired token keeps everything, and the outbox continues with new ones', async () => {
  const app = await openTestApp();
  await app.sync();
  await saveEverything(app);
  app.clinic.faults.add({ match: {}, action: { kind: 'answer', status: 401 } });
  const health = await app.sync();
  expect(health.connection).toBe('signed-out');
  expect((await app.outbox()).every(({ state }) => state === 'saved')).toBe(true);
  app.clinic.faults.clear();
  const { accessToken, jwt } = app.clinic;
  await app.engine().control('engine.setTokens', { accessToken, jwt });
  await app.sync();
  expect(await app.outbox()).toEqual([]);
  expect(app.clinic.writeLog()).toHaveLength(8);
});

test('with tokens that have expired at a service that answers 403, changes wait, and are sent once it accepts others', async () => {
  const app = await openTestApp();
  await app.sync();
  await saveEverything(app);
  app.clinic.faults.add({ match: {}, action: { kind: 'answer', status: 403 } });
  const health = await app.sync();
  expect(health).toMatchObject({ connection: 'signed-out', error: { code: 'unauthorised' } });
  expect(health.kinds.map(({ error }) => error?.code)).toEqual(
    Array.from({ length: 3 }, () => 'unauthorised'),
  );
  expect((await app.outbox()).map(({ state }) => state)).toEqual(Array.from({ length: 8 }, () => 'saved'));
  app.clinic.faults.clear();
  const { accessToken, jwt } = app.clinic;
  await app.engine().control('engine.setTokens', { accessToken, jwt });
  await app.sync();
  expect(await app.outbox()).toEqual([]);
  expect(app.clinic.writeLog()).toHaveLength(8);
});

test('a forbidden write does not delay the others', async () => {
  const app = await openTestApp();
  await app.sync();
  const [first = '', second = ''] = [...app.serviceRecords('notification').keys()];
  app.clinic.faults.add({
    match: { path: `/v2/notifications/${first}` },
    action: { kind: 'answer', status: 403 },
  });
  for (const id of [first, second])
    await app.save({ operation: 'notifications.update', data: { id, read: true } });
  await app.sync();
  expect(await app.outbox()).toMatchObject([{ id: first, state: 'rejected', error: { code: 'forbidden' } }]);
  expect(app.serviceRecords('notification').get(second)).toMatchObject({ read: true });
});

test('a pending change is in the list at once, and found by its local id permanently', async () => {
  const app = await openTestApp();
  await app.sync();
  const engine = app.engine();
  const { id } = await app.save(NEW_ORDER);
  const list = (text: string) =>
    engine.call('worklist.page', {
      tab: 'all',
      terms: [
        { field: 'text', value: text, isNot: false },
        { field: 'patient', value: 'user_p1', isNot: false },
      ],
      order: { by: 'updated', descending: true },
    });
  const listed = await list('lipid PANEL');
  expect(listed).toMatchObject({ value: { items: [{ id, pending: 'saved', status: 'draft' }] } });
  await app.sync();
  const after = await list('lipid panel');
  expect(after).toMatchObject({ value: { items: [{ pending: null }] } });
  const found = await engine.call('requisitions.get', { id });
  expect(found).toMatchObject({ value: { id: expect.stringMatching(/^req_/) as unknown } });
});
