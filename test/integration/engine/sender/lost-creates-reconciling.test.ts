import { describe, expect, test, vi } from 'vitest';
import {
  endings,
  hideFromLists,
  RECONCILES,
  loseAnswer,
  only,
  plainBut,
  posted,
  questions,
} from '../../../support/lost-orders.ts';
import { openTestApp } from '../../../support/app.ts';
import { NEW_ORDER } from '../../../support/builders.ts';
import { idsOf } from '../../../support/results.ts';

// Each test opens files and threads of its own, which takes long on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

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

  test('does not take place during a pause that the service asked for', async () => {
    const app = await openTestApp();
    await app.sync();
    loseAnswer(app);
    hideFromLists(app);
    await app.save(NEW_ORDER);
    await app.sync();
    expect(await questions(app)).toEqual(['uncertain']);
    app.clinic.faults.clear();
    app.clinic.faults.add({
      match: {},
      action: { kind: 'answer', status: 429, headers: { 'retry-after': '3600' } },
    });
    await app.sync();
    const from = app.clinic.requests().length;
    await app.sync();
    expect(app.clinic.requests().slice(from)).toEqual([]);
  });

  test('asks for the record that the service has named, which no list needs to show', async () => {
    const app = await openTestApp({
      dialect: plainBut({ createdAnswer: '202-id', createdVisible: 'never' }),
    });
    await app.sync();
    const record = /^\/v2\/requisitions\/[^/?]+$/;
    app.clinic.faults.add({ match: { method: 'GET', path: record }, action: { kind: 'close' } });
    await app.save(NEW_ORDER);
    await app.sync({ kinds: ['form'] });
    expect(await questions(app)).toEqual(['uncertain']);
    app.clinic.faults.clear();
    await app.sync({ kinds: ['form'] });
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
