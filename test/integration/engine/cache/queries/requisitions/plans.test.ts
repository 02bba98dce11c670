import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '#main/base/clock.ts';
import { WORKLIST_SORTS, WORKLIST_TABS } from '#contract/requisitions.ts';
import type { WorklistSearchTerm } from '#contract/worklist-search.ts';
import { ReadOnlyLocalStoreView } from '#main/engine/cache/pending/local-view.ts';
import { PendingOverlay } from '#main/engine/cache/pending/overlay.ts';
import {
  buildScannedTables,
  buildSegmentTabCountsQuery,
} from '#main/engine/cache/queries/requisitions/count-scan.ts';
import { findCandidateRows } from '#main/engine/cache/queries/requisitions/probe-rows.ts';
import { buildUnreplacedStoredRowsCondition } from '#main/engine/cache/queries/requisitions/find.ts';
import {
  buildFromClauseOfStoredRows,
  buildScanStepCountQuery,
  buildScanStepQuery,
} from '#main/engine/cache/queries/requisitions/segments.ts';
import { SORT_ORDER_COLUMNS } from '#main/engine/cache/queries/requisitions/page.ts';
import { WorklistQueryContext } from '#main/engine/cache/queries/requisitions/context.ts';
import { Sql } from '#main/engine/sqlite/sql.ts';
import { rawRequisition } from '../../../../../support/builders.ts';
import { cacheAndLocal, type CacheAndLocal } from '../../../../../support/overlay.ts';

let cache: CacheAndLocal;
let app: ReadOnlyLocalStoreView;
let ground: WorklistQueryContext;
beforeAll(async () => {
  cache = await cacheAndLocal();
  cache.sweep(
    'requisition',
    Array.from({ length: 2_100 }, (_none, n) =>
      rawRequisition({
        id: `req_${n}`,
        name: n < 3 ? 'Ferritin' : 'Blood count',
        patient: `user_${n % 700}`,
        ordering_provider: n < 3 ? 'user_rare' : 'user_often',
      }),
    ),
  );
  app = new ReadOnlyLocalStoreView(cache.file);
  ground = new WorklistQueryContext(cache.reader, app, new PendingOverlay(cache.reader, app), {
    ...systemClock,
    now: () => 0,
  });
});
afterAll(async () => {
  app.close();
  await cache.close();
});

function getPlan(query: Sql): string {
  return cache.reader
    .all(new Sql<{ detail: string }>(`EXPLAIN QUERY PLAN ${query.text}`, query.values))
    .map(({ detail }) => detail)
    .join('\n');
}

const INDEXES = {
  updated: 'requisition_scan',
  created: 'requisition_created',
  name: 'requisition_name',
  patient: 'requisition_by_patient',
  deadline: 'requisition_deadline',
  usual: 'requisition_usual_wait',
} as const;

const CASES = WORKLIST_SORTS.flatMap((by) => WORKLIST_TABS.map((tab) => [by, tab] as const));

test.each(CASES)(
  'by %s the tab %s comes from the index of that order, in both directions, without a sort',
  (by, tab) => {
    for (const descending of [true, false]) {
      const where = buildUnreplacedStoredRowsCondition(ground, tab, []);
      const plans = (['has', 'lacks'] as const).flatMap((segment) => {
        const key = segment === 'lacks' ? null : by === 'name' || by === 'patient' ? 'a' : 1_000;
        return [null, { key, row: 5 }].map((place) =>
          getPlan(
            buildScanStepQuery(
              { order: { by, descending }, segment, position: place },
              { from: null, where },
              { end: null, limit: 51 },
            ),
          ),
        );
      });
      for (const plan of plans) {
        expect(plan).toContain(`requisition USING INDEX ${INDEXES[by]}`);
        expect(plan).not.toContain('TEMP B-TREE');
      }
    }
  },
);

