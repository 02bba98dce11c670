import { expect, test } from 'vitest';
import type { DialectChoices } from '#main/demo/dialect/unspecified-points.ts';
import { serviceClock, type ServiceClock } from '../../../faults/fault-clock.ts';
import { openTestApp, type TestApp } from '../../../support/app.ts';
import { findPatients, type RawRecord } from '../../../support/clinic.ts';
import { endings, plainBut, questions } from '../../../support/lost-orders.ts';

const A_MINUTE = 60_000;

interface LaggingApp {
  readonly app: TestApp;
  readonly there: ServiceClock;
}

/**
 * Opens an app that is up to date, over a service that shows changes later than it accepts them. Waits of the app take no
 * time; at the service time passes when a test says so.
 */
async function openLagging(choices: Partial<DialectChoices>): Promise<LaggingApp> {
  const there = serviceClock();
  const app = await openTestApp({ dialect: plainBut(choices), clock: there });
  await app.sync();
  return { app, there };
}

/** Saves and sends, and refreshes no list that holds the records. */
async function send(app: TestApp, ...changes: Parameters<TestApp['save']>[0][]): Promise<void> {
  for (const change of changes) {
    await app.save(change);
    await app.sync({ kinds: ['notification'] });
  }
}

/** Lets the service show all changes, and refreshes everything. */
async function catchUp({ app, there }: LaggingApp): Promise<void> {
  there.pass(A_MINUTE);
  await app.sync({ full: true });
}

