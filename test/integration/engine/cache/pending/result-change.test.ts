import { afterEach, beforeEach, expect, test } from 'vitest';
import { recordIdSchema } from '#contract/record-schemas.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { rawRequisition } from '../../../../support/builders.ts';
import { unwrap } from '../../../../support/engine.ts';
import { cacheAndLocal, type CacheAndLocal } from '../../../../support/overlay.ts';

let cache: CacheAndLocal;
beforeEach(async () => {
  cache = await cacheAndLocal();
});
afterEach(() => cache.close());

const at = (day: number): string => `2026-03-${String(day).padStart(2, '0')}T09:00:00.000Z`;
const ms = (day: number): number => Date.parse(at(day));
const entry = (status: string, day: number) => ({ status, changed_by: 'user_l1', changed_at: at(day) });
const review = (day: number | null) => ({
  status: 'reviewed',
  requested_by: 'user_d1',
  reviewer: 'user_d1',
  requested_at: at(1),
  review_deadline: null,
  reviewed_at: day === null ? null : at(day),
});

const ID = recordIdSchema('requisition').parse('req_7Hq2');
const REVIEWED = {
  requisition_result: 'rslt_1',
  reviews: [review(4)],
  status_history: [entry('sent', 1), entry('results_received', 3)],
};
let day = 5;
const see = (change: Readonly<Record<string, unknown>> = {}): void => {
  day += 1;
  cache.sweep('requisition', [rawRequisition({ ...REVIEWED, last_updated_at: at(day), ...change })]);
};

const shown = () => {
  const { record } = unwrap(cache.read('requisitions.get', { id: ID }));
  const page = unwrap(
    cache.read('worklist.page', {
      tab: 'all',
      terms: [],
      order: { by: 'updated', descending: true },
      limit: 5,
    }),
  );
  const counts = unwrap(cache.read('worklist.counts', { terms: [] }));
  return {
    needsReview: record.needsReview,
    change: record.resultChange,
    isListed: page.items[0]?.isResultChanged,
    count: counts.counts.needs_review,
  };
};
const CALM = { needsReview: false, change: null, isListed: false, count: 0 };

test('a result that is replaced after its review needs review again, with the result that was reviewed', () => {
  see();
  expect(shown()).toEqual(CALM);
  see({ requisition_result: 'rslt_2' });
  const change = {
    reviewedAt: ms(4),
    receivedAt: null,
    isAnotherResult: true,
    reviewedResult: 'rslt_1',
  };
  expect(shown()).toEqual({ needsReview: true, change, isListed: true, count: 1 });
  see({ requisition_result: 'rslt_2', order_details: 'changed besides' });
  expect(shown()).toMatchObject({ change, count: 1 });
});

test('it does so whichever order the service gives its reviews', () => {
  see({ reviews: [review(4), review(3)] });
  see({ reviews: [review(3), review(4)], requisition_result: 'rslt_2' });
  expect(shown()).toMatchObject({ needsReview: true, change: { reviewedResult: 'rslt_1' }, count: 1 });
});

test('it does so where an earlier program has stored the reviews in the order of a response', () => {
  see({ reviews: [review(3), review(4)] });
  cache.connection().run(sql`
    UPDATE reviewed_version SET reviews = ${JSON.stringify([4, 3].map((on) => ['user_d1', 'reviewed', ms(on)]))}`);
  see({ reviews: [review(3), review(4)], requisition_result: 'rslt_2' });
  expect(shown()).toMatchObject({ needsReview: true, change: { reviewedResult: 'rslt_1' }, count: 1 });
});

test('another order of the status history is no other result', () => {
  const [first, second] = [entry('results_received', 2), entry('results_received', 3)];
  see({ status_history: [first, second] });
  see({ status_history: [second, first] });
  expect(shown()).toEqual(CALM);
});

test('it no longer does once it is reviewed again, or the result is as it was', () => {
  see();
  see({ requisition_result: 'rslt_2' });
  see({ requisition_result: 'rslt_1' });
  expect(shown()).toEqual(CALM);
  see({ requisition_result: 'rslt_3' });
  see({ requisition_result: 'rslt_3', reviews: [review(4), review(9)] });
  expect(shown()).toEqual(CALM);
});

test('results that come after every review need one, though this computer never saw the earlier version', () => {
  const history = [...REVIEWED.status_history, entry('results_received', 8)];
  see({ status_history: history });
  expect(shown()).toMatchObject({
    needsReview: true,
    change: { reviewedAt: ms(4), receivedAt: ms(8), isAnotherResult: false },
    isListed: true,
    count: 1,
  });
  see({ status_history: history, reviews: [review(null)] });
  expect(shown()).toEqual(CALM);
});

test('another pending change leaves it among those that need review; a pending review removes it', () => {
  see();
  see({ requisition_result: 'rslt_2' });
  cache.addPendingChange({ operation: 'requisitions.update', target: ID, data: { name: 'Mine' } });
  expect(shown()).toMatchObject({ needsReview: true, isListed: true, count: 1 });
  cache.addPendingChange({
    operation: 'requisitions.update',
    target: ID,
    data: { review: { status: 'reviewed', reviewer: 'user_me' } },
  });
  expect(shown()).toMatchObject({ needsReview: false, isListed: false, count: 0 });
});
