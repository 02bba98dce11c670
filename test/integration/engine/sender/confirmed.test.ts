import { expect, test } from 'vitest';
import type { PendingChange } from '#contract/outbox.ts';
import { PLAIN_DIALECT } from '#main/demo/dialect/dialect.ts';
import { plainBut } from '../../../support/lost-orders.ts';
import { type TestApp, openTestApp } from '../../../support/app.ts';
import { NEW_ORDER, rawRequisition } from '../../../support/builders.ts';
import { findPatients } from '../../../support/clinic.ts';
import { unwrap } from '../../../support/engine.ts';
import { createSenderScene } from '../../../support/sender-scene.ts';

const PATIENT = 120_000;

type Json = Readonly<Record<string, unknown>>;

/** A service that responds to a change with 200 and keeps the record as it was. */
function ignoreWrite(app: TestApp, path: string, body: unknown): void {
  app.clinic.faults.add({
    match: { method: 'POST', path },
    action: {
      kind: 'answer',
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    },
  });
}

function getQuestion(outbox: readonly PendingChange[], id: string): PendingChange | undefined {
  return outbox.find((change) => change.id === id);
}

test(
  'a write that the service answers with 200 and does not carry out is shown with both values, and sent again only by the user',
  async () => {
    const app = await openTestApp();
    await app.sync();
    const requisitions = [...app.serviceRecords('requisition').values()];
    const shared = requisitions.find((record) => record['share_with_patient'] === true);
    const renamed = requisitions.find((record) => record['share_with_patient'] === false);
    const [published, asked] = [...app.serviceRecords('form').values()];
    const [notification] = [...app.serviceRecords('notification').values()].filter(
      ({ read }) => read === false,
    );
    if (!shared || !renamed || !published || !asked || !notification)
      throw new Error('the clinic lacks a record');
    ignoreWrite(app, `/v2/requisitions/${shared.id}`, shared);
    ignoreWrite(app, `/v2/requisitions/${renamed.id}`, renamed);
    ignoreWrite(app, `/v2/forms/${published.id}/publish`, published);
    ignoreWrite(app, `/v2/forms/${asked.id}`, asked);
    ignoreWrite(app, `/v2/notifications/${notification.id}`, notification);
    await app.save({
      operation: 'requisitions.update',
      data: { id: shared.id, share_with_patient: false },
    });
    await app.save({
      operation: 'requisitions.update',
      data: { id: renamed.id, review: { status: 'reviewed', reviewer: 'user_r1' } },
    });
    await app.save({ operation: 'forms.publish', data: { id: published.id } });
    await app.save({ operation: 'forms.completion', data: { id: asked.id, ask: ['user_new'] } });
    await app.save({ operation: 'notifications.update', data: { id: notification.id, read: true } });
    await app.sync();
    const outbox = await app.outbox();
    expect(outbox.map(({ state, question }) => [state, question])).toEqual(
      Array.from({ length: 5 }, () => ['needs-you', 'odd-answer']),
    );
    expect(getQuestion(outbox, shared.id)?.fields).toMatchObject([
      { field: 'share_with_patient', mine: 'false', theirs: 'true' },
    ]);
    expect(getQuestion(outbox, asked.id)?.fields).toMatchObject([
      { field: 'ask', mine: '["user_new"]', theirs: '[]' },
      { field: 'withdraw', theirs: null },
    ]);
    expect(getQuestion(outbox, published.id)?.changes.map(({ field }) => field)).toContain(
      'published_version',
    );
    expect(getQuestion(outbox, notification.id)?.fields).toMatchObject([{ mine: 'true', theirs: 'false' }]);
    app.clinic.faults.clear();
    const question = getQuestion(outbox, shared.id);
    await app.resolve(question?.number ?? 0, { take: 'mine' });
    await app.sync();
    expect(app.serviceRecords('requisition').get(shared.id)).toMatchObject({ share_with_patient: false });
    expect(getQuestion(await app.outbox(), shared.id)).toBeUndefined();
  },
  PATIENT,
);

