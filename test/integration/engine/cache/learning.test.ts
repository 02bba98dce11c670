import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Kind } from '#contract/records.ts';
import { toEpochMs } from '#contract/time.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { rawForm, rawNotification, rawRequisition, rawRequisitions } from '../../../support/builders.ts';
import { testCache, type TestCache } from '../../../support/cache.ts';
import { getCode, unwrap } from '../../../support/engine.ts';
import { type StandingClock, standingClock } from '../../../support/clocks.ts';
import { recordsOf, idsOf } from '../../../support/results.ts';

let clock: StandingClock;
let cache: TestCache;
beforeEach(async () => {
  clock = standingClock();
  cache = await testCache(clock);
});
afterEach(() => cache.close());

const getState = (kind: Kind) => cache.emitted.at(-1)?.states.find((state) => state.kind === kind);

const one = (record: unknown, requestedAt?: number, moment = 1) =>
  cache.writer.storeOne({
    kind: 'requisition',
    text: JSON.stringify(record),
    fetchedAt: toEpochMs(clock.at),
    writeSequence: moment,
    ...(requestedAt === undefined ? {} : { requestedAt }),
  });
const getName = (id: string): string | undefined => {
  const raw = cache.read('records.raw', { kind: 'requisition', id, withPending: false });
  return raw.ok ? (JSON.parse(raw.value.raw) as { name: string }).name : undefined;
};

test('a single record is written and committed at once, and counted', () => {
  cache.sweep('requisition', rawRequisitions(2));
  expect(unwrap(one(rawRequisition({ id: 'req_1', name: 'alone' })))).toEqual({
    id: 'req_1',
    isOlder: false,
  });
  expect(unwrap(one(rawRequisition({ id: 'req_new', name: 'new' })))).toEqual({
    id: 'req_new',
    isOlder: false,
  });
  expect([getName('req_1'), getName('req_new'), cache.visible()]).toEqual(['alone', 'new', 3]);
  expect(cache.changes().slice(1)).toEqual([
    { revision: 2, kind: 'requisition', ids: ['req_1'] },
    { revision: 3, kind: 'requisition', ids: ['req_new'] },
  ]);
  expect(getState('requisition')?.cached).toBe(3);
});

test('a single resource that is not of its kind is not stored', () => {
  for (const record of [
    null,
    [],
    {},
    { id: 'form_1', object: 'form' },
    rawRequisition({ id: 'req_\u0000x' }),
  ]) {
    expect(getCode(one(record))).toBe('bad-payload');
  }
  expect(cache.visible()).toBe(0);
});

test('a record that is removed disappears with its body and its search entry, and may return', () => {
  cache.sweep('form', [rawForm({ id: 'form_1', name: 'Intake' }), rawForm({ id: 'form_2', name: 'Intake' })]);
  unwrap(cache.writer.removeOne({ kind: 'form', id: 'form_1', writeSequence: 1 }));
  unwrap(cache.writer.removeOne({ kind: 'form', id: 'form_1', writeSequence: 2 }));
  expect(getState('form')?.cached).toBe(1);
  const found = cache.read('records.list', { kind: 'form', filter: { search: 'intake' }, limit: 9 });
  expect(idsOf(unwrap(found))).toEqual(['form_2']);
  expect(cache.changes().at(-1)).toEqual({ revision: 2, kind: 'form', ids: ['form_1'] });
  expect(cache.reader.all(sql`SELECT row FROM form_body`)).toHaveLength(1);
  cache.sweep('form', [rawForm({ id: 'form_1', name: 'Intake' })]);
  expect(getState('form')?.cached).toBe(1);
  cache.begin('form', 2);
  cache.page('form', [rawForm({ id: 'form_1', name: 'Intake' })], { requestedAt: 2 });
  unwrap(cache.end('form'));
  expect(getState('form')?.cached).toBe(2);
});

test('a page requested earlier neither overwrites a single record nor restores a removed one', () => {
  cache.sweep('notification', [rawNotification({ id: 'notf_1' }), rawNotification({ id: 'notf_2' })]);
  cache.begin('notification');
  const read = rawNotification({ id: 'notf_1', read: true });
  const text = JSON.stringify(read);
  unwrap(cache.writer.storeOne({ kind: 'notification', text, fetchedAt: toEpochMs(1), writeSequence: 5 }));
  unwrap(cache.writer.removeOne({ kind: 'notification', id: 'notf_2', writeSequence: 6 }));
  const page = [rawNotification({ id: 'notf_1' }), rawNotification({ id: 'notf_2' })];
  const stored = unwrap(cache.page('notification', page, { requestedAt: 4 }));
  expect(stored).toMatchObject({ records: 2, newInPass: 2, isUnchanged: true });
  const kept = () => {
    const page = unwrap(cache.read('records.list', { kind: 'notification', filter: {}, limit: 9 }));
    return Object.fromEntries(recordsOf(page).map((record) => [String(record['id']), record['read']]));
  };
  expect(kept()).toEqual({ notf_1: true });
  cache.page('notification', page, { requestedAt: 6, isUrgent: true });
  expect(kept()).toEqual({ notf_1: false, notf_2: false });
});

