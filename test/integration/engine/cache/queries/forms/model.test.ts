import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ValidatedInput } from '#contract/api.ts';
import {
  FORM_PUBLICATION_STATES,
  FORM_SORTS,
  FORM_TABS,
  type FormListRow,
  type FormSearchTerm,
} from '#contract/forms.ts';
import { toEpochMs } from '#contract/time.ts';
import { type PageStartWithoutCursor } from '#contract/paging.ts';
import type { OperationName } from '#contract/changes.ts';
import { applyOverlayChanges } from '#main/engine/local/outbox/overlay.ts';
import type { JsonObject } from '#main/engine/api/parse/fields.ts';
import { howMuch } from '../../../../../faults/size.ts';
import { rawForm, rawRequest, usableBy } from '../../../../../support/builders.ts';
import { unwrap } from '../../../../../support/engine.ts';
import { cacheAndLocal, type CacheAndLocal } from '../../../../../support/overlay.ts';
import { localId, SAVED_AT } from '../../../../../support/pending.ts';
import { fulfils, inOrder, isInTab, type App, type Known, type RawForm } from './plain-forms.ts';
import { toFormListRows, followUp, markVersionViewed, nameId } from '../../../../../support/lists.ts';
import { idsOf } from '../../../../../support/results.ts';

const PATIENTS = ['user_anna', 'user_bert', 'user_carl'];
const DAYS = ['2026-03-01T09:30:00.000Z', '2026-03-02T09:30:00.000Z', '2031-03-02T09:30:00.000Z', ''];

const name = fc.constantFrom('Intake', 'INTAKE form', 'Straße', 'Ärzte', '');
const day = fc.constantFrom(...DAYS);
const patient = fc.constantFrom(...PATIENTS);
const usable = fc.oneof(
  fc.constant(usableBy(true)),
  fc.constant(usableBy(false)),
  fc.constant(usableBy(false, { medical_centers: ['mctr_east'], peer_groups: ['nurses'] })),
  fc.constant(usableBy(false, { specializations: ['cardiology'], individuals: ['user_drdo'] })),
);
const request = fc.tuple(patient, day).map(([id, at]) => rawRequest(id, at));
const record = fc.record({
  name,
  description: fc.constantFrom('', 'asks for Anna'),
  published_version: fc.constantFrom('', 'fver_1'),
  has_unpublished_changes: fc.boolean(),
  usable_by: usable,
  request_completion_from: fc.uniqueArray(request, { selector: (each) => each.patient, maxLength: 3 }),
  created_by: fc.constantFrom('user_drdo', 'user_drwu'),
  created_at: day,
  last_updated_at: day,
});
const edit = fc.oneof(
  fc
    .record(
      { name, description: name, has_unpublished_changes: fc.boolean(), usable_by: usable },
      { requiredKeys: ['name'] },
    )
    .map((data) => ['forms.update', data] as const),
  fc
    .uniqueArray(patient, { minLength: 1 })
    .map(([first = '', ...others]) => ['forms.completion', { ask: others, withdraw: [first] }] as const),
  fc.constantFrom(['forms.publish', {}] as const, ['forms.delete', {}] as const),
);

const number = fc.nat({ max: 6 });
const reference = fc.record({
  stored: fc.array(record, { maxLength: 7 }),
  edits: fc.array(fc.tuple(number, edit), { maxLength: 4 }),
  made: fc.array(fc.record({ name, usable_by: usable }, { requiredKeys: ['name'] }), { maxLength: 2 }),
  names: fc.uniqueArray(
    fc.tuple(
      fc.constantFrom(...PATIENTS, 'user_drdo', 'mctr_east', 'user_me'),
      fc.constantFrom('Anna Ärzte', 'intak', 'Dr. Do'),
    ),
    { selector: ([id]) => id, maxLength: 3 },
  ),
  marks: fc.uniqueArray(fc.tuple(number, fc.constantFrom(null, 1_000, Date.parse('2040-01-01'))), {
    selector: ([n]) => n,
  }),
  looks: fc.array(fc.tuple(number, fc.boolean()), { maxLength: 6 }),
});
type ReferenceModel = typeof reference extends fc.Arbitrary<infer T> ? T : never;

