import { afterAll, beforeAll, expect, test } from 'vitest';
import { WORKLIST_SORTS } from '#contract/requisitions.ts';
import type { WorklistSearchTerm } from '#contract/worklist-search.ts';
import { addToCachedCount } from '#main/engine/cache/tables/sync-state.ts';
import { rawRequisition } from '../../../../../support/builders.ts';
import { worklistIds } from '../../../../../support/lists.ts';
import { cacheAndLocal, type CacheAndLocal } from '../../../../../support/overlay.ts';

const ROWS = 2_600;
const BEYOND_EVERY_BUDGET = 1_000_000;

let cache: CacheAndLocal;
beforeAll(async () => {
  cache = await cacheAndLocal();
  cache.sweep(
    'requisition',
    Array.from({ length: ROWS }, (_none, n) =>
      rawRequisition({
        id: `req_${n}`,
        name: n % 7 === 0 ? '' : `Name ${n % 900}`,
        patient: n % 11 === 0 ? '' : `user_${n % 700}`,
        type: n < 120 || n > 2_500 ? 'imaging' : 'lab',
        status: 'sent',
        created_at: n % 5 === 0 ? '' : new Date(1_700_000_000_000 + (n % 400) * 1_000).toISOString(),
        last_updated_at: n % 13 === 0 ? '' : new Date(1_700_000_000_000 + n * 1_000).toISOString(),
      }),
    ),
  );
});
afterAll(() => cache.close());

const FILTERS: readonly (readonly WorklistSearchTerm[])[] = [
  [],
  [{ field: 'type', value: 'imaging', isNot: false }],
  [{ field: 'type', value: 'nothing', isNot: false }],
];
const ORDERS = WORKLIST_SORTS.flatMap((by) => [true, false].map((descending) => ({ by, descending })));

test.each(ORDERS)(
  'a long list is the same as one that is read at once: $by, descending $descending',
  (order) => {
    for (const terms of FILTERS) {
      const asked = { terms, order, limit: 100 };
      const atOnce = worklistIds(cache, asked);
      addToCachedCount(cache.connection(), 'requisition', BEYOND_EVERY_BUDGET);
      const inStretches = worklistIds(cache, asked);
      addToCachedCount(cache.connection(), 'requisition', -BEYOND_EVERY_BUDGET);
      expect(inStretches).toEqual(atOnce);
    }
  },
);