// SQLite enters an index at the first of two lower bounds, and reads from there to the other one.
test.each(WORKLIST_SORTS)('a page deep in the order by %s has one lower bound, at its place', (by) => {
  const where = buildUnreplacedStoredRowsCondition(ground, 'all', []);
  const at = { key: by === 'name' || by === 'patient' ? 'a' : 1_000, row: 5 };
  const forwards = { order: { by, descending: false }, segment: 'has', position: at } as const;
  const backwards = { order: { by, descending: true }, segment: 'has', position: null } as const;
  const { column, has } = SORT_ORDER_COLUMNS[by];
  for (const query of [
    buildScanStepQuery(forwards, { from: null, where }, { end: null, limit: 51 }),
    buildScanStepQuery(backwards, { from: null, where }, { end: at, limit: 51 }),
  ]) {
    expect(query.text).not.toContain(has.text);
    expect(getPlan(query)).toBe(`SEARCH requisition USING INDEX ${INDEXES[by]} (${column.text}>?)`);
  }
});

const SEGMENT_PLANS: readonly (readonly [WorklistSearchTerm, readonly RegExp[]])[] = [
  [
    { field: 'shared', value: true, isNot: false },
    [/^SEARCH requisition USING INTEGER PRIMARY KEY \(rowid>\? AND rowid<\?\)/],
  ],
  [
    { field: 'text', value: 'bl', isNot: false },
    [
      /^SEARCH searched USING INTEGER PRIMARY KEY \(rowid>\? AND rowid<\?\)/,
      /^SEARCH requisition USING INTEGER PRIMARY KEY/,
    ],
  ],
  [
    { field: 'text', value: 'blood', isNot: false },
    [
      // The index takes the text (M) and both bounds of the segment (> and <).
      /^SCAN requisition_search VIRTUAL TABLE INDEX \d+:(?=.*M)(?=.*>)(?=.*<)/,
      /^SEARCH searched USING INTEGER PRIMARY KEY \(rowid=\?\)/,
      /^SEARCH requisition USING INTEGER PRIMARY KEY \(rowid=\?\)/,
    ],
  ],
];

test.each(SEGMENT_PLANS)('counts of %j read one segment at a time, what is smallest first', (term, steps) => {
  const segment = { after: 0, until: 9 };
  const plan = getPlan(buildSegmentTabCountsQuery(buildScannedTables(ground, [term]), segment)).split('\n');
  expect(plan).toEqual(steps.map((step) => expect.stringMatching(step) as unknown));
});

const MAX_PROBED: readonly (readonly [WorklistSearchTerm, number])[] = [
  [{ field: 'text', value: 'ferrit', isNot: false }, 3],
  [{ field: 'patient', value: 'user_12', isNot: false }, 3],
  [{ field: 'patient', value: 'r_699', isNot: false }, 3],
  [{ field: 'provider', value: 'user_rare', isNot: false }, 3],
  [{ field: 'changed', value: true, isNot: false }, 0],
  [{ field: 'followup', value: 'any', isNot: false }, 0],
  [{ field: 'unsent', value: true, isNot: false }, 0],
];

test.each(MAX_PROBED)(
  'the hits of %j are looked up by row number; only those few are sorted',
  (term, count) => {
    const few = findCandidateRows(ground, { tab: 'all', terms: [term] });
    expect(few).toHaveLength(count);
    const where = buildUnreplacedStoredRowsCondition(ground, 'all', [term]);
    const leg = { order: { by: 'name', descending: false }, segment: 'has', position: null } as const;
    const plan = getPlan(
      buildScanStepQuery(
        leg,
        { from: buildFromClauseOfStoredRows(few ?? []), where },
        { end: null, limit: 51 },
      ),
    );
    expect(plan).toContain('SEARCH requisition USING INTEGER PRIMARY KEY');
    expect(plan).not.toMatch(/SCAN requisition(?!_)/);
  },
);

test.each([
  { field: 'text', value: 'blood', isNot: false },
  { field: 'text', value: 'bl', isNot: false },
  { field: 'text', value: 'ferrit', isNot: true },
  { field: 'provider', value: 'user_often', isNot: false },
] as const)('for %j a scan is quicker', (term) => {
  expect(findCandidateRows(ground, { tab: 'all', terms: [term] })).toBeNull();
});

test.each(CASES)('by %s a rank in the tab %s is found in the index of that order alone', (by, tab) => {
  const stored = { from: null, where: buildUnreplacedStoredRowsCondition(ground, tab, []) };
  for (const segment of ['has', 'lacks'] as const) {
    const step = { order: { by, descending: true }, segment, position: null };
    expect(getPlan(buildScanStepCountQuery(step, stored, null))).toContain(
      `requisition USING COVERING INDEX ${INDEXES[by]}`,
    );
  }
});