const isNot = fc.boolean();
const instant = fc.option(fc.constantFrom(...DAYS.slice(0, 3)).map((text) => toEpochMs(Date.parse(text))));
const term = fc.oneof(
  fc.record({
    field: fc.constant('text' as const),
    value: fc.constantFrom('intake', 'i', 'TAK', 'ß', 'ärz', 'anna', 'dr', '"*'),
    isNot,
  }),
  fc.record({
    field: fc.constant('state' as const),
    value: fc.constantFrom(...FORM_PUBLICATION_STATES),
    isNot,
  }),
  fc.record({
    field: fc.constant('usable' as const),
    value: fc.constantFrom('all' as const, 'some' as const, 'none' as const),
    isNot,
  }),
  fc.record({
    field: fc.constantFrom('for' as const, 'asked' as const, 'creator' as const),
    value: fc.constantFrom('user_anna', 'anna', 'drdo', 'Dr. do', 'mctr_east', 'nurses', 'ology', 'est'),
    isNot,
  }),
  fc.record({
    field: fc.constantFrom('waiting' as const, 'created' as const, 'updated' as const),
    from: instant,
    until: instant,
    isNot,
  }),
  fc.record({ field: fc.constantFrom('changed' as const, 'unsent' as const), value: fc.boolean(), isNot }),
  fc.record({
    field: fc.constant('followup' as const),
    value: fc.constantFrom('any' as const, 'due' as const, 'none' as const),
    isNot,
  }),
) satisfies fc.Arbitrary<FormSearchTerm>;

interface Written {
  readonly operation: OperationName;
  readonly data: JsonObject;
}

function pending(raw: JsonObject | null, id: string, written: readonly Written[]): RawForm {
  const shared = { savedBy: 'user_me', savedAt: toEpochMs(SAVED_AT), state: 'saved' } as const;
  const all = written.map((each) => ({ ...each, ...shared }));
  return applyOverlayChanges(raw, all, id) as unknown as RawForm; // made of whole records
}

/** Writes the reference model into the files; returns each form as the test expects it. */
function settle(
  cache: CacheAndLocal,
  { stored, edits, made, names, marks, looks }: ReferenceModel,
): readonly Known[] {
  const raws = stored.map((each, n) => rawForm({ id: `form_${n}`, ...each }));
  if (raws.length > 0) cache.sweep('form', raws);
  const waiting = edits.filter(([n]) => n < raws.length);
  for (const [n, [operation, data]] of waiting)
    cache.addPendingChange({ operation, target: `form_${n}`, data });
  for (const [n, data] of made.entries()) {
    cache.addPendingChange({ operation: 'forms.create', target: localId('form', n + 1), data });
  }
  for (const [id, text] of names) nameId(cache, id, text);
  for (const [n, remindOn] of marks) followUp(cache, `form_${n}`, remindOn, 'form');
  const looked = new Map<number, boolean>();
  for (const [n, isAsItIs] of looks) {
    const raw = raws[n];
    if (raw === undefined) continue;
    markVersionViewed(cache, isAsItIs ? raw : { ...raw, description: 'as it was' });
    looked.set(n, !isAsItIs);
  }
  const getReminders = new Map(marks);
  return [
    ...raws.map((raw, n): Known => {
      const mine = waiting.flatMap(([target, [operation, data]]) =>
        target === n ? [{ operation, data }] : [],
      );
      return {
        id: `form_${n}`,
        raw: pending(raw, `form_${n}`, mine),
        isUnsent: mine.length > 0,
        isChanged: looked.get(n) ?? false,
        remindOn: getReminders.get(n),
      };
    }),
    ...made.map((data, n): Known => {
      const id = localId('form', n + 1);
      const raw = pending(null, id, [{ operation: 'forms.create', data }]);
      return { id, raw, isUnsent: true, isChanged: false, remindOn: undefined };
    }),
  ];
}

