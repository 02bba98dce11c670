import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '#main/base/clock.ts';
import { WORKLIST_SORTS, type WorklistTab } from '#contract/requisitions.ts';
import type { WorklistSearchTerm } from '#contract/worklist-search.ts';
import { toEpochMs } from '#contract/time.ts';
import { ReadOnlyLocalStoreView } from '#main/engine/cache/pending/local-view.ts';
import { PendingOverlay } from '#main/engine/cache/pending/overlay.ts';
import { countRequisitionsByUndocumentedStatus } from '#main/engine/cache/queries/home/counts.ts';
import { WorklistQueryContext } from '#main/engine/cache/queries/requisitions/context.ts';
import { countFilterByIndexes, countTabsInSegment } from '#main/engine/cache/queries/requisitions/counts.ts';
import { countDueReviews } from '#main/engine/cache/queries/requisitions/due-reviews.ts';
import { findWorklistPagePositions } from '#main/engine/cache/queries/requisitions/find.ts';
import { Sql } from '#main/engine/sqlite/sql.ts';
import { rawRequisition } from '../../../../../support/builders.ts';
import { cacheAndLocal, type CacheAndLocal } from '../../../../../support/overlay.ts';

let cache: CacheAndLocal;
let local: ReadOnlyLocalStoreView;
let context: WorklistQueryContext;
const run = new Set<Sql>();
beforeAll(async () => {
  cache = await cacheAndLocal();
  cache.sweep(
    'requisition',
    Array.from({ length: 50 }, (_none, n) => rawRequisition({ id: `req_${n}` })),
  );
  local = new ReadOnlyLocalStoreView(cache.file);
  const { reader } = cache;
  const recorded = {
    ...reader,
    all: <Row>(query: Sql<Row>) => {
      run.add(query);
      return reader.all(query);
    },
    get: <Row>(query: Sql<Row>) => {
      run.add(query);
      return reader.get(query);
    },
  };
  context = new WorklistQueryContext(recorded, local, new PendingOverlay(reader, local), {
    ...systemClock,
    now: () => 1_000,
  });
});
afterAll(async () => {
  local.close();
  await cache.close();
});

