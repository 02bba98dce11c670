import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FORM_SORTS, type FormSearchTerm } from '#contract/forms.ts';
import { recordIdSchema } from '#contract/record-schemas.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { rawForm, rawRequest, usableBy } from '../../../../../support/builders.ts';
import { unwrap } from '../../../../../support/engine.ts';
import { cacheAndLocal, type CacheAndLocal } from '../../../../../support/overlay.ts';
import { localId } from '../../../../../support/pending.ts';
import { toFormListRows, nameId } from '../../../../../support/lists.ts';
import { recordsOf } from '../../../../../support/results.ts';

let cache: CacheAndLocal;
beforeEach(async () => {
  cache = await cacheAndLocal();
});
afterEach(() => cache.close());

const formId = (id: string) => recordIdSchema('form').parse(id);
const text = (value: string): FormSearchTerm => ({ field: 'text', value, isNot: false });
const at = (day: number): string => `2026-03-${String(day).padStart(2, '0')}T00:00:00.000Z`;
const ms = (day: number): number => Date.parse(at(day));
const keep = (...changes: readonly Record<string, unknown>[]): void =>
  void cache.sweep(
    'form',
    changes.map((change, n) => rawForm({ id: `form_${n}`, ...change })),
  );
const AHEAD = { published_version: 'fver_1', latest_version: 'fver_2', has_unpublished_changes: true };

describe('a row', () => {
  test('shows who may use the form, the oldest open request, and since when there are unpublished changes', () => {
    keep({
      ...AHEAD,
      usable_by: usableBy(false, { medical_centers: ['mctr_1', 'mctr_2'], individuals: ['user_d1'] }),
      request_completion_from: [rawRequest('user_p1', at(5)), rawRequest('user_p2', at(3))],
    });
    cache.app.run(sql`INSERT INTO unpublished_form (form, since) VALUES ('form_0', ${ms(4)})`);
    expect(toFormListRows(cache)).toMatchObject([
      {
        state: 'unpublished_changes',
        usableByAll: false,
        medicalCenters: 2,
        specializations: 0,
        peerGroups: 0,
        individuals: 1,
        openRequests: 2,
        oldestRequestAt: ms(3),
        unpublishedSince: ms(4),
        pending: null,
      },
    ]);
  });

  test('shows no unpublished changes once pending changes would end them', () => {
    keep(AHEAD);
    cache.app.run(sql`INSERT INTO unpublished_form (form, since) VALUES ('form_0', ${ms(4)})`);
    cache.addPendingChange({
      operation: 'forms.update',
      target: 'form_0',
      data: { has_unpublished_changes: false },
    });
    expect(toFormListRows(cache)).toMatchObject([
      { state: 'published', unpublishedSince: null, pending: 'saved' },
    ]);
  });

  test('shows where a text was found that is not in its name', () => {
    nameId(cache, 'user_p1', 'Anna Ärzte');
    keep(
      { name: 'Pain diary', description: 'Before the visit,\n  fill in the pain scale' },
      { name: 'Consent', request_completion_from: [rawRequest('user_p1', at(1))] },
      { name: 'Consent, anna' },
    );
    expect(toFormListRows(cache, { terms: [text('Pain')] })).toMatchObject([{ hit: null }]);
    expect(toFormListRows(cache, { terms: [text('SCALE')] })).toMatchObject([
      { hit: { where: 'description', excerpt: 'Before the visit, fill in the pain scale' } },
    ]);
    const byName = toFormListRows(cache, { terms: [text('anna')], order: { by: 'name', descending: false } });
    expect(byName.map(({ id, hit }) => [id, hit?.where ?? null])).toEqual([
      ['form_1', 'people'],
      ['form_2', null],
    ]);
  });

  test('of a form with a pending publish or delete shows it as it is, and that something is pending', () => {
    keep(AHEAD, AHEAD);
    cache.addPendingChange({ operation: 'forms.publish', target: 'form_0' });
    cache.addPendingChange({ operation: 'forms.delete', target: 'form_1', state: 'rejected' });
    const pending = toFormListRows(cache).map(({ state, pending: waits }) => [state, waits]);
    expect(pending).toContainEqual(['unpublished_changes', 'saved']);
    expect(pending).toContainEqual(['unpublished_changes', 'rejected']);
  });
});