test('a record that was only read is replaced by one written meanwhile and by a newer version', () => {
  const at = (name: string, last_updated_at: string) =>
    rawRequisition({ id: 'req_1', name, last_updated_at });
  unwrap(one(at('written', '2026-01-02T00:00:00.000Z'), undefined, 5));
  unwrap(one(at('read before', '2026-01-02T00:00:00.000Z'), 4, 6));
  expect(getName('req_1')).toBe('written');
  expect(unwrap(one(at('overtaken', '2026-01-01T00:00:00.000Z'), 4, 6))).toMatchObject({ isOlder: true });
  unwrap(one(at('read older', '2026-01-01T00:00:00.000Z'), 6, 7));
  expect(getName('req_1')).toBe('written');
  unwrap(one(at('read later', '2026-01-03T00:00:00.000Z'), 6, 8));
  expect(getName('req_1')).toBe('read later');
  unwrap(one(at('overtaken, but newer', '2026-01-04T00:00:00.000Z'), 4, 8));
  expect(getName('req_1')).toBe('overtaken, but newer');
  unwrap(one(at('answer of a write', '2026-01-01T00:00:00.000Z'), undefined, 9));
  expect(getName('req_1')).toBe('answer of a write');
});

test('a page that cannot be written is lost alone; those before it stay', () => {
  cache.begin('requisition');
  unwrap(cache.page('requisition', rawRequisitions(3)));
  cache.connection().execute(sql`
    CREATE TEMP TRIGGER breaks BEFORE INSERT ON requisition WHEN new.id = 'req_4'
    BEGIN SELECT raise(ABORT, 'broken'); END`);
  expect(cache.page('requisition', rawRequisitions(3, 3)).ok).toBe(false);
  cache.connection().execute(sql`DROP TRIGGER breaks`);
  expect(unwrap(cache.page('requisition', rawRequisitions(3, 6)))).toMatchObject({
    records: 3,
    newInPass: 3,
  });
  // The records of the lost page do not count as seen.
  expect(unwrap(cache.page('requisition', rawRequisitions(3, 3), { pass: 1 }))).toMatchObject({
    newInPass: 3,
    newInSweep: 3,
  });
  unwrap(cache.end('requisition'));
  expect(cache.visible()).toBe(9);
  expect(getState('requisition')?.cached).toBe(9);
});

test('a record missing from a certain sweep is suspected, of every kind; one that was seen or requested is not', () => {
  const forms = (from: number, to: number) =>
    Array.from({ length: to - from }, (_none, n) => rawForm({ id: `form_${from + n}` }));
  cache.sweep('form', forms(0, 20));
  cache.begin('form');
  cache.page('form', forms(2, 20));
  expect(unwrap(cache.end('form'))).toEqual({ outcome: 'complete', isEmptied: false });
  expect(getState('form')).toMatchObject({ suspected: 2, cached: 20 });
  const text = JSON.stringify(rawForm({ id: 'form_0' }));
  unwrap(cache.writer.storeOne({ kind: 'form', text, fetchedAt: toEpochMs(1), writeSequence: 1 }));
  unwrap(cache.writer.removeOne({ kind: 'form', id: 'form_1', writeSequence: 2 }));
  expect(getState('form')).toMatchObject({ suspected: 0, cached: 19 });
  cache.sweep('requisition', rawRequisitions(20));
  cache.sweep('requisition', rawRequisitions(18));
  expect(getState('requisition')).toMatchObject({ suspected: 2, cached: 20 });
});

test('the order of a list is learned if its records show it, and stored in the file', () => {
  const day = (n: number): string => new Date(Date.UTC(2026, 0, 1 + n)).toISOString();
  const learned = (records: readonly Record<string, unknown>[]) => {
    cache.sweep('requisition', records);
    cache.writer.close();
    const { states } = unwrap(cache.writer.open(cache.file));
    return states.find(({ kind }) => kind === 'requisition')?.order;
  };
  const list = (count: number, dates: (n: number) => { created: number; updated: number }) =>
    Array.from({ length: count }, (_none, n) => {
      const { created, updated } = dates(n);
      const id = `req_${String((n * 7) % 30).padStart(2, '0')}`;
      return rawRequisition({ id, created_at: day(created), last_updated_at: day(updated) });
    });
  const shuffled = (n: number): number => (n * 11) % 29;
  // Too few records.
  expect(learned(list(5, (n) => ({ created: shuffled(n), updated: 100 - n })))).toBeNull();
  expect(learned(list(20, (n) => ({ created: shuffled(n), updated: 100 - n })))).toBe('updated-newest');
  expect(learned(list(20, (n) => ({ created: shuffled(n), updated: n })))).toBe('updated-oldest');
  expect(learned(list(20, (n) => ({ created: 100 - n, updated: shuffled(n) })))).toBe('created-newest');
  expect(learned(list(20, (n) => ({ created: n, updated: shuffled(n) })))).toBe('created-oldest');
  expect(learned(list(20, (n) => ({ created: shuffled(n), updated: shuffled(n) })))).toBe('mixed');
  const byId = list(20, (n) => ({ created: shuffled(n), updated: shuffled(n) }));
  expect(learned(byId.toSorted((left, right) => (String(left['id']) < String(right['id']) ? -1 : 1)))).toBe(
    'id',
  );
  // Dates that fit two orders.
  expect(learned(list(20, (n) => ({ created: 100 - n, updated: 100 - n })))).toBeNull();
});

test('a page that needs too much memory is refused, so that a smaller one is requested', () => {
  cache.begin('requisition');
  const bytes = new Uint8Array(25 * 1024 * 1024 + 1);
  expect(getCode(cache.page('requisition', [], { bytes }))).toBe('too-large');
  expect(unwrap(cache.page('requisition', rawRequisitions(3)))).toMatchObject({ newInPass: 3 });
});
