import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toEpochMs } from '#contract/time.ts';
import { type PageStartWithoutCursor } from '#contract/paging.ts';
import {
  WORKLIST_SORTS,
  WORKLIST_TABS,
  type WorklistSort,
  type WorklistTab,
} from '#contract/requisitions.ts';
import type { WorklistSearchTerm } from '#contract/worklist-search.ts';
import { applyOverlayChanges } from '#main/engine/local/outbox/overlay.ts';
import type { JsonObject } from '#main/engine/api/parse/fields.ts';
import { toNameSortKey } from '#contract/name-sort-key.ts';
import { listChangedUsualWaits, storeUsualWait } from '#main/engine/cache/tables/usual-waits.ts';
import { howMuch } from '../../../../../faults/size.ts';
import { rawRequisition } from '../../../../../support/builders.ts';
import { unwrap } from '../../../../../support/engine.ts';
import { cacheAndLocal, type CacheAndLocal } from '../../../../../support/overlay.ts';
import { localId, SAVED_AT } from '../../../../../support/pending.ts';
import { fulfils, inOrder, isInTab, type App, type Known, type Raw, type UsualWaits } from './plain-terms.ts';
import {
  followUp,
  getWorklistPage,
  markVersionViewed,
  nameId,
  worklistCounts,
  worklistIds,
} from '../../../../../support/lists.ts';

const PATIENTS = ['user_anna', 'user_bert', 'user_carl'];
const DAYS = ['2026-03-01T09:30:00.000Z', '2026-03-02T09:30:00.000Z', '2031-03-02T09:30:00.000Z', ''];
const NAMES = ['Ferritin', 'FERRITIN level', 'Lipids', 'Straße', 'Ärzte', ''];

const name = fc.constantFrom(...NAMES);
const day = fc.constantFrom(...DAYS);
const patient = fc.constantFrom(...PATIENTS);
const doctor = fc.constantFrom('user_drdo', 'user_drwu');
const facility = fc.constantFrom('fac_east', 'fac_west', '');
const status = fc.constantFrom('draft', 'sent', 'results_received', 'Cancelled');
const review = fc.record({
  status: fc.constantFrom('', 'reviewed'),
  requested_by: doctor,
  reviewer: fc.oneof(doctor, fc.constant('')),
  requested_at: fc.constant(DAYS[0]),
  review_deadline: fc.option(day),
  reviewed_at: fc.option(fc.constant(DAYS[1])),
});
const diagnosis = fc.constantFrom(
  { id: 'diag_1', code: 'E11.9', description: 'Diabetes' },
  { id: 'diag_2', code: 'D64.9', description: 'Anaemia, unspecified' },
);

const edit = fc.record(
  {
    name,
    share_with_patient: fc.boolean(),
    service_facility: facility,
    order_details: fc.constantFrom('fasting', 'Anna'),
  },
  { requiredKeys: [] },
);
const record = fc.record({
  name,
  patient,
  type: fc.constantFrom('lab', 'Imaging'),
  share_with_patient: fc.boolean(),
  service_facility: facility,
  ordering_provider: doctor,
  diagnoses: fc.array(diagnosis, { maxLength: 2 }),
  comments: fc.array(
    fc.record({
      id: fc.constant('cmmt_1'),
      object: fc.constant('comment'),
      comment: name,
      created_by: doctor,
    }),
    { maxLength: 1 },
  ),
  reviews: fc.array(review, { maxLength: 2 }),
  status_history: fc.array(fc.record({ status, changed_by: doctor, changed_at: day }), { maxLength: 3 }),
  created_at: day,
  last_updated_at: day,
});

interface ReferenceModel {
  readonly stored: readonly JsonObject[];
  /** The pending change of a record, by its number. */
  readonly edits: readonly (readonly [number, JsonObject])[];
  readonly made: readonly JsonObject[];
  readonly names: readonly (readonly [string, string])[];
  readonly marks: readonly (readonly [number, number | null])[];
  /** Viewed as it is, or in an earlier version. */
  readonly looks: readonly (readonly [number, boolean])[];
  /** The usual waits, before and after the first read. */
  readonly waits: readonly [UsualWaits, UsualWaits];
}

