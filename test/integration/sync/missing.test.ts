import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import type { Health } from '#contract/health.ts';
import { KINDS } from '#contract/ids.ts';
import { HOUR, MINUTE, SECOND } from '#main/base/durations.ts';
import { codeOf, valueOf } from '../../support/engine.ts';
import { losingClinic, type LosingClinic } from './missing.ts';

// Each test opens an engine and reads several times, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000 });
const WAIT = { timeout: 20_000 };

let desk: LosingClinic;
afterEach(() => desk.close());

const health = async (): Promise<Health> => valueOf(await desk.engine.call('sync.health', {}));
const kindOf = async (kind: string) => (await health()).kinds.find((each) => each.kind === kind);
const ids = (kind: 'form' | 'requisition' | 'notification', count: number): string[] =>
  Array.from({ length: count }, (_none, place) => desk.idAt(kind, place));
/** Requests for single records since the last time. */
const singles = (kind: 'form' | 'requisition'): string[] =>
  desk.asked(kind).filter((query) => query.startsWith('('));

test.each(KINDS)(
  'a %s goes after two certain sweeps without it and two answers of 404, ten minutes apart; its content stays readable',
  async (kind) => {
    desk = await losingClinic();
    const id = desk.idAt(kind, 3);
    const before = (await desk.cached(kind)).get(id);
    await desk.lose(kind, [id], kind === 'notification' ? 410 : 404);
    await desk.refresh(kind);
    expect(await kindOf(kind)).toMatchObject({ state: 'complete', suspected: 1 });
    desk.clock.run(11 * MINUTE);
    await desk.refresh(kind);
    desk.clock.run(9 * MINUTE);
    await desk.refresh(kind);
    expect([await desk.has(kind, id), await desk.missing('closed')]).toEqual([true, []]);
    desk.clock.run(2 * MINUTE);
    await desk.refresh(kind);
    expect(await desk.has(kind, id)).toBe(false);
    expect(await kindOf(kind)).toMatchObject({ state: 'complete', suspected: 0 });
    const [record] = [...(await desk.missing('closed')), ...(await desk.missing('open'))];
    expect(record).toMatchObject({ kind, id, reason: 'gone' });
    const kept = valueOf(await desk.engine.call('missing.get', { kind, id }));
    expect(JSON.parse(kept.raw ?? '')).toEqual(before);
  },
);

test('one 404 for a record that somebody opens removes nothing, and the next refresh looks at the whole list', async () => {
  desk = await losingClinic();
  const id = desk.idAt('form', 2);
  await desk.pull('form');
  desk.asked('form');
  desk.clinic.faults.add({
    match: { path: `/v2/forms/${id}`, times: 1 },
    action: { kind: 'answer', status: 404, body: '<html>gateway</html>' },
  });
  const refresh = async () => valueOf(await desk.engine.call('records.refresh', { kind: 'form', id }));
  expect(await refresh()).toEqual({ state: 'missing' });
  expect([await desk.has('form', id), (await kindOf('form'))?.suspected]).toEqual([true, 1]);
  desk.asked('form');
  await desk.pull('form');
  expect(desk.asked('form')[0]).toContain('limit=500');
  expect([await desk.has('form', id), (await kindOf('form'))?.suspected]).toEqual([true, 0]);
});

test('nothing counts that is said to ids while no list is answered', async () => {
  desk = await losingClinic();
  const id = desk.idAt('requisition', 3);
  await desk.lose('requisition', [id]);
  await desk.refresh('requisition');
  await desk.refresh('requisition');
  desk.restore();
  // A gateway that has lost the service says 404 to everything but to the sweep before.
  desk.clinic.faults.add({
    match: { path: /requisitions[?].*limit=1(&|$)/ },
    action: { kind: 'answer', status: 404 },
  });
  await desk.lose('requisition', [id]);
  desk.clock.run(11 * MINUTE);
  await desk.refresh('requisition');
  desk.clock.run(11 * MINUTE);
  await desk.refresh('requisition');
  expect(await desk.has('requisition', id)).toBe(true);
});

test('a wall clock that is set ahead or back brings nothing forward, over restarts either', async () => {
  desk = await losingClinic();
  const id = desk.idAt('requisition', 3);
  await desk.lose('requisition', [id]);
  await desk.refresh('requisition');
  await desk.refresh('requisition');
  for (const step of [HOUR, -9 * HOUR, 24 * HOUR]) {
    desk.clock.setWall(step);
    await desk.refresh('requisition');
  }
  await desk.restart();
  await desk.refresh('requisition');
  expect(await desk.has('requisition', id)).toBe(true);
  // The running time is summed over the starts of the program.
  desk.clock.run(6 * MINUTE);
  await desk.refresh('requisition');
  await desk.restart();
  desk.clock.run(6 * MINUTE);
  await desk.refresh('requisition');
  expect(await desk.has('requisition', id)).toBe(false);
});

