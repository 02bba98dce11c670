import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { WorklistSearchTerm } from '#contract/worklist-search.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { rawForm, rawNotification, rawRequisition } from '../../../../../support/builders.ts';
import { unwrap } from '../../../../../support/engine.ts';
import { cacheAndLocal, type CacheAndLocal } from '../../../../../support/overlay.ts';
import { localId } from '../../../../../support/pending.ts';
import {
  followUp,
  markVersionViewed,
  nameId,
  worklist,
  worklistCounts,
  worklistIds,
} from '../../../../../support/lists.ts';

let cache: CacheAndLocal;
beforeEach(async () => {
  cache = await cacheAndLocal();
});
afterEach(() => cache.close());

const text = (value: string, isNot = false): WorklistSearchTerm => ({ field: 'text', value, isNot });
const keep = (...changes: readonly Record<string, unknown>[]): void =>
  void cache.sweep(
    'requisition',
    changes.map((change, n) => rawRequisition({ id: `req_${n}`, ...change })),
  );
const at = (day: number): string => `2026-03-${String(day).padStart(2, '0')}T00:00:00.000Z`;

describe('a row', () => {
  test('shows the open review that has to be done first, and since when it has its status', () => {
    keep({
      status_history: [
        { status: 'sent', changed_by: 'user_d1', changed_at: at(3) },
        { status: 'draft', changed_by: 'user_d1', changed_at: at(1) },
        { status: 'sent', changed_by: 'user_d1', changed_at: at(5) },
      ],
      reviews: [
        {
          status: 'reviewed',
          requested_by: '',
          reviewer: 'user_d1',
          requested_at: at(1),
          review_deadline: at(1),
          reviewed_at: at(2),
        },
        {
          status: '',
          requested_by: '',
          reviewer: 'user_d2',
          requested_at: at(1),
          review_deadline: at(9),
          reviewed_at: null,
        },
        {
          status: '',
          requested_by: '',
          reviewer: 'user_d3',
          requested_at: at(1),
          review_deadline: at(8),
          reviewed_at: null,
        },
        {
          status: '',
          requested_by: '',
          reviewer: 'user_d4',
          requested_at: at(1),
          review_deadline: null,
          reviewed_at: null,
        },
      ],
    });
    expect(worklist(cache)).toMatchObject([
      {
        status: 'sent',
        statusSince: Date.parse(at(3)),
        reviewDeadline: Date.parse(at(8)),
        reviewer: 'user_d3',
        openReviews: [
          { reviewer: 'user_d3', deadline: Date.parse(at(8)) },
          { reviewer: 'user_d2', deadline: Date.parse(at(9)) },
          { reviewer: 'user_d4', deadline: null },
        ],
        orderingProvider: 'user_d1',
      },
    ]);
  });

  test('shows where a text was found that is not in its name', () => {
    nameId(cache, 'user_p1', 'Anna Ärzte');
    keep({
      name: 'Panel',
      order_details: `${'before '.repeat(20)}Fasting${' after'.repeat(20)}`,
      comments: [
        {
          id: 'cmmt_1',
          object: 'comment',
          comment: 'İstanbul lab called',
          created_by: 'user_d1',
          created_at: at(1),
        },
      ],
    });
    const hit = (value: string) => worklist(cache, { terms: [text(value)] })[0]?.hit;
    expect(hit('PANEL')).toBeNull();
    expect(hit('d64.9 an')).toEqual({ where: 'diagnoses', excerpt: 'D64.9 Anaemia, unspecified' });
    expect(hit('differential')).toEqual({ where: 'scripts', excerpt: 'CBC With differential' });
    expect(hit('lab called')).toMatchObject({
      where: 'comments',
      excerpt: expect.stringContaining('stanbul lab called'),
    });
    expect(hit('ärz')).toEqual({ where: 'people', excerpt: 'Anna Ärzte' });
    const inDetails = hit('fasting');
    expect(inDetails?.excerpt).toMatch(/^….{50,60}Fasting.{50,60}…$/);
    expect(inDetails?.where).toBe('order_details');
  });

  test('splits no character', () => {
    const many = '😀'.repeat(100);
    // With one more letter the excerpt would begin and end between the halves of a character.
    keep({ order_details: `${many}x fasting${many}` }, { order_details: `${many}xy fasting!${many}` });
    const excerpts = worklist(cache, { terms: [text('fasting')] }).map((line) => line.hit?.excerpt ?? '');
    expect(excerpts).toHaveLength(2);
    for (const excerpt of excerpts) {
      expect(excerpt.isWellFormed()).toBe(true);
      expect(excerpt).not.toContain('\ufffd');
    }
  });

  test('shows a change since it was last viewed, a mark and pending changes', () => {
    keep({}, {}, {});
    markVersionViewed(cache, rawRequisition({ id: 'req_0' }));
    markVersionViewed(cache, rawRequisition({ id: 'req_1', name: 'Before' }));
    followUp(cache, 'req_2', 7);
    cache.addPendingChange({ operation: 'requisitions.update', target: 'req_0', data: { name: 'Pending' } });
    const lines = new Map(worklist(cache).map((line) => [line.id, line]));
    expect(lines.get('req_0')).toMatchObject({
      isChanged: false,
      pending: 'saved',
      name: 'Pending',
      followUp: null,
    });
    expect(lines.get('req_1')).toMatchObject({ isChanged: true, pending: null });
    expect(lines.get('req_2')).toMatchObject({ isChanged: false, followUp: { remindOn: 7 } });
    expect(worklistIds(cache, { terms: [{ field: 'changed', value: true, isNot: false }] })).toEqual([
      'req_1',
    ]);
  });

  test('keeps its mark when a record that was created here gets its id', () => {
    const local = localId('requisition');
    cache.addPendingChange({
      operation: 'requisitions.create',
      target: local,
      data: { patient: 'user_p1', type: 'lab' },
    });
    followUp(cache, local, null);
    expect(worklist(cache)).toMatchObject([{ id: local, followUp: { remindOn: null } }]);
    cache.store('requisition', rawRequisition({ id: 'req_real' }));
    cache.app.execute(sql`UPDATE local_id SET real = 'req_real'; DELETE FROM operation`);
    expect(worklist(cache)).toMatchObject([{ id: 'req_real', followUp: { remindOn: null } }]);
  });
});

