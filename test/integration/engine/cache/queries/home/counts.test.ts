import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { WORKLIST_TABS, type WorklistTab } from '#contract/requisitions.ts';
import type { WorklistSearchTerm } from '#contract/worklist-search.ts';
import { toEpochMs } from '#contract/time.ts';
import { countFilterMatchesInRowRange } from '#main/engine/cache/queries/home/counts.ts';
import { howMuch } from '../../../../../faults/size.ts';
import { rawForm, rawNotification, rawRequisition } from '../../../../../support/builders.ts';
import { getHomeCounts, worklistCounts } from '../../../../../support/lists.ts';
import { cacheAndLocal, type CacheAndLocal } from '../../../../../support/overlay.ts';
import { localId } from '../../../../../support/pending.ts';
import { openQueries } from '../../../../../support/queries.ts';
import { unwrap } from '../../../../../support/results.ts';
import { isInTab, fulfils, type Known, type Raw } from '../requisitions/plain-terms.ts';

const PAST = '2026-03-02T09:30:00.000Z';
const FUTURE = '2031-03-02T09:30:00.000Z';
const day = fc.constantFrom(PAST, FUTURE, '');
const KNOWN_STATUSES = ['draft', 'sent', 'results_received'];
const status = fc.constantFrom(...KNOWN_STATUSES, 'Rejected', 'rejected', 'On hold');
const review = fc.record({
  status: fc.constantFrom('', 'reviewed'),
  requested_by: fc.constant('user_anna'),
  reviewer: fc.constantFrom('user_me', 'user_other', ''),
  requested_at: fc.constant(PAST),
  review_deadline: fc.option(day),
  reviewed_at: fc.option(fc.constant(PAST)),
});
const record = fc.record({
  type: fc.constantFrom('lab', 'imaging'),
  service_facility: fc.constantFrom('fac_east', 'fac_west'),
  reviews: fc.array(review, { maxLength: 3 }),
  status_history: fc.array(
    fc.record({ status, changed_by: fc.constant('user_anna'), changed_at: fc.constantFrom(PAST, FUTURE) }),
    { minLength: 1, maxLength: 3 },
  ),
});
const filter = fc.record({
  tab: fc.constantFrom(...WORKLIST_TABS),
  terms: fc.array(
    fc.oneof(
      fc.record({
        field: fc.constantFrom('review_for' as const, 'overdue_for' as const),
        value: fc.constantFrom('user_me', 'user_other'),
        isNot: fc.boolean(),
      }),
      fc.record({
        field: fc.constant('review' as const),
        value: fc.constantFrom('unassigned' as const, 'overdue' as const),
        isNot: fc.boolean(),
      }),
      fc.record({
        field: fc.constant('status' as const),
        value: fc.constantFrom('rejected', 'results_received'),
        isNot: fc.boolean(),
      }),
      fc.record({
        field: fc.constant('since' as const),
        from: fc.constantFrom(null, toEpochMs(Date.parse(PAST))),
        until: fc.constant(null),
        isNot: fc.boolean(),
      }),
    ),
    { maxLength: 2 },
  ),
});

function plain(all: readonly Known[], tab: WorklistTab, terms: readonly WorklistSearchTerm[]): number {
  const app = { names: new Map<string, string>(), now: Date.now() };
  return all.filter((known) => isInTab(tab, known) && fulfils(known, terms, app)).length;
}

/** The counts of statuses that the document does not name, in lower case. */
function plainStatuses(all: readonly Known[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const known of all) {
    const { status: name = '' } =
      known.raw.status_history.findLast(({ changed_at: at }) =>
        known.raw.status_history.every((entry) => entry.changed_at <= at),
      ) ?? {};
    if (!KNOWN_STATUSES.includes(name)) counts[name.toLowerCase()] = (counts[name.toLowerCase()] ?? 0) + 1;
  }
  return counts;
}

/** Stores requisitions, changes the reviews' owner of none and the type of some in the outbox, and adds new ones. */
function settle(
  cache: CacheAndLocal,
  stored: readonly object[],
  edited: readonly number[],
  made: number,
): readonly Known[] {
  const raws = stored.map((each, n) => rawRequisition({ id: `req_${n}`, ...each }));
  if (raws.length > 0) cache.sweep('requisition', raws);
  const changed = edited.filter((n) => n < raws.length);
  for (const n of changed)
    cache.addPendingChange({
      operation: 'requisitions.update',
      target: `req_${n}`,
      data: { service_facility: 'fac_west' },
    });
  const drafts = Array.from({ length: made }, (_, n): Known => {
    const target = localId('requisition', n + 1);
    cache.addPendingChange({
      operation: 'requisitions.create',
      target,
      data: { name: 'X', patient: 'user_p1', type: 'lab' },
    });
    const raw = rawRequisition({ id: target }) as unknown as Raw; // a whole record
    return { id: target, row: 1_000 + n, raw, isUnsent: true, isChanged: false, remindOn: undefined };
  });
  return [
    ...raws.map(
      (raw, n): Known => ({
        id: `req_${n}`,
        row: n,
        raw: raw as unknown as Raw, // a whole record
        isUnsent: changed.includes(n),
        isChanged: false,
        remindOn: undefined,
      }),
    ),
    ...drafts,
  ];
}