const TIME_OF_ROW = {
  updated: ({ lastUpdatedAt }: FormListRow) => lastUpdatedAt,
  created: ({ createdAt }: FormListRow) => createdAt,
  waiting: ({ oldestRequestAt }: FormListRow) => oldestRequestAt,
};

/** Compares the pages that begin at the times of rows, and between them, with those of the whole list. */
function checkTimes(
  cache: CacheAndLocal,
  question: Omit<ValidatedInput<'forms.page'>, 'limit'>,
  limit: number,
): void {
  const { by, descending } = question.order;
  if (by === 'name' || by === 'requests') return;
  const all = unwrap(cache.read('forms.page', { ...question, limit: 500 })).items;
  const times = all.map(TIME_OF_ROW[by]);
  const tried = times.flatMap((time) => (time === null ? [] : [time - 1, time, time + 1]));
  for (const time of tried.map(toEpochMs)) {
    const rank = times.findIndex((own) => own === null || (descending ? own <= time : own >= time));
    const first = rank === -1 ? Math.max(0, all.length - 1) : rank;
    const page = unwrap(cache.read('forms.page', { ...question, limit, at: { time } }));
    expect(page).toMatchObject({ rank: first, items: all.slice(first, first + limit) });
  }
}

test('for anything cached, pending, named, marked and viewed, a filter finds what a plain model finds, in its order, by page and by rank', async () => {
  expect.hasAssertions();
  const asked = fc.record({
    tab: fc.constantFrom(...FORM_TABS),
    terms: fc.array(term, { maxLength: 2 }),
    order: fc.record({ by: fc.constantFrom(...FORM_SORTS), descending: fc.boolean() }),
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
          const app: App = { names: new Map(given.names), now: Date.now() };
          for (const question of questions) {
            const found = all
              .filter((known) => fulfils(known, question.terms, app))
              .toSorted(inOrder(question.order));
            const ids = toFormListRows(cache, { ...question, limit }).map(({ id }) => id);
            const expected = found.filter((known) => isInTab(question.tab, known)).map(({ id }) => id);
            expect({ question, ids }).toEqual({ question, ids: expected });
            const at = (place: PageStartWithoutCursor) =>
              cache.read('forms.page', { ...question, limit, at: place });
            const first = rank < expected.length ? rank : Math.max(0, expected.length - limit);
            const ranked = unwrap(at({ rank }));
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
            const around = at({ ids: ['form_gone', expected[rank] ?? 'form_gone'], before: 1 });
            expect(around.ok ? around.value.rank : around.error.code).toBe(
              rank < expected.length ? Math.max(0, rank - 1) : 'not-found',
            );
            checkTimes(cache, question, limit);
            const counts = FORM_TABS.map((tab) => [tab, found.filter((known) => isInTab(tab, known)).length]);
            expect(unwrap(cache.read('forms.counts', { terms: question.terms }))).toEqual(
              Object.fromEntries(counts),
            );
          }
          for (const state of FORM_PUBLICATION_STATES) {
            const listed = unwrap(
              cache.read('records.list', { kind: 'form', filter: { state }, limit: 500 }),
            );
            const standing = all.filter((known) => isInTab(state, known)).map(({ id }) => id);
            expect(new Set(idsOf(listed))).toEqual(new Set(standing));
          }
        } finally {
          await cache.close();
        }
      },
    ),
    { numRuns: howMuch(40, 120) },
  );
});

test('a time is no place in an order by something else', async () => {
  const cache = await cacheAndLocal();
  for (const by of ['name', 'requests'] as const) {
    const order = { by, descending: false };
    const page = cache.read('forms.page', {
      tab: 'all',
      terms: [],
      order,
      limit: 5,
      at: { time: toEpochMs(1) },
    });
    expect(page).toMatchObject({ error: { code: 'invalid-input' } });
  }
  await cache.close();
});