test('short runs with long breaks count where both clocks say so, the own and that of the service', async () => {
  desk = await losingClinic();
  const id = desk.idAt('requisition', 3);
  const date = (value: Date): void =>
    desk.clinic.faults.add({
      match: { path: /requisitions[?].*limit=1(&|$)/ },
      action: { kind: 'date', value: value.toUTCString() },
    });
  const begun = Date.now();
  date(new Date(begun));
  await desk.lose('requisition', [id]);
  await desk.refresh('requisition');
  await desk.refresh('requisition');
  await desk.restart();
  desk.clock.setWall(20 * MINUTE);
  desk.restore();
  date(new Date(begun + 9 * MINUTE));
  await desk.lose('requisition', [id]);
  await desk.refresh('requisition');
  expect(await desk.has('requisition', id)).toBe(true);
  desk.restore();
  date(new Date(begun + 20 * MINUTE));
  await desk.lose('requisition', [id]);
  await desk.refresh('requisition');
  await desk.refresh('requisition');
  expect(await desk.has('requisition', id)).toBe(false);
});

test('two of eight forms that are deleted at once wait for the user, who confirms the list', async () => {
  desk = await losingClinic({ forms: 8 });
  const gone = ids('form', 2).toSorted();
  gone.forEach((id) => desk.clinic.elsewhere.deleteForm(id));
  await desk.makeCertain('form');
  expect(await desk.missing('held')).toMatchObject(gone.map((id) => ({ kind: 'form', id, reason: 'gone' })));
  expect((await desk.cached('form')).size).toBe(8);
  await expect.poll(async () => (await health()).missing, WAIT).toMatchObject({ held: 2, beingChecked: 0 });
  expect(await kindOf('form')).toMatchObject({ state: 'complete', error: null });
  expect(await desk.confirm('form', gone.slice(0, 1))).toEqual({ confirmed: 1 });
  // The other one is still the user's to decide, though one of seven may go by itself.
  await desk.refresh('form');
  expect([...(await desk.cached('form')).keys()]).toHaveLength(7);
  expect(await desk.confirm('form', gone)).toEqual({ confirmed: 1 });
  expect(await desk.cached('form')).toEqual(desk.truth('form'));
  await expect.poll(async () => (await health()).missing.held, WAIT).toBe(0);
});

test('the only form that is deleted waits for the user as well', async () => {
  desk = await losingClinic({ forms: 1 });
  const id = desk.idAt('form', 0);
  desk.clinic.elsewhere.deleteForm(id);
  await desk.makeCertain('form');
  expect([await desk.has('form', id), await desk.missing('held')]).toMatchObject([true, [{ id }]]);
  await desk.confirm('form', [id]);
  expect((await desk.cached('form')).size).toBe(0);
});

test('of many missing records a hundred are asked for in one refresh', async () => {
  desk = await losingClinic({ requisitions: 260 });
  await desk.lose('requisition', ids('requisition', 130));
  await desk.refresh('requisition');
  desk.asked('requisition');
  await desk.refresh('requisition');
  expect(singles('requisition')).toHaveLength(100);
  await desk.refresh('requisition');
  expect(singles('requisition')).toHaveLength(30);
  await expect
    .poll(async () => (await health()).missing, WAIT)
    .toEqual({ held: 0, beingChecked: 130, open: 0 });
});

test('a record that only lists lack stays', async () => {
  desk = await losingClinic();
  const id = desk.idAt('requisition', 3);
  await desk.lose('requisition', [id], 200);
  for (let turn = 0; turn < 3; turn++) await desk.makeCertain('requisition');
  expect(await desk.has('requisition', id)).toBe(true);
});

test('a sweep that is not certain counts nothing', async () => {
  desk = await losingClinic();
  const id = desk.idAt('requisition', 3);
  // The second page does not fit to the first: what lies between them may have been missed.
  desk.clinic.faults.add({
    match: { path: /requisitions[?].*offset=3[0-9]/ },
    action: {
      kind: 'replace',
      body: () => ({ object: 'list', data: [...desk.truth('requisition').values()].slice(0, 4) }),
    },
  });
  await desk.lose('requisition', [id]);
  for (let turn = 0; turn < 3; turn++) await desk.makeCertain('requisition');
  expect([await desk.has('requisition', id), (await kindOf('requisition'))?.suspected]).toEqual([true, 0]);
});

