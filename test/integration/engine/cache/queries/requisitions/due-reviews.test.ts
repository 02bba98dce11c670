import { afterEach, beforeEach, expect, test } from 'vitest';
import { DAY, HOUR } from '#main/base/durations.ts';
import { systemClock } from '#main/base/clock.ts';
import { toEpochMs } from '#contract/time.ts';
import type { WorklistSearchTerm } from '#contract/worklist-search.ts';
import { reviewAsked, sentOrder } from '../../../../../support/builders.ts';
import { unwrap } from '../../../../../support/engine.ts';
import { worklistCounts } from '../../../../../support/lists.ts';
import { cacheAndLocal, type CacheAndLocal } from '../../../../../support/overlay.ts';

let cache: CacheAndLocal;
beforeEach(async () => {
  cache = await cacheAndLocal();
});
afterEach(() => cache.close());

const is = { isNot: false } as const;
const OVERDUE: WorklistSearchTerm = { field: 'review', value: 'overdue', ...is };

test('due reviews are counted as their searches count them, those with pending changes once', () => {
  const now = systemClock.now();
  const today = { from: toEpochMs(now - HOUR), until: toEpochMs(now + DAY) };
  const soon = { from: today.until, until: toEpochMs(now + 7 * DAY) };
  const deadlines = [-2 * DAY, -HOUR / 2, HOUR, HOUR, 2 * DAY, 30 * DAY, null];
  cache.sweep(
    'requisition',
    deadlines.flatMap((after, n) =>
      ['user_a', 'user_b'].map((reviewer, of) =>
        sentOrder({
          id: `req_${n}${of}`,
          ...reviewAsked({ reviewer, deadline: after === null ? null : now + after }),
        }),
      ),
    ),
  );
  cache.store('requisition', sentOrder({ id: 'req_none' }));
  for (const target of ['req_00', 'req_20', 'req_none'])
    cache.addPendingChange({ operation: 'requisitions.update', target, data: { id: target, name: 'Iron' } });
  const count = (...terms: readonly WorklistSearchTerm[]): number => worklistCounts(cache, terms).all;
  const counted = unwrap(cache.read('reviews.due', { today, soon }));
  expect(counted).toEqual({
    overdue: count(OVERDUE),
    today: count({ field: 'due', ...today, ...is }, { ...OVERDUE, isNot: true }),
    soon: count({ field: 'due', ...soon, ...is }),
    reviewers: ['user_a', 'user_b'].map((id) => ({
      id,
      count: count({ field: 'reviewer', value: id, ...is }),
    })),
  });
  expect(counted).toMatchObject({ overdue: 4, today: 4, soon: 2, reviewers: [{ count: 7 }, { count: 7 }] });
});

test('at most twelve reviewers are named, those with most open reviews first', () => {
  const ids = Array.from({ length: 14 }, (_none, n) => `user_${n}`);
  cache.sweep(
    'requisition',
    ids.flatMap((reviewer, n) =>
      Array.from({ length: n + 1 }, (_each, at) =>
        sentOrder({ id: `req_${n}_${at}`, ...reviewAsked({ reviewer }) }),
      ),
    ),
  );
  const span = { from: toEpochMs(0), until: toEpochMs(1) };
  const { reviewers } = unwrap(cache.read('reviews.due', { today: span, soon: span }));
  expect(reviewers.map(({ id }) => id)).toEqual(ids.toReversed().slice(0, 12));
});
