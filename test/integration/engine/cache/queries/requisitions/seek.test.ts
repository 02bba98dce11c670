import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WorklistSort, WorklistTab } from '#contract/requisitions.ts';
import type { WorklistSearchTerm } from '#contract/worklist-search.ts';
import { addToCachedCount } from '#main/engine/cache/tables/sync-state.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { unwrap } from '../../../../../support/engine.ts';
import { getWorklistPage } from '../../../../../support/lists.ts';
import { cacheAndLocal, type CacheAndLocal } from '../../../../../support/overlay.ts';

const COUNT = 90_000;
const LIMIT = 50;
/** All but every ninth requisition. */
const LAB: readonly WorklistSearchTerm[] = [{ field: 'type', value: 'lab', isNot: false }];
const ORDERS: readonly WorklistSort[] = [
  { by: 'updated', descending: true },
  { by: 'created', descending: true },
  { by: 'created', descending: false },
  { by: 'name', descending: false },
  { by: 'usual', descending: false },
];

let cache: CacheAndLocal;
beforeAll(async () => {
  cache = await cacheAndLocal();
  const db = cache.connection();
  // Every tenth has no date of creation and no name; every third is not sent.
  db.run(sql`
    INSERT INTO requisition (id, type, name, normalized_name, name_key, patient, service_facility, status,
      share_with_patient, needs_review, flagged, created_at, last_updated_at, hash, usual_wait_over)
    WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${COUNT - 1})
    SELECT 'req_' || i, iif(i % 9 = 0, 'imaging', 'lab'), '', '', iif(i % 10 = 0, '', 'name ' || (i % 50)), '', '',
      iif(i % 3 = 0, 'draft', 'sent'), 0, 0, 0, iif(i % 10 = 0, NULL, i * 7919 % 1000), i * 7919 % 60000, x'00',
      iif(i % 3 = 0, NULL, i * 31 % 5000)
    FROM n`);
  const columns = sql`service_facility, ordering_provider, type, status, needs_review, share_with_patient, review_state`;
  db.run(sql`INSERT INTO requisition_group (${columns}, row_count)
    SELECT ${columns}, count(*) FROM requisition GROUP BY ${columns}`);
  db.run(sql`INSERT INTO requisition_group_row (number, row)
    SELECT number, row FROM requisition JOIN requisition_group USING (${columns})`);
  addToCachedCount(db, 'requisition', COUNT);
});
afterAll(() => cache.close());

/** The ids of a list by one plain sort. */
function sortPlainly({ by, descending }: WorklistSort, isWanted: string): readonly string[] {
  const column = {
    updated: 'last_updated_at',
    created: 'created_at',
    name: "nullif(name_key, '')",
    usual: 'usual_wait_over',
  }[by as 'name'];
  const way = descending ? 'DESC' : 'ASC';
  const text = `SELECT id FROM requisition NOT INDEXED WHERE ${isWanted}
    ORDER BY ${column} IS NULL, ${column} ${way}, row ${way}`;
  return cache.reader.all<{ id: string }>({ text, values: [] } as never).map(({ id }) => id); // a query of this test
}

const CASES = ORDERS.flatMap((order) => [
  { of: 'all', order, tab: 'all' as const, terms: [], isWanted: 'TRUE' },
  { of: 'the drafts', order, tab: 'draft' as const, terms: [], isWanted: "status = 'draft'" },
  { of: 'those of a type', order, tab: 'all' as const, terms: LAB, isWanted: "type = 'lab'" },
]);

test.each(CASES)(
  'a page of a long list by $order.by (descending: $order.descending) of $of begins at any rank and at any row',
  async ({
    order,
    tab,
    terms,
    isWanted,
  }: {
    order: WorklistSort;
    tab: WorklistTab;
    terms: typeof LAB;
    isWanted: string;
  }) => {
    const expected = sortPlainly(order, isWanted);
    const { length } = expected;
    const asked = { tab, terms, order, limit: LIMIT };
    const half = Math.floor(length / 2);
    const ranks = [0, 1, half, half + 1, 39_999, 40_001, length - LIMIT, length - 1, length, 1_000_000];
    for (const rank of ranks) {
      const first = rank < length ? rank : length - LIMIT;
      const page = unwrap(await getWorklistPage(cache, { ...asked, at: { rank } }));
      expect({ rank: page.rank, ids: page.items.map(({ id }) => id) }).toEqual({
        rank: first,
        ids: expected.slice(first, first + LIMIT),
      });
      const row = expected[first] ?? '';
      const around = unwrap(
        await getWorklistPage(cache, { ...asked, at: { ids: ['req_gone', row], before: 10 } }),
      );
      expect(around.rank).toBe(Math.max(0, first - 10));
      expect(around.items.map(({ id }) => id)).toContain(row);
    }
  },
);

test('under a filter a far rank is found in pieces, so that other reads get a turn', () => {
  const order = ORDERS[0] ?? { by: 'updated', descending: true };
  const asked = { tab: 'all', terms: LAB, order, goal: { rank: 70_000 } } as const;
  const first = unwrap(cache.read('worklist.seek', { ...asked, from: { after: null, rank: 0 } }));
  expect(first.state).toBe('partial');
  let piece = first;
  let pieces = 1;
  for (; piece.state === 'partial'; pieces += 1) {
    const { after, rank } = piece;
    piece = unwrap(cache.read('worklist.seek', { ...asked, from: { after, rank } }));
    expect(piece.rank).toBeGreaterThan(rank);
  }
  expect(piece).toMatchObject({ state: 'found', rank: 70_000 });
  expect(pieces).toBeLessThan(70);
});
