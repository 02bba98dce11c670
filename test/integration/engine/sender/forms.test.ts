import { expect, test } from 'vitest';
import { type TestApp, openTestApp } from '../../../support/app.ts';
import { changeAsOtherClient, findPatients } from '../../../support/clinic.ts';
import { usableBy } from '../../../support/builders.ts';
import { unwrap } from '../../../support/engine.ts';
import { endings, questions } from '../../../support/lost-orders.ts';
import { createSenderScene, FORM } from '../../../support/sender-scene.ts';

type Fields = Readonly<Record<string, unknown>>;

test.each([
  ['says that it was not deleted', { delete: false }],
  ['is about something else', { object: 'requisition' }],
  ['is the form', { name: 'Intake' }],
])('a delete envelope that %s is not accepted', async (_what, change) => {
  const app = await openTestApp();
  await app.sync();
  const { id } = app.first('form');
  const body = JSON.stringify({ id, object: 'form', delete: true, ...change });
  app.clinic.faults.add({
    match: { method: 'DELETE' },
    action: {
      kind: 'answer',
      status: 200,
      body: 'name' in change ? body.replace('"delete":true,', '') : body,
    },
  });
  await app.save({ operation: 'forms.delete', data: { id } });
  await app.sync();
  expect(await app.outbox()).toMatchObject([{ state: 'needs-you', question: 'odd-answer' }]);
  expect((await app.cached('form')).has(id)).toBe(true);
});

test('after an odd answer to a deletion the form is gone only where the service says so, not where it cannot be asked: then it is tried again', async () => {
  const app = await openTestApp();
  await app.sync();
  const { id } = app.first('form');
  const path = `/v2/forms/${id}`;
  app.clinic.faults.add({
    match: { method: 'DELETE' },
    action: { kind: 'answer', status: 200, body: '{}' },
  });
  app.clinic.faults.add({
    match: { method: 'GET', path, skip: 1 },
    action: { kind: 'answer', status: 503, body: '' },
  });
  await app.save({ operation: 'forms.delete', data: { id } });
  await app.sync();
  expect(await app.outbox()).toMatchObject([{ operation: 'forms.delete', state: 'saved' }]);
  expect((await app.cached('form')).has(id)).toBe(true);
});

test('a publish of a form that was deleted by another client is a question, and is not sent', async () => {
  const app = await openTestApp();
  await app.sync();
  const { id } = app.first('form');
  await changeAsOtherClient(app.clinic, `/v2/forms/${id}`, null, 'DELETE');
  await app.save({ operation: 'forms.publish', data: { id } });
  await app.sync();
  expect(await app.outbox()).toMatchObject([
    { operation: 'forms.publish', state: 'needs-you', question: 'gone' },
  ]);
  expect(app.done('POST', `/v2/forms/${id}/publish`)).toBe(0);
});

test.each([
  ['the published version', { published_version: 'fver_9' }, ['found']],
  ['both versions', { published_version: 'fver_8', latest_version: 'fver_9' }, ['found']],
  ['the latest version alone, as by an edit in the form builder,', { latest_version: 'fver_9' }, []],
  ['neither version', {}, []],
])(
  'a lost publish of a form without any version has arrived where it has a published one; %s changed: %j',
  async (_which, versions, expected) => {
    const app = await openTestApp();
    await app.sync();
    const form = [...app.serviceRecords('form').values()].find(
      (each) => each['published_version'] === '' && each['latest_version'] === '',
    );
    if (form === undefined) throw new Error('the clinic lacks a new form');
    const path = `/v2/forms/${form.id}`;
    app.clinic.faults.add({ match: { method: 'POST', path: `${path}/publish` }, action: { kind: 'close' } });
    await app.save({ operation: 'forms.publish', data: { id: form.id } });
    await app.sync({ kinds: ['notification'] });
    expect(await questions(app)).toEqual(['uncertain']);
    app.clinic.faults.add({
      match: { method: 'GET', path },
      action: { kind: 'replace', body: (fresh) => ({ ...(fresh as object), ...versions }) },
    });
    await app.sync({ kinds: ['notification'] });
    expect(await endings(app)).toEqual(expected);
  },
);

const [NONE, ABSENT] = [
  { published_version: '', latest_version: '' },
  { published_version: null, latest_version: null },
];
const SAME = { published_version: 'fver_1', latest_version: 'fver_1' };
test.each([
  [
    'with equal versions has arrived where the latest one has changed',
    SAME,
    { latest_version: 'fver_2' },
    [],
  ],
  ['with equal versions is not known to have arrived where neither has', SAME, {}, ['uncertain']],
  ['without versions has not arrived where they are null instead of empty', NONE, ABSENT, ['uncertain']],
])('a lost publish of a form %s', async (_what, before, versions, expected) => {
  const { app, push, countSent } = await createSenderScene(() => ({ ...FORM, ...before, ...versions }));
  const { number } = app.save({ operation: 'forms.publish', data: { id: FORM.id } }, { ...FORM, ...before });
  const rest = { state: 'uncertain', evidence: { before } } as const;
  unwrap(app.store.storeAttempt({ number, data: app.one(number).data, rest }));
  await push();
  expect(app.all().map(({ state }) => state)).toEqual(expected);
  expect(countSent()).toBe(0);
});