/** What a plan may scan: a small table, the hits of the text index, and what is held in memory. */
const SMALL =
  /^SCAN (requisition_total|requisition_group|requisition_search VIRTUAL TABLE|\(subquery|each_reviewer|json_each|probed|review |sync_state)/;
/** The lookup of a row that another index has found. */
const LOOKUP = 'SEARCH requisition USING INTEGER PRIMARY KEY (rowid=?)';
const BIG = /^(SCAN|SEARCH) (requisition|searched|open_review|numbered_reference|referenced_id)/;

/** Returns what the plans of the queries that `work` runs read. */
function listReads(work: () => void): readonly string[] {
  run.clear();
  work();
  const lines = [...run].flatMap((query) =>
    cache.reader.all(new Sql<{ detail: string }>(`EXPLAIN QUERY PLAN ${query.text}`, query.values)),
  );
  return [...new Set(lines.map(({ detail }) => detail))];
}

const dates = { from: toEpochMs(500), until: toEpochMs(900), isNot: false };
const is = { isNot: false } as const;
const GROUPS = 'SCAN requisition_group';
const TOTALS = 'SCAN requisition_total';
const TEXT_INDEX = 'SCAN requisition_search VIRTUAL TABLE INDEX 0:M1';
const REVIEWERS = [
  'SEARCH open_review USING PRIMARY KEY',
  'SEARCH open_review USING PRIMARY KEY (reviewer>?)',
];

/** What the counts of each filter read. */
const PLANS: readonly (readonly [WorklistSearchTerm, readonly string[]])[] = [
  [{ field: 'text', value: 'ferritin', ...is }, [TEXT_INDEX]],
  [{ field: 'text', value: 'ferritin', isNot: true }, [TEXT_INDEX, TOTALS]],
  [{ field: 'code', value: 'r10', ...is }, [TEXT_INDEX]],
  [
    { field: 'patient', value: 'user_p1', ...is },
    ['SEARCH requisition USING COVERING INDEX requisition_by_patient (patient=?)'],
  ],
  [
    { field: 'patient', value: 'r-p1', ...is },
    [
      'SEARCH requisition USING COVERING INDEX requisition_by_patient (patient=?)',
      'SEARCH requisition USING COVERING INDEX requisition_patient_end (<expr>=?)',
    ],
  ],
  [
    { field: 'facility', value: 'fac_1', ...is },
    ['SEARCH requisition_group USING INDEX sqlite_autoindex_requisition_group_1 (service_facility=?)'],
  ],
  [{ field: 'facility', value: 'name', ...is }, [GROUPS]],
  [
    { field: 'provider', value: 'user_d1', ...is },
    ['SEARCH requisition_group USING INDEX requisition_group_provider (ordering_provider=?)'],
  ],
  [{ field: 'provider', value: 'name', ...is }, [GROUPS]],
  [{ field: 'type', value: 'lab', ...is }, [TOTALS]],
  [{ field: 'status', value: 'sent', ...is }, [TOTALS]],
  [{ field: 'status', value: 'sent', isNot: true }, [TOTALS]],
  [{ field: 'shared', value: true, ...is }, [TOTALS]],
  [{ field: 'review', value: 'asked', ...is }, [TOTALS]],
  [
    { field: 'reviewer', value: 'user_d1', ...is },
    ['SEARCH open_review USING PRIMARY KEY (reviewer=?)', ...REVIEWERS],
  ],
  [
    { field: 'overdue', value: 'name', ...is },
    ['SEARCH open_review USING PRIMARY KEY (reviewer=? AND deadline<?)', ...REVIEWERS],
  ],
  [
    { field: 'review_for', value: 'user_d1', ...is },
    ['SEARCH open_review USING PRIMARY KEY (reviewer=?)', ...REVIEWERS, TOTALS],
  ],
  [
    { field: 'overdue_for', value: 'user_d1', ...is },
    ['SEARCH open_review USING PRIMARY KEY (reviewer=? AND deadline<?)', ...REVIEWERS],
  ],
  [
    { field: 'review', value: 'overdue', ...is },
    [
      'SEARCH requisition USING COVERING INDEX requisition_deadline (review_deadline>? AND review_deadline<?)',
    ],
  ],
  [
    { field: 'due', ...dates },
    [
      'SEARCH requisition USING COVERING INDEX requisition_deadline (review_deadline>? AND review_deadline<?)',
    ],
  ],
  [
    { field: 'created', ...dates },
    ['SEARCH requisition USING COVERING INDEX requisition_created (created_at>? AND created_at<?)'],
  ],
  [
    { field: 'updated', ...dates },
    ['SEARCH requisition USING COVERING INDEX requisition_scan (last_updated_at>? AND last_updated_at<?)'],
  ],
  [
    { field: 'since', ...dates },
    ['SEARCH requisition USING COVERING INDEX requisition_status_since (status_since>? AND status_since<?)'],
  ],
  [{ field: 'changed', value: true, ...is }, []],
  [{ field: 'changed', value: false, ...is }, [TOTALS]],
  [{ field: 'unsent', value: true, ...is }, []],
  [{ field: 'unsent', value: false, ...is }, [TOTALS]],
  [
    { field: 'followup', value: 'none', ...is },
    ['SEARCH requisition USING COVERING INDEX sqlite_autoindex_requisition_1 (id=?)', TOTALS],
  ],
];

test.each(PLANS)('the counts of %j come from an index, the totals or the groups', (term, expected) => {
  const reads = listReads(() => countTabsInSegment(context, [term]));
  const found = reads.filter((line) => BIG.test(line) && line !== LOOKUP);
  expect(found.toSorted()).toEqual([...expected].toSorted());
});

test.each(PLANS)('a page of %j scans no table', (term) => {
  for (const by of WORKLIST_SORTS)
    for (const descending of [true, false]) {
      const asked = { tab: 'all', terms: [term], order: { by, descending } } as const;
      const reads = listReads(() => findWorklistPagePositions(context, asked, { position: null, limit: 5 }));
      expect(reads.filter((line) => line.startsWith('SCAN') && !SMALL.test(line))).toEqual([]);
    }
});

test('the counts of all tabs come from the totals', () => {
  expect(listReads(() => countTabsInSegment(context, []))).toEqual([TOTALS]);
});

/** A tab and terms whose rows are found by groups, and the search that reaches these. */
const GROUPS_REACHED: readonly (readonly [WorklistTab, readonly WorklistSearchTerm[], string])[] = [
  ['draft', [], 'requisition_group_total (total=?)'],
  ['all', [{ field: 'type', value: 'lab', ...is }], 'requisition_group_total (total=?)'],
  [
    'all',
    [{ field: 'provider', value: 'user_d1', ...is }],
    'requisition_group_provider (ordering_provider=?)',
  ],
];

test.each(GROUPS_REACHED)(
  'a page of the tab %s under %j reaches its groups by the index %s',
  (tab, terms, reached) => {
    const order = { by: 'updated', descending: true } as const;
    const reads = listReads(() =>
      findWorklistPagePositions(context, { tab, terms, order }, { position: null, limit: 5 }),
    );
    const ofGroups = reads.filter((line) => line.split(' ')[1] === 'requisition_group');
    expect(ofGroups.length).toBeGreaterThan(0);
    expect(ofGroups.filter((line) => !line.endsWith(` INDEX ${reached}`))).toEqual([]);
  },
);

test('a filter in one tab is counted from the rows of the tab, where its terms have no index', () => {
  // A letter that occurs: that another one is in no text is known without any.
  const letter = [{ field: 'text', value: 'e', ...is }] as const;
  const reads = listReads(() => {
    expect(countFilterByIndexes(context, { tab: 'needs_review', terms: letter })).toBe(0);
    expect(countFilterByIndexes(context, { tab: 'all', terms: letter })).toBeNull();
  });
  expect(reads.filter((line) => BIG.test(line))).toEqual([TOTALS]);
});

test.each([
  ['needs_review', { field: 'review_for', value: 'user_a', ...is }],
  ['all', { field: 'overdue_for', value: 'user_a', ...is }],
  ['needs_review', { field: 'review', value: 'unassigned', ...is }],
] as const)(
  'the reviews of a user in the tab %s are counted from the open reviews and the totals',
  (tab, term) => {
    const terms = [{ field: 'status', value: 'results_received', ...is }, term] as const;
    const reads = listReads(() => expect(countFilterByIndexes(context, { tab, terms })).toBe(0));
    expect(
      reads
        .filter((line) => BIG.test(line) && !line.startsWith('SEARCH open_review'))
        .every((line) => line === TOTALS),
    ).toBe(true);
  },
);

test('statuses that the document does not name are counted from the totals', () => {
  const reads = listReads(() => countRequisitionsByUndocumentedStatus(context));
  expect(reads.filter((line) => BIG.test(line))).toEqual([TOTALS]);
});

test('due reviews are counted from the index of the deadlines and the open reviews alone', () => {
  const reads = listReads(() => countDueReviews(context, { today: dates, soon: dates }));
  expect(reads).toEqual([
    'SEARCH requisition USING COVERING INDEX requisition_deadline (review_deadline>? AND review_deadline<?)',
    'SCAN open_review',
  ]);
});
