import { cp, rm } from 'node:fs/promises';
import { describe, expect, test, vi } from 'vitest';
import { HOUR, MINUTE } from '#main/base/durations.ts';
import { until } from '../../../support/engine.ts';
import {
  endings,
  hideFromLists,
  RECONCILES,
  loseAnswer,
  loseRequest,
  only,
  ORDERS,
  plainBut,
  posted,
  questions,
  untilReconciled,
} from '../../../support/lost-orders.ts';
import { openTestApp } from '../../../support/app.ts';
import { NEW_ORDER } from '../../../support/builders.ts';
import { changeAsOtherClient } from '../../../support/clinic.ts';
import { createSteerableClock } from '../../../support/clocks.ts';
import { idsOf } from '../../../support/results.ts';

/** Each test opens files and threads of its own, which takes long on a busy machine. */
const TIMEOUT = 180_000;
vi.setConfig({ testTimeout: TIMEOUT });

describe('records that were at the service before', () => {
  test('a requisition that this user created in another client is not taken for a create that never arrived', async () => {
    const app = await openTestApp();
    await app.sync();
    const other = app.clinic.otherUsers.createRequisition(NEW_ORDER.data);
    loseRequest(app);
    const { number } = await app.save(NEW_ORDER);
    await app.sync();
    expect(await endings(app)).toEqual([]);
    expect(await questions(app)).toEqual(['already-there']);
    expect((await only(app)).candidates).toMatchObject([
      { id: other, name: NEW_ORDER.data.name, differences: [] },
    ]);
    app.clinic.faults.clear();
    await app.sync();
    expect(posted(app)).toBe(0);
    await app.resolve(number, { take: 'mine' });
    await app.sync();
    expect(posted(app)).toBe(1);
    expect(await endings(app)).toEqual(['sent']);
  });

  test('a record that was known and has changed since is never taken for a lost create', async () => {
    const app = await openTestApp();
    const known = app.clinic.otherUsers.createRequisition(NEW_ORDER.data);
    await app.sync();
    loseRequest(app);
    app.clinic.faults.add({ match: { method: 'GET', path: /search=/ }, action: { kind: 'close' } });
    await app.save(NEW_ORDER);
    await app.sync();
    app.clinic.otherUsers.updateRequisition(known, { name: NEW_ORDER.data.name });
    await app.sync();
    app.clinic.faults.clear();
    await app.sync();
    expect(await endings(app)).toEqual([]);
    expect(posted(app)).toBe(0);
  });

  test('one from another user does not interfere, and is never adopted', async () => {
    const app = await openTestApp({}, { userId: 'user_somebody' });
    await app.sync();
    app.clinic.otherUsers.createRequisition(NEW_ORDER.data);
    loseRequest(app);
    await app.save(NEW_ORDER);
    await app.sync();
    await app.sync();
    expect(await questions(app)).toEqual(['uncertain']);
    expect(await endings(app)).toEqual([]);
  });

  test('if the user is not known, a similar record is a question before and after', async () => {
    const app = await openTestApp({}, { userId: null });
    await app.sync();
    app.clinic.otherUsers.createRequisition(NEW_ORDER.data);
    const { number } = await app.save(NEW_ORDER);
    await app.sync();
    expect(await questions(app)).toEqual(['already-there']);
    await app.resolve(number, { take: 'mine' });
    loseAnswer(app);
    await app.sync();
    expect(await questions(app)).toEqual(['several-found']);
    expect((await only(app)).candidates).toHaveLength(1);
    expect(posted(app)).toBe(1);
  });

  test('two creates of this computer that are nearly alike do not interfere with each other', async () => {
    const app = await openTestApp();
    await app.sync();
    await app.save(NEW_ORDER);
    await app.save(NEW_ORDER);
    await app.save({ ...NEW_ORDER, data: { ...NEW_ORDER.data, name: `${NEW_ORDER.data.name}, fasting` } });
    await app.sync();
    expect(await endings(app)).toEqual(['sent', 'sent', 'sent']);
    expect(posted(app)).toBe(3);
  });

  test(
    'a folder that is restored from a copy asks instead of creating again',
    async () => {
      const app = await openTestApp();
      await app.sync();
      await app.save(NEW_ORDER);
      await app.engine().close();
      const copy = `${app.folder}-copy`;
      await cp(app.folder, copy, { recursive: true });
      await app.restart();
      await app.sync();
      expect(posted(app)).toBe(1);
      await app.engine().close();
      await rm(app.folder, { recursive: true });
      await cp(copy, app.folder, { recursive: true });
      await rm(copy, { recursive: true });
      await app.restart();
      await app.sync();
      expect(posted(app)).toBe(1);
      expect(await questions(app)).toEqual(['already-there']);
    },
    TIMEOUT,
  );
});