test('a completion request of a form that was deleted by another client is a question', async () => {
  const app = await openTestApp();
  await app.sync();
  const { id } = app.first('form');
  await changeAsOtherClient(app.clinic, `/v2/forms/${id}`, null, 'DELETE');
  await app.save({ operation: 'forms.completion', data: { id, ask: ['user_p1'] } });
  await app.sync();
  expect(await app.outbox()).toMatchObject([{ state: 'needs-you', question: 'gone' }]);
});

test('completion requests that the service shows as an object are not overwritten', async () => {
  const app = await openTestApp();
  await app.sync();
  const { id } = app.first('form');
  app.clinic.faults.add({
    match: { method: 'GET', path: `/v2/forms/${id}` },
    action: {
      kind: 'replace',
      body: (form) => ({ ...(form as object), request_completion_from: { patient: 'user_p1' } }),
    },
  });
  await app.save({ operation: 'forms.completion', data: { id, ask: ['user_p2'] } });
  await app.sync();
  expect(await app.outbox()).toMatchObject([
    { state: 'needs-you', question: 'odd-answer', error: { detail: 'request_completion_from' } },
  ]);
  expect(app.done('POST', `/v2/forms/${id}`)).toBe(0);
});

test('completion requests that the service shows as null are none: a patient is asked without a question', async () => {
  const app = await openTestApp();
  await app.sync();
  const { id } = app.first('form');
  await changeAsOtherClient(app.clinic, `/v2/forms/${id}`, { request_completion_from: [] });
  const body = (form: unknown): unknown => {
    const { request_completion_from: requests } = form as { request_completion_from: readonly unknown[] }; // a form of the clinic
    return { ...(form as object), request_completion_from: requests.length === 0 ? null : requests };
  };
  app.clinic.faults.add({ match: { path: `/v2/forms/${id}` }, action: { kind: 'replace', body } });
  await app.save({ operation: 'forms.completion', data: { id, ask: ['user_p2'] } });
  await app.sync();
  expect(await app.outbox()).toEqual([]);
  expect(findPatients(app.serviceRecords('form').get(id))).toEqual(['user_p2']);
});

test.each([
  ['in the name of this user', 'user_me', { patient: 'user_p2', requested_by: 'user_me' }],
  ['in no name while the user is unknown', null, { patient: 'user_p2' }],
])('a patient is asked %s', async (_whose, userId, asked) => {
  const app = await openTestApp({}, { userId });
  await app.sync();
  const { id } = app.first('form');
  await changeAsOtherClient(app.clinic, `/v2/forms/${id}`, { request_completion_from: [] });
  await app.save({ operation: 'forms.completion', data: { id, ask: ['user_p2'] } });
  await app.sync();
  expect(app.clinic.writeLog().at(-1)?.body).toEqual({
    request_completion_from: [{ ...asked, requested_at: expect.any(String) }],
  });
});

/** The service shows the form without any request, in these responses. */
function hideRequests(app: TestApp, id: string, ...methods: readonly string[]): void {
  for (const method of methods) {
    app.clinic.faults.add({
      match: { method, path: `/v2/forms/${id}` },
      action: { kind: 'replace', body: (form) => ({ ...(form as object), request_completion_from: [] }) },
    });
  }
}

test('a response that lacks an asked patient is not accepted: the form as it is fetched decides', async () => {
  const app = await openTestApp();
  await app.sync();
  const { id } = app.first('form');
  hideRequests(app, id, 'POST');
  await app.save({ operation: 'forms.completion', data: { id, ask: ['user_p2'] } });
  await app.sync();
  expect(await app.outbox()).toEqual([]);
  expect(findPatients(app.serviceRecords('form').get(id))).toContain('user_p2');
});

test('a form that lacks an asked patient is a question', async () => {
  const app = await openTestApp();
  await app.sync();
  const { id } = app.first('form');
  hideRequests(app, id, 'POST', 'GET');
  await app.save({ operation: 'forms.completion', data: { id, ask: ['user_p2'] } });
  await app.sync({ kinds: ['notification'] });
  expect(await app.outbox()).toMatchObject([{ state: 'needs-you', question: 'odd-answer' }]);
});

test('a patient whom the service has taken alone, and who has completed the form since, is asked again only by the user', async () => {
  const app = await openTestApp();
  await app.sync();
  const { id } = app.first('form');
  const path = `/v2/forms/${id}`;
  app.clinic.faults.add({
    match: { method: 'GET', path, skip: 1, times: 2 },
    action: {
      kind: 'replace',
      body: (form) => ({ ...(form as object), request_completion_from: [{ patient: 'user_p' }] }),
    },
  });
  hideRequests(app, id, 'POST');
  const { number } = await app.save({
    operation: 'forms.completion',
    data: { id, ask: ['user_p', 'user_q'] },
  });
  await app.sync({ kinds: ['notification'] });
  expect(await app.outbox()).toMatchObject([{ number, question: 'odd-answer' }]);
  app.clinic.faults.clear();
  app.clinic.completeForm(id, 'user_p');
  await app.resolve(number, { take: 'mine' });
  await app.sync();
  expect(await app.outbox()).toMatchObject([
    { number, question: 'asked-before', fields: [{ field: 'ask', theirs: '["user_p"]' }, {}] },
  ]);
  expect(app.done('POST', path)).toBe(1);
  await app.resolve(number, { take: 'mine' });
  await app.sync();
  expect(await app.outbox()).toEqual([]);
  expect(findPatients(app.serviceRecords('form').get(id))).toContain('user_p');
});