const number = fc.nat({ max: 7 });
const waits: fc.Arbitrary<UsualWaits> = fc.uniqueArray(
  fc.record({
    type: fc.constantFrom('lab', 'Imaging'),
    serviceFacility: facility,
    nameKey: fc.oneof(fc.constant(''), name.map(toNameSortKey)),
    median: fc.integer({ min: 0, max: 72 }).map((hours) => hours * 3_600_000),
  }),
  {
    selector: ({ type, serviceFacility, nameKey }) => JSON.stringify([type, serviceFacility, nameKey]),
    maxLength: 6,
  },
);
const reference: fc.Arbitrary<ReferenceModel> = fc.record({
  stored: fc.array(record, { maxLength: 8 }),
  edits: fc.array(fc.tuple(number, edit), { maxLength: 3 }),
  made: fc.array(fc.record({ name, patient, type: fc.constant('lab'), ordering_provider: doctor }), {
    maxLength: 2,
  }),
  names: fc.uniqueArray(
    fc.tuple(
      fc.constantFrom(...PATIENTS, 'user_drdo', 'fac_east'),
      fc.constantFrom('Anna Ärzte', 'ferrit', 'Dr. Do'),
    ),
    { selector: ([id]) => id, maxLength: 3 },
  ),
  marks: fc.uniqueArray(fc.tuple(number, fc.constantFrom(null, 1_000, Date.parse('2040-01-01'))), {
    selector: ([n]) => n,
  }),
  looks: fc.array(fc.tuple(number, fc.boolean()), { maxLength: 6 }),
  waits: fc.tuple(waits, waits),
});

const isNot = fc.boolean();
const instant = fc.option(fc.constantFrom(...DAYS.slice(0, 3)).map((text) => toEpochMs(Date.parse(text))));
const idLabel = fc.constantFrom('user_anna', 'anna', 'drdo', 'Dr. do', 'fac_west', 'rit', 'ANNA', 'est');
const term = fc.oneof(
  fc.record({
    field: fc.constant('text' as const),
    value: fc.constantFrom('ferritin', 'f', 'ER', 'ß', 'ärz', 'e11.9 dia', 'anna', 'dr', 'fasting', '"*'),
    isNot,
  }),
  fc.record({
    field: fc.constantFrom('patient' as const, 'facility' as const, 'provider' as const),
    value: idLabel,
    isNot,
  }),
  fc.record({
    field: fc.constantFrom('review_for' as const, 'overdue_for' as const),
    value: idLabel,
    isNot,
  }),
  fc.record({ field: fc.constantFrom('reviewer' as const, 'overdue' as const), value: idLabel, isNot }),
  fc.record({
    field: fc.constantFrom('type' as const, 'status' as const),
    value: fc.constantFrom('lab', 'imaging', 'SENT', 'cancelled'),
    isNot,
  }),
  fc.record({
    field: fc.constantFrom('shared' as const, 'changed' as const, 'unsent' as const),
    value: fc.boolean(),
    isNot,
  }),
  fc.record({
    field: fc.constant('code' as const),
    value: fc.constantFrom('e', 'D64', '11', 'E11.9'),
    isNot,
  }),
  fc.record({
    field: fc.constant('review' as const),
    value: fc.constantFrom(
      'needed' as const,
      'asked' as const,
      'overdue' as const,
      'done' as const,
      'none' as const,
      'unassigned' as const,
    ),
    isNot,
  }),
  fc.record({
    field: fc.constantFrom('due' as const, 'created' as const, 'updated' as const, 'since' as const),
    from: instant,
    until: instant,
    isNot,
  }),
  fc.record({
    field: fc.constant('followup' as const),
    value: fc.constantFrom('any' as const, 'due' as const, 'none' as const),
    isNot,
  }),
) satisfies fc.Arbitrary<WorklistSearchTerm>;

/** Stores other usual waits for results. */
function changeUsualWaits(cache: CacheAndLocal, usual: UsualWaits): void {
  const db = cache.connection();
  db.transaction(() => {
    for (const wait of listChangedUsualWaits(db, usual)) storeUsualWait(db, wait);
  });
}

