import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RequisitionFilter } from '#contract/requisitions.ts';
import { FORM_LIST, toFormListClauses } from '#main/engine/cache/lists/forms.ts';
import { NOTIFICATION_LIST, toNotificationListClauses } from '#main/engine/cache/lists/notifications.ts';
import { buildPageQuery, type ListTable, type ListClauses } from '#main/engine/cache/query/page.ts';
import { REQUISITION_LIST, toRequisitionListClauses } from '#main/engine/cache/lists/requisitions.ts';
import { Sql } from '#main/engine/sqlite/sql.ts';
import { rawForm, rawNotification, rawRequisition } from '../../../support/builders.ts';
import { testCache, type TestCache } from '../../../support/cache.ts';

let cache: TestCache;
beforeAll(async () => {
  cache = await testCache();
  const many = Array.from({ length: 2100 }, (_none, index) => index);
  cache.sweep(
    'requisition',
    many.map((n) => rawRequisition({ id: `req_${n}`, name: n < 3 ? 'Ferritin' : 'Blood count' })),
  );
  cache.sweep(
    'form',
    many.map((n) => rawForm({ id: `form_${n}`, name: n < 3 ? 'Consent' : 'Intake' })),
  );
  cache.sweep(
    'notification',
    many.map((n) => rawNotification({ id: `notf_${n}`, read: n % 2 === 0 })),
  );
});
afterAll(() => cache.close());

/** The query plans of the first and a later page of a list. */
function getPlans(listed: ListTable, scope: ListClauses): string {
  const places = [null, { at: 1000, row: 5 }];
  return places
    .flatMap((place) => {
      const query = buildPageQuery(listed, scope, { position: place, limit: 51, end: null });
      return cache.reader.all(new Sql<{ detail: string }>(`EXPLAIN QUERY PLAN ${query.text}`, query.values));
    })
    .map(({ detail }) => detail)
    .join('\n');
}

const FILTERS: readonly (readonly [RequisitionFilter, string])[] = [
  [{}, 'requisition_scan'],
  [{ shareWithPatient: true }, 'requisition_scan'],
  [{ type: 'lab' }, 'requisition_type (type=?'],
  [{ type: 'lab', shareWithPatient: false }, 'requisition_scan'],
  [{ patient: 'user_p1' }, 'requisition_patient (patient=?'],
  [{ patient: 'user_p1', type: 'lab', search: 'blood' }, 'requisition_patient (patient=?'],
  [{ search: 'blood' }, 'requisition_scan'],
  [{ search: 'bl', type: 'lab' }, 'requisition_scan'],
];

test.each(FILTERS)(
  'requisitions by %j come from one index, in its order, without a sort',
  (filter, index) => {
    const plan = getPlans(REQUISITION_LIST, toRequisitionListClauses(cache.reader, filter));
    expect(plan).toContain(`requisition USING INDEX ${index}`);
    expect(plan).not.toMatch(/TEMP B-TREE|SCAN requisition(?! USING)/);
  },
);

test('a search with few hits looks them up by their row numbers; only those few are sorted', () => {
  const plan = getPlans(REQUISITION_LIST, toRequisitionListClauses(cache.reader, { search: 'ferritin' }));
  expect(plan).toContain('requisition_search VIRTUAL TABLE');
  expect(plan).toContain('SEARCH requisition USING INTEGER PRIMARY KEY');
  expect(plan).not.toMatch(/SCAN requisition(?!_search)/);
});

test.each([{}, { search: 'intake' }])(
  'forms by %j come from one index, in its order, without a sort',
  (filter) => {
    const plan = getPlans(FORM_LIST, toFormListClauses(cache.reader, filter));
    expect(plan).toContain('form USING INDEX form_scan');
    expect(plan).not.toContain('TEMP B-TREE');
  },
);

test('a search for a rare form looks the hits up', () => {
  expect(getPlans(FORM_LIST, toFormListClauses(cache.reader, { search: 'consent' }))).toContain(
    'form USING INTEGER PRIMARY KEY',
  );
});

test.each([
  [{}, 'notification_scan'],
  [{ unread: true }, 'notification_unread'],
  [{ unread: false }, 'notification_scan'],
  [{ user: 'user_d1' }, 'notification_user (user=?'],
  [{ user: 'user_d1', unread: true }, 'notification_user (user=?'],
  [{ searchFrom: '2026-03-01T00:00:00Z' }, 'notification_scan (created_at>?'],
  [{ searchOn: '2026-03-01', unread: true }, 'notification_unread (created_at>?'],
  [{ searchUntil: '2026-03-01T00:00:00Z', user: 'user_d1' }, 'notification_user (user=? AND created_at>?'],
])('notifications by %j come from one index, in its order, without a sort', (filter, index) => {
  const plan = getPlans(NOTIFICATION_LIST, toNotificationListClauses(filter));
  expect(plan).toContain(`notification USING INDEX ${index}`);
  expect(plan).not.toContain('TEMP B-TREE');
});