test.each(['before', '202-id'] as const)(
  'if the response to an update is %s, the record itself confirms every write, and the cache holds it whole',
  async (updatedAnswer) => {
    const plain = { emptyText: 'null', emptyReference: 'missing', entryIds: 'new' } as const;
    const dialect = { name: 'confirming', choices: { ...PLAIN_DIALECT.choices, ...plain, updatedAnswer } };
    const app = await openTestApp({ dialect });
    await app.sync();
    const requisition = app.first('requisition');
    const [form, published] = [...app.serviceRecords('form').values()];
    if (form === undefined || published === undefined) throw new Error('the clinic lacks a form');
    await app.save({
      operation: 'requisitions.update',
      data: {
        id: requisition.id,
        name: 'Renamed',
        share_with_patient: requisition['share_with_patient'] !== true,
        order_details: '',
        diagnoses: [{ id: 'diag_mine', code: 'D64.9', description: 'Anaemia' }],
        review: { status: 'reviewed', reviewer: 'user_r1' },
      },
    });
    await app.save({ operation: 'forms.completion', data: { id: form.id, ask: ['user_new'] } });
    await app.save({ operation: 'forms.publish', data: { id: published.id } });
    await app.sync();
    expect(await app.outbox()).toEqual([]);
    expect((await app.closedChanges()).map(({ ending }) => ending)).toEqual(['sent', 'sent', 'sent']);
    expect(app.done('POST', `/v2/requisitions/${requisition.id}`)).toBe(1);
    expect(findPatients(app.serviceRecords('form').get(form.id))).toContain('user_new');
    const cached: Json | undefined = (await app.cached('requisition')).get(requisition.id);
    expect(cached).toMatchObject({ name: 'Renamed', patient: requisition['patient'] });
  },
  PATIENT,
);

test(
  'a text that the service cuts is shown with the part that is left',
  async () => {
    const app = await openTestApp({ dialect: 'strict' });
    await app.sync();
    const { id } = app.first('requisition');
    const words = 'fasting '.repeat(60).trim();
    await app.save({ operation: 'requisitions.update', data: { id, order_details: words } });
    await app.sync();
    const [question] = await app.outbox();
    expect(question).toMatchObject({ state: 'needs-you', question: 'odd-answer' });
    expect(question?.fields[0]?.mine).toBe(JSON.stringify(words));
    expect(String(question?.fields[0]?.theirs).length).toBeLessThan(260);
  },
  PATIENT,
);

test(
  'an update of a record that was not cached is sent once, even if its response is lost and the service stores the text in another form',
  async () => {
    const app = await openTestApp({ dialect: plainBut({ storedText: 'cut-255' }) });
    const { id } = app.first('requisition');
    const path = `/v2/requisitions/${id}`;
    app.clinic.faults.add({
      match: { method: 'POST', path, times: 1 },
      action: { kind: 'close', after: true },
    });
    const text = 'Fasting since midnight. '.repeat(20);
    await app.save({ operation: 'requisitions.update', data: { id, order_details: text } });
    await app.sync();
    await app.sync();
    expect(app.done('POST', path)).toBe(1);
    expect(await app.outbox()).toMatchObject([{ state: 'needs-you', question: 'conflict' }]);
  },
  PATIENT,
);

test.each([
  ['whole confirms it', (record: Json): Json => record, 0],
  [
    'without one of its fields is completed by the record itself',
    ({ name: _name, ...record }: Json): Json => record,
    1,
  ],
])('a response to a create with a review that is %s', async (_what, change, fetched) => {
  const app = await openTestApp();
  await app.sync();
  const record = /^\/v2\/requisitions\/[^/?]+$/;
  app.clinic.faults.add({
    match: { method: 'POST', path: '/v2/requisitions' },
    action: { kind: 'replace', body: (answer) => change(answer as Json) },
  });
  await app.save({ ...NEW_ORDER, data: { ...NEW_ORDER.data, review: { reviewer: 'user_r1' } } });
  const from = app.clinic.requests().length;
  await app.sync({ kinds: ['form'] });
  expect((await app.closedChanges()).map(({ ending }) => ending)).toEqual(['sent']);
  const asked = app.clinic.requests().slice(from);
  expect(asked.filter(({ method, path }) => method === 'GET' && record.test(path))).toHaveLength(fetched);
});