test('403 hides the content, and what the user wrote stays', async () => {
  desk = await losingClinic();
  const id = desk.idAt('requisition', 3);
  await desk.engine.call('followUps.set', { kind: 'requisition', id, note: 'call', remindOn: null });
  await desk.engine.call('writes.save', {
    operation: 'requisitions.update',
    intention: 'a',
    data: { id, order_details: 'fasting' },
  } as never);
  await desk.lose('requisition', [id], 403);
  await desk.makeCertain('requisition');
  expect(await desk.has('requisition', id)).toBe(false);
  const [record] = await desk.missing('open');
  expect(record).toMatchObject({ id, reason: 'forbidden', name: '', patient: '', reminders: 1 });
  expect(valueOf(await desk.engine.call('missing.get', { kind: 'requisition', id })).raw).toBeNull();
});

test('a PDF that is kept of a record that the user may no longer see can be neither read nor copied, until the record is back', async () => {
  desk = await losingClinic();
  const { engine } = desk;
  const paperOf = (id: string) => engine.call('papers.get', { id });
  const id = desk.idAt('requisition', 3);
  valueOf(await engine.call('papers.fetch', { ids: [id] }));
  await expect.poll(async () => valueOf(await paperOf(id)).hash, WAIT).not.toBeNull();
  expect(valueOf(await engine.call('records.look', { kind: 'requisition', id })).fields).toEqual([]);
  await desk.lose('requisition', [id], 403);
  await desk.makeCertain('requisition');
  const path = join(tmpdir(), `${randomUUID()}.pdf`);
  expect(codeOf(await engine.call('papers.read', { id, offset: 0 }))).toBe('forbidden');
  expect(codeOf(await paperOf(id))).toBe('forbidden');
  for (const why of ['opened', 'saved'] as const)
    expect(codeOf(await engine.control('papers.copyTo', { id, path, why, replaces: false }))).toBe(
      'forbidden',
    );
  expect(existsSync(path)).toBe(false);
  expect(codeOf(await engine.call('records.look', { kind: 'requisition', id }))).toBe('not-found');
  desk.restore();
  await desk.refresh('requisition');
  expect(valueOf(await engine.call('papers.read', { id, offset: 0 })).size).toBeGreaterThan(0);
});

test('reminders and unsent changes keep a record in a queue of its own until the user confirms, and outlive it', async () => {
  desk = await losingClinic();
  const id = desk.idAt('requisition', 3);
  valueOf(await desk.engine.call('followUps.set', { kind: 'requisition', id, note: 'call', remindOn: null }));
  await desk.lose('requisition', [id]);
  await desk.makeCertain('requisition');
  expect(await desk.missing('open')).toMatchObject([{ id, reminders: 1 }]);
  await expect.poll(async () => (await health()).missing.open, WAIT).toBe(1);
  await desk.restart();
  expect(await desk.missing('open')).toMatchObject([{ id }]);
  expect(await desk.confirm('requisition', [id])).toEqual({ confirmed: 1 });
  expect([await desk.missing('open'), await desk.missing('closed')]).toMatchObject([[], [{ id }]]);
  desk.restore();
  await desk.refresh('requisition');
  expect([await desk.has('requisition', id), await desk.missing('closed')]).toEqual([true, []]);
  const { items } = valueOf(await desk.engine.call('followUps.list', {}));
  expect(items).toMatchObject([{ id, note: 'call' }]);
  expect(codeOf(await desk.engine.call('missing.get', { kind: 'requisition', id }))).toBe('not-found');
});

test('a record that comes back before it is certain begins anew', async () => {
  desk = await losingClinic();
  const id = desk.idAt('form', 3);
  await desk.lose('form', [id]);
  await desk.refresh('form');
  await desk.refresh('form');
  desk.restore();
  await desk.refresh('form');
  await desk.lose('form', [id]);
  desk.clock.run(HOUR);
  await desk.refresh('form');
  await desk.refresh('form');
  expect(await desk.has('form', id)).toBe(true);
  desk.clock.run(10 * MINUTE - 30 * SECOND);
  await desk.refresh('form');
  expect(await desk.has('form', id)).toBe(true);
  desk.clock.run(MINUTE);
  await desk.refresh('form');
  expect(await desk.has('form', id)).toBe(false);
});
