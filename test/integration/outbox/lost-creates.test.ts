import { cp, rm } from 'node:fs/promises';
import { describe, expect, test, vi } from 'vitest';
import { HOUR, MINUTE } from '#main/base/durations.ts';
import { changeElsewhere, deskAndClinic } from '../../support/desk-and-clinic.ts';
import { NEW_ORDER } from '../../support/desk.ts';
import { until } from '../../support/engine.ts';
import {
  endings,
  hideFromLists,
  LOOKS,
  loseAnswer,
  loseRequest,
  only,
  ORDERS,
  plainBut,
  posted,
  questions,
  untilLookedFor,
} from '../../support/lost-orders.ts';
import { createSteerableClock } from '../../support/steerable-clock.ts';

/** Each test opens files and threads of its own, which takes long on a busy machine. */
const TIMEOUT = 180_000;
vi.setConfig({ testTimeout: TIMEOUT });

describe('what the service held before', () => {
  test('an order of this user that came in elsewhere is not taken for one that never arrived', async () => {
    const desk = await deskAndClinic();
    await desk.sync();
    const other = desk.clinic.elsewhere.createRequisition(NEW_ORDER.data);
    loseRequest(desk);
    const { number } = await desk.save(NEW_ORDER);
    await desk.sync();
    expect(await endings(desk)).toEqual([]);
    expect(await questions(desk)).toEqual(['already-there']);
    expect((await only(desk)).candidates).toMatchObject([
      { id: other, name: NEW_ORDER.data.name, differences: [] },
    ]);
    desk.clinic.faults.clear();
    await desk.sync();
    expect(posted(desk)).toBe(0);
    await desk.resolve(number, { take: 'mine' });
    await desk.sync();
    expect(posted(desk)).toBe(1);
    expect(await endings(desk)).toEqual(['sent']);
  });

  test('a record that was known and has changed since is never taken for a lost order', async () => {
    const desk = await deskAndClinic();
    const known = desk.clinic.elsewhere.createRequisition(NEW_ORDER.data);
    await desk.sync();
    loseRequest(desk);
    desk.clinic.faults.add({ match: { method: 'GET', path: /search=/ }, action: { kind: 'close' } });
    await desk.save(NEW_ORDER);
    await desk.sync();
    desk.clinic.elsewhere.updateRequisition(known, { name: NEW_ORDER.data.name });
    await desk.sync();
    desk.clinic.faults.clear();
    await desk.sync();
    expect(await endings(desk)).toEqual([]);
    expect(posted(desk)).toBe(0);
  });

  test('one from another user does not stand in the way, and is never adopted', async () => {
    const desk = await deskAndClinic({}, { userId: 'user_somebody' });
    await desk.sync();
    desk.clinic.elsewhere.createRequisition(NEW_ORDER.data);
    loseRequest(desk);
    await desk.save(NEW_ORDER);
    await desk.sync();
    await desk.sync();
    expect(await questions(desk)).toEqual(['uncertain']);
    expect(await endings(desk)).toEqual([]);
  });

  test('where the user is not known, a similar record is a question before and after', async () => {
    const desk = await deskAndClinic({}, { userId: null });
    await desk.sync();
    desk.clinic.elsewhere.createRequisition(NEW_ORDER.data);
    const { number } = await desk.save(NEW_ORDER);
    await desk.sync();
    expect(await questions(desk)).toEqual(['already-there']);
    await desk.resolve(number, { take: 'mine' });
    loseAnswer(desk);
    await desk.sync();
    expect(await questions(desk)).toEqual(['several-found']);
    expect((await only(desk)).candidates).toHaveLength(1);
    expect(posted(desk)).toBe(1);
  });

  test('two orders of this computer that are nearly alike do not stand in each other’s way', async () => {
    const desk = await deskAndClinic();
    await desk.sync();
    await desk.save(NEW_ORDER);
    await desk.save(NEW_ORDER);
    await desk.save({ ...NEW_ORDER, data: { ...NEW_ORDER.data, name: `${NEW_ORDER.data.name}, fasting` } });
    await desk.sync();
    expect(await endings(desk)).toEqual(['sent', 'sent', 'sent']);
    expect(posted(desk)).toBe(3);
  });

  test(
    'a folder that is put back from a copy asks instead of ordering again',
    async () => {
      const desk = await deskAndClinic();
      await desk.sync();
      await desk.save(NEW_ORDER);
      await desk.engine().close();
      const copy = `${desk.folder}-copy`;
      await cp(desk.folder, copy, { recursive: true });
      await desk.restart();
      await desk.sync();
      expect(posted(desk)).toBe(1);
      await desk.engine().close();
      await rm(desk.folder, { recursive: true });
      await cp(copy, desk.folder, { recursive: true });
      await rm(copy, { recursive: true });
      await desk.restart();
      await desk.sync();
      expect(posted(desk)).toBe(1);
      expect(await questions(desk)).toEqual(['already-there']);
    },
    TIMEOUT,
  );
});

