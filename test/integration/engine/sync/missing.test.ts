import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { KINDS } from '#contract/records.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#main/base/durations.ts';
import { getCode, unwrap } from '../../../support/engine.ts';
import { losingClinic, type LosingClinic } from './missing.ts';

// Each test opens an engine and reads several times, and the machine may be busy.
let app: LosingClinic;

const getKind = async (kind: string) => (await app.health()).kinds.find((each) => each.kind === kind);
const ids = (kind: 'form' | 'requisition' | 'notification', count: number): string[] =>
  Array.from({ length: count }, (_none, place) => app.idAt(kind, place));
/** Requests for single records since the last call. */
const singles = (kind: 'form' | 'requisition'): string[] =>
  app.asked(kind).filter((query) => query.startsWith('('));

test.each(KINDS)(
  'a %s is removed after two certain sweeps without it and two 404 responses, ten minutes apart; its content stays readable',
  async (kind) => {
    app = await losingClinic();
    const id = app.idAt(kind, 3);
    const before = (await app.cached(kind)).get(id);
    await app.lose(kind, [id], kind === 'notification' ? 410 : 404);
    await app.refresh(kind);
    expect(await getKind(kind)).toMatchObject({ state: 'complete', suspected: 1 });
    app.clock.run(11 * MINUTE);
    await app.refresh(kind);
    app.clock.run(9 * MINUTE);
    await app.refresh(kind);
    expect([await app.has(kind, id), await app.missing('closed')]).toEqual([true, []]);
    app.clock.run(2 * MINUTE);
    await app.refresh(kind);
    expect(await app.has(kind, id)).toBe(false);
    expect(await getKind(kind)).toMatchObject({ state: 'complete', suspected: 0 });
    const [record] = [...(await app.missing('closed')), ...(await app.missing('open'))];
    expect(record).toMatchObject({ kind, id, reason: 'gone' });
    const kept = unwrap(await app.engine().call('missing.get', { kind, id }));
    expect(JSON.parse(kept.raw ?? '')).toEqual(before);
  },
);

test('one 404 for a record that is opened removes nothing, and the next refresh reads the whole list', async () => {
  app = await losingClinic();
  const id = app.idAt('form', 2);
  await app.pull('form');
  app.asked('form');
  app.clinic.faults.add({
    match: { path: `/v2/forms/${id}`, times: 1 },
    action: { kind: 'answer', status: 404, body: '<html>gateway</html>' },
  });
  const refresh = async () => unwrap(await app.engine().call('records.refresh', { kind: 'form', id }));
  expect(await refresh()).toEqual({ state: 'missing' });
  expect([await app.has('form', id), (await getKind('form'))?.suspected]).toEqual([true, 1]);
  app.asked('form');
  await app.pull('form');
  expect(app.asked('form')[0]).toContain('limit=500');
  expect([await app.has('form', id), (await getKind('form'))?.suspected]).toEqual([true, 0]);
});

test('responses to ids do not count while no list is readable', async () => {
  app = await losingClinic();
  const id = app.idAt('requisition', 3);
  await app.lose('requisition', [id]);
  await app.refresh('requisition');
  await app.refresh('requisition');
  app.restore();
  // A gateway that has lost the service responds 404 to everything but to the sweep before.
  app.clinic.faults.add({
    match: { path: /requisitions[?].*limit=1(&|$)/ },
    action: { kind: 'answer', status: 404 },
  });
  await app.lose('requisition', [id]);
  app.clock.run(11 * MINUTE);
  await app.refresh('requisition');
  app.clock.run(11 * MINUTE);
  await app.refresh('requisition');
  expect(await app.has('requisition', id)).toBe(true);
});

test('a time of day that is set ahead or back accelerates nothing, over restarts either', async () => {
  app = await losingClinic();
  const id = app.idAt('requisition', 3);
  await app.lose('requisition', [id]);
  await app.refresh('requisition');
  await app.refresh('requisition');
  for (const step of [HOUR, -9 * HOUR, 24 * HOUR]) {
    app.clock.setWall(step);
    await app.refresh('requisition');
  }
  await app.restart();
  await app.refresh('requisition');
  expect(await app.has('requisition', id)).toBe(true);
  // The running time is summed over the starts of the program.
  app.clock.run(6 * MINUTE);
  await app.refresh('requisition');
  await app.restart();
  app.clock.run(6 * MINUTE);
  await app.refresh('requisition');
  expect(await app.has('requisition', id)).toBe(false);
});

