import { expect, test } from 'vitest';
import { changeElsewhere, deskAndClinic, type DeskAndClinic } from '../../support/desk-and-clinic.ts';
import { NEW_ORDER } from '../../support/desk.ts';

/** A loopback address where nobody listens. */
const NOBODY = 'http://127.0.0.1:9';

/** Every write that the service has, each on a record of its own. */
async function saveEverything(desk: DeskAndClinic): Promise<void> {
  const [form, other, third, fourth] = [...desk.truth('form').keys()];
  await desk.save(NEW_ORDER);
  await desk.save({
    operation: 'requisitions.update',
    data: { id: desk.first('requisition').id, name: 'Renamed', share_with_patient: true },
  });
  await desk.save({ operation: 'forms.create', data: { name: 'Intake', description: 'New patients' } });
  await desk.save({ operation: 'forms.update', data: { id: form ?? '', description: 'Rewritten' } });
  await desk.save({ operation: 'forms.publish', data: { id: other ?? '' } });
  await desk.save({ operation: 'forms.delete', data: { id: third ?? '' } });
  await desk.save({ operation: 'forms.completion', data: { id: fourth ?? '', ask: ['user_asked'] } });
  const { id, read } = desk.first('notification');
  await desk.save({ operation: 'notifications.update', data: { id, read: read !== true } });
}

async function expectTruth(desk: DeskAndClinic): Promise<void> {
  for (const kind of ['form', 'requisition', 'notification'] as const) {
    expect(await desk.cached(kind)).toEqual(desk.truth(kind));
  }
}

test('every write that the service has reaches it once, and the cache has what it answered', async () => {
  const desk = await deskAndClinic();
  await desk.sync();
  await saveEverything(desk);
  expect(await desk.outbox()).toHaveLength(8);
  await desk.sync();
  expect(await desk.outbox()).toEqual([]);
  expect((await desk.settled()).map(({ how }) => how)).toEqual(Array.from({ length: 8 }, () => 'sent'));
  expect(desk.clinic.ledger()).toHaveLength(8);
  await expectTruth(desk);
});

test('what was written with the network down is sent in order once it is back, across a restart', async () => {
  const desk = await deskAndClinic();
  await desk.sync();
  await desk.restart({ baseUrl: NOBODY });
  await saveEverything(desk);
  const health = await desk.sync();
  expect(health.connection).toBe('offline');
  expect((await desk.outbox()).map(({ state }) => state)).toEqual(Array.from({ length: 8 }, () => 'saved'));
  await desk.restart();
  await desk.sync();
  expect(await desk.outbox()).toEqual([]);
  expect(desk.clinic.ledger()).toHaveLength(8);
  await expectTruth(desk);
});

test('a create whose answer is lost is found again and not sent twice', async () => {
  const desk = await deskAndClinic();
  await desk.sync();
  desk.clinic.faults.add({
    match: { method: 'POST', path: '/v2/requisitions', times: 1 },
    action: { kind: 'close', after: true },
  });
  const { id } = await desk.save(NEW_ORDER);
  await desk.sync();
  expect(await desk.outbox()).toEqual([]);
  expect(desk.done('POST', '/v2/requisitions')).toBe(1);
  const [settled] = await desk.settled();
  expect(settled).toMatchObject({ how: 'found' });
  const engine = desk.engine();
  const found = await engine.call('requisitions.get', { id });
  expect(found).toMatchObject({ value: { id: settled?.id, record: { name: 'Lipid panel' }, pending: null } });
});

test('a create that is not found again stays uncertain, and goes once more only when the user says so', async () => {
  const desk = await deskAndClinic();
  await desk.sync();
  desk.clinic.faults.add({
    match: { method: 'POST', path: '/v2/requisitions', times: 1 },
    action: { kind: 'close' },
  });
  const { number } = await desk.save(NEW_ORDER);
  await desk.sync();
  expect(await desk.outbox()).toMatchObject([{ number, state: 'uncertain', question: null }]);
  await desk.sync();
  expect(desk.done('POST', '/v2/requisitions')).toBe(0);
  await desk.resolve(number, { take: 'mine' });
  await desk.sync();
  expect(desk.done('POST', '/v2/requisitions')).toBe(1);
  expect(await desk.outbox()).toEqual([]);
});

