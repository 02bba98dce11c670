import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FORM_SORTS, type FormTerm } from '#contract/forms.ts';
import { recordIdSchema } from '#contract/records.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { rawForm } from '../../../../../support/builders.ts';
import { unwrap } from '../../../../../support/engine.ts';
import { toFormListRows, rawRequest, usableBy } from '../../../../../support/forms.ts';
import { cacheAndLocal, localId, type CacheAndLocal } from '../../../../../support/overlay.ts';
import { nameId } from '../../../../../support/worklist.ts';

let cache: CacheAndLocal;
beforeEach(async () => {
  cache = await cacheAndLocal();
});
afterEach(() => cache.close());

const formId = (id: string) => recordIdSchema('form').parse(id);
const text = (value: string): FormTerm => ({ field: 'text', value, isNot: false });
const at = (day: number): string => `2026-03-${String(day).padStart(2, '0')}T00:00:00.000Z`;
const ms = (day: number): number => Date.parse(at(day));
const keep = (...changes: readonly Record<string, unknown>[]): void =>
  void cache.sweep(
    'form',
    changes.map((change, n) => rawForm({ id: `form_${n}`, ...change })),
  );
const AHEAD = { published_version: 'fver_1', latest_version: 'fver_2', has_unpublished_changes: true };

describe('a line', () => {
  test('says who may use the form, who is asked since when, and since when its draft is ahead', () => {
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

  test('tells of no drift once what waits here would end it', () => {
    keep(AHEAD);
    cache.app.run(sql`INSERT INTO unpublished_form (form, since) VALUES ('form_0', ${ms(4)})`);
    cache.pend({ operation: 'forms.update', target: 'form_0', data: { has_unpublished_changes: false } });
    expect(toFormListRows(cache)).toMatchObject([
      { state: 'published', unpublishedSince: null, pending: 'saved' },
    ]);
  });

  test('tells where a text was found that its name does not show', () => {
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

  test('of a form that is published or deleted later shows it as it is, and that something waits', () => {
    keep(AHEAD, AHEAD);
    cache.pend({ operation: 'forms.publish', target: 'form_0' });
    cache.pend({ operation: 'forms.delete', target: 'form_1', state: 'rejected' });
    const pending = toFormListRows(cache).map(({ state, pending: waits }) => [state, waits]);
    expect(pending).toContainEqual(['unpublished_changes', 'saved']);
    expect(pending).toContainEqual(['unpublished_changes', 'rejected']);
  });
});

describe('the list', () => {
  test('goes on where it was though forms come, change and go in between', () => {
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

  test.each(FORM_SORTS)('refuses a place of another order than %s', (by) => {
    keep({}, { name: 'Other' });
    const asked = { tab: 'all', terms: [], limit: 1 } as const;
    const other = FORM_SORTS.find((sort) => sort !== by) ?? by;
    const { next } = unwrap(cache.read('forms.page', { ...asked, order: { by: other, descending: true } }));
    for (const after of [next ?? '', 'nonsense', Buffer.from('[1]').toString('base64url')]) {
      const refused = cache.read('forms.page', { ...asked, order: { by, descending: true }, after });
      expect(refused).toMatchObject({ ok: false, error: { code: 'invalid-input' } });
    }
  });

  test('says how many are asked as they will be', () => {
    keep({ request_completion_from: [rawRequest('user_p1', at(1))] }, {});
    cache.pend({
      operation: 'forms.completion',
      target: 'form_0',
      data: { ask: [], withdraw: ['user_p1'] },
    });
    cache.pend({
      operation: 'forms.completion',
      target: 'form_1',
      data: { ask: ['user_p2', 'user_p3'], withdraw: [] },
    });
    expect(unwrap(cache.read('forms.counts', { terms: [] }))).toMatchObject({ all: 2, asked: 1 });
    expect(toFormListRows(cache, { tab: 'asked' })).toMatchObject([{ id: 'form_1', openRequests: 2 }]);
  });
});

describe('the story of a form', () => {
  const story = (id: string) => unwrap(cache.read('forms.completionRequestHistory', { id: formId(id) }));

  test('counts who was asked since its draft is ahead, whether the request is open, waits or has ended', () => {
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
    cache.pend({ operation: 'forms.completion', target: 'form_0', data: { ask: ['user_p6'], withdraw: [] } });
    expect(story('form_0')).toEqual({ unpublishedSince: ms(4), askedSince: 3 });
  });

  test('is short where patients see the latest, and none where there is no such form', () => {
    keep({ published_version: 'fver_1' });
    expect(story('form_0')).toEqual({ unpublishedSince: null, askedSince: 0 });
    cache.pend({ operation: 'forms.create', target: localId('form'), data: { name: 'New' } });
    expect(story(localId('form'))).toEqual({ unpublishedSince: null, askedSince: 0 });
    const missing = cache.read('forms.completionRequestHistory', { id: formId('form_none') });
    expect(missing).toMatchObject({ ok: false, error: { code: 'not-found' } });
  });
});

test('ids of specializations and peer groups are seen in forms, those that wait among them', () => {
  keep({
    usable_by: usableBy(false, { specializations: ['cardiology', 'urology'], peer_groups: ['nurses'] }),
  });
  cache.pend({
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

  test('is one array of raw resources with what waits in them, however many pieces it takes', () => {
    const forms = Array.from({ length: 450 }, (_none, n) => ({ name: `Form ${n}`, kept_as_it_is: n }));
    keep(...forms);
    cache.pend({ operation: 'forms.update', target: 'form_3', data: { name: 'Changed' } });
    const records = JSON.parse(exported('json')) as {
      readonly name: string;
      readonly kept_as_it_is: number;
    }[];
    expect(new Set(records.map((each) => each.kept_as_it_is)).size).toBe(450);
    expect(records.find((each) => each.kept_as_it_is === 3)?.name).toBe('Changed');
    expect(JSON.parse(exported('json', { search: 'changed' }))).toHaveLength(1);
    expect(JSON.parse(exported('json', { state: 'published' }))).toEqual([]);
  });

  test('as a table has one line for each, local names, and no cell that a spreadsheet would run', () => {
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

test('a search and a state narrow the plain list together', () => {
  keep(
    { name: 'Intake', ...AHEAD },
    { name: 'Intake old', published_version: 'fver_1' },
    { name: 'Consent', ...AHEAD },
    { name: 'Intake new', has_unpublished_changes: true },
  );
  const ids = (filter: object) =>
    unwrap(cache.read('forms.list', { filter, limit: 50 })).items.map(({ name }) => name);
  expect(ids({ search: 'intake', state: 'unpublished_changes' })).toEqual(['Intake']);
  expect(ids({ search: 'in', state: 'published' })).toEqual(['Intake old']);
  expect(ids({ state: 'never_published' })).toEqual(['Intake new']);
  const count = unwrap(cache.read('forms.count', { filter: { state: 'unpublished_changes' } }));
  expect(count).toEqual({ count: 2, capped: false });
});
