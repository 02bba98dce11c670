import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { JsonObject } from '#main/engine/api/parse/fields.ts';
import { parseRequisition } from '#main/engine/api/parse/requisition.ts';
import { findIdsInRequisition } from '#main/engine/cache/tables/id-references.ts';
import { readRecordAtRow } from '#main/engine/cache/tables/table.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { howMuch } from '../../../../../faults/size.ts';
import { testCache, type TestCache } from '../../../../../support/cache.ts';
import { rawRequisition } from '../../../../../support/builders.ts';
import { getCode, unwrap } from '../../../../../support/engine.ts';

let cache: TestCache;
beforeEach(async () => {
  cache = await testCache();
});
afterEach(() => cache.close());

const DEADLINES = [null, '2026-03-01T00:00:00Z', '2026-03-02T00:00:00Z'];

const review = fc.record({
  status: fc.constantFrom('requested', 'reviewed'),
  reviewer: fc.constantFrom('user_d1', 'user_d2'),
  requested_by: fc.constant('user_d3'),
  review_deadline: fc.constantFrom(...DEADLINES),
  reviewed_at: fc.constant(null),
});

const version = fc.record({
  id: fc.integer({ min: 0, max: 5 }).map((n) => `req_${n}`),
  patient: fc.constantFrom('user_p1', 'user_p2', 'user_d1', ''),
  service_facility: fc.constantFrom('fac_1', 'fac_2'),
  ordering_provider: fc.constantFrom('user_d1', ''),
  type: fc.constantFrom('lab', 'LAB', 'imaging'),
  share_with_patient: fc.boolean(),
  status_history: fc
    .constantFrom('draft', 'sent', 'other')
    .map((status) => [{ status, changed_by: 'user_d1', changed_at: '2026-01-01T00:00:00Z' }]),
  reviews: fc.array(review, { maxLength: 3 }),
});

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ what: fc.constant('page'), records: fc.array(version, { maxLength: 4 }) }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('remove'), record: version }) },
  {
    weight: 1,
    arbitrary: fc.record({ what: fc.constant('roll back'), records: fc.array(version, { maxLength: 4 }) }),
  },
);

/** A page that is rolled back after its first records were written. */
function failPage(records: readonly JsonObject[]): void {
  const db = cache.connection();
  db.execute(sql`CREATE TEMP TRIGGER refused BEFORE INSERT ON requisition WHEN NEW.id = 'req_bad'
    BEGIN SELECT RAISE(ABORT, 'refused'); END`);
  cache.begin('requisition');
  const bad = rawRequisition({ id: 'req_bad' });
  expect(getCode(cache.page('requisition', [...records, bad, ...records]))).toBe('internal');
  unwrap(cache.end('requisition', 'incomplete'));
  db.execute(sql`DROP TRIGGER refused`);
}

/** The counted tables as the writes keep them, and as a count of all rows makes them. */
function readCounted() {
  const ofTotals = sql`type, status, needs_review, share_with_patient, review_state`;
  const columns = sql`service_facility, ordering_provider, ${ofTotals}`;
  return {
    kept: {
      totals: cache.reader.all(
        sql`SELECT ${ofTotals}, row_count AS rows FROM requisition_total ORDER BY ${ofTotals}`,
      ),
      groupsWithoutTheirTotal: cache.reader.all(sql`
        SELECT each.number FROM requisition_group AS each LEFT JOIN requisition_total AS whole ON whole.number = each.total
        WHERE (each.type, each.status, each.needs_review, each.share_with_patient, each.review_state) IS NOT
          (whole.type, whole.status, whole.needs_review, whole.share_with_patient, whole.review_state)`),
      groups: cache.reader.all(
        sql`SELECT ${columns}, row_count AS rows FROM requisition_group ORDER BY ${columns}`,
      ),
      rows: cache.reader.all(sql`
        SELECT row, ${columns} FROM requisition_group_row JOIN requisition_group USING (number) ORDER BY row`),
      reviews: cache.reader.all(sql`SELECT reviewer, deadline, row FROM open_review ORDER BY row, reviewer`),
    },
    counted: {
      totals: cache.reader.all(sql`
        SELECT ${ofTotals}, count(*) AS rows FROM requisition GROUP BY ${ofTotals} ORDER BY ${ofTotals}`),
      groupsWithoutTheirTotal: [],
      groups: cache.reader.all(sql`
        SELECT ${columns}, count(*) AS rows FROM requisition GROUP BY ${columns} ORDER BY ${columns}`),
      rows: cache.reader.all(sql`SELECT row, ${columns} FROM requisition ORDER BY row`),
      reviews: cache.reader.all(sql`
        SELECT value ->> 0 AS reviewer, min(coalesce(value ->> 1, 9000000000000000)) AS deadline, requisition.row
        FROM requisition, json_each(open_reviews) GROUP BY 3, 1 ORDER BY 3, 1`),
    },
  };
}

/** The ids to which requisitions refer, as the writes keep them, and as the records have them. */
function readIdReferences() {
  const rows = cache.reader.all(sql<{ row: number }>`SELECT row FROM requisition`);
  const inRecords = rows.flatMap(({ row }) => {
    const record = readRecordAtRow(cache.reader, 'requisition', row, parseRequisition);
    const ids = record === null ? [] : [...findIdsInRequisition(record)];
    return ids.map(([id, role]) => ({ id, kind: 1, row, role }));
  });
  const order = (left: { id: string; row: number }, right: { id: string; row: number }): number =>
    left.row - right.row || (left.id < right.id ? -1 : 1);
  return {
    kept: cache.reader
      .all(
        sql<{
          id: string;
          kind: number;
          row: number;
          role: number;
        }>`SELECT id, kind, row, role FROM id_reference`,
      )
      .toSorted(order),
    found: inRecords.toSorted(order),
    ids: cache.reader.all(sql<{ id: string }>`SELECT id FROM referenced_id`).map(({ id }) => id),
  };
}

test('after any writes the counted totals, groups, open reviews and referenced ids are what a full count finds', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 8 }), (steps) => {
      for (const each of steps) {
        if (each.what === 'page' && 'records' in each)
          cache.sweep('requisition', each.records.map(rawRequisition));
        else if ('record' in each)
          unwrap(cache.writer.removeOne({ kind: 'requisition', id: each.record.id, writeSequence: 1 }));
        else if ('records' in each) failPage(each.records.map(rawRequisition));
        const { kept, counted } = readCounted();
        expect(kept).toEqual(counted);
        const references = readIdReferences();
        expect(references.kept).toEqual(references.found);
        // An id to which nothing refers any more may be that of a patient whose records were removed.
        expect(references.ids.toSorted()).toEqual(
          [...new Set(references.found.map(({ id }) => id))].toSorted(),
        );
      }
    }),
    { numRuns: howMuch(25, 60) },
  );
});