describe('reconciling a lost create', () => {
  test('happens right before the user sends it again', async () => {
    const app = await openTestApp();
    await app.sync();
    loseAnswer(app);
    hideFromLists(app);
    const { number } = await app.save(NEW_ORDER);
    await app.sync();
    expect(await endings(app)).toEqual([]);
    app.clinic.faults.clear();
    await app.resolve(number, { take: 'mine' });
    await app.sync();
    expect(posted(app)).toBe(1);
    expect(await endings(app)).toEqual(['found']);
  });

  test('takes place once in a single sync, leaves it uncertain, and the next one finds it', async () => {
    const app = await openTestApp();
    await app.sync();
    loseAnswer(app);
    hideFromLists(app);
    const before = app.clinic.requests().length;
    await app.save(NEW_ORDER);
    await app.sync();
    expect(await questions(app)).toEqual(['uncertain']);
    // Right before it is sent, and once after that; an empty list needs no second page.
    const looks = app.clinic
      .requests()
      .slice(before)
      .filter(({ path, query }) => RECONCILES.test(`${path}?${query}`));
    expect(looks).toHaveLength(2);
    app.clinic.faults.clear();
    await app.sync();
    expect(await endings(app)).toEqual(['found']);
    expect(posted(app)).toBe(1);
  });

  test(
    'leads to a question after two minutes, which closes automatically once the record shows',
    async () => {
      const clock = createSteerableClock();
      const dialect = plainBut({ createdVisible: 'after-3min' });
      const app = await openTestApp({ dialect, clock }, { clock, keepsFresh: true });
      await app.sync();
      loseAnswer(app);
      await app.save(NEW_ORDER);
      await untilReconciled(app);
      clock.advance(MINUTE);
      await app.sync();
      expect(await questions(app)).toEqual(['uncertain']);
      clock.advance(MINUTE);
      await until(async () => (await questions(app))[0] === 'none-found', 'the look after two minutes');
      clock.advance(2 * MINUTE);
      await until(async () => (await app.outbox()).length === 0, 'the question closes');
      expect(await endings(app)).toEqual(['found']);
      expect(posted(app)).toBe(1);
    },
    TIMEOUT,
  );

  test(
    'does not count an hour without a network towards the two minutes',
    async () => {
      const clock = createSteerableClock();
      const app = await openTestApp({}, { clock, keepsFresh: true });
      await app.sync();
      loseAnswer(app);
      hideFromLists(app);
      await app.save(NEW_ORDER);
      await untilReconciled(app);
      app.clinic.faults.clear();
      app.clinic.faults.add({ match: {}, action: { kind: 'close' } });
      // Another request notices it; no reconcile is attempted meanwhile.
      const { id } = app.first('form');
      await app.engine().handle('records.refresh', { kind: 'form', id });
      expect((await app.health()).connection).toBe('offline');
      clock.advance(HOUR);
      app.clinic.faults.clear();
      hideFromLists(app);
      const from = app.clinic.requests().length;
      await until(async () => {
        await app.sync();
        return app.clinic
          .requests()
          .slice(from)
          .some(({ path, query }) => RECONCILES.test(`${path}?${query}`));
      }, 'a reconcile after the network is back');
      await app.sync();
      expect(await questions(app)).toEqual(['uncertain']);
      clock.advance(2 * MINUTE);
      await until(async () => (await questions(app))[0] === 'none-found', 'the question');
    },
    TIMEOUT,
  );

  test(
    'closes a question of an earlier run when a later sync finds the record',
    async () => {
      const clock = createSteerableClock();
      const app = await openTestApp({}, { clock, keepsFresh: true });
      await app.sync();
      loseAnswer(app);
      hideFromLists(app);
      await app.save(NEW_ORDER);
      await untilReconciled(app);
      clock.advance(3 * MINUTE);
      await until(async () => (await questions(app))[0] === 'none-found', 'the question');
      await app.restart({ keepsFresh: false });
      await app.sync();
      expect(await questions(app)).toEqual(['none-found']);
      app.clinic.faults.clear();
      await app.sync();
      expect(await endings(app)).toEqual(['found']);
    },
    TIMEOUT,
  );

  test('is not affected by a clock that is set back after the create was sent', async () => {
    const clock = createSteerableClock();
    const app = await openTestApp({}, { clock });
    await app.sync();
    loseAnswer(app);
    app.clinic.faults.add({ match: { method: 'GET', path: /search=/ }, action: { kind: 'close' } });
    await app.save(NEW_ORDER);
    clock.setBack(2 * MINUTE);
    await app.sync();
    app.clinic.faults.clear();
    await app.sync();
    expect(await endings(app)).toEqual(['found']);
    expect(posted(app)).toBe(1);
  });

  test('is not affected by a clock that is three hours fast', async () => {
    const clock = createSteerableClock();
    clock.setBack(-3 * HOUR);
    const app = await openTestApp({}, { clock });
    await app.sync();
    loseAnswer(app);
    await app.save(NEW_ORDER);
    await app.sync();
    expect(await endings(app)).toEqual(['found']);
    expect(posted(app)).toBe(1);
  });

  test('lists and opens the chosen record at once', async () => {
    const app = await openTestApp();
    await app.sync();
    const { number } = await app.save(NEW_ORDER);
    loseAnswer(app);
    app.clinic.faults.add({
      match: { method: 'GET', path: RECONCILES, skip: 1, times: 1 },
      action: { kind: 'meanwhile', happens: () => app.clinic.otherUsers.createRequisition(NEW_ORDER.data) },
    });
    // The kind itself is not fetched.
    await app.sync({ kinds: ['form'] });
    expect(await questions(app)).toEqual(['several-found']);
    const id = (await only(app)).candidates.map((candidate) => candidate.id)[0] ?? '';
    await app.resolve(number, { take: 'found', id });
    const listed = await app.engine().control('records.list', {
      kind: 'requisition',
      filter: { patient: NEW_ORDER.data.patient },
    });
    expect(listed.ok && idsOf(listed.value)).toContain(id);
    expect(await app.engine().call('requisitions.get', { id })).toMatchObject({ ok: true });
  });

  test('is skipped once the user says so if the service refuses to list', async () => {
    const app = await openTestApp();
    await app.sync();
    app.clinic.faults.add({
      match: { method: 'GET', path: RECONCILES },
      action: { kind: 'answer', status: 403, body: '{}' },
    });
    const { number } = await app.save(NEW_ORDER);
    await app.sync({ kinds: ['form'] });
    expect(await questions(app)).toEqual(['not-listed']);
    expect(posted(app)).toBe(0);
    await app.resolve(number, { take: 'mine' });
    await app.sync({ kinds: ['form'] });
    expect(await endings(app)).toEqual(['sent']);
    expect(posted(app)).toBe(1);
  });

  test('counts an empty list as no certain end where records of the patient were known', async () => {
    const app = await openTestApp();
    await app.sync();
    const patient = String(app.first('requisition')['patient']);
    app.clinic.faults.add({
      match: { method: 'GET', path: RECONCILES },
      action: { kind: 'replace', body: (list) => ({ ...(list as object), data: [] }) },
    });
    const { number } = await app.save({ ...NEW_ORDER, data: { ...NEW_ORDER.data, patient } });
    await app.sync({ kinds: ['form'] });
    expect(await questions(app)).toEqual(['not-listed']);
    expect(posted(app)).toBe(0);
    app.clinic.faults.clear();
    await app.resolve(number, { take: 'mine' });
    await app.sync({ kinds: ['form'] });
    expect(posted(app)).toBe(1);
  });

  test('finds a publish that the service shows late', async () => {
    const app = await openTestApp({ dialect: plainBut({ updatedAnswer: 'before' }) });
    await app.sync();
    const { id } = app.first('form');
    const before = app.serviceRecords('form').get(id);
    const path = `/v2/forms/${id}`;
    app.clinic.faults.add({
      match: { method: 'GET', path },
      action: { kind: 'replace', body: () => before },
    });
    const { number } = await app.save({ operation: 'forms.publish', data: { id } });
    await app.sync({ kinds: ['notification'] });
    expect(await questions(app)).toEqual(['odd-answer']);
    app.clinic.faults.clear();
    await app.resolve(number, { take: 'mine' });
    await app.sync();
    expect(await endings(app)).toEqual(['found']);
    expect(app.done('POST', `${path}/publish`)).toBe(1);
  });

  test('also happens right before the user sends a lost publish again', async () => {
    const app = await openTestApp();
    await app.sync();
    const { id } = app.first('form');
    const before = app.serviceRecords('form').get(id);
    const path = `/v2/forms/${id}`;
    app.clinic.faults.add({
      match: { method: 'POST', path: `${path}/publish`, times: 1 },
      action: { kind: 'close', after: true },
    });
    app.clinic.faults.add({
      match: { method: 'GET', path },
      action: { kind: 'replace', body: () => before },
    });
    const { number } = await app.save({ operation: 'forms.publish', data: { id } });
    await app.sync({ kinds: ['notification'] });
    expect(await questions(app)).toEqual(['uncertain']);
    app.clinic.faults.clear();
    await app.resolve(number, { take: 'mine' });
    await app.sync();
    expect(app.done('POST', `${path}/publish`)).toBe(1);
    expect(await endings(app)).toEqual(['found']);
  });
});

test('distinguishes a similar create of another client between two attempts from the lost one', async () => {
  const app = await openTestApp();
  await app.sync();
  loseRequest(app);
  await app.save(NEW_ORDER);
  await app.sync();
  expect(await questions(app)).toEqual(['uncertain']);
  await changeAsOtherClient(app.clinic, ORDERS, { ...NEW_ORDER.data, order_details: 'by another client' });
  await app.sync();
  expect(await questions(app)).toEqual(['several-found']);
  expect(await endings(app)).toEqual([]);
});