test('for any requisitions, stored and pending, every filter counts what a plain model and the list of the filter count', async () => {
  expect.hasAssertions();
  await fc.assert(
    fc.asyncProperty(
      fc.array(record, { maxLength: 10 }),
      fc.uniqueArray(fc.nat({ max: 9 }), { maxLength: 3 }),
      fc.nat({ max: 2 }),
      fc.array(filter, { minLength: 1, maxLength: 8 }),
      async (stored, edited, made, filters) => {
        const cache = await cacheAndLocal();
        try {
          const all = settle(cache, stored, edited, made);
          const { counts, next } = unwrap(cache.read('home.scan', { filters }));
          const indexed = filters.map((each) => unwrap(cache.read('home.requisitions', each)).count);
          // A new requisition has no time of its status before the service gives it one.
          const expected = filters.map(({ tab, terms }) =>
            terms.some(({ field }) => field === 'since')
              ? worklistCounts(cache, terms)[tab]
              : plain(all, tab, terms),
          );
          expect({ filters, counts }).toEqual({ filters, counts: expected });
          expect(counts).toEqual(filters.map(({ tab, terms }) => worklistCounts(cache, terms)[tab]));
          expect(indexed).toEqual(counts.map((count, index) => (indexed[index] === null ? null : count)));
          expect(next).toBeNull();
          const home = unwrap(await getHomeCounts(cache, { requisitions: filters }));
          expect(home.requisitions).toEqual(counts);
          const { statuses, moreStatuses } = home;
          const counted = statuses.map(({ status: name, count }) => [name.toLowerCase(), count]);
          expect(Object.fromEntries(counted)).toEqual(plainStatuses(all));
          expect(moreStatuses).toBe(0);
        } finally {
          await cache.close();
        }
      },
    ),
    { numRuns: howMuch(20, 60) },
  );
});

/** Requisitions of each kind of review: none, open for one user, for two, for no one, ended; with results and without. */
function eachKindOfReview(): readonly object[] {
  const openFor = (reviewer: string, deadline: string) => ({
    status: '',
    requested_by: 'user_anna',
    reviewer,
    requested_at: PAST,
    review_deadline: deadline,
    reviewed_at: null,
  });
  const reviews = [
    [],
    [openFor('user_me', PAST)],
    [openFor('user_me', FUTURE)],
    [openFor('user_other', PAST)],
    [openFor('', PAST)],
    [openFor('', FUTURE), openFor('user_other', PAST)],
    [{ ...openFor('user_me', PAST), status: 'reviewed', reviewed_at: PAST }],
  ];
  return ['results_received', 'sent', 'Rejected'].flatMap((name) =>
    reviews.map((each) => ({
      reviews: each,
      status_history: [{ status: name, changed_by: 'user_anna', changed_at: PAST }],
    })),
  );
}

test.each([
  { field: 'review_for', value: 'user_me', isNot: false },
  { field: 'overdue_for', value: 'user_me', isNot: false },
  { field: 'review', value: 'unassigned', isNot: false },
] as const)('indexes alone count $field $value as a plain model does, in every tab', async (term) => {
  for (const [edited, made] of [[[], 0] as const, [[1, 4], 1] as const]) {
    const cache = await cacheAndLocal();
    onTestFinished(() => cache.close());
    const all = settle(cache, eachKindOfReview(), edited, made);
    for (const tab of WORKLIST_TABS)
      for (const others of [[], [{ field: 'status', value: 'results_received', isNot: false }]] as const) {
        const terms = [term, ...others];
        const { count } = unwrap(cache.read('home.requisitions', { tab, terms }));
        expect({ made, tab, others, count }).toEqual({ made, tab, others, count: plain(all, tab, terms) });
      }
  }
});

test('a review that is completed here is no longer counted before it is sent', async () => {
  const cache = await cacheAndLocal();
  onTestFinished(() => cache.close());
  const asked = { status: '', reviewer: 'user_me', review_deadline: PAST, reviewed_at: null };
  const reviews = [{ requested_by: 'user_anna', requested_at: PAST, ...asked }];
  cache.sweep(
    'requisition',
    [1, 2].map((n) => rawRequisition({ id: `req_${n}`, reviews })),
  );
  const count = (field: 'review_for' | 'overdue_for'): number | null => {
    const terms = [{ field, value: 'user_me', isNot: false }] as const;
    return unwrap(cache.read('home.requisitions', { tab: 'needs_review', terms })).count;
  };
  expect([count('review_for'), count('overdue_for')]).toEqual([2, 2]);
  cache.addPendingChange({
    operation: 'requisitions.update',
    target: 'req_1',
    data: { review: { status: 'reviewed', reviewer: 'user_me', reviewed_at: PAST } },
  });
  expect([count('review_for'), count('overdue_for')]).toEqual([1, 1]);
});