describe('the list', () => {
  test('continues at its position though forms are added, changed and removed in between', () => {
    const named = (id: string, name: string) => rawForm({ id: `form_${id}`, name });
    cache.sweep('form', [named('b', 'B'), named('d', 'D'), named('f', 'F'), named('h', 'H')]);
    const asked = { tab: 'all', terms: [], order: { by: 'name', descending: false }, limit: 2 } as const;
    const first = unwrap(cache.read('forms.page', asked));
    cache.sweep('form', [named('a', 'A'), named('e', 'E'), named('b', 'Z')]);
    unwrap(cache.writer.removeOne({ kind: 'form', id: 'form_d', writeSequence: 1 }));
    const second = unwrap(cache.read('forms.page', { ...asked, after: first.next ?? '' }));
    expect(first.items.map(({ name }) => name)).toEqual(['B', 'D']);
    expect(second.items.map(({ name }) => name)).toEqual(['E', 'F']);
  });

  test.each(FORM_SORTS)('refuses a cursor of another order than %s', (by) => {
    keep({}, { name: 'Other' });
    const asked = { tab: 'all', terms: [], limit: 1 } as const;
    const other = FORM_SORTS.find((sort) => sort !== by) ?? by;
    const { next } = unwrap(cache.read('forms.page', { ...asked, order: { by: other, descending: true } }));
    for (const after of [next ?? '', 'nonsense', Buffer.from('[1]').toString('base64url')]) {
      const refused = cache.read('forms.page', { ...asked, order: { by, descending: true }, after });
      expect(refused).toMatchObject({ ok: false, error: { code: 'invalid-input' } });
    }
  });

  test('counts requests with the pending ones', () => {
    keep({ request_completion_from: [rawRequest('user_p1', at(1))] }, {});
    cache.addPendingChange({
      operation: 'forms.completion',
      target: 'form_0',
      data: { ask: [], withdraw: ['user_p1'] },
    });
    cache.addPendingChange({
      operation: 'forms.completion',
      target: 'form_1',
      data: { ask: ['user_p2', 'user_p3'], withdraw: [] },
    });
    expect(unwrap(cache.read('forms.counts', { terms: [] }))).toMatchObject({ all: 2, asked: 1 });
    expect(toFormListRows(cache, { tab: 'asked' })).toMatchObject([{ id: 'form_1', openRequests: 2 }]);
  });
});

describe('the completion requests of a form with unpublished changes', () => {
  const history = (id: string) => unwrap(cache.read('forms.unpublishedChanges', { id: formId(id) }));

  test('are counted since the changes began, by open, pending and ended', () => {
    keep({
      ...AHEAD,
      request_completion_from: [rawRequest('user_p1', at(2)), rawRequest('user_p2', at(6))],
    });
    cache.app.run(sql`INSERT INTO unpublished_form (form, since) VALUES ('form_0', ${ms(4)})`);
    const ended = (patient: string, day: number, state: string): void =>
      void cache.app.run(sql`
        INSERT INTO completion_request (form, patient, requested_at, requested_by, seen_at, state, ended_after, ended_before)
        VALUES ('form_0', ${patient}, ${ms(day)}, '', 0, ${state}, 0, 1)`);
    ended('user_p3', 5, 'ended');
    ended('user_p2', 5, 'ended');
    ended('user_p4', 3, 'ended');
    ended('user_p5', 7, 'withdrawn');
    cache.addPendingChange({
      operation: 'forms.completion',
      target: 'form_0',
      data: { ask: ['user_p6'], withdraw: [] },
    });
    expect(history('form_0')).toEqual({ unpublishedSince: ms(4), askedSince: 3 });
  });

  test('are short if patients see the latest version, and null if there is no such form', () => {
    keep({ published_version: 'fver_1' });
    expect(history('form_0')).toEqual({ unpublishedSince: null, askedSince: 0 });
    cache.addPendingChange({ operation: 'forms.create', target: localId('form'), data: { name: 'New' } });
    expect(history(localId('form'))).toEqual({ unpublishedSince: null, askedSince: 0 });
    const missing = cache.read('forms.unpublishedChanges', { id: formId('form_none') });
    expect(missing).toMatchObject({ ok: false, error: { code: 'not-found' } });
  });
});

