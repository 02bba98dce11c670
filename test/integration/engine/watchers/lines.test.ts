import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  completionRequestFilterSchema,
  type CompletionRequestFilter,
  type CompletionRequestSort,
} from '#contract/completion-requests.ts';
import { recordIdSchema, idSchema } from '#contract/record-schemas.ts';
import { toEpochMs } from '#contract/time.ts';
import type { FormQueryContext } from '#main/engine/cache/queries/forms/list.ts';
import { listEndedCompletionRequests } from '#main/engine/cache/queries/forms/requests.ts';
import type { ReadableDb } from '#main/engine/sqlite/db.ts';
import { sql, Sql } from '#main/engine/sqlite/sql.ts';
import { rawForm, rawRequest } from '../../../support/builders.ts';
import { unwrap } from '../../../support/engine.ts';
import { cacheAndLocal, type CacheAndLocal } from '../../../support/overlay.ts';
import { localId, SAVED_AT } from '../../../support/pending.ts';
import { nameId } from '../../../support/lists.ts';

let cache: CacheAndLocal;
beforeEach(async () => {
  cache = await cacheAndLocal();
});
afterEach(() => cache.close());

const at = (day: number): string => `2026-03-${String(day).padStart(2, '0')}T00:00:00.000Z`;
const ms = (day: number): number => Date.parse(at(day));
const keep = (...changes: readonly Record<string, unknown>[]): void =>
  void cache.sweep(
    'form',
    changes.map((change, n) => rawForm({ id: `form_${n}`, ...change })),
  );

/** A request that has ended, as recorded: asked on one day, ended on another. */
function ended(
  form: string,
  patient: string,
  [asked, until]: readonly [number, number],
  state = 'ended',
): void {
  cache.app.run(sql`
    INSERT INTO completion_request (form, patient, requested_at, requested_by, seen_at, state, ended_after, ended_before)
    VALUES (${form}, ${patient}, ${ms(asked)}, 'user_d1', ${ms(asked)}, ${state}, ${ms(until)}, ${ms(until)})`);
}

function remind(form: string, patient: string, remindOn: number): void {
  cache.app.run(
    sql`INSERT INTO completion_reminder (form, patient, remind_on, note) VALUES (${form}, ${patient}, ${remindOn}, 'call')`,
  );
}

const ASKED: CompletionRequestSort = { by: 'asked', descending: false };
const getFilter = (filter: Partial<CompletionRequestFilter>) =>
  completionRequestFilterSchema.parse({ show: 'all', ...filter });

function lines(filter: Partial<CompletionRequestFilter> = {}, order = ASKED, limit = 500) {
  const items = [];
  for (let after: string | null | undefined; after !== null; ) {
    const place: { after?: string } = after === undefined ? {} : { after };
    const page = unwrap(
      cache.read('completions.page', { filter: getFilter(filter), order, limit, ...place }),
    );
    items.push(...page.items);
    after = page.next;
  }
  return items;
}

const counts = ({ search = '' }: { readonly search?: string } = {}) =>
  unwrap(cache.read('completions.counts', { filter: { search } }));
const names = (...asked: Parameters<typeof lines>) =>
  lines(...asked).map(({ form, patient }) => `${form} ${patient}`);