test('of two equal records neither is taken for the lost one', async () => {
  const desk = await deskAndClinic();
  await desk.sync();
  desk.clinic.faults.add({
    match: { method: 'POST', path: '/v2/requisitions', times: 1 },
    action: { kind: 'close', after: true },
  });
  let twin = '';
  desk.clinic.faults.add({
    match: { method: 'GET', path: /^\/v2\/requisitions\?.*patient=/, skip: 1, times: 1 },
    action: {
      kind: 'meanwhile',
      happens: () => {
        twin = desk.clinic.elsewhere.createRequisition(NEW_ORDER.data);
      },
    },
  });
  const { number } = await desk.save(NEW_ORDER);
  await desk.sync();
  const [asked] = await desk.outbox();
  expect(asked).toMatchObject({ number, state: 'needs-you', question: 'several-found' });
  expect(asked?.candidates).toHaveLength(2);
  expect(asked?.candidates.map(({ id }) => id)).toContain(twin);
  await desk.resolve(number, { take: 'found', id: twin });
  expect(await desk.outbox()).toEqual([]);
});

test('an answer about another patient is adopted by nobody', async () => {
  const desk = await deskAndClinic();
  await desk.sync();
  desk.clinic.faults.add({
    match: { method: 'POST', path: '/v2/requisitions' },
    action: { kind: 'replace', body: (parsed) => ({ ...(parsed as object), patient: 'user_other' }) },
  });
  await desk.save(NEW_ORDER);
  await desk.sync({ kinds: ['form'] });
  expect(await desk.outbox()).toMatchObject([{ state: 'needs-you', question: 'odd-answer' }]);
});

test('different fields changed on two desks merge without a word', async () => {
  const desk = await deskAndClinic();
  await desk.sync();
  const { id } = desk.first('requisition');
  await desk.save({ operation: 'requisitions.update', data: { id, name: 'Mine' } });
  await changeElsewhere(desk.clinic, `/v2/requisitions/${id}`, { order_details: 'Theirs' });
  await desk.sync();
  expect(desk.truth('requisition').get(id)).toMatchObject({ name: 'Mine', order_details: 'Theirs' });
  expect(await desk.outbox()).toEqual([]);
});

test('the same field changed on two desks asks, with both values, and nothing is overwritten meanwhile', async () => {
  const desk = await deskAndClinic();
  await desk.sync();
  const { id, name } = desk.first('requisition');
  const { number } = await desk.save({ operation: 'requisitions.update', data: { id, name: 'Mine' } });
  await changeElsewhere(desk.clinic, `/v2/requisitions/${id}`, { name: 'Theirs' });
  await desk.sync();
  expect(await desk.outbox()).toMatchObject([
    {
      number,
      state: 'needs-you',
      question: 'conflict',
      fields: [{ field: 'name', base: JSON.stringify(name), mine: '"Mine"', theirs: '"Theirs"' }],
    },
  ]);
  expect(desk.truth('requisition').get(id)).toMatchObject({ name: 'Theirs' });
  await desk.resolve(number, { take: 'mine' });
  await desk.sync();
  expect(desk.truth('requisition').get(id)).toMatchObject({ name: 'Mine' });
});

