import { afterAll, beforeAll, expect, test } from 'vitest';
import { isSortByTime } from '#contract/paging.ts';
import type { WorklistSort, WorklistTab } from '#contract/requisitions.ts';
import { ok } from '#contract/result.ts';
import { toEpochMs } from '#contract/time.ts';
import type { WorklistSearchTerm } from '#contract/worklist-search.ts';
import { addToCachedCount } from '#main/engine/cache/tables/sync-state.ts';
import { deleteStoredChange } from '#main/engine/local/outbox/stored-changes.ts';
import { systemClock } from '#main/base/clock.ts';
import { ReadOnlyLocalStoreView } from '#main/engine/cache/pending/local-view.ts';
import { PendingOverlay } from '#main/engine/cache/pending/overlay.ts';
import { WorklistQueryContext } from '#main/engine/cache/queries/requisitions/context.ts';
import { seekInWorklist } from '#main/engine/cache/queries/requisitions/seek.ts';
import type { Connection } from '#main/engine/sqlite/db.ts';
import { sql, type Sql } from '#main/engine/sqlite/sql.ts';
import { rawRequisition } from '../../../../../support/builders.ts';
import { unwrap } from '../../../../../support/engine.ts';
import { localId } from '../../../../../support/pending.ts';
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
  const ofTotals = sql`type, status, needs_review, share_with_patient, review_state`;
  db.run(sql`INSERT INTO requisition_total (${ofTotals}, row_count)
    SELECT ${ofTotals}, count(*) FROM requisition GROUP BY ${ofTotals}`);
  db.run(sql`INSERT INTO requisition_group (${columns}, total, row_count)
    SELECT ${columns}, requisition_total.number, count(*)
    FROM requisition JOIN requisition_total USING (${ofTotals}) GROUP BY ${columns}`);
  db.run(sql`INSERT INTO requisition_group_row (number, row)
    SELECT number, row FROM requisition JOIN requisition_group USING (${columns})`);
  addToCachedCount(db, 'requisition', COUNT);
});
afterAll(() => cache.close());

interface PlainRow {
  readonly id: string;
  readonly key: number | null;
}