describe('requests', () => {
  test('that are open come from the forms, with pending changes marked', () => {
    keep({
      name: 'Intake',
      request_completion_from: [rawRequest('user_p1', at(1)), rawRequest('user_p2', at(2))],
    });
    cache.addPendingChange({
      operation: 'forms.completion',
      target: 'form_0',
      data: { ask: ['user_p3'], withdraw: ['user_p1'] },
    });
    cache.addPendingChange({ operation: 'forms.create', target: localId('form'), data: { name: 'New' } });
    cache.addPendingChange({
      operation: 'forms.completion',
      target: localId('form'),
      data: { ask: ['user_p1'], withdraw: [] },
    });
    const published = lines().map(({ formName, patient, requestedAt, unsent, state }) => ({
      formName,
      patient,
      requestedAt,
      unsent,
      state,
    }));
    expect(published).toHaveLength(4);
    expect(published).toEqual(
      expect.arrayContaining([
        { formName: 'Intake', patient: 'user_p1', requestedAt: ms(1), unsent: 'withdraw', state: 'open' },
        { formName: 'Intake', patient: 'user_p2', requestedAt: ms(2), unsent: null, state: 'open' },
        { formName: 'Intake', patient: 'user_p3', requestedAt: SAVED_AT, unsent: 'ask', state: 'open' },
        { formName: 'New', patient: 'user_p1', requestedAt: SAVED_AT, unsent: 'ask', state: 'open' },
      ]),
    );
    expect(counts()).toEqual({ open: 4, due: 0, ended: 0 });
  });

  test('that are withdrawn and asked again are two', () => {
    keep({ request_completion_from: [rawRequest('user_p1', at(1))] });
    cache.addPendingChange({
      operation: 'forms.completion',
      target: 'form_0',
      data: { ask: [], withdraw: ['user_p1'] },
    });
    cache.addPendingChange({
      operation: 'forms.completion',
      target: 'form_0',
      data: { ask: ['user_p1'], withdraw: [] },
    });
    expect(lines().map(({ unsent }) => unsent)).toEqual(['withdraw', 'ask']);
  });

  test('that have ended are shown with the time, and with the name of a form that no longer exists', () => {
    keep({ name: 'Intake' });
    ended('form_0', 'user_p1', [1, 3]);
    ended('form_9', 'user_p2', [2, 4], 'form-gone');
    expect(lines({ show: 'ended' })).toMatchObject([
      { form: 'form_0', formName: 'Intake', state: 'ended', ended: { after: ms(3), before: ms(3) } },
      { form: 'form_9', formName: '', state: 'form-gone' },
    ]);
    expect(lines({ show: 'open' })).toEqual([]);
  });

  test('that exist again are open, whatever was recorded', () => {
    keep({ request_completion_from: [rawRequest('user_p1', at(1))] });
    ended('form_0', 'user_p1', [1, 3]);
    expect(lines().map(({ state }) => state)).toEqual(['open']);
    expect(counts()).toEqual({ open: 1, due: 0, ended: 0 });
  });

  test('are due once their reminder is due', () => {
    keep({ request_completion_from: [rawRequest('user_p1', at(1)), rawRequest('user_p2', at(2))] });
    remind('form_0', 'user_p1', 1_000);
    remind('form_0', 'user_p2', Date.parse('2040-01-01'));
    expect(lines({ show: 'due' })).toMatchObject([
      { patient: 'user_p1', reminder: { remindOn: 1_000, note: 'call' } },
    ]);
    expect(counts()).toEqual({ open: 2, due: 1, ended: 0 });
  });

  test('are found by form, patient, time, and texts in names and ids', () => {
    nameId(cache, 'user_p1', 'Anna Ärzte');
    nameId(cache, 'user_d1', 'Dr. Do');
    keep(
      {
        name: 'Intake',
        request_completion_from: [rawRequest('user_p1', at(1)), rawRequest('user_p2', at(5), 'user_d2')],
      },
      { name: 'Consent', request_completion_from: [rawRequest('user_p2', at(3))] },
    );
    expect(names({ search: 'ÄRZTE' })).toEqual(['form_0 user_p1']);
    expect(names({ search: 'intak' })).toEqual(['form_0 user_p1', 'form_0 user_p2']);
    expect(names({ search: 'dr. do' })).toEqual(['form_0 user_p1', 'form_1 user_p2']);
    expect(names({ search: 'P2' })).toEqual(['form_1 user_p2', 'form_0 user_p2']);
    expect(names({ patient: idSchema('user').parse('user_p2') })).toHaveLength(2);
    expect(names({ form: recordIdSchema('form').parse('form_1') })).toEqual(['form_1 user_p2']);
    expect(names({ askedUntil: toEpochMs(ms(3)) })).toEqual(['form_0 user_p1', 'form_1 user_p2']);
    expect(counts({ search: 'consent' })).toEqual({ open: 1, due: 0, ended: 0 });
  });
});