test('short runs with long breaks count if both clocks say so, the local and that of the service', async () => {
  app = await losingClinic();
  const id = app.idAt('requisition', 3);
  const date = (value: Date): void =>
    app.clinic.faults.add({
      match: { path: /requisitions[?].*limit=1(&|$)/ },
      action: { kind: 'date', value: value.toUTCString() },
    });
  const begun = Date.now();
  date(new Date(begun));
  await app.lose('requisition', [id]);
  await app.refresh('requisition');
  await app.refresh('requisition');
  await app.restart();
  app.clock.setWall(20 * MINUTE);
  app.restore();
  date(new Date(begun + 9 * MINUTE));
  await app.lose('requisition', [id]);
  await app.refresh('requisition');
  expect(await app.has('requisition', id)).toBe(true);
  app.restore();
  date(new Date(begun + 20 * MINUTE));
  await app.lose('requisition', [id]);
  await app.refresh('requisition');
  await app.refresh('requisition');
  expect(await app.has('requisition', id)).toBe(false);
});

test('two of eight forms that are deleted at once wait for the user, who confirms the list', async () => {
  app = await losingClinic({ forms: 8 });
  const gone = ids('form', 2).toSorted();
  gone.forEach((id) => app.clinic.otherUsers.deleteForm(id));
  await app.makeCertain('form');
  expect(await app.missing('held')).toMatchObject(gone.map((id) => ({ kind: 'form', id, reason: 'gone' })));
  expect((await app.cached('form')).size).toBe(8);
  await expect.poll(async () => (await app.health()).missing).toMatchObject({ held: 2, beingChecked: 0 });
  expect(await getKind('form')).toMatchObject({ state: 'complete', error: null });
  expect(await app.confirm('form', gone.slice(0, 1))).toEqual({ confirmed: 1 });
  // The other one still needs the user's decision, though one of seven may be removed automatically.
  await app.refresh('form');
  expect([...(await app.cached('form')).keys()]).toHaveLength(7);
  expect(await app.confirm('form', gone)).toEqual({ confirmed: 1 });
  expect(await app.cached('form')).toEqual(app.serviceRecords('form'));
  await expect.poll(async () => (await app.health()).missing.held).toBe(0);
});

test('the only form, when deleted, waits for the user as well', async () => {
  app = await losingClinic({ forms: 1 });
  const id = app.idAt('form', 0);
  app.clinic.otherUsers.deleteForm(id);
  await app.makeCertain('form');
  expect([await app.has('form', id), await app.missing('held')]).toMatchObject([true, [{ id }]]);
  await app.confirm('form', [id]);
  expect((await app.cached('form')).size).toBe(0);
});

test('of many missing records a hundred are requested in one refresh', async () => {
  app = await losingClinic({ requisitions: 260 });
  await app.lose('requisition', ids('requisition', 130));
  await app.refresh('requisition');
  app.asked('requisition');
  await app.refresh('requisition');
  expect(singles('requisition')).toHaveLength(100);
  await app.refresh('requisition');
  expect(singles('requisition')).toHaveLength(30);
  await expect
    .poll(async () => (await app.health()).missing)
    .toEqual({ held: 0, beingChecked: 130, open: 0 });
});

test('a record that is missing only from lists stays', async () => {
  app = await losingClinic();
  const id = app.idAt('requisition', 3);
  await app.lose('requisition', [id], 200);
  for (let turn = 0; turn < 3; turn++) await app.makeCertain('requisition');
  expect(await app.has('requisition', id)).toBe(true);
});

test('records that only lists lack are requested by their ids once a day, and count as found in between', async () => {
  app = await losingClinic();
  const lost = ids('requisition', 3).toSorted();
  await app.lose('requisition', lost, 200);
  const asked: number[] = [];
  const refresh = async (): Promise<void> => {
    app.asked('requisition');
    await app.pull('requisition');
    asked.push(singles('requisition').length);
  };
  for (let turn = 0; turn < 4; turn++) await refresh();
  expect(asked).toEqual([0, 3, 0, 0]);
  expect((await getKind('requisition'))?.suspected).toBe(0);
  app.clock.run(DAY - MINUTE);
  await refresh();
  app.clock.run(2 * MINUTE);
  await refresh();
  await refresh();
  expect(asked.slice(4)).toEqual([0, 3, 0]);
  expect((await app.cached('requisition')).size).toBe(40);
});

