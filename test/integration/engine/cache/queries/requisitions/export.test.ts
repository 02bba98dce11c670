import { parse } from 'csv-parse/sync';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ValidatedInput } from '#contract/api.ts';
import { rawRequisition } from '../../../../../support/builders.ts';
import { unwrap } from '../../../../../support/engine.ts';
import { cacheAndLocal, type CacheAndLocal } from '../../../../../support/overlay.ts';
import { localId } from '../../../../../support/pending.ts';
import { nameId, NEWEST } from '../../../../../support/lists.ts';

let cache: CacheAndLocal;
beforeEach(async () => {
  cache = await cacheAndLocal();
});
afterEach(() => cache.close());

type Which = ValidatedInput<'worklist.export'>['which'];
const EVERYTHING: Which = { tab: 'all', terms: [], order: NEWEST };

function exported(format: 'csv' | 'json', which: Which = EVERYTHING): { text: string; count: number } {
  let [text, count] = ['', 0];
  for (let after: string | null | undefined; after !== null; ) {
    const place: { after?: string } = after === undefined ? {} : { after };
    const piece = unwrap(cache.read('worklist.export', { format, which, ...place }));
    text += piece.text;
    count += piece.count;
    after = piece.next;
  }
  return { text, count };
}

function getTable(text: string): readonly Record<string, string>[] {
  return parse<Record<string, string>>(text, { bom: true, columns: true });
}

test('a table has a byte order mark, headings, ids and names, and the service’s times', () => {
  nameId(cache, 'user_p1', 'Müller, "Anna"');
  cache.store('requisition', rawRequisition({ name: 'Line\nbreak, "quoted"' }));
  cache.addPendingChange({
    operation: 'requisitions.update',
    target: 'req_7Hq2',
    data: { order_details: 'Pending' },
  });
  const { text, count } = exported('csv');
  expect(count).toBe(1);
  expect(text.startsWith('\ufeffid,type,name,')).toBe(true);
  expect(text.endsWith('\r\n')).toBe(true);
  expect(getTable(text)).toMatchObject([
    {
      id: 'req_7Hq2',
      name: 'Line\nbreak, "quoted"',
      patient: 'user_p1',
      patient_name: 'Müller, "Anna"',
      order_details: 'Pending',
      diagnoses: 'D64.9 Anaemia, unspecified',
      created_at: '2026-03-01T09:30:00.000Z',
    },
  ]);
});

test.each([
  ["x;=cmd|'/C calc'!A0;", `"x;'=cmd|'/C calc'!A0;"`],
  ['x\t=1', `"x\t'=1"`],
  ['x\r\n@SUM(A1)', `"x\r\n'@SUM(A1)"`],
  ['x\n +1', `"x\n '+1"`],
  ['x,\uff1d1', `"x,'\uff1d1"`],
  ['x;"-1"', `"x;""'-1"""`],
  ['\t=1', `"\t'=1"`],
  ['\r=1', `"\r'=1"`],
  ['=1;=2', `"'=1;'=2"`],
  ['a = b; c - d', '"a = b; c - d"'],
])('the text %j of a table starts no formula in a program that splits it elsewhere', (name, cell) => {
  cache.store('requisition', rawRequisition({ name }));
  expect(exported('csv').text).toContain(`,lab,${cell},`);
});

test('the columns of a table stand in a fixed order', () => {
  const [heading = ''] = exported('csv').text.split('\r\n');
  expect(heading.replace('\ufeff', '').split(',')).toEqual([
    'id',
    'type',
    'name',
    'status',
    'needs_review',
    'patient',
    'patient_name',
    'share_with_patient',
    'service_facility',
    'service_facility_name',
    'ordering_provider',
    'ordering_provider_name',
    'diagnoses',
    'scripts',
    'order_details',
    'comments',
    'reviewers',
    'reviewer_names',
    'review_deadlines',
    'reviewed_at',
    'requisition_result',
    'created_by',
    'created_by_name',
    'created_at',
    'last_updated_at',
  ]);
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '=cmd|"/c calc"!A1'])(
  'a cell that begins like a formula, %j, is neutralised',
  (evil) => {
    nameId(cache, 'user_p1', evil);
    cache.store('requisition', rawRequisition({ name: evil, order_details: evil }));
    const [line] = getTable(exported('csv').text);
    expect(line).toMatchObject({ name: `'${evil}`, order_details: `'${evil}`, patient_name: `'${evil}` });
  },
);

test('JSON is one array of the raw resources with pending changes, in as many pieces as it takes', () => {
  const many = Array.from({ length: 450 }, (_none, n) =>
    rawRequisition({ id: `req_${n}`, extra: { kept: n } }),
  );
  cache.sweep('requisition', many);
  const local = localId('requisition');
  cache.addPendingChange({
    operation: 'requisitions.create',
    target: local,
    data: { patient: 'user_p1', type: 'lab', name: 'Mine' },
  });
  const { text, count } = exported('json');
  const all = JSON.parse(text) as { id: string; extra?: unknown }[];
  expect(count).toBe(451);
  expect(all).toHaveLength(451);
  expect(all.find(({ id }) => id === 'req_3')).toEqual(many[3]);
  expect(all.some(({ id }) => id === local)).toBe(true);
  expect(JSON.parse(exported('json', { filter: { search: 'Mine' } }).text)).toHaveLength(1);
  expect(JSON.parse(exported('json', { filter: { patient: 'user_nobody' } }).text)).toEqual([]);
});

test('named records come in that order; unknown ones are omitted', () => {
  cache.sweep('requisition', [rawRequisition({ id: 'req_1' }), rawRequisition({ id: 'req_2' })]);
  const which = { ids: ['req_2', 'req_none', 'req_1'] } as unknown as Which; // ids are branded
  const ids = (JSON.parse(exported('json', which).text) as { id: string }[]).map(({ id }) => id);
  expect(ids).toEqual(['req_2', 'req_1']);
});

test('a table marks every record that needs review just as the list does', () => {
  const review = {
    status: 'reviewed',
    requested_by: 'user_d1',
    reviewer: 'user_d1',
    requested_at: '2026-03-01T09:00:00.000Z',
    review_deadline: null,
    reviewed_at: '2026-03-04T09:00:00.000Z',
  };
  const open = { ...review, status: 'requested', reviewed_at: null };
  const records = [
    rawRequisition({ id: 'req_changed', reviews: [review], requisition_result: 'rslt_1' }),
    rawRequisition({ id: 'req_open', reviews: [open] }),
    rawRequisition({ id: 'req_pending', reviews: [open] }),
    rawRequisition({ id: 'req_done', reviews: [review], requisition_result: 'rslt_1' }),
  ];
  cache.sweep('requisition', records);
  cache.sweep('requisition', [
    { ...records[0], requisition_result: 'rslt_2', last_updated_at: '2026-03-09T09:00:00.000Z' },
    ...records.slice(1),
  ]);
  cache.addPendingChange({
    operation: 'requisitions.update',
    target: 'req_pending',
    data: { review: { status: 'reviewed', reviewer: 'user_d1', reviewed_at: '2026-03-05T09:00:00.000Z' } },
  });
  const { items } = unwrap(cache.read('worklist.page', { tab: 'all', terms: [], order: NEWEST, limit: 10 }));
  const listed = Object.fromEntries(items.map(({ id, needsReview }) => [id, String(needsReview)]));
  const table = Object.fromEntries(
    getTable(exported('csv').text).map((line) => [line['id'], line['needs_review']]),
  );
  expect(table).toEqual(listed);
  expect(table).toMatchObject({ req_changed: 'true', req_open: 'true', req_done: 'false' });
});
