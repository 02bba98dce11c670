import { afterEach, beforeEach, expect, test } from 'vitest';
import { openCacheForReading } from '#main/engine/cache/file/open.ts';
import { ReadOnlyLocalStoreView } from '#main/engine/cache/pending/local-view.ts';
import type { CacheReadInput, CacheReadName } from '#main/engine/cache/protocol.ts';
import { CacheReader } from '#main/engine/cache/reader.ts';
import { MAX_ROWS_LOOKED_UP_SINGLY } from '#main/engine/cache/query/full-text.ts';
import { sql, type Sql } from '#main/engine/sqlite/sql.ts';
import { rawAppointment, rawForm, rawNotification, rawRequisition } from '../../../support/builders.ts';
import { unwrap } from '../../../support/engine.ts';
import { nameId } from '../../../support/lists.ts';
import { cacheAndLocal, type CacheAndLocal } from '../../../support/overlay.ts';

let cache: CacheAndLocal;
beforeEach(async () => {
  cache = await cacheAndLocal();
});
afterEach(() => cache.close());

const DAY = { from: Date.parse('2026-03-12T00:00:00Z'), until: Date.parse('2026-03-13T00:00:00Z') };

/** Records of this many patients: a requisition, a form and an appointment of each. */
function fill(patients: number): void {
  const each = Array.from({ length: patients }, (_none, n) => n);
  cache.sweep(
    'requisition',
    each.map((n) => rawRequisition({ id: `req_${n}`, patient: `user_p${n}` })),
  );
  cache.sweep(
    'form',
    each.map((n) =>
      rawForm({
        id: `form_${n}`,
        request_completion_from: [
          { patient: `user_p${n}`, requested_by: 'user_x', requested_at: '2026-03-01 00:00:00.000+00' },
        ],
      }),
    ),
  );
  cache.sweep(
    'notification',
    each.map((n) =>
      rawNotification({
        id: `notf_${n}`,
        read: false,
        props: rawAppointment({
          id: `appt_${n}`,
          start_time: '2026-03-12T09:00:00.000Z',
          attendees: [{ id: n, attendee: `user_p${n}`, appointment: `appt_${n}` }],
          reference_patients: [`user_p${n}`],
        }),
      }),
    ),
  );
  for (const kind of [sql`requisition`, sql`form`, sql`notification`])
    expect(cache.reader.get(sql`SELECT count(*) AS n FROM ${kind}`)).toEqual({ n: patients });
  cache.addPendingChange({ operation: 'notifications.update', target: 'notf_1', data: { read: true } });
}

/** Runs a read. Returns the statements that it asked the cache. */
function listStatements<N extends CacheReadName>(name: N, input: CacheReadInput<N>): readonly Sql[] {
  const statements: Sql[] = [];
  const own = openCacheForReading(cache.file);
  const reader = new CacheReader(
    {
      ...own,
      pragma: (text) => own.pragma(text),
      all: <Row>(query: Sql<Row>) => {
        statements.push(query);
        return own.all(query);
      },
      get: <Row>(query: Sql<Row>) => {
        statements.push(query);
        return own.get(query);
      },
    },
    new ReadOnlyLocalStoreView(cache.file),
  );
  unwrap(reader.read(name, input));
  statements.length = 0;
  unwrap(reader.read(name, input));
  const plans = statements.map((query) => ({
    query,
    plan: own.all(sql<{ detail: string }>`EXPLAIN QUERY PLAN ${query}`).map(({ detail }) => detail),
  }));
  listed = plans.flatMap(({ plan }) => plan);
  reader.close();
  return statements;
}

let listed: readonly string[] = [];

/** The tables that grow with the number of requisitions and notifications. */
const SCAN_OF_LARGE_TABLE =
  /^SCAN (requisition|notification|numbered_reference|referenced_id|appointment|inbox_thread|open_review|\w+_body|\w+_text)\b/;

function call(name: CacheReadName, input: unknown): readonly [string, () => readonly Sql[]] {
  return [`${name} ${JSON.stringify(input)}`, () => listStatements(name, input as never)]; // the cases below, by the contract
}

