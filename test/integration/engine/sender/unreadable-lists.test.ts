import { expect, test, vi } from 'vitest';
import { MINUTE, SECOND } from '#main/base/durations.ts';
import { until } from '../../../support/engine.ts';
import {
  endings,
  hideFromLists,
  RECONCILES,
  loseAnswer,
  only,
  posted,
  questions,
} from '../../../support/lost-orders.ts';
import { type TestApp, openTestApp } from '../../../support/app.ts';
import { NEW_ORDER, rawList } from '../../../support/builders.ts';
import { changeAsOtherClient } from '../../../support/clinic.ts';
import { type SteerableClock, createSteerableClock } from '../../../support/clocks.ts';

/** Each test opens files and threads of its own, which takes long on a busy machine. */
vi.setConfig({ testTimeout: 180_000 });

/** A service whose lists are read again and again. */
const SIZES = { requisitions: 12, forms: 2, notifications: 2 };
const ERROR = { kind: 'answer', status: 503 } as const;
const STALL = { kind: 'stall' } as const;
const PAGE = { kind: 'answer', status: 200, body: '<html>Maintenance</html>' } as const;

/** The lists that would show a create stall in pages of a hundred records and more. */
const LARGE_PAGES_STALL = {
  match: {
    method: 'GET',
    path: /requisitions\?.*limit=\d{3}.*patient=|requisitions\?.*patient=.*limit=\d{3}/,
  },
  action: STALL,
};

/** From now on the lists that would show a create fail, while everything else works. */
function breakLists({ clinic }: TestApp, action: typeof ERROR | typeof PAGE | typeof STALL): void {
  clinic.faults.add({ match: { method: 'GET', path: RECONCILES }, action });
}

async function openApp(): Promise<{ app: TestApp; clock: SteerableClock }> {
  const clock = createSteerableClock();
  const app = await openTestApp(SIZES, { clock, keepsFresh: true, isHasty: true });
  await app.sync();
  return { app, clock };
}

/** Syncs while the time of the engine passes: after several failures a request waits up to half a minute. */
async function syncWhileTimePasses(app: TestApp, clock: SteerableClock): Promise<void> {
  let isOver = false;
  const done = app.sync().finally(() => {
    isOver = true;
  });
  await until(async () => {
    if (!isOver) clock.advance(SECOND / 10);
    return isOver;
  }, 'the sync ends');
  await done;
}

const MAX_SYNCS = 30;

/**
 * Syncs until a condition holds: after slow responses the engine pauses, and a sync ends the pause.
 * @param pass called after each sync
 */
async function syncUntil(app: TestApp, condition: () => Promise<boolean>, pass = () => {}): Promise<void> {
  for (let syncs = 0; syncs < MAX_SYNCS && !(await condition()); syncs++) {
    await app.sync();
    pass();
  }
  expect(await condition()).toBe(true);
}

async function untilAsked(app: TestApp, pass?: () => void): Promise<void> {
  await syncUntil(app, async () => (await questions(app))[0] === 'not-listed', pass);
}

test.each([
  ['is answered with an error', ERROR],
  ['is a page of HTML', PAGE],
  ['takes too long in every page size', STALL],
])(
  'a create whose list %s becomes a question after two minutes, and is resolved automatically once the list is read',
  async (_how, action) => {
    const { app, clock } = await openApp();
    breakLists(app, action);
    await app.save(NEW_ORDER);
    await app.sync();
    clock.advance(MINUTE);
    await app.sync();
    expect(await questions(app)).toEqual(['saved']);
    clock.advance(MINUTE);
    // The two minutes begin once every size has been tried, which on a busy machine takes several syncs.
    await untilAsked(app, () => clock.advance(MINUTE));
    clock.advance(20 * MINUTE);
    await app.sync();
    await untilAsked(app);
    expect(posted(app)).toBe(0);
    app.clinic.faults.clear();
    await app.sync();
    await until(async () => (await app.outbox()).length === 0, 'the question closes');
    expect(await endings(app)).toEqual(['sent']);
    expect(posted(app)).toBe(1);
  },
);

test('the user may have it sent without the list', async () => {
  const { app, clock } = await openApp();
  breakLists(app, ERROR);
  const { number } = await app.save(NEW_ORDER);
  await app.sync();
  clock.advance(2 * MINUTE);
  await app.sync();
  await untilAsked(app);
  expect((await only(app)).error).toMatchObject({ code: 'server-error' });
  await app.resolve(number, { take: 'mine' });
  await app.sync();
  expect(posted(app)).toBe(1);
  expect(await endings(app)).toEqual(['sent']);
});