test('ids of specializations and peer groups are suggested from forms, pending ones included', () => {
  keep({
    usable_by: usableBy(false, { specializations: ['cardiology', 'urology'], peer_groups: ['nurses'] }),
  });
  cache.addPendingChange({
    operation: 'forms.update',
    target: 'form_0',
    data: { usable_by: usableBy(false, { specializations: ['cardiology', 'neurology'], peer_groups: [] }) },
  });
  const seen = (family: 'specialization' | 'peerGroup', search: string) =>
    unwrap(cache.read('ids.suggest', { family, search, as: 'any', limit: 12 })).items;
  nameId(cache, 'neurology', 'Brains');
  expect(seen('specialization', '')).toEqual([
    { id: 'neurology', name: 'Brains' },
    { id: 'cardiology', name: null },
  ]);
  expect(seen('specialization', 'brai')).toEqual([{ id: 'neurology', name: 'Brains' }]);
  expect(seen('peerGroup', '')).toEqual([]);
});

describe('an export', () => {
  const exported = (format: 'csv' | 'json', filter = {}): string => {
    let whole = '';
    for (let after: string | null | undefined; after !== null; ) {
      const place: { after?: string } = after === undefined ? {} : { after };
      const piece = unwrap(cache.read('forms.export', { format, filter, ...place }));
      whole += piece.text;
      after = piece.next;
    }
    return whole;
  };

  test('is one array of raw resources with pending changes, however many pieces it takes', () => {
    const forms = Array.from({ length: 450 }, (_none, n) => ({ name: `Form ${n}`, kept_as_it_is: n }));
    keep(...forms);
    cache.addPendingChange({ operation: 'forms.update', target: 'form_3', data: { name: 'Changed' } });
    const records = JSON.parse(exported('json')) as {
      readonly name: string;
      readonly kept_as_it_is: number;
    }[];
    expect(new Set(records.map((each) => each.kept_as_it_is)).size).toBe(450);
    expect(records.find((each) => each.kept_as_it_is === 3)?.name).toBe('Changed');
    expect(JSON.parse(exported('json', { search: 'changed' }))).toHaveLength(1);
    expect(JSON.parse(exported('json', { state: 'published' }))).toEqual([]);
  });

  test('as a table has one row for each, local names, and no cell that a spreadsheet would execute', () => {
    nameId(cache, 'user_p1', 'Anna');
    keep({
      ...AHEAD,
      name: '=HYPERLINK("x")',
      usable_by: usableBy(false, { medical_centers: ['mctr_1'] }),
      request_completion_from: [rawRequest('user_p1', at(1))],
    });
    const [head, line, ...rest] = exported('csv').split('\r\n');
    expect(head).toContain('id,name,description,state,');
    expect(line).toContain(
      `form_0,"'=HYPERLINK(""x"")",,unpublished_changes,fver_1,fver_2,true,false,mctr_1`,
    );
    expect(line).toContain(`,1,user_p1,Anna,${at(1)},user_d1`);
    expect(rest).toEqual(['']);
  });
});

test('a search and a state filter the plain list together', () => {
  keep(
    { name: 'Intake', ...AHEAD },
    { name: 'Intake old', published_version: 'fver_1' },
    { name: 'Consent', ...AHEAD },
    { name: 'Intake new', has_unpublished_changes: true },
  );
  const ids = (filter: object) =>
    recordsOf(unwrap(cache.read('records.list', { kind: 'form', filter, limit: 50 }))).map(
      ({ name }) => name,
    );
  expect(ids({ search: 'intake', state: 'unpublished_changes' })).toEqual(['Intake']);
  expect(ids({ search: 'in', state: 'published' })).toEqual(['Intake old']);
  expect(ids({ state: 'never_published' })).toEqual(['Intake new']);
  expect(ids({ state: 'unpublished_changes' })).toHaveLength(2);
});