describe('a text that is searched', () => {
  const ODD = [
    '"',
    "'",
    '*',
    '-',
    ':',
    'NEAR(',
    'AND',
    'a:b',
    '\0',
    'a\0b',
    '%',
    '_',
    '\\',
    '\u001f',
    "'; DROP TABLE requisition; --",
  ];
  test.each(ODD)('%j is treated as plain text', (odd) => {
    keep(
      { order_details: `Panel ${odd} follow-up`, diagnoses: [], scripts: [] },
      { name: 'Lipids', order_details: 'x', diagnoses: [], scripts: [] },
    );
    const expected = `lipids x`.includes(odd.toLowerCase()) ? ['req_1', 'req_0'] : ['req_0'];
    expect(worklistIds(cache, { terms: [text(odd)] })).toEqual(expected);
    expect(worklistCounts(cache, [text(odd)]).all).toBe(expected.length);
  });

  test('may be one letter, half a surrogate, or ten thousand letters', () => {
    const long = Array.from({ length: 3_000 }, (_none, n) => `w${n}`)
      .join('')
      .slice(0, 10_000);
    keep({ order_details: long }, { order_details: '血液 😀' });
    expect(worklistIds(cache, { terms: [text('液')] })).toEqual(['req_1']);
    expect(worklistIds(cache, { terms: [text(long)] })).toEqual(['req_0']);
    expect(worklistIds(cache, { terms: [text(`${long}x`)] })).toEqual([]);
    expect(worklistIds(cache, { terms: [text('\ud83d')] })).toEqual([]);
    expect(worklist(cache, { terms: [text('\ud83d', true)] })).toHaveLength(2);
  });

  test('is not found across two fields', () => {
    keep({ name: 'Ferritin', order_details: 'Fasting', diagnoses: [], scripts: [] });
    expect(worklistIds(cache, { terms: [text('ferritinfasting')] })).toEqual([]);
    expect(worklistIds(cache, { terms: [text('ferritin fasting')] })).toEqual([]);
  });
});