test('a record that its list lacks and that is deleted later is removed after two answers, at the latest a day later', async () => {
  app = await losingClinic();
  const id = app.idAt('requisition', 3);
  await app.lose('requisition', [id], 200);
  await app.makeCertain('requisition');
  await app.lose('requisition', [id], 404);
  app.clock.run(DAY);
  await app.refresh('requisition');
  app.clock.run(9 * MINUTE);
  await app.refresh('requisition');
  expect(await app.has('requisition', id)).toBe(true);
  app.clock.run(2 * MINUTE);
  await app.refresh('requisition');
  expect(await app.has('requisition', id)).toBe(false);
});

test('ids to which the service answers neither with a record nor that it is gone do not keep later ones from being requested', async () => {
  app = await losingClinic({ requisitions: 260 });
  const lost = ids('requisition', 130).toSorted();
  await app.lose('requisition', lost, 400);
  await app.refresh('requisition');
  app.asked('requisition');
  await app.refresh('requisition');
  await app.refresh('requisition');
  expect(new Set(singles('requisition'))).toEqual(new Set(lost.map((id) => `(${id})`)));
  await app.refresh('requisition');
  expect(singles('requisition')).toEqual([]);
  expect(await app.has('requisition', lost[0] ?? '')).toBe(true);
});

test.each([
  ['without a connection', { kind: 'close' }],
  ['with an error', { kind: 'answer', status: 503 }],
] as const)(
  'a missing record whose id could not be read %s is requested again ten minutes later, and removed after two answers',
  async (_how, action) => {
    app = await losingClinic();
    const id = app.idAt('requisition', 3);
    await app.lose('requisition', [id], 200);
    app.clinic.faults.add({ match: { path: `/v2/requisitions/${id}` }, action });
    for (let turn = 0; turn < 3; turn++) await app.refresh('requisition');
    app.restore();
    await app.lose('requisition', [id]);
    for (let turn = 0; turn < 2; turn++) {
      app.clock.run(11 * MINUTE);
      await app.refresh('requisition');
      expect(await app.has('requisition', id)).toBe(turn === 0);
    }
  },
);

test('a missing record whose id cannot be read for longer is requested once a day, and soon again once it was opened', async () => {
  app = await losingClinic();
  const id = app.idAt('requisition', 3);
  await app.lose('requisition', [id], 400);
  const asked: number[] = [];
  const refresh = async (): Promise<void> => {
    app.asked('requisition');
    await app.refresh('requisition');
    asked.push(singles('requisition').length);
  };
  for (const pause of [0, 0, 0, 11 * MINUTE, 11 * MINUTE, HOUR, DAY, 11 * MINUTE]) {
    app.clock.run(pause);
    await refresh();
  }
  expect(asked).toEqual([0, 1, 0, 1, 0, 0, 1, 0]);
  app.restore();
  await app.lose('requisition', [id]);
  const opened = await app.engine().call('records.refresh', { kind: 'requisition', id });
  expect(unwrap(opened)).toEqual({ state: 'missing' });
  await refresh();
  app.clock.run(11 * MINUTE);
  await refresh();
  expect(asked.slice(-2)).toEqual([1, 1]);
  expect(await app.has('requisition', id)).toBe(false);
});

test('an uncertain sweep does not count', async () => {
  app = await losingClinic();
  const id = app.idAt('requisition', 3);
  // The second page does not fit the first: a record between them may have been missed.
  app.clinic.faults.add({
    match: { path: /requisitions[?].*offset=3[0-9]/ },
    action: {
      kind: 'replace',
      body: () => ({ object: 'list', data: [...app.serviceRecords('requisition').values()].slice(0, 4) }),
    },
  });
  await app.lose('requisition', [id]);
  for (let turn = 0; turn < 3; turn++) await app.makeCertain('requisition');
  expect([await app.has('requisition', id), (await getKind('requisition'))?.suspected]).toEqual([true, 0]);
});

test('403 hides the content, and the user’s local data stays', async () => {
  app = await losingClinic();
  const id = app.idAt('requisition', 3);
  await app.engine().call('followUps.set', { kind: 'requisition', id, note: 'call', remindOn: null });
  await app.engine().call('outbox.save', {
    operation: 'requisitions.update',
    saveId: 'a',
    data: { id, order_details: 'fasting' },
  } as never);
  await app.lose('requisition', [id], 403);
  await app.makeCertain('requisition');
  expect(await app.has('requisition', id)).toBe(false);
  const [record] = await app.missing('open');
  expect(record).toMatchObject({ id, reason: 'forbidden', name: '', patient: '', reminders: 1 });
  expect(unwrap(await app.engine().call('missing.get', { kind: 'requisition', id })).raw).toBeNull();
});