/** Expects that these changes of forms end as sent, the one after the other, and that no question is ever asked. */
async function expectSent(opened: LaggingApp, ...changes: Parameters<TestApp['save']>[0][]): Promise<void> {
  const { app } = opened;
  await send(app, ...changes);
  expect(await questions(app)).not.toContainEqual(expect.stringMatching(/conflict|changed|odd/));
  await catchUp(opened);
  expect(await questions(app)).toEqual([]);
  expect(await endings(app)).toEqual(changes.map(() => 'sent'));
  expect(app.done('POST', /^\/v2\/forms\//)).toBe(changes.length);
}

const getForm = (app: TestApp): RawRecord => app.first('form');
const rename = (id: string, name: string) => ({ operation: 'forms.update', data: { id, name } }) as const;
const ask = (id: string, patient: string) =>
  ({ operation: 'forms.completion', data: { id, ask: [patient] } }) as const;

test('an edit is taken back right after it was sent, although the service still shows the state before both', async () => {
  const opened = await openLagging({ changedRead: 'after-10s' });
  const { id, name } = getForm(opened.app);
  await expectSent(opened, rename(id, 'Renamed'), rename(id, String(name)));
  expect(getForm(opened.app)).toMatchObject({ id, name });
});

test('a second edit of a field right after the first is no conflict with the state before both', async () => {
  const opened = await openLagging({ changedRead: 'after-10s' });
  const { id } = getForm(opened.app);
  await expectSent(opened, rename(id, 'Renamed'), rename(id, 'Renamed again'));
  expect(getForm(opened.app)).toMatchObject({ id, name: 'Renamed again' });
});

test('patients who are asked one right after the other are both asked', async () => {
  const opened = await openLagging({ changedRead: 'after-10s' });
  const { id } = getForm(opened.app);
  await expectSent(opened, ask(id, 'user_one'), ask(id, 'user_two'));
  expect(findPatients(getForm(opened.app))).toEqual(expect.arrayContaining(['user_one', 'user_two']));
});

test('a form is published right after an edit, without a question about that edit', async () => {
  const opened = await openLagging({ changedRead: 'after-10s' });
  const { id } = getForm(opened.app);
  await expectSent(opened, rename(id, 'Renamed'), { operation: 'forms.publish', data: { id } });
  expect(opened.app.done('POST', `/v2/forms/${id}/publish`)).toBe(1);
});

test('a record that is opened right after its change stays as it was sent', async () => {
  const { app } = await openLagging({ changedRead: 'after-10s' });
  const { id } = getForm(app);
  await send(app, rename(id, 'Renamed'));
  await app.engine().call('records.refresh', { kind: 'form', id });
  expect((await app.cached('form')).get(id)).toMatchObject({ name: 'Renamed' });
});

test.each([{}, { updatedAnswer: 'before' }, { updatedAnswer: '204', readMoves: 'moved' }] as const)(
  'the lists of a service do not take back what it has accepted, where answers are %j',
  async (choices) => {
    const opened = await openLagging({ changedListed: 'after-30s', reviewMoves: 'unmoved', ...choices });
    const { app } = opened;
    const form = getForm(app);
    const requisition = app.first('requisition');
    const unread = [...app.serviceRecords('notification').values()].find(({ read }) => read === false);
    if (unread === undefined) throw new Error('every notification has been read');
    await app.save(rename(form.id, 'Renamed'));
    const review = { status: 'requested', reviewer: 'user_r1' };
    await app.save({ operation: 'requisitions.update', data: { id: requisition.id, review } });
    await app.save({ operation: 'notifications.update', data: { id: unread.id, read: true } });
    await app.sync({ full: true });
    const expectShown = async (isCaughtUp: boolean): Promise<void> => {
      for (const [kind, id] of [
        ['form', form.id],
        ['requisition', requisition.id],
        ...(isCaughtUp ? [['notification', unread.id] as const] : []),
      ] as const)
        expect((await app.cached(kind)).get(id)).toEqual(app.serviceRecords(kind).get(id));
    };
    // A notification has no time of its last change, so that a list may show that it was changed back.
    await expectShown(false);
    await catchUp(opened);
    await expectShown(true);
    expect(await questions(app)).toEqual([]);
  },
);

test('a change that is answered without a body and that the service shows a moment later is not sent again', async () => {
  const { app } = await openLagging({ updatedAnswer: '204' });
  const before = structuredClone(getForm(app));
  app.clinic.faults.add({
    match: { method: 'GET', path: `/v2/forms/${before.id}`, skip: 1, times: 1 },
    action: { kind: 'replace', body: () => before },
  });
  await send(app, rename(before.id, 'Renamed'));
  expect(await endings(app)).toEqual(['sent']);
  expect(app.done('POST', `/v2/forms/${before.id}`)).toBe(1);
});

test('a delete that was answered without a body is not refused because a list still holds the form', async () => {
  const opened = await openLagging({ changedListed: 'after-30s', deletedAnswer: '204' });
  const { app } = opened;
  const before = structuredClone(getForm(app));
  // The GET after the delete, and the one before the second attempt.
  app.clinic.faults.add({
    match: { method: 'GET', path: `/v2/forms/${before.id}`, skip: 1, times: 2 },
    action: { kind: 'answer', status: 200, body: JSON.stringify(before) },
  });
  await send(app, { operation: 'forms.delete', data: { id: before.id } });
  expect((await app.outbox()).map(({ state }) => state)).not.toContain('rejected');
  await catchUp(opened);
  expect(await app.outbox()).toEqual([]);
  expect((await app.cached('form')).has(before.id)).toBe(false);
});

test('the question whether a patient is asked again is withdrawn once the form shows that the patient was asked', async () => {
  const opened = await openLagging({ changedRead: 'after-10s' });
  const { app } = opened;
  const { id } = getForm(app);
  app.clinic.faults.add({
    match: { method: 'POST', path: `/v2/forms/${id}`, times: 1 },
    action: { kind: 'answer', status: 500, after: true },
  });
  await send(app, ask(id, 'user_one'));
  expect(await questions(app)).toEqual(['asked-before']);
  await catchUp(opened);
  expect(await questions(app)).toEqual([]);
  expect(await endings(app)).toEqual(['needless']);
  expect(app.done('POST', `/v2/forms/${id}`)).toBe(1);
});