test('a list whose first page takes too long is read in smaller pages, and the create is sent', async () => {
  const { app } = await openApp();
  app.clinic.faults.add(LARGE_PAGES_STALL);
  await app.save(NEW_ORDER);
  await syncUntil(app, async () => (await endings(app)).length > 0);
  expect(await endings(app)).toEqual(['sent']);
  expect(posted(app)).toBe(1);
});

test('a create that the user sends without the list is looked for in smaller pages where the list is only slow', async () => {
  const { app, clock } = await openApp();
  breakLists(app, ERROR);
  const { number } = await app.save(NEW_ORDER);
  await app.sync();
  clock.advance(2 * MINUTE);
  await untilAsked(app);
  app.clinic.faults.clear();
  app.clinic.otherUsers.createRequisition(NEW_ORDER.data);
  app.clinic.faults.add(LARGE_PAGES_STALL);
  await app.resolve(number, { take: 'mine' });
  await syncUntil(app, async () => (await questions(app))[0] === 'already-there');
  expect(posted(app)).toBe(0);
});

test('other writes are sent between the pages of a list that takes too long', async () => {
  const { app } = await openApp();
  app.clinic.faults.add(LARGE_PAGES_STALL);
  const { id } = app.first('form');
  await app.save(NEW_ORDER);
  await app.save({ operation: 'forms.update', data: { id, description: 'Rewritten' } });
  await app.sync();
  await syncUntil(app, async () => (await endings(app)).length === 2);
  const asked = app.clinic.requests();
  const update = asked.findIndex(({ method, path }) => method === 'POST' && path === `/v2/forms/${id}`);
  const looks = asked.flatMap(({ query }, index) => (query.includes('patient=') ? [index] : []));
  expect(update).toBeGreaterThan(looks[0] ?? Infinity);
  expect(update).toBeLessThan(looks.at(-1) ?? -1);
  expect(await endings(app)).toEqual(['sent', 'sent']);
});

test('a create whose response was lost becomes a question too, and is found once the list is read', async () => {
  const { app, clock } = await openApp();
  loseAnswer(app);
  app.clinic.faults.add({ match: { method: 'GET', path: RECONCILES, skip: 1 }, action: ERROR });
  await app.save(NEW_ORDER);
  await app.sync();
  expect(await questions(app)).toEqual(['uncertain']);
  clock.advance(2 * MINUTE);
  await app.sync();
  await untilAsked(app);
  app.clinic.faults.clear();
  await app.sync();
  await until(async () => (await app.outbox()).length === 0, 'the question closes');
  expect(await endings(app)).toEqual(['found']);
  expect(posted(app)).toBe(1);
});

test('a create whose response was lost is not said to be missing while the list has no certain end', async () => {
  const { app, clock } = await openApp();
  const patient = String(app.first('requisition')['patient']);
  loseAnswer(app);
  hideFromLists(app);
  await app.save({ ...NEW_ORDER, data: { ...NEW_ORDER.data, patient } });
  await app.sync();
  expect(await questions(app)).toEqual(['uncertain']);
  app.clinic.faults.clear();
  // Records of the patient were known, so an empty list is no certain end.
  app.clinic.faults.add({
    match: { method: 'GET', path: RECONCILES },
    action: { kind: 'replace', body: (list) => ({ ...(list as object), data: [] }) },
  });
  clock.advance(2 * MINUTE);
  await app.sync();
  expect(await questions(app)).toEqual(['not-listed']);
  app.clinic.faults.clear();
  await app.sync();
  expect(await endings(app)).toEqual(['found']);
  expect(posted(app)).toBe(1);
});

const FORM_LISTS = /^\/v2\/forms\?/;

/** A form whose delete is answered 404, though the list of forms cannot be read. */
async function deleteUnlisted(app: TestApp): Promise<string> {
  const { id } = app.first('form');
  app.clinic.faults.add({ match: { method: 'GET', path: FORM_LISTS }, action: ERROR });
  app.clinic.faults.add({
    match: { method: 'DELETE' },
    action: { kind: 'answer', status: 404, body: '<html>gateway</html>' },
  });
  await app.save({ operation: 'forms.delete', data: { id } });
  await app.sync();
  return id;
}

test('a delete that was answered 404, and whose list cannot be read, becomes a question after two minutes', async () => {
  const { app, clock } = await openApp();
  const id = await deleteUnlisted(app);
  clock.advance(MINUTE);
  await app.sync();
  expect(await questions(app)).toEqual(['saved']);
  clock.advance(MINUTE);
  await app.sync();
  await untilAsked(app);
  expect((await only(app)).error).toMatchObject({ code: 'server-error' });
  app.clinic.faults.clear();
  await app.sync();
  await until(async () => (await app.outbox()).length === 0, 'the question closes');
  expect(await endings(app)).toEqual(['sent']);
  expect(app.serviceRecords('form').has(id)).toBe(false);
});