describe('looking for a lost order', () => {
  test('the one that the user sends again is looked for right before', async () => {
    const desk = await deskAndClinic();
    await desk.sync();
    loseAnswer(desk);
    hideFromLists(desk);
    const { number } = await desk.save(NEW_ORDER);
    await desk.sync();
    expect(await endings(desk)).toEqual([]);
    desk.clinic.faults.clear();
    await desk.resolve(number, { take: 'mine' });
    await desk.sync();
    expect(posted(desk)).toBe(1);
    expect(await endings(desk)).toEqual(['found']);
  });

  test('a single sync looks once, leaves it uncertain, and the next one finds it', async () => {
    const desk = await deskAndClinic();
    await desk.sync();
    loseAnswer(desk);
    hideFromLists(desk);
    const before = desk.clinic.requests().length;
    await desk.save(NEW_ORDER);
    await desk.sync();
    expect(await questions(desk)).toEqual(['uncertain']);
    // Right before it is sent, and once after that; an empty list needs no second page.
    const looks = desk.clinic
      .requests()
      .slice(before)
      .filter(({ path, query }) => LOOKS.test(`${path}?${query}`));
    expect(looks).toHaveLength(2);
    desk.clinic.faults.clear();
    await desk.sync();
    expect(await endings(desk)).toEqual(['found']);
    expect(posted(desk)).toBe(1);
  });

  test(
    'the question comes after two minutes, and closes by itself once the record shows',
    async () => {
      const clock = createSteerableClock();
      const dialect = plainBut({ createdVisible: 'after-3min' });
      const desk = await deskAndClinic({ dialect, clock }, { clock, keepsFresh: true });
      await desk.sync();
      loseAnswer(desk);
      await desk.save(NEW_ORDER);
      await untilLookedFor(desk);
      clock.advance(MINUTE);
      await desk.sync();
      expect(await questions(desk)).toEqual(['uncertain']);
      clock.advance(MINUTE);
      await until(async () => (await questions(desk))[0] === 'none-found', 'the look after two minutes');
      clock.advance(2 * MINUTE);
      await until(async () => (await desk.outbox()).length === 0, 'the question closes');
      expect(await endings(desk)).toEqual(['found']);
      expect(posted(desk)).toBe(1);
    },
    TIMEOUT,
  );

  test(
    'a question of an earlier run closes when a later sync finds the record',
    async () => {
      const clock = createSteerableClock();
      const desk = await deskAndClinic({}, { clock, keepsFresh: true });
      await desk.sync();
      loseAnswer(desk);
      hideFromLists(desk);
      await desk.save(NEW_ORDER);
      await untilLookedFor(desk);
      clock.advance(3 * MINUTE);
      await until(async () => (await questions(desk))[0] === 'none-found', 'the question');
      await desk.restart({ keepsFresh: false });
      await desk.sync();
      expect(await questions(desk)).toEqual(['none-found']);
      desk.clinic.faults.clear();
      await desk.sync();
      expect(await endings(desk)).toEqual(['found']);
    },
    TIMEOUT,
  );

  test('a clock that is set back after the order has left hides nothing', async () => {
    const clock = createSteerableClock();
    const desk = await deskAndClinic({}, { clock });
    await desk.sync();
    loseAnswer(desk);
    desk.clinic.faults.add({ match: { method: 'GET', path: /search=/ }, action: { kind: 'close' } });
    await desk.save(NEW_ORDER);
    clock.setBack(2 * MINUTE);
    await desk.sync();
    desk.clinic.faults.clear();
    await desk.sync();
    expect(await endings(desk)).toEqual(['found']);
    expect(posted(desk)).toBe(1);
  });

  test('a clock that is three hours fast hides nothing', async () => {
    const clock = createSteerableClock();
    clock.setBack(-3 * HOUR);
    const desk = await deskAndClinic({}, { clock });
    await desk.sync();
    loseAnswer(desk);
    await desk.save(NEW_ORDER);
    await desk.sync();
    expect(await endings(desk)).toEqual(['found']);
    expect(posted(desk)).toBe(1);
  });

  test('what is chosen as the one is listed and opened at once', async () => {
    const desk = await deskAndClinic();
    await desk.sync();
    const { number } = await desk.save(NEW_ORDER);
    loseAnswer(desk);
    desk.clinic.faults.add({
      match: { method: 'GET', path: LOOKS, skip: 1, times: 1 },
      action: { kind: 'meanwhile', happens: () => desk.clinic.elsewhere.createRequisition(NEW_ORDER.data) },
    });
    // The kind itself is not fetched.
    await desk.sync({ kinds: ['form'] });
    expect(await questions(desk)).toEqual(['several-found']);
    const id = (await only(desk)).candidates.map((candidate) => candidate.id)[0] ?? '';
    await desk.resolve(number, { take: 'found', id });
    const listed = await desk.engine().call('requisitions.list', {
      filter: { patient: NEW_ORDER.data.patient },
    });
    expect(listed.ok && listed.value.items.map((item) => item.id)).toContain(id);
    expect(await desk.engine().call('requisitions.get', { id })).toMatchObject({ ok: true });
  });

  test('an order goes once the user says so where the service refuses to list', async () => {
    const desk = await deskAndClinic();
    await desk.sync();
    desk.clinic.faults.add({
      match: { method: 'GET', path: LOOKS },
      action: { kind: 'answer', status: 403, body: '{}' },
    });
    const { number } = await desk.save(NEW_ORDER);
    await desk.sync({ kinds: ['form'] });
    expect(await questions(desk)).toEqual(['not-listed']);
    expect(posted(desk)).toBe(0);
    await desk.resolve(number, { take: 'mine' });
    await desk.sync({ kinds: ['form'] });
    expect(await endings(desk)).toEqual(['sent']);
    expect(posted(desk)).toBe(1);
  });

  test('a publish that the service shows late is found when it is looked for once more', async () => {
    const desk = await deskAndClinic({ dialect: plainBut({ updatedAnswer: 'before' }) });
    await desk.sync();
    const { id } = desk.first('form');
    const before = desk.truth('form').get(id);
    const path = `/v2/forms/${id}`;
    desk.clinic.faults.add({
      match: { method: 'GET', path },
      action: { kind: 'replace', body: () => before },
    });
    const { number } = await desk.save({ operation: 'forms.publish', data: { id } });
    await desk.sync({ kinds: ['notification'] });
    expect(await questions(desk)).toEqual(['odd-answer']);
    desk.clinic.faults.clear();
    await desk.resolve(number, { take: 'mine' });
    await desk.sync();
    expect(await endings(desk)).toEqual(['found']);
    expect(desk.done('POST', `${path}/publish`)).toBe(1);
  });

  test('a lost publish that the user sends again is looked for right before', async () => {
    const desk = await deskAndClinic();
    await desk.sync();
    const { id } = desk.first('form');
    const before = desk.truth('form').get(id);
    const path = `/v2/forms/${id}`;
    desk.clinic.faults.add({
      match: { method: 'POST', path: `${path}/publish`, times: 1 },
      action: { kind: 'close', after: true },
    });
    desk.clinic.faults.add({
      match: { method: 'GET', path },
      action: { kind: 'replace', body: () => before },
    });
    const { number } = await desk.save({ operation: 'forms.publish', data: { id } });
    await desk.sync({ kinds: ['notification'] });
    expect(await questions(desk)).toEqual(['uncertain']);
    desk.clinic.faults.clear();
    await desk.resolve(number, { take: 'mine' });
    await desk.sync();
    expect(desk.done('POST', `${path}/publish`)).toBe(1);
    expect(await endings(desk)).toEqual(['found']);
  });
});

test('a similar order that another client makes between two looks is told apart from the lost one', async () => {
  const desk = await deskAndClinic();
  await desk.sync();
  loseRequest(desk);
  await desk.save(NEW_ORDER);
  await desk.sync();
  expect(await questions(desk)).toEqual(['uncertain']);
  await changeElsewhere(desk.clinic, ORDERS, { ...NEW_ORDER.data, order_details: 'by another client' });
  await desk.sync();
  expect(await questions(desk)).toEqual(['several-found']);
  expect(await endings(desk)).toEqual([]);
});