describe('a sort order', () => {
  const everybody = (): void => {
    nameId(cache, 'user_p1', 'zoe');
    nameId(cache, 'user_p3', 'Änne');
    keep(
      { name: 'Intake', request_completion_from: [rawRequest('user_p1', at(4)), rawRequest('user_p2', '')] },
      { name: 'Consent', request_completion_from: [rawRequest('user_p3', at(3), 'user_d0')] },
    );
    ended('form_1', 'user_p4', [1, 8]);
    ended('form_1', 'user_p5', [2, 6]);
  };

  test.each<[CompletionRequestSort['by'], readonly string[]]>([
    ['asked', ['p4', 'p5', 'p3', 'p1', 'p2']],
    ['ended', ['p5', 'p4']],
    ['form', ['p3', 'p4', 'p5', 'p1', 'p2']],
    ['patient', ['p3', 'p2', 'p4', 'p5', 'p1']],
    ['requester', ['p3']],
  ])('by %s is the same in pages of any length, those without the value last', (by, expected) => {
    everybody();
    for (const descending of [false, true]) {
      const whole = lines({}, { by, descending }).map(({ patient }) => patient.slice(5));
      for (const limit of [1, 2, 3]) {
        const paged = lines({}, { by, descending }, limit).map(({ patient }) => patient.slice(5));
        expect(paged).toEqual(whole);
      }
      expect(new Set(whole).size).toBe(5);
    }
    const up = lines({}, { by, descending: false }).map(({ patient }) => patient.slice(5));
    const groups =
      by === 'form' ? up.map((name) => (['p1', 'p2'].includes(name) ? 'Intake' : 'Consent')) : up;
    const wanted = by === 'form' ? ['Consent', 'Consent', 'Consent', 'Intake', 'Intake'] : expected;
    expect(groups.slice(0, wanted.length)).toEqual(wanted);
    const down = lines({}, { by: 'asked', descending: true }).map(({ patient }) => patient.slice(5));
    expect(down).toEqual(['p1', 'p3', 'p5', 'p4', 'p2']);
  });

  test('is stable though ids have another shape than in the document', () => {
    const odd = ['\u0001'.repeat(300), '字'.repeat(300), `${'x'.repeat(150)}y`, '"'.repeat(160)];
    keep({ request_completion_from: odd.map((patient) => rawRequest(patient, at(1), patient)) });
    const cursors = [1, 2, 3].map((limit) => {
      const order = { by: 'patient', descending: false } as const;
      return unwrap(cache.read('completions.page', { filter: getFilter({}), order, limit })).next ?? '';
    });
    for (const cursor of cursors) expect(cursor.length).toBeLessThanOrEqual(1_000);
    expect(lines({}, { by: 'patient', descending: false }, 1)).toHaveLength(4);
  });
});

describe('a history', () => {
  const history = (asked: { form: string } | { patient: string }) =>
    unwrap(
      cache.read(
        'completions.history',
        'form' in asked
          ? { form: recordIdSchema('form').parse(asked.form) }
          : { patient: idSchema('user').parse(asked.patient) },
      ),
    );

  test('of a form has the newest request first, and counts those that have ended', () => {
    keep(
      { request_completion_from: [rawRequest('user_p1', at(9))] },
      { request_completion_from: [rawRequest('user_p1', at(8))] },
    );
    ended('form_0', 'user_p1', [1, 3]);
    ended('form_0', 'user_p2', [2, 6]);
    ended('form_0', 'user_p3', [3, 4], 'withdrawn');
    const { items, isCut, completed } = history({ form: 'form_0' });
    expect(items.map(({ requestedAt, state }) => [requestedAt, state])).toEqual([
      [ms(9), 'open'],
      [ms(3), 'withdrawn'],
      [ms(2), 'ended'],
      [ms(1), 'ended'],
    ]);
    expect(isCut).toBe(false);
    expect(completed).toEqual({ of: 2, median: 3 * 86_400_000 });
    expect(history({ patient: 'user_p1' }).items.map(({ form }) => form)).toEqual([
      'form_0',
      'form_1',
      'form_0',
    ]);
    expect(history({ patient: 'user_p9' })).toEqual({
      items: [],
      isCut: false,
      completed: { of: 0, median: null },
    });
  });

  test('is cut at 500, and still counts all', () => {
    keep({});
    cache.app.transaction(() => {
      for (let n = 0; n < 510; n++) ended('form_0', `user_p${n}`, [1, 3]);
    });
    const { items, isCut, completed } = history({ form: 'form_0' });
    expect([items.length, isCut, completed.of]).toEqual([500, true, 510]);
  });
});