test('a delete of the last form, which another client has deleted, is done: its list is empty', async () => {
  const app = await openTestApp({ ...SIZES, forms: 1 });
  await app.sync();
  const { id } = app.first('form');
  await changeAsOtherClient(app.clinic, `/v2/forms/${id}`, null, 'DELETE');
  await app.save({ operation: 'forms.delete', data: { id } });
  await app.sync({ kinds: ['notification'] });
  expect(await endings(app)).toEqual(['needless']);
});

test('a delete is not done by an empty list of a service that is being restored, and an edit that waits for it stays', async () => {
  const { app, clock } = await openApp();
  const { id } = app.first('form');
  // Without a connection, so that the edit does not leave before the delete is saved.
  await app.restart({ baseUrl: 'http://127.0.0.1:9' });
  await app.save({ operation: 'forms.update', data: { id, description: 'Typed before' } });
  await app.save({ operation: 'forms.delete', data: { id } });
  app.clinic.faults.add({
    match: { method: 'GET', path: `/v2/forms/${id}` },
    action: { kind: 'answer', status: 404, body: '{}' },
  });
  app.clinic.faults.add({
    match: { method: 'GET', path: FORM_LISTS },
    action: { kind: 'answer', status: 200, body: JSON.stringify(rawList([])) },
  });
  await app.restart();
  await app.sync();
  expect([await endings(app), await app.outbox()]).toMatchObject([
    [],
    [
      { operation: 'forms.update', isHeldByDelete: true },
      { operation: 'forms.delete', state: 'saved' },
    ],
  ]);
  clock.advance(2 * MINUTE);
  await app.sync();
  await until(
    async () => (await app.outbox()).some(({ question }) => question === 'not-listed'),
    'the delete becomes a question',
  );
  expect(await app.cached('form')).toEqual(app.serviceRecords('form'));
  app.clinic.faults.clear();
  await app.sync();
  await until(async () => (await app.outbox()).length === 0, 'the question closes');
  expect(await endings(app)).toContain('sent');
  expect(app.done('DELETE', `/v2/forms/${id}`)).toBe(1);
});

test('the question about a delete closes once the list is read without the form', async () => {
  const { app, clock } = await openApp();
  const id = await deleteUnlisted(app);
  clock.advance(2 * MINUTE);
  await app.sync();
  await untilAsked(app);
  app.clinic.faults.clear();
  await changeAsOtherClient(app.clinic, `/v2/forms/${id}`, null, 'DELETE');
  await app.sync();
  await until(async () => (await app.outbox()).length === 0, 'the question closes');
  expect(await endings(app)).toEqual(['needless']);
  expect(app.done('DELETE', `/v2/forms/${id}`)).toBe(1);
});

test('a delete that was done, and whose form the list goes on to hold, becomes a question after two minutes and stays one until the list lacks it', async () => {
  const { app, clock } = await openApp();
  const { id } = app.first('form');
  const forms = [...app.serviceRecords('form').values()];
  await app.save({ operation: 'forms.delete', data: { id } });
  app.clinic.faults.add({
    match: { method: 'DELETE' },
    action: { kind: 'answer', status: 204, body: '', after: true },
  });
  app.clinic.faults.add({
    match: { method: 'GET', path: FORM_LISTS },
    action: { kind: 'answer', status: 200, body: JSON.stringify(rawList(forms)) },
  });
  await app.sync();
  expect(await questions(app)).toEqual(['saved']);
  clock.advance(2 * MINUTE);
  await app.sync();
  await untilAsked(app);
  for (let syncs = 0; syncs < 3; syncs++) {
    clock.advance(MINUTE);
    await app.sync();
    expect(await questions(app)).toEqual(['not-listed']);
  }
  app.clinic.faults.clear();
  await app.sync();
  await until(async () => (await app.outbox()).length === 0, 'the question closes');
  expect(app.done('DELETE', `/v2/forms/${id}`)).toBe(1);
});

test.each([
  ['without a connection', { kind: 'close' }],
  ['without any answer', STALL],
] as const)('time %s to the service does not count', async (_how, action) => {
  const { app, clock } = await openApp();
  app.clinic.faults.add({ match: {}, action });
  await app.save(NEW_ORDER);
  await syncWhileTimePasses(app, clock);
  clock.advance(60 * MINUTE);
  await syncWhileTimePasses(app, clock);
  expect(await questions(app)).toEqual(['saved']);
});