test('a lost update that somebody has changed since is a conflict, not an overwrite', async () => {
  const desk = await deskAndClinic();
  await desk.sync();
  const { id } = desk.first('requisition');
  desk.clinic.faults.add({
    match: { method: 'POST', path: `/v2/requisitions/${id}`, times: 1 },
    action: { kind: 'close', after: true },
  });
  await desk.save({ operation: 'requisitions.update', data: { id, name: 'Mine' } });
  // Nor can the desk look at it afterwards.
  desk.clinic.faults.add({
    match: { method: 'GET', path: `/v2/requisitions/${id}`, skip: 1 },
    action: { kind: 'close' },
  });
  await desk.sync({ kinds: ['form'] });
  desk.clinic.faults.clear();
  expect(desk.truth('requisition').get(id)).toMatchObject({ name: 'Mine' });
  await changeElsewhere(desk.clinic, `/v2/requisitions/${id}`, { name: 'Theirs' });
  await desk.sync();
  expect(await desk.outbox()).toMatchObject([{ state: 'needs-you', question: 'conflict' }]);
  expect(desk.truth('requisition').get(id)).toMatchObject({ name: 'Theirs' });
});

test('a lost publish is recognised by what patients see since', async () => {
  const desk = await deskAndClinic();
  await desk.sync();
  const { id } = desk.first('form');
  const path = `/v2/forms/${id}/publish`;
  desk.clinic.faults.add({ match: { path, times: 1 }, action: { kind: 'truncate', keepBytes: 20 } });
  await desk.save({ operation: 'forms.publish', data: { id } });
  await desk.sync();
  expect(desk.done('POST', path)).toBe(1);
  expect(await desk.outbox()).toEqual([]);
  expect(await desk.settled()).toMatchObject([{ how: 'found' }]);
});

test('a publish that did not arrive stays uncertain and is not sent again', async () => {
  const desk = await deskAndClinic();
  await desk.sync();
  const { id } = desk.first('form');
  const path = `/v2/forms/${id}/publish`;
  desk.clinic.faults.add({ match: { path, times: 1 }, action: { kind: 'close' } });
  await desk.save({ operation: 'forms.publish', data: { id } });
  await desk.sync();
  await desk.sync();
  expect(await desk.outbox()).toMatchObject([{ state: 'uncertain', question: null }]);
  expect(desk.done('POST', path)).toBe(0);
});

test('a lost review is recognised by its one new entry', async () => {
  const desk = await deskAndClinic();
  await desk.sync();
  const { id } = desk.first('requisition');
  const path = `/v2/requisitions/${id}`;
  const review = {
    reviewer: 'user_reviewer',
    status: 'requested',
    review_deadline: '2027-01-01T09:00:00.000Z',
  };
  desk.clinic.faults.add({
    match: { method: 'POST', path, times: 1 },
    action: { kind: 'close', after: true },
  });
  await desk.save({ operation: 'requisitions.update', data: { id, review } });
  await desk.sync();
  expect(desk.done('POST', path)).toBe(1);
  expect(await desk.outbox()).toEqual([]);
});

test('a rejected write stays, with the server’s own words', async () => {
  const desk = await deskAndClinic();
  await desk.sync();
  const { id } = desk.first('requisition');
  desk.clinic.faults.add({
    match: { method: 'POST', path: `/v2/requisitions/${id}` },
    action: { kind: 'answer', status: 422, body: '{"message":"The provider is on leave."}' },
  });
  await desk.save({ operation: 'requisitions.update', data: { id, name: 'Mine' } });
  await desk.sync();
  expect(await desk.outbox()).toMatchObject([
    { state: 'rejected', error: { code: 'rejected', serverWords: 'The provider is on leave.' } },
  ]);
});

test('a form that is gone elsewhere counts as deleted, and an edit of it asks', async () => {
  const desk = await deskAndClinic();
  await desk.sync();
  const [first = '', second = ''] = [...desk.truth('form').keys()];
  await changeElsewhere(desk.clinic, `/v2/forms/${first}`, null, 'DELETE');
  await changeElsewhere(desk.clinic, `/v2/forms/${second}`, null, 'DELETE');
  await desk.save({ operation: 'forms.delete', data: { id: first } });
  await desk.save({ operation: 'forms.update', data: { id: second, name: 'Mine' } });
  await desk.sync();
  expect(await desk.settled()).toMatchObject([{ operation: 'forms.delete', how: 'needless' }]);
  expect(await desk.outbox()).toMatchObject([
    { operation: 'forms.update', state: 'needs-you', question: 'gone' },
  ]);
});