test('a stored PDF of a record that the user may no longer see can be neither read nor copied, until the record is back', async () => {
  app = await losingClinic();
  const engine = app.engine();
  const getPdf = (id: string) => engine.call('pdfs.get', { id });
  const id = app.idAt('requisition', 3);
  unwrap(await engine.call('pdfs.fetch', { ids: [id] }));
  await expect.poll(async () => unwrap(await getPdf(id)).hash).not.toBeNull();
  expect(unwrap(await engine.call('records.markViewed', { kind: 'requisition', id })).fields).toEqual([]);
  await app.lose('requisition', [id], 403);
  await app.makeCertain('requisition');
  const path = join(tmpdir(), `${randomUUID()}.pdf`);
  expect(getCode(await engine.call('pdfs.read', { id, offset: 0 }))).toBe('forbidden');
  expect(getCode(await getPdf(id))).toBe('forbidden');
  for (const purpose of ['opened', 'saved'] as const)
    expect(getCode(await engine.control('pdfs.copyTo', { id, path, purpose, replaces: false }))).toBe(
      'forbidden',
    );
  expect(existsSync(path)).toBe(false);
  expect(getCode(await engine.call('records.markViewed', { kind: 'requisition', id }))).toBe('not-found');
  app.restore();
  await app.refresh('requisition');
  expect(unwrap(await engine.call('pdfs.read', { id, offset: 0 })).size).toBeGreaterThan(0);
});

test('reminders and unsent changes keep a record in a separate list until the user confirms, and survive it', async () => {
  app = await losingClinic();
  const id = app.idAt('requisition', 3);
  unwrap(await app.engine().call('followUps.set', { kind: 'requisition', id, note: 'call', remindOn: null }));
  await app.lose('requisition', [id]);
  await app.makeCertain('requisition');
  expect(await app.missing('open')).toMatchObject([{ id, reminders: 1 }]);
  await expect.poll(async () => (await app.health()).missing.open).toBe(1);
  await app.restart();
  expect(await app.missing('open')).toMatchObject([{ id }]);
  expect(await app.confirm('requisition', [id])).toEqual({ confirmed: 1 });
  expect([await app.missing('open'), await app.missing('closed')]).toMatchObject([[], [{ id }]]);
  app.restore();
  await app.refresh('requisition');
  expect([await app.has('requisition', id), await app.missing('closed')]).toEqual([true, []]);
  const { items } = unwrap(await app.engine().call('followUps.list', {}));
  expect(items).toMatchObject([{ id, note: 'call' }]);
  expect(getCode(await app.engine().call('missing.get', { kind: 'requisition', id }))).toBe('not-found');
});

test('the last copy of a record stays however old it is, confirmed by the user or not', async () => {
  app = await losingClinic();
  const [confirmed = '', open = ''] = ids('requisition', 2);
  for (const id of [confirmed, open])
    unwrap(
      await app.engine().call('followUps.set', { kind: 'requisition', id, note: 'call', remindOn: null }),
    );
  const before = await app.cached('requisition');
  await app.lose('requisition', [confirmed, open]);
  await app.makeCertain('requisition');
  expect(await app.confirm('requisition', [confirmed])).toEqual({ confirmed: 1 });
  app.clock.run(20 * 365 * DAY);
  await app.restart();
  await app.refresh('requisition');
  for (const id of [confirmed, open]) {
    const { raw } = unwrap(await app.engine().call('missing.get', { kind: 'requisition', id }));
    expect(JSON.parse(raw ?? '')).toEqual(before.get(id));
  }
});

test('a record that returns before it is certain starts from the beginning', async () => {
  app = await losingClinic();
  const id = app.idAt('form', 3);
  await app.lose('form', [id]);
  await app.refresh('form');
  await app.refresh('form');
  app.restore();
  await app.refresh('form');
  await app.lose('form', [id]);
  app.clock.run(HOUR);
  await app.refresh('form');
  await app.refresh('form');
  expect(await app.has('form', id)).toBe(true);
  app.clock.run(10 * MINUTE - 30 * SECOND);
  await app.refresh('form');
  expect(await app.has('form', id)).toBe(true);
  app.clock.run(MINUTE);
  await app.refresh('form');
  expect(await app.has('form', id)).toBe(false);
});