test('a patient who has completed the form is asked again', async () => {
  const app = await openTestApp();
  await app.sync();
  const { id } = app.first('form');
  const ask = { operation: 'forms.completion', data: { id, ask: ['user_again'] } } as const;
  await app.save(ask);
  await app.sync();
  app.clinic.completeForm(id, 'user_again');
  await app.save(ask);
  await app.sync();
  expect(findPatients(app.serviceRecords('form').get(id))).toContain('user_again');
  expect(app.done('POST', `/v2/forms/${id}`)).toBe(2);
});

test('the allowed users of a form are a question if two clients changed them, and merge with all other changes', async () => {
  const app = await openTestApp();
  await app.sync();
  const [first = '', second = ''] = [...app.serviceRecords('form').keys()];
  const mine = usableBy(false, { individuals: ['user_mine'] });
  for (const id of [first, second])
    await app.save({ operation: 'forms.update', data: { id, usable_by: mine } });
  const theirs = usableBy(false, { peer_groups: ['nurses'] });
  await changeAsOtherClient(app.clinic, `/v2/forms/${first}`, { usable_by: theirs });
  await changeAsOtherClient(app.clinic, `/v2/forms/${second}`, { name: 'Theirs' });
  await app.sync();
  expect(await app.outbox()).toMatchObject([{ id: first, state: 'needs-you', question: 'conflict' }]);
  expect(app.serviceRecords('form').get(first)).toMatchObject({ usable_by: theirs });
  expect(app.serviceRecords('form').get(second)).toMatchObject({ name: 'Theirs', usable_by: mine });
});

/** Saves who can use a form that is restricted to a set that the document does not name; returns the form after sending. */
async function editTeamForm(
  users: ReturnType<typeof usableBy>,
  save: (was: unknown, sent: unknown) => unknown,
): Promise<{ readonly states: readonly string[]; readonly form: Fields }> {
  const team: Fields = { ...FORM, usable_by: { usable_by_all: false, usable_by: { teams: ['team_1'] } } };
  let form = team;
  const { app, push } = await createSenderScene(({ method, body }) => {
    if (method === 'POST')
      form = { ...form, usable_by: save(form['usable_by'], (body as Fields)['usable_by']) };
    return form;
  });
  app.save({ operation: 'forms.update', data: { id: FORM.id, usable_by: users } }, team);
  await push();
  return { states: app.all().map(({ state }) => state), form };
}

test('a form keeps a limit that the document does not name when others are chosen, and the service replaces the whole', async () => {
  const some = usableBy(false, { individuals: ['user_a'] });
  expect(await editTeamForm(some, (_was, sent) => sent)).toMatchObject({
    states: [],
    form: {
      usable_by: { usable_by_all: false, usable_by: { teams: ['team_1'], individuals: ['user_a'] } },
    },
  });
});

test('a limit that the document does not name goes when a form is opened to everyone; where the service keeps it, the user is asked', async () => {
  const everyone = usableBy(true);
  expect(await editTeamForm(everyone, (_was, sent) => sent)).toEqual({
    states: [],
    form: { ...FORM, usable_by: everyone },
  });
  const merge = (was: unknown, sent: unknown): unknown => {
    const [old, { usable_by: sets }] = [was, sent] as [Fields, typeof everyone]; // as FORM has it, and as it is sent
    return { ...(sent as object), usable_by: { ...(old['usable_by'] as object), ...sets } };
  };
  expect((await editTeamForm(everyone, merge)).states).toEqual(['needs-you']);
});

test('a limit that the document does not name and that the service drops is a question', async () => {
  const some = usableBy(false, { individuals: ['user_a'] });
  expect((await editTeamForm(some, () => some)).states).toEqual(['needs-you']);
});

test('the requests that a form has before another patient is asked are kept with the attempt', async () => {
  const request = { patient: 'user_a', requested_by: 'user_me', requested_at: '2026-01-02T00:00:00.000Z' };
  let form: Fields = { ...FORM, request_completion_from: [request] };
  const { app, push, failing } = await createSenderScene(({ method, body }) => {
    if (method === 'POST') form = { ...form, ...(body as object) };
    return form;
  });
  failing.add('closeConfirmedChange');
  const ask = { operation: 'forms.completion', data: { id: FORM.id, ask: ['user_b'] } } as const;
  const { number } = app.save(ask, form);
  await push();
  expect(app.one(number).evidence.before).toMatchObject({ request_completion_from: [request] });
});