/** The rows of a list by one plain sort. */
function sortPlainly({ by, descending }: WorklistSort, isWanted: string): readonly PlainRow[] {
  const column = {
    updated: 'last_updated_at',
    created: 'created_at',
    name: "nullif(name_key, '')",
    usual: 'usual_wait_over',
  }[by as 'name'];
  const way = descending ? 'DESC' : 'ASC';
  const text = `SELECT id, ${column} AS key FROM requisition NOT INDEXED WHERE ${isWanted}
    ORDER BY ${column} IS NULL, ${column} ${way}, row ${way}`;
  return cache.reader.all<PlainRow>({ text, values: [] } as never); // a query of this test
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
    const expected = sortPlainly(order, isWanted).map(({ id }) => id);
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

interface PageAtRank {
  readonly rank: number | undefined;
  readonly ids: readonly string[];
}

/** Reads one page after another, as while a scroll bar is pulled: each rank is near one that was found before. */
async function readPagesAtRanks(
  order: WorklistSort,
  tab: WorklistTab,
  ranks: readonly number[],
): Promise<readonly PageAtRank[]> {
  const pages: PageAtRank[] = [];
  for (const rank of ranks) {
    const page = unwrap(await getWorklistPage(cache, { tab, terms: [], order, limit: LIMIT, at: { rank } }));
    pages.push({ rank: page.rank, ids: page.items.map(({ id }) => id) });
  }
  return pages;
}

function getPagesAtRanks(ids: readonly string[], ranks: readonly number[]): readonly PageAtRank[] {
  return ranks.map((rank) => ({ rank, ids: ids.slice(rank, rank + LIMIT) }));
}

/** Ranks up and down the list, on both sides of where the rows without a sort value begin. */
function listPulledRanks(length: number): readonly number[] {
  const shares = [0.5, 0.502, 0.498, 0.88, 0.93, 0.9, 0.899, 0.95, 0.901, 0.7, 0.02, 0.97, 0.3];
  return shares.map((share) => Math.floor(share * length));
}

test.each(ORDERS)(
  'while the scroll bar is pulled up and down a list by $by (descending: $descending), each page begins at its rank',
  async (order) => {
    for (const [tab, isWanted] of [
      ['all', 'TRUE'],
      ['draft', "status = 'draft'"],
    ] as const) {
      const expected = sortPlainly(order, isWanted).map(({ id }) => id);
      const ranks = listPulledRanks(expected.length);
      expect(await readPagesAtRanks(order, tab, ranks)).toEqual(getPagesAtRanks(expected, ranks));
    }
  },
);

test('after a requisition has moved to the front, the next page begins at its rank in the changed list', async () => {
  const order = { by: 'updated', descending: true } as const;
  const before = sortPlainly(order, 'TRUE').map(({ id }) => id);
  const [middle] = listPulledRanks(before.length);
  const ranks = [middle ?? 0, (middle ?? 0) + 7];
  expect(await readPagesAtRanks(order, 'all', ranks)).toEqual(getPagesAtRanks(before, ranks));
  cache
    .connection()
    .run(sql`UPDATE requisition SET last_updated_at = 70000 WHERE id = ${before.at(-1) ?? ''}`);
  const after = sortPlainly(order, 'TRUE').map(({ id }) => id);
  expect(after).not.toEqual(before);
  expect(await readPagesAtRanks(order, 'all', ranks)).toEqual(getPagesAtRanks(after, ranks));
});

test('a rank near one that was found is reached from there, over the rows between the two', () => {
  const noted: Sql[] = [];
  const noting: Connection = {
    ...cache.reader,
    all: (query) => {
      noted.push(query);
      return cache.reader.all(query);
    },
  };
  const local = new ReadOnlyLocalStoreView(cache.file);
  const context = new WorklistQueryContext(
    noting,
    local,
    new PendingOverlay(cache.reader, local),
    systemClock,
  );
  const request = { tab: 'draft', terms: [], order: { by: 'updated', descending: true } } as const;
  const start = { position: null, rank: 0 };
  for (const [rank, skipped] of [
    [20_000, 19_999],
    [20_003, 2],
    [19_990, 9],
    [20_001, 0],
  ] as const) {
    noted.length = 0;
    expect(seekInWorklist(context, request, { rank }, start)).toMatchObject({ state: 'found', rank });
    const query = noted.find(({ text }) => text.includes('LIMIT'));
    expect({ rank, skipped: query?.text.endsWith('OFFSET ?') === true ? query.values.at(-1) : 0 }).toEqual({
      rank,
      skipped,
    });
  }
  local.close();
});

test('with a pending change each rank is found as by a search from the beginning', () => {
  const local = new ReadOnlyLocalStoreView(cache.file);
  const order = { by: 'created', descending: true } as const;
  const { id: target, key } = sortPlainly(order, 'TRUE')[59_994] ?? { id: '', key: 0 };
  const raw = JSON.stringify(rawRequisition({ id: target, created_at: new Date(key ?? 0).toISOString() }));
  cache.connection().run(sql`
    INSERT INTO requisition_body (row, raw, fetched_at) SELECT row, ${raw}, 0 FROM requisition WHERE id = ${target}`);
  const data = { name: 'Changed' };
  const number = cache.addPendingChange({ operation: 'requisitions.update', target, data });
  const overlay = new PendingOverlay(cache.reader, local);
  const createContext = (): WorklistQueryContext =>
    new WorklistQueryContext(cache.reader, local, overlay, systemClock);
  const request = { tab: 'all', terms: [], order } as const;
  const start = { position: null, rank: 0 };
  overlay.runRead(() => {
    const kept = createContext();
    expect(kept.hasPending).toBe(true);
    for (const rank of [40, 3, 60_000, 59_990, 60_010, 88_000, 1, 2])
      expect(seekInWorklist(kept, request, { rank }, start)).toEqual(
        seekInWorklist(createContext(), request, { rank }, start),
      );
    return ok(null);
  });
  deleteStoredChange(cache.app, number);
  local.close();
});

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

const CASES_BY_TIME = CASES.filter(({ order }) => isSortByTime(order.by));

test.each(CASES_BY_TIME)(
  'a page of a long list by $order.by (descending: $order.descending) of $of begins at the first row that is not before a time',
  async ({ order, tab, terms, isWanted }) => {
    const expected = sortPlainly(order, isWanted);
    // Near the earliest rows, at some in the middle, and behind all.
    for (const time of [1, 500, 30_000, 1_000_000].map(toEpochMs)) {
      const rank = expected.findIndex(
        ({ key }) => key === null || (order.descending ? key <= time : key >= time),
      );
      const first = rank === -1 ? expected.length - 1 : rank;
      const page = unwrap(await getWorklistPage(cache, { tab, terms, order, limit: LIMIT, at: { time } }));
      expect({ time, rank: page.rank, ids: page.items.map(({ id }) => id) }).toEqual({
        time,
        rank: first,
        ids: expected.slice(first, first + LIMIT).map(({ id }) => id),
      });
    }
  },
);

test('a requisition that is not sent yet is counted among the rows before a time', async () => {
  const order = { by: 'created', descending: true } as const;
  const asked = { tab: 'all', terms: [], order, limit: 2 } as const;
  const time = toEpochMs(500);
  const before = unwrap(await getWorklistPage(cache, { ...asked, at: { time } }));
  const number = cache.addPendingChange({
    operation: 'requisitions.create',
    target: localId('requisition'),
    data: { name: 'Blood count', patient: 'user_anna', type: 'lab' },
  });
  const moved = unwrap(await getWorklistPage(cache, { ...asked, at: { time } }));
  deleteStoredChange(cache.app, number);
  expect(moved.items).toEqual(before.items);
  expect(moved.rank).toBe((before.rank ?? 0) + 1);
});

test('a time is no place in an order by names', async () => {
  const at = { time: toEpochMs(1) };
  const order = { by: 'name', descending: false } as const;
  expect(await getWorklistPage(cache, { tab: 'all', terms: [], order, limit: LIMIT, at })).toMatchObject({
    error: { code: 'invalid-input' },
  });
});
