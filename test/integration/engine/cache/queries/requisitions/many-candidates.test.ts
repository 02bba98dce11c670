import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WORKLIST_SORTS, type WorklistSort } from '#contract/requisitions.ts';
import { unwrap } from '../../../../../support/engine.ts';
import { rawRequisition } from '../../../../../support/builders.ts';
import { cacheAndLocal, type CacheAndLocal } from '../../../../../support/overlay.ts';

const ROWS = 3_000;
/** Every fourth row has the word: more than are tested together, and few enough to be looked up one by one. */
const hasWord = (n: number): boolean => n % 4 === 0;
/** A text that has each three letters of the word in a row, but not the word. */
const WITHOUT_WORD = 'ferrit rritin';

let cache: CacheAndLocal;
beforeAll(async () => {
  cache = await cacheAndLocal();
  cache.sweep(
    'requisition',
    Array.from({ length: ROWS }, (_none, n) =>
      rawRequisition({
        id: `req_${n}`,
        name: `${hasWord(n) ? 'Ferritin' : n % 4 === 1 ? WITHOUT_WORD : 'Glucose'} ${(n * 7) % 11}`,
        created_at:
          n % 5 === 0 ? null : new Date(Date.UTC(2026, 0, 1) + ((n * 37) % 400) * 3_600_000).toISOString(),
        last_updated_at: new Date(Date.UTC(2026, 1, 1) + ((n * 53) % 900) * 60_000).toISOString(),
        type: n % 3 === 0 ? 'lab' : 'imaging',
      }),
    ),
  );
});
afterAll(() => cache.close());

const ferritin = { field: 'text', value: 'Ferritin', isNot: false } as const;
const lab = { field: 'type', value: 'lab', isNot: false } as const;

/** All ids that a search finds, read in pages of this many. */
function readAll(
  order: WorklistSort,
  limit: number,
  terms = [ferritin] as readonly object[],
): readonly string[] {
  const ids: string[] = [];
  for (let after: string | undefined, isEnd = false; !isEnd; ) {
    const page = unwrap(
      cache.read('worklist.page', {
        tab: 'all',
        terms: terms as never,
        order,
        limit,
        ...(after === undefined ? {} : { after }),
      }),
    );
    ids.push(...page.items.map(({ id }) => id));
    after = page.next ?? undefined;
    isEnd = page.next === null;
  }
  return ids;
}

describe('A search whose index finds hundreds of rows', () => {
  test('lists those with the word in each order as a list of all rows does, in pages of any length', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...WORKLIST_SORTS),
        fc.boolean(),
        fc.integer({ min: 30, max: 300 }),
        (by, descending, limit) => {
          const order = { by, descending };
          const withWord = readAll(order, 500, []).filter((id) => hasWord(Number(id.slice(4))));
          expect(readAll(order, limit)).toEqual(withWord);
        },
      ),
      { numRuns: 12 },
    );
  });

  test('is tested for its other terms too', () => {
    const order = { by: 'name', descending: false } as const;
    const found = readAll(order, 40, [ferritin, lab]);
    expect(found.toSorted()).toEqual(
      Array.from({ length: ROWS }, (_none, n) => n)
        .filter((n) => hasWord(n) && n % 3 === 0)
        .map((n) => `req_${n}`)
        .toSorted(),
    );
  });
});