/** Writes the reference model into the files; returns each record as the test expects it. */
function settle(
  cache: CacheAndLocal,
  { stored, edits, made, names, marks, looks }: ReferenceModel,
): readonly Known[] {
  const raws = stored.map((each, n) => rawRequisition({ id: `req_${n}`, ...each }));
  if (raws.length > 0) cache.sweep('requisition', raws);
  const waiting = edits.filter(([n]) => n < raws.length);
  for (const [n, data] of waiting)
    cache.addPendingChange({ operation: 'requisitions.update', target: `req_${n}`, data });
  const unsent = made.map((data, n) => {
    const target = localId('requisition', n + 1);
    return {
      target,
      data,
      number: cache.addPendingChange({ operation: 'requisitions.create', target, data }),
    };
  });
  for (const [id, text] of names) nameId(cache, id, text);
  for (const [n, remindOn] of marks) followUp(cache, `req_${n}`, remindOn);
  const looked = new Map<number, boolean>();
  for (const [n, isAsItIs] of looks) {
    const raw = raws[n];
    if (raw === undefined) continue;
    markVersionViewed(cache, isAsItIs ? raw : { ...raw, order_details: 'as it was' });
    looked.set(n, !isAsItIs);
  }
  const getReminders = new Map(marks);
  const shared = { savedBy: 'user_me', savedAt: toEpochMs(SAVED_AT), state: 'saved' } as const;
  const apply = (
    raw: JsonObject | null,
    id: string,
    operation: 'requisitions.create' | 'requisitions.update',
    all: readonly JsonObject[],
  ) =>
    applyOverlayChanges(
      raw,
      all.map((data) => ({ operation, data, ...shared })),
      id,
    ) as unknown as Raw; // made of whole records
  return [
    ...raws.map((raw, n): Known => {
      const mine = waiting.filter(([target]) => target === n).map(([, data]) => data);
      return {
        id: `req_${n}`,
        row: n,
        raw: apply(raw, `req_${n}`, 'requisitions.update', mine),
        isUnsent: mine.length > 0,
        isChanged: looked.get(n) ?? false,
        remindOn: getReminders.get(n),
      };
    }),
    ...unsent.map(
      ({ target, data, number: order }): Known => ({
        id: target,
        row: 1_000 + order,
        raw: apply(null, target, 'requisitions.create', [data]),
        isUnsent: true,
        isChanged: false,
        remindOn: undefined,
      }),
    ),
  ];
}

function exported(
  cache: CacheAndLocal,
  asked: { tab: WorklistTab; terms: readonly WorklistSearchTerm[]; order: WorklistSort },
) {
  let text = '';
  for (let after: string | null | undefined; after !== null; ) {
    const place: { after?: string } = after === undefined ? {} : { after };
    const piece = unwrap(cache.read('worklist.export', { format: 'json', which: asked, ...place }));
    text += piece.text;
    after = piece.next;
  }
  return JSON.parse(text) as { readonly id: string }[];
}

test('for anything cached, pending, named, marked and viewed, a filter finds what a plain model finds, in its order, by page and by rank', async () => {
  expect.hasAssertions();
  const asked = fc.record({
    tab: fc.constantFrom(...WORKLIST_TABS),
    terms: fc.array(term, { maxLength: 2 }),
    order: fc.record({ by: fc.constantFrom(...WORKLIST_SORTS), descending: fc.boolean() }),
  });
  await fc.assert(
    fc.asyncProperty(
      reference,
      fc.array(asked, { minLength: 8, maxLength: 8 }),
      fc.record({ rank: fc.nat({ max: 9 }), limit: fc.integer({ min: 1, max: 4 }) }),
      async (given, questions, { rank, limit }) => {
        const cache = await cacheAndLocal();
        try {
          const all = settle(cache, given);
          const [before, usual] = given.waits;
          changeUsualWaits(cache, before);
          worklistIds(cache);
          changeUsualWaits(cache, usual);
          const app: App = { names: new Map(given.names), now: Date.now() };
          for (const question of questions) {
            const found = all
              .filter((known) => fulfils(known, question.terms, app))
              .toSorted(inOrder(question.order, usual));
            const expected = found.filter((known) => isInTab(question.tab, known)).map(({ id }) => id);
            expect({ question, ids: worklistIds(cache, { ...question, limit }) }).toEqual({
              question,
              ids: expected,
            });
            const at = (place: PageStartWithoutCursor) =>
              getWorklistPage(cache, { ...question, limit, at: place });
            const first = rank < expected.length ? rank : Math.max(0, expected.length - limit);
            const ranked = unwrap(await at({ rank }));
            const { items, next } = ranked;
            expect({
              question,
              rank: ranked.rank,
              ids: items.map(({ id }) => id),
              isEnd: next === null,
            }).toEqual({
              question,
              ids: expected.slice(first, first + limit),
              rank: first,
              isEnd: first + limit >= expected.length,
            });
            const around = await at({ ids: ['req_gone', expected[rank] ?? 'req_gone'], before: 1 });
            expect(around.ok ? around.value.rank : around.error.code).toBe(
              rank < expected.length ? Math.max(0, rank - 1) : 'not-found',
            );
            const counts = WORKLIST_TABS.map((tab) => [
              tab,
              found.filter((known) => isInTab(tab, known)).length,
            ]);
            expect(worklistCounts(cache, question.terms)).toEqual(Object.fromEntries(counts));
            expect(exported(cache, question).map(({ id }) => id)).toEqual(expected);
          }
        } finally {
          await cache.close();
        }
      },
    ),
    { numRuns: howMuch(40, 120) },
  );
});
