import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RequisitionFilter } from '#contract/requisitions.ts';
import { findPage } from '#main/engine/cache/query/page.ts';
import { decodeCursor } from '#main/engine/cache/tables/cursor.ts';
import { REQUISITION_LIST, toRequisitionListClauses } from '#main/engine/cache/lists/requisitions.ts';
import { howMuch } from '../../../faults/size.ts';
import { rawForm, rawNotification, rawRequisition } from '../../../support/builders.ts';
import { testCache, type TestCache } from '../../../support/cache.ts';
import { getCode, unwrap } from '../../../support/engine.ts';
import { idsOf } from '../../../support/results.ts';

let cache: TestCache;
beforeEach(async () => {
  cache = await testCache();
});
afterEach(() => cache.close());

/** Every id of a list of requisitions, read page by page. */
function allIds(filter: RequisitionFilter, limit: number): string[] {
  const ids: string[] = [];
  let after: string | undefined;
  for (let turn = 0; turn < 1000; turn++) {
    const page = unwrap(
      cache.read('records.list', {
        kind: 'requisition',
        filter,
        limit,
        ...(after === undefined ? {} : { after }),
      }),
    );
    expect(page.items.length).toBeLessThanOrEqual(limit);
    ids.push(...idsOf(page));
    if (page.next === null) return ids;
    after = page.next;
  }
  throw new Error('the list does not end');
}