describe('with a long history', () => {
  const many = 3_000;
  const fill = (): void => {
    keep({ request_completion_from: [rawRequest('user_0', at(1)), rawRequest('user_open', at(2))] });
    cache.app.transaction(() => {
      for (let n = 0; n < many; n++) ended('form_0', `user_${n}`, [1 + (n % 9), 3 + (n % 9)]);
      ended('form_0', 'user_timeless', [1, 3]);
      cache.app.run(sql`UPDATE completion_request SET requested_at = 0 WHERE patient = 'user_timeless'`);
      // Requests that ended at different times come page by page.
      cache.app.run(sql`
        UPDATE completion_request SET ended_before = ended_before + CAST(substr(patient, 6) AS INTEGER)`);
    });
  };

  test.each(['asked', 'ended'] as const)('pages by %s are those of the whole, each row once', (by) => {
    fill();
    for (const descending of [false, true]) {
      const page = names({ show: 'ended' }, { by, descending }, 450);
      // A search that finds everything reads everything.
      const whole = names({ show: 'ended', search: 'user' }, { by, descending }, 450);
      expect(page).toEqual(whole);
      expect(page).toHaveLength(many);
    }
    expect(names({ show: 'all' }, { by, descending: true }, 450)).toHaveLength(many + 2);
  });

  test('a page reads as many rows as it shows, however many others there are', () => {
    fill();
    let read = 0;
    const app: ReadableDb = {
      all: (query) => {
        const rows = cache.app.all(query);
        read += rows.length;
        return rows;
      },
      get: (query) => cache.app.get(query),
    };
    // Only this member is called.
    const context = { local: app, index: { shown: () => new Map() } } as unknown as FormQueryContext;
    const window = { by: 'ended', descending: true, limit: 50, after: ms(6) } as const;
    expect(listEndedCompletionRequests(context, {}, [], window).length).toBeGreaterThan(50);
    expect(read).toBeLessThan(60);
  });

  test.each([
    ['asked', false],
    ['asked', true],
    ['ended', false],
    ['ended', true],
  ] as const)('a page by %s, descending %s, comes from an index in its order', (by, descending) => {
    fill();
    const plans: string[] = [];
    const app: ReadableDb = {
      all: (query) => {
        const plan = new Sql<{ detail: string }>(`EXPLAIN QUERY PLAN ${query.text}`, query.values);
        plans.push(...cache.app.all(plan).map(({ detail }) => detail));
        return cache.app.all(query);
      },
      get: (query) => cache.app.get(query),
    };
    // Only this member is called.
    const context = { local: app, index: { shown: () => new Map() } } as unknown as FormQueryContext;
    for (const after of [undefined, ms(6), null])
      listEndedCompletionRequests(context, {}, [], { by, descending, limit: 50, after });
    expect(new Set(plans.map((plan) => plan.replace(/ \(.*/, '')))).toEqual(
      new Set([
        `SEARCH completion_request USING INDEX completion_request_${by}`,
        `SCAN completion_request USING INDEX completion_request_${by}`,
      ]),
    );
  });

  test('counts are correct, though one that was recorded as ended is open again', () => {
    fill();
    expect(counts()).toEqual({ open: 2, due: 0, ended: many });
    expect(counts({ search: 'user' })).toEqual({ open: 2, due: 0, ended: many });
  });
});