test('a cursor of one order is refused by another', () => {
  keep({}, {});
  const shared = { tab: 'all', terms: [], limit: 1 } as const;
  const page = unwrap(cache.read('worklist.page', { ...shared, order: { by: 'name', descending: true } }));
  const after = page.next ?? '';
  for (const order of [
    { by: 'name', descending: false },
    { by: 'patient', descending: true },
  ] as const) {
    expect(cache.read('worklist.page', { ...shared, order, after })).toMatchObject({
      error: { code: 'invalid-input' },
    });
  }
  for (const broken of ['', 'x', '!!', Buffer.from('worklist.name.d.n.1.x').toString('base64url')]) {
    const read = cache.read('worklist.page', {
      ...shared,
      order: { by: 'name', descending: true },
      after: broken,
    });
    expect(read.ok).toBe(false);
  }
});

test('the typical durations are those of the facility and the type', () => {
  const history = (days: number) => [
    { status: 'draft', changed_by: '', changed_at: at(1) },
    { status: 'sent', changed_by: '', changed_at: at(1 + days) },
  ];
  keep(
    ...[1, 2, 9].map((days) => ({ status_history: history(days) })),
    { service_facility: 'fac_2', status_history: history(20) },
    { type: 'imaging', status_history: history(25) },
  );
  const day = 86_400_000;
  const find = (serviceFacility: string) => {
    const asked = { patient: null, serviceFacility, type: 'lab', limit: 6 };
    return unwrap(cache.read('requisitions.context', asked)).typicalDurations;
  };
  expect(find('fac_1')).toEqual({
    steps: [{ from: 'draft', to: 'sent', sampleSize: 3, median: 2 * day, percentile90: 9 * day }],
  });
  expect(find('fac_3')).toEqual({ steps: [] });
});

test('nearly the same open requisitions of a patient are found, pending ones too', () => {
  keep(
    { name: 'Ferritin level' },
    { name: 'Lipids', scripts: [{ id: 'scrt_1', name: 'Ferritin', description: '' }] },
    { name: 'Ferritin level', patient: 'user_p2' },
    { name: 'Ferritin level', type: 'imaging' },
    {
      name: 'Ferritin level',
      status_history: [{ status: 'results_received', changed_by: '', changed_at: at(1) }],
    },
    { name: 'Chest' },
  );
  const local = localId('requisition');
  cache.addPendingChange({
    operation: 'requisitions.create',
    target: local,
    data: { patient: 'user_p1', type: 'lab', name: 'FERRITIN, level' },
  });
  const asked = {
    patient: 'user_p1',
    type: 'lab',
    name: 'Ferritin level',
    codes: [],
    scripts: ['ferritin'],
  } as never;
  const { items } = unwrap(cache.read('requisitions.similar', asked));
  expect(items.map(({ id }) => id).sort()).toEqual([local, 'req_0', 'req_1'].sort());
  const others = unwrap(
    cache.read('requisitions.similar', { ...(asked as object), except: 'req_0' } as never),
  );
  expect(others.items.map(({ id }) => id)).not.toContain('req_0');
});

test('used values are suggested, favourites first, then the most used; unused ones are no longer suggested', () => {
  const used = (...codes: string[]) => ({
    diagnoses: codes.map((code) => ({ id: '', code, description: `About ${code}` })),
  });
  keep(used('A', 'B'), used('A', 'A'), used('C'));
  cache.app.execute(sql`INSERT INTO favourite VALUES ('diagnoses', 'C', 'About C', 0)`);
  const suggested = (search: string) =>
    unwrap(cache.read('suggestions.list', { of: 'diagnoses', search, limit: 12 })).items.map(
      ({ code, uses, isFavourite }) => [code, uses, isFavourite],
    );
  expect(suggested('')).toEqual([
    ['C', 1, true],
    ['A', 2, false],
    ['B', 1, false],
  ]);
  expect(suggested('about b')).toEqual([['B', 1, false]]);
  cache.store('requisition', rawRequisition({ id: 'req_0', ...used('C') }));
  expect(suggested('')).toEqual([
    ['C', 2, true],
    ['A', 1, false],
  ]);
});