test('a table of several segments is counted once, whatever the number of filters', async () => {
  const cache = await cacheAndLocal();
  onTestFinished(() => cache.close());
  cache.sweep(
    'requisition',
    Array.from({ length: 10_050 }, (_, n) => rawRequisition({ id: `req_${n}` })),
  );
  cache.addPendingChange({
    operation: 'requisitions.create',
    target: localId('requisition', 1),
    data: { name: 'X', patient: 'user_p1', type: 'lab' },
  });
  const queries = openQueries(cache);
  onTestFinished(() => queries.close());
  const filters = Array.from({ length: 100 }, () => ({ tab: 'draft' as const, terms: [] }));
  const segments: number[] = [];
  for (let after: number | null = 0; after !== null; ) {
    const from: number = after;
    const segment = queries.reading(() => countFilterMatchesInRowRange(queries.requisitions, filters, from));
    segments.push(segment.counts[99] ?? 0);
    after = segment.next;
  }
  expect(segments.length).toBeGreaterThan(1);
  expect(segments.reduce((sum, count) => sum + count, 0)).toBe(10_051);
});

test('statuses beyond the twenty most frequent ones are counted together', async () => {
  const cache = await cacheAndLocal();
  onTestFinished(() => cache.close());
  const withStatus = (n: number, name: string) =>
    rawRequisition({
      id: `req_${n}`,
      status_history: [{ status: name, changed_by: 'user_d1', changed_at: PAST }],
    });
  const many = Array.from({ length: 25 }, (_, n) => withStatus(n, `status ${String(n).padStart(2, '0')}`));
  cache.sweep('requisition', [...many, withStatus(25, 'status 24')]);
  const { statuses, moreStatuses } = unwrap(await getHomeCounts(cache));
  expect(statuses).toHaveLength(20);
  expect(statuses[0]).toEqual({ status: 'status 24', count: 2 });
  expect(moreStatuses).toBe(5);
});

test('forms, notifications and completion requests are counted by their filters', async () => {
  const cache = await cacheAndLocal();
  onTestFinished(() => cache.close());
  const asked = (patient: string, at: string) => ({ patient, requested_by: 'user_d1', requested_at: at });
  cache.sweep('form', [
    rawForm({
      id: 'form_1',
      request_completion_from: [asked('user_a', PAST), asked('user_b', '2026-03-20T00:00:00.000Z')],
    }),
    rawForm({ id: 'form_2' }),
  ]);
  cache.sweep('notification', [
    rawNotification({ id: 'notf_1' }),
    rawNotification({ id: 'notf_2', read: true }),
    rawNotification({ id: 'notf_3', props: { object: 'form', id: 'form_1' } }),
  ]);
  const forms = [
    { tab: 'asked', terms: [] },
    { tab: 'all', terms: [] },
  ] as const;
  const notifications = [
    [],
    [
      { field: 'about', value: 'message', isNot: false },
      { field: 'unread', value: true, isNot: false },
    ],
  ] as const;
  const completions = [
    { show: 'open' },
    { show: 'open', askedUntil: toEpochMs(Date.parse('2026-03-10')) },
    { show: 'due' },
  ] as const;
  expect(unwrap(await getHomeCounts(cache, { forms, notifications, completions }))).toMatchObject({
    forms: [1, 2],
    notifications: [3, 1],
    completions: [2, 1, 0],
  });
});

test('the time to results runs from the first time a requisition was sent, and is grouped by type and facility', async () => {
  const cache = await cacheAndLocal();
  onTestFinished(() => cache.close());
  const taking = (n: number, days: number, change: object = {}) =>
    rawRequisition({
      id: `req_${n}`,
      status_history: [
        { status: 'sent', changed_by: 'user_d1', changed_at: '2026-03-01T00:00:00.000Z' },
        { status: 'sent', changed_by: 'user_d1', changed_at: '2026-03-01T12:00:00.000Z' },
        {
          status: 'results_received',
          changed_by: 'user_d1',
          changed_at: new Date(Date.UTC(2026, 2, 1 + days)).toISOString(),
        },
      ],
      ...change,
    });
  cache.sweep('requisition', [
    ...Array.from({ length: 10 }, (_, n) => taking(n, n + 1)),
    taking(10, 3, { type: 'imaging' }),
    taking(11, 3, { service_facility: 'fac_2' }),
    taking(12, 3, {
      service_facility: 'fac_2',
      status_history: [{ status: 'results_received', changed_by: 'user_d1', changed_at: PAST }],
    }),
  ]);
  const { groups, sampled } = unwrap(cache.read('home.durations', {}));
  const DAY = 86_400_000;
  expect(sampled).toBe(13);
  expect(groups).toHaveLength(3);
  expect(groups[0]).toEqual({
    type: 'lab',
    serviceFacility: 'fac_1',
    sampleSize: 10,
    median: 6 * DAY,
    percentile90: 10 * DAY,
  });
  expect(groups.slice(1).map(({ sampleSize, median }) => [sampleSize, median])).toEqual([
    [1, 3 * DAY],
    [1, 3 * DAY],
  ]);
});