test('a delete envelope about another form is believed by nobody', async () => {
  const desk = await deskAndClinic();
  await desk.sync();
  const { id } = desk.first('form');
  desk.clinic.faults.add({
    match: { method: 'DELETE' },
    action: { kind: 'answer', status: 200, body: `{"id":"form_other","object":"form","delete":true}` },
  });
  await desk.save({ operation: 'forms.delete', data: { id } });
  await desk.sync();
  expect(await desk.outbox()).toMatchObject([{ state: 'needs-you', question: 'odd-answer' }]);
  expect((await desk.cached('form')).has(id)).toBe(true);
});

test('completion requests are laid on the list as it is by then', async () => {
  const desk = await deskAndClinic();
  await desk.sync();
  const { id } = desk.first('form');
  await desk.save({ operation: 'forms.completion', data: { id, ask: ['user_mine'] } });
  await changeElsewhere(desk.clinic, `/v2/forms/${id}`, {
    request_completion_from: [{ patient: 'user_theirs' }],
  });
  await desk.sync();
  const requests = desk.truth('form').get(id)?.['request_completion_from'] as readonly { patient: string }[];
  expect(requests.map(({ patient }) => patient).toSorted()).toEqual(['user_mine', 'user_theirs']);
});

test('an ended token keeps everything, and the outbox goes on with new ones', async () => {
  const desk = await deskAndClinic();
  await desk.sync();
  await saveEverything(desk);
  desk.clinic.faults.add({ match: {}, action: { kind: 'answer', status: 401 } });
  const health = await desk.sync();
  expect(health.connection).toBe('signed-out');
  expect((await desk.outbox()).every(({ state }) => state === 'saved')).toBe(true);
  desk.clinic.faults.clear();
  const { accessToken, jwt } = desk.clinic;
  await desk.engine().control('engine.setTokens', { accessToken, jwt });
  await desk.sync();
  expect(await desk.outbox()).toEqual([]);
  expect(desk.clinic.ledger()).toHaveLength(8);
});

test('a write that is forbidden does not hold up the others', async () => {
  const desk = await deskAndClinic();
  await desk.sync();
  const [first = '', second = ''] = [...desk.truth('notification').keys()];
  desk.clinic.faults.add({
    match: { path: `/v2/notifications/${first}` },
    action: { kind: 'answer', status: 403 },
  });
  for (const id of [first, second])
    await desk.save({ operation: 'notifications.update', data: { id, read: true } });
  await desk.sync();
  expect(await desk.outbox()).toMatchObject([{ id: first, state: 'rejected', error: { code: 'forbidden' } }]);
  expect(desk.truth('notification').get(second)).toMatchObject({ read: true });
});

test('a pending change is seen in the list at once, and by its local id for ever', async () => {
  const desk = await deskAndClinic();
  await desk.sync();
  const engine = desk.engine();
  const { id } = await desk.save(NEW_ORDER);
  const listed = await engine.call('requisitions.list', {
    filter: { search: 'lipid PANEL', patient: 'user_p1' },
  });
  expect(listed).toMatchObject({ value: { items: [{ id, pending: 'saved', status: 'draft' }] } });
  await desk.sync();
  const after = await engine.call('requisitions.list', {
    filter: { search: 'lipid panel', patient: 'user_p1' },
  });
  expect(after).toMatchObject({ value: { items: [{ pending: null }] } });
  const found = await engine.call('requisitions.get', { id });
  expect(found).toMatchObject({ value: { id: expect.stringMatching(/^req_/) as unknown } });
});
