import { expect, test } from 'vitest';
import { patientsIn, usableBy } from '../../support/forms.ts';
import { changeElsewhere, deskAndClinic, type DeskAndClinic } from '../../support/desk-and-clinic.ts';

test.each([
  ['says that it was not deleted', { delete: false }],
  ['is about something else', { object: 'requisition' }],
  ['is the form', { name: 'Intake' }],
])('a delete envelope that %s is believed by nobody', async (_what, change) => {
  const desk = await deskAndClinic();
  await desk.sync();
  const { id } = desk.first('form');
  const body = JSON.stringify({ id, object: 'form', delete: true, ...change });
  desk.clinic.faults.add({
    match: { method: 'DELETE' },
    action: {
      kind: 'answer',
      status: 200,
      body: 'name' in change ? body.replace('"delete":true,', '') : body,
    },
  });
  await desk.save({ operation: 'forms.delete', data: { id } });
  await desk.sync();
  expect(await desk.outbox()).toMatchObject([{ state: 'needs-you', question: 'odd-answer' }]);
  expect((await desk.cached('form')).has(id)).toBe(true);
});

test('a publish of a form that was deleted elsewhere asks, and is not sent', async () => {
  const desk = await deskAndClinic();
  await desk.sync();
  const { id } = desk.first('form');
  await changeElsewhere(desk.clinic, `/v2/forms/${id}`, null, 'DELETE');
  await desk.save({ operation: 'forms.publish', data: { id } });
  await desk.sync();
  expect(await desk.outbox()).toMatchObject([
    { operation: 'forms.publish', state: 'needs-you', question: 'gone' },
  ]);
  expect(desk.done('POST', `/v2/forms/${id}/publish`)).toBe(0);
});

test('a request to patients of a form that was deleted elsewhere asks', async () => {
  const desk = await deskAndClinic();
  await desk.sync();
  const { id } = desk.first('form');
  await changeElsewhere(desk.clinic, `/v2/forms/${id}`, null, 'DELETE');
  await desk.save({ operation: 'forms.completion', data: { id, ask: ['user_p1'] } });
  await desk.sync();
  expect(await desk.outbox()).toMatchObject([{ state: 'needs-you', question: 'gone' }]);
});

test('completion requests that the service shows as an object are not written over', async () => {
  const desk = await deskAndClinic();
  await desk.sync();
  const { id } = desk.first('form');
  desk.clinic.faults.add({
    match: { method: 'GET', path: `/v2/forms/${id}` },
    action: {
      kind: 'replace',
      body: (form) => ({ ...(form as object), request_completion_from: { patient: 'user_p1' } }),
    },
  });
  await desk.save({ operation: 'forms.completion', data: { id, ask: ['user_p2'] } });
  await desk.sync();
  expect(await desk.outbox()).toMatchObject([
    { state: 'needs-you', question: 'odd-answer', error: { detail: 'request_completion_from' } },
  ]);
  expect(desk.done('POST', `/v2/forms/${id}`)).toBe(0);
});

/** The service shows the form without a single request, in these answers. */
function hideRequests(desk: DeskAndClinic, id: string, ...methods: readonly string[]): void {
  for (const method of methods) {
    desk.clinic.faults.add({
      match: { method, path: `/v2/forms/${id}` },
      action: { kind: 'replace', body: (form) => ({ ...(form as object), request_completion_from: [] }) },
    });
  }
}

test('an answer without a patient who was asked is no answer: the form as it is fetched decides', async () => {
  const desk = await deskAndClinic();
  await desk.sync();
  const { id } = desk.first('form');
  hideRequests(desk, id, 'POST');
  await desk.save({ operation: 'forms.completion', data: { id, ask: ['user_p2'] } });
  await desk.sync();
  expect(await desk.outbox()).toEqual([]);
  expect(patientsIn(desk.truth('form').get(id))).toContain('user_p2');
});

test('a form that does not hold a patient who was asked is a question', async () => {
  const desk = await deskAndClinic();
  await desk.sync();
  const { id } = desk.first('form');
  hideRequests(desk, id, 'POST', 'GET');
  await desk.save({ operation: 'forms.completion', data: { id, ask: ['user_p2'] } });
  await desk.sync();
  expect(await desk.outbox()).toMatchObject([{ state: 'needs-you', question: 'odd-answer' }]);
});

test('a patient who has completed the form is asked again', async () => {
  const desk = await deskAndClinic();
  await desk.sync();
  const { id } = desk.first('form');
  const ask = { operation: 'forms.completion', data: { id, ask: ['user_again'] } } as const;
  await desk.save(ask);
  await desk.sync();
  desk.clinic.completeForm(id, 'user_again');
  await desk.save(ask);
  await desk.sync();
  expect(patientsIn(desk.truth('form').get(id))).toContain('user_again');
  expect(desk.done('POST', `/v2/forms/${id}`)).toBe(2);
});

test('who may use a form asks where two desks changed it, and merges with everything else', async () => {
  const desk = await deskAndClinic();
  await desk.sync();
  const [first = '', second = ''] = [...desk.truth('form').keys()];
  const mine = usableBy(false, { individuals: ['user_mine'] });
  for (const id of [first, second])
    await desk.save({ operation: 'forms.update', data: { id, usable_by: mine } });
  const theirs = usableBy(false, { peer_groups: ['nurses'] });
  await changeElsewhere(desk.clinic, `/v2/forms/${first}`, { usable_by: theirs });
  await changeElsewhere(desk.clinic, `/v2/forms/${second}`, { name: 'Theirs' });
  await desk.sync();
  expect(await desk.outbox()).toMatchObject([{ id: first, state: 'needs-you', question: 'conflict' }]);
  expect(desk.truth('form').get(first)).toMatchObject({ usable_by: theirs });
  expect(desk.truth('form').get(second)).toMatchObject({ name: 'Theirs', usable_by: mine });
});