test('the names of tests are suggested with their type, the most used first', () => {
  keep(
    { name: 'Lipid panel' },
    { name: 'TSH' },
    { name: 'TSH' },
    { name: 'TSH', type: 'imaging' },
    { name: '' },
  );
  const suggested = (search: string) =>
    unwrap(cache.read('suggestions.list', { of: 'tests', search, limit: 12 })).items.map(
      ({ code, description, uses }) => [code, description, uses],
    );
  expect(suggested('')).toEqual([
    ['TSH', 'lab', 2],
    ['Lipid panel', 'lab', 1],
    ['TSH', 'imaging', 1],
  ]);
  expect(suggested('lipid')).toEqual([['Lipid panel', 'lab', 1]]);
});

test('known ids are found by themselves or their name, as patients or as providers', () => {
  keep(
    { patient: 'user_p1', ordering_provider: 'user_d1' },
    { patient: 'user_p2', ordering_provider: 'user_d2' },
  );
  nameId(cache, 'user_d2', 'Dr. Okafor');
  const seen = (change: object) =>
    unwrap(
      cache.read('ids.suggest', { family: 'user', search: '', as: 'any', limit: 12, ...change } as never),
    ).items;
  expect(seen({ as: 'patient' }).map(({ id }) => id)).toEqual(['user_p1', 'user_p2']);
  expect(seen({ as: 'provider' })).toEqual([
    { id: 'user_d2', name: 'Dr. Okafor' },
    { id: 'user_d1', name: null },
  ]);
  expect(seen({ search: 'OKAF' }).map(({ id }) => id)).toEqual(['user_d2']);
  expect(seen({ family: 'facility' }).map(({ id }) => id)).toEqual(['fac_1']);
});

test('everything about a patient is found: requisitions, forms, notifications, appointments', () => {
  keep({ patient: 'user_p1' }, { patient: 'user_p2' });
  cache.sweep('form', [
    rawForm({
      request_completion_from: [{ patient: 'user_p1', requested_by: 'user_d1', requested_at: at(1) }],
    }),
    rawForm({ id: 'form_2', created_by: 'user_p1' }),
  ]);
  const props = {
    object: 'appointment',
    id: 'appt_1',
    name: 'Visit',
    start_time: at(4),
    attendees: [{ attendee: 'user_p1' }],
  };
  cache.sweep('notification', [
    rawNotification({ id: 'notf_1', props }),
    rawNotification({ id: 'notf_2', buttons: [{ link: '/chart?patient=user_p1&tab=2', title: 'Open' }] }),
    rawNotification({ id: 'notf_3', user: 'user_p2' }),
  ]);
  cache.addPendingChange({ operation: 'notifications.update', target: 'notf_2', data: { read: true } });
  cache.addPendingChange({
    operation: 'forms.completion',
    target: 'form_2',
    data: { ask: ['user_p1'], withdraw: [] },
  });
  const related = unwrap(cache.read('related.get', { id: 'user_p1', limit: 50 }));
  expect(related.requisitions.map(({ id }) => id)).toEqual(['req_0']);
  expect(related.forms.map(({ id }) => id).sort()).toEqual(['form_1', 'form_2']);
  expect(new Map(related.notifications.map(({ id, read }) => [id, read]))).toEqual(
    new Map([
      ['notf_1', false],
      ['notf_2', true],
    ]),
  );
  expect(related.appointments).toMatchObject([
    { id: 'notf_1', appointment: 'appt_1', startsAt: Date.parse(at(4)), appointmentName: 'Visit' },
  ]);
  expect(related.isCut).toBe(false);
  expect(unwrap(cache.read('related.get', { id: 'user_d1', limit: 1 })).isCut).toBe(true);
});