test.each([
  ['patient', 'user_p2'],
  ['type', 'imaging'],
])(
  'a response to a create with another %s is a question, and its record is not adopted',
  async (field, other) => {
    const app = await openTestApp();
    await app.sync();
    app.clinic.faults.add({
      match: { method: 'POST', path: '/v2/requisitions' },
      action: { kind: 'replace', body: (answer) => ({ ...(answer as Json), [field]: other }) },
    });
    await app.save(NEW_ORDER);
    await app.sync({ kinds: ['form'] });
    expect(await app.outbox()).toMatchObject([{ question: 'odd-answer', candidates: [] }]);
    expect(await app.closedChanges()).toEqual([]);
  },
);

test.each([
  ['with all that was sent is found', (record: Json): Json => record, [], ['found']],
  [
    'with another name is a question',
    (record: Json): Json => ({ ...record, name: 'Other' }),
    ['odd-answer'],
    [],
  ],
])('a lost review that the record shows %s', async (_what, change, asked, found) => {
  const app = await openTestApp();
  await app.sync();
  const { id } = app.first('requisition');
  const path = `/v2/requisitions/${id}`;
  app.clinic.faults.add({
    match: { method: 'POST', path, times: 1 },
    action: { kind: 'close', after: true },
  });
  app.clinic.faults.add({
    match: { method: 'GET', path, skip: 1 }, // the first one is right before it is sent
    action: { kind: 'replace', body: (record) => change(record as Json) },
  });
  const review = { status: 'reviewed', reviewer: 'user_r1' };
  await app.save({ operation: 'requisitions.update', data: { id, name: 'Renamed', review } });
  await app.sync({ kinds: ['form'] });
  await app.sync({ kinds: ['form'] });
  expect((await app.outbox()).map(({ question }) => question)).toEqual(asked);
  expect((await app.closedChanges()).map(({ ending }) => ending)).toEqual(found);
  expect(app.done('POST', path)).toBe(1);
});

test('a lost review without a reviewer is not found in one that a colleague has added meanwhile', async () => {
  const record = rawRequisition({});
  const ofColleague = { status: 'reviewed', reviewer: 'user_r2', reviewed_at: '2026-01-01T08:00:00.000Z' };
  const { app, push, countSent } = await createSenderScene(() => ({ ...record, reviews: [ofColleague] }));
  const { number } = app.save({
    operation: 'requisitions.update',
    data: { id: 'req_7Hq2', review: { status: 'reviewed' } },
  });
  const evidence = { before: { reviews: [], last_updated_at: record['last_updated_at'] } };
  const rest = { state: 'uncertain', evidence } as const;
  unwrap(app.store.storeAttempt({ number, data: app.one(number).data, rest }));
  await push();
  expect(app.all()).toMatchObject([{ number, state: 'uncertain' }]);
  expect(countSent()).toBe(0);
});

test('a lost review is not found in an earlier one of the same reviewer where it is unknown which reviews there were', async () => {
  const review = { status: 'reviewed', reviewer: 'user_r1' };
  const earlier = { ...review, reviewed_at: '2026-01-01T08:00:00.000Z', message: '' };
  const record = rawRequisition({ name: 'Renamed', reviews: [earlier] });
  const { app, push, countSent } = await createSenderScene(() => record);
  const { number } = app.save({
    operation: 'requisitions.update',
    data: { id: 'req_7Hq2', name: 'Renamed', review },
  });
  const evidence = { before: { name: 'Before', last_updated_at: record['last_updated_at'] } };
  const rest = { state: 'uncertain', evidence } as const;
  unwrap(app.store.storeAttempt({ number, data: app.one(number).data, rest }));
  await push();
  expect(app.all()).toMatchObject([{ number, state: 'uncertain' }]);
  expect(countSent()).toBe(0);
});