const moment = fc.option(fc.integer({ min: 0, max: 6 }), { nil: null });
const requisition = fc.record({
  type: fc.constantFrom('lab', 'imaging', 'general', 'genetic'),
  patient: fc.constantFrom('user_a', 'user_b'),
  share: fc.boolean(),
  updated: moment,
});
const filter = fc.record(
  {
    type: fc.constantFrom('lab', 'imaging', 'general'),
    patient: fc.constantFrom('user_a', 'user_b', 'user_none'),
    shareWithPatient: fc.boolean(),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<RequisitionFilter>; // missing keys are missing, never undefined

test('any filter finds what a plain filter finds, newest first, without a date last, in pages of any size', () => {
  let turn = 0;
  fc.assert(
    fc.property(
      fc.array(requisition, { maxLength: 40 }),
      filter,
      fc.integer({ min: 1, max: 7 }),
      (given, asked, limit) => {
        turn += 1;
        const getPatient = (patient: string): string => `${patient}${turn}`; // rows of earlier turns stay
        const records = given.map(({ type, patient, share, updated }, index) => ({
          id: `req_${turn}x${index}`,
          type,
          patient: getPatient(patient),
          share_with_patient: share,
          last_updated_at: updated === null ? '' : `2026-01-01T00:00:0${updated}.000Z`,
        }));
        cache.sweep(
          'requisition',
          records.map((record) => rawRequisition(record)),
        );
        const patient = getPatient(asked.patient ?? 'user_a');
        const expected = records
          .filter((record) => record.patient === patient)
          .filter((record) => asked.type === undefined || record.type === asked.type)
          .filter(
            (record) =>
              asked.shareWithPatient === undefined || record.share_with_patient === asked.shareWithPatient,
          )
          .toReversed()
          .toSorted((left, right) => right.last_updated_at.localeCompare(left.last_updated_at));
        expect(allIds({ ...asked, patient }, limit)).toEqual(expected.map(({ id }) => id));
      },
    ),
    { numRuns: howMuch(25, 60) },
  );
});

test('without a patient the other filters and no filter at all page through everything once', () => {
  const records = Array.from({ length: 57 }, (_none, n) =>
    rawRequisition({
      id: `req_${n}`,
      type: n % 3 === 0 ? 'lab' : 'imaging',
      share_with_patient: n % 5 === 0,
    }),
  );
  cache.sweep('requisition', records);
  expect(new Set(allIds({}, 10)).size).toBe(57);
  expect(allIds({ type: 'lab' }, 10)).toHaveLength(19);
  expect(allIds({ shareWithPatient: true }, 5)).toHaveLength(12);
  expect(allIds({ type: 'lab', shareWithPatient: true }, 2)).toHaveLength(4);
});

test('a scan that reaches its budget returns a short page and a cursor', () => {
  const records = Array.from({ length: 100 }, (_none, n) =>
    rawRequisition({
      id: `req_${n}`,
      name: n === 0 ? 'xy' : 'other',
      last_updated_at: new Date(n * 1000).toISOString(),
    }),
  );
  cache.sweep('requisition', records);
  const scope = toRequisitionListClauses(cache.reader, { search: 'xy' });
  const found: string[] = [];
  let calls = 0;
  let after: string | undefined;
  do {
    const place = unwrap(decodeCursor('requisition', after));
    const page = findPage(cache.reader, REQUISITION_LIST, {
      scope,
      hasPending: false,
      position: place,
      limit: 10,
      budget: 30,
    });
    found.push(...page.rows.map(({ id }) => id));
    after = page.next ?? undefined;
    calls += 1;
  } while (after !== undefined && calls < 10);
  expect(found).toEqual(['req_0']);
  expect(calls).toBe(4);
});

test('notifications come newest first, by recipient and read mark', () => {
  const records = Array.from({ length: 9 }, (_none, n) =>
    rawNotification({
      id: `notf_${n}`,
      user: `user_${n % 2}`,
      read: n % 3 === 0,
      created_at: `2026-03-01 09:30:0${n}.000+00`,
    }),
  );
  cache.sweep('notification', records);
  const ids = (asked: { user?: string; unread?: boolean }) =>
    idsOf(unwrap(cache.read('records.list', { kind: 'notification', filter: asked, limit: 50 }))).map((id) =>
      Number(id.slice(5)),
    );
  expect(ids({})).toEqual([8, 7, 6, 5, 4, 3, 2, 1, 0]);
  expect(ids({ unread: true })).toEqual([8, 7, 5, 4, 2, 1]);
  expect(ids({ unread: false })).toEqual([6, 3, 0]);
  expect(ids({ user: 'user_1', unread: true })).toEqual([7, 5, 1]);
  expect(ids({ user: 'user_0' })).toEqual([8, 6, 4, 2, 0]);
});

test('a cursor from another list, or from nowhere, is refused', () => {
  cache.sweep(
    'form',
    [1, 2].map((n) => rawForm({ id: `form_${n}` })),
  );
  const list = (kind: 'form' | 'requisition', after?: string) =>
    cache.read('records.list', { kind, filter: {}, limit: 1, ...(after === undefined ? {} : { after }) });
  const { next } = unwrap(list('form'));
  expect(getCode(list('requisition', next ?? ''))).toBe('invalid-input');
  expect(getCode(list('form', "' OR 1=1"))).toBe('invalid-input');
});

test('one record is parsed again from its raw resource, exactly', () => {
  const raw = rawRequisition({ id: 'req_1', future_field: { kept: [1.5e300, '\u2028'] } });
  cache.sweep('requisition', [raw]);
  const { record } = unwrap(cache.read('requisitions.get', { id: 'req_1' as never }));
  expect(record).toMatchObject({ id: 'req_1', status: 'draft', flags: [] });
  expect(
    unwrap(cache.read('records.raw', { kind: 'requisition', id: 'req_1', withPending: false })).raw,
  ).toBe(JSON.stringify(raw));
  expect(getCode(cache.read('requisitions.get', { id: 'req_2' as never }))).toBe('not-found');
  expect(getCode(cache.read('records.raw', { kind: 'form', id: 'req_1', withPending: false }))).toBe(
    'not-found',
  );
});

test('raw pages follow the list, a dump follows the file, and both stop at their limit of bytes', () => {
  const long = 'x'.repeat(3 * 1024 * 1024);
  const records = Array.from({ length: 5 }, (_none, n) =>
    rawRequisition({
      id: `req_${n}`,
      order_details: long,
      last_updated_at: new Date(n * 1000).toISOString(),
    }),
  );
  cache.sweep('requisition', records);
  const first = unwrap(cache.read('records.list', { kind: 'requisition', filter: {}, limit: 50 }));
  expect(idsOf(first)).toEqual(['req_4', 'req_3']);
  const second = unwrap(
    cache.read('records.list', { kind: 'requisition', filter: {}, limit: 50, after: first.next ?? '' }),
  );
  expect(idsOf(second)).toEqual(['req_2', 'req_1']);
  const dump = unwrap(cache.read('records.dump', { kind: 'requisition', limit: 1000 }));
  expect(idsOf(dump)).toEqual(['req_0', 'req_1']);
  const rest = unwrap(cache.read('records.dump', { kind: 'requisition', limit: 2, after: dump.next ?? '' }));
  expect(idsOf(rest)).toEqual(['req_2', 'req_3']);
});