const NEWEST = { by: 'updated', descending: true };
const worklist = (field: string, value: string) =>
  call('worklist.page', { tab: 'all', terms: [{ field, value, isNot: false }], order: NEWEST, limit: 20 });

test.each([
  call('day.get', DAY),
  call('day.sheet', DAY),
  call('day.beginning', DAY),
  call('day.times', DAY),
  call('day.export', { span: DAY, format: 'csv', host: null }),
  call('related.get', { id: 'user_p1', limit: 20 }),
  call('ids.suggest', { family: 'user', search: 'p1', as: 'patient', limit: 5 }),
  call('requisitions.similar', { patient: 'user_p1', type: 'lab', name: 'x', codes: [], scripts: ['CBC'] }),
  call('requisitions.context', { patient: 'user_p1', serviceFacility: 'fac_1', type: 'lab', limit: 6 }),
  call('missing.list', { state: 'held', limit: 100 }),
  call('missing.counts', {}),
  call('inbox.thread', { id: 'notf_1', limit: 5 }),
  call('inbox.about', { object: 'appointment', id: 'appt_1' }),
  worklist('patient', 'user_p1'),
  worklist('patient', '_p11'),
])('%s scans no table that grows with the records', (_what, run) => {
  fill(30);
  // The roles of an id that has a local name and no record are looked up.
  nameId(cache, 'user_p1_named', 'Named');
  expect(run().length).toBeGreaterThan(0);
  expect(listed.filter((detail) => SCAN_OF_LARGE_TABLE.test(detail))).toEqual([]);
});

test('the day sheet asks once more for each patient, and otherwise as often for thirty appointments as for three', () => {
  const isOfOnePatient = ({ text }: Sql): boolean => text.includes('patient = ?');
  const count = (): readonly number[] => {
    const [ofOne, others] = [true, false].map(
      (wanted) => listStatements('day.get', DAY as never).filter((query) => isOfOnePatient(query) === wanted), // any time
    );
    return [ofOne?.length ?? 0, others?.length ?? 0];
  };
  fill(3);
  const [ofThree, few] = count();
  fill(30);
  expect([ofThree, ...count()]).toEqual([3, 30, few]);
  // However many requisitions a patient has, the newest ones are the first of an index.
  expect(listed).toContain('SEARCH requisition USING INDEX requisition_patient (patient=?)');
  expect(listed.filter((detail) => /SCAN requisition/.test(detail))).toEqual([]);
});

test('the newest requisitions of a patient are read without sorting all', () => {
  fill(3);
  const [query] = listStatements('day.get', DAY as never).filter(({ text }) => text.includes('patient = ?')); // as above
  const db = openCacheForReading(cache.file);
  const plan = db.all(sql<{ detail: string }>`EXPLAIN QUERY PLAN ${query ?? sql`SELECT 1`}`);
  db.close();
  expect(plan.map(({ detail }) => detail)).toEqual([
    'SEARCH requisition USING INDEX requisition_patient (patient=?)',
  ]);
});

test('a patient is found by the end of an id, also where the ids of thousands of requisitions end alike', () => {
  const patients = Array.from(
    { length: MAX_ROWS_LOOKED_UP_SINGLY + 1 },
    (_none, n) => `user_${n % 10}-alike`,
  );
  cache.sweep(
    'requisition',
    [...patients, 'user_7', 'user_é𝒳12', 'user_x12', ''].map((patient, n) =>
      rawRequisition({ id: `req_${n}`, patient }),
    ),
  );
  const local = new ReadOnlyLocalStoreView(cache.file);
  const reader = new CacheReader(openCacheForReading(cache.file), local);
  const count = (value: string): number => {
    const terms = [{ field: 'patient' as const, value, isNot: false }];
    return unwrap(reader.read('worklist.counts', { terms })).counts.all;
  };
  try {
    expect(count('alike')).toBe(patients.length);
    expect(count('7-alike')).toBe(patients.filter((patient) => patient === 'user_7-alike').length);
    expect(count('like7')).toBe(0);
    expect(count('𝒳12')).toBe(0);
    expect(count('é𝒳12')).toBe(1);
  } finally {
    reader.close();
  }
});
