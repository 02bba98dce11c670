import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { idSchema } from '#contract/record-schemas.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { rawRequisition } from '../../../support/builders.ts';
import { testCache, type TestCache } from '../../../support/cache.ts';
import { unwrap } from '../../../support/engine.ts';

// Records of many megabytes are read and written.
/** More entries than fit on the stack as the arguments of one call. */
const MANY = 150_000;
const DAY = 24 * 60 * 60 * 1_000;

let cache: TestCache;
beforeEach(async () => {
  cache = await testCache();
});
afterEach(() => cache.close());

const repeat = <T>(entry: T): readonly T[] => Array.from({ length: MANY }, () => entry);
const entry = (status: string, day: number) => ({
  status,
  changed_at: new Date(Date.UTC(2026, 2, day)).toISOString(),
});

const REVIEW = { status: 'reviewed', reviewer: 'user_d1', reviewed_at: '2026-03-03T00:00:00.000Z' };

function getRecords() {
  const order = { by: 'name', descending: false } as const;
  return unwrap(cache.read('worklist.page', { tab: 'all', terms: [], order, limit: 10 })).items;
}

describe('A requisition with hundreds of thousands of entries is read like any other', () => {
  test('where they are results', () => {
    const results = repeat(entry('results_received', 2));
    cache.sweep('requisition', [
      rawRequisition({ id: 'req_1', name: 'A', status_history: results }),
      rawRequisition({ id: 'req_2', name: 'B' }),
    ]);
    expect(cache.reader.all(sql`SELECT * FROM quarantine`)).toEqual([]);
    expect(getRecords().map(({ id }) => id)).toEqual(['req_1', 'req_2']);
  });

  test.each([
    ['reviews', repeat(REVIEW), [entry('results_received', 4)]],
    ['results after its review', [REVIEW], repeat(entry('results_received', 4))],
  ] as const)('where they are %s, and it says that its result has changed', (_what, reviews, results) => {
    const reviewed = { id: 'req_1', reviews };
    cache.sweep('requisition', [
      rawRequisition({ ...reviewed, status_history: [entry('results_received', 2)] }),
    ]);
    cache.sweep('requisition', [rawRequisition({ ...reviewed, status_history: results })]);
    const { record } = unwrap(cache.read('requisitions.get', { id: idSchema('requisition').parse('req_1') }));
    expect(record.resultChange).toMatchObject({
      reviewedAt: Date.UTC(2026, 2, 3),
      receivedAt: Date.UTC(2026, 2, 4),
    });
  });

  test('where it was sent that often: the reading of its list ends, and the time until its results is known', () => {
    cache.begin('requisition');
    const history = [...repeat(entry('sent', 2)), entry('results_received', 5)];
    unwrap(cache.page('requisition', [rawRequisition({ status_history: history })]));
    expect(unwrap(cache.end('requisition')).outcome).toBe('complete');
    const { groups } = unwrap(cache.read('home.durations', {}));
    expect(groups).toMatchObject([{ sampleSize: 1, median: 3 * DAY }]);
  });
});
