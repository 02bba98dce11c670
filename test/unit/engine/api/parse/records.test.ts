import { describe, expect, test } from 'vitest';
import { parseForm } from '#main/engine/api/parse/form.ts';
import { parseNotification } from '#main/engine/api/parse/notification.ts';
import { parseRequisition } from '#main/engine/api/parse/requisition.ts';
import type { ParsedResource } from '#main/engine/api/parse/resource.ts';
import { rawForm, rawNotification, rawRequisition } from '../../../../support/builders.ts';

function getRecord<T>(reading: ParsedResource<T>): T {
  if (!reading.ok) throw new Error(reading.reason);
  return reading.record;
}
const requisition = (change: Record<string, unknown>) => getRecord(parseRequisition(rawRequisition(change)));

const END_OF_9999 = Date.parse('9999-12-31T23:59:59.999Z');
const DAY_1 = '2026-03-01T00:00:00.000Z';
const DAY_2 = '2026-03-02T00:00:00.000Z';
const change = (status: string, at: string | null) => ({ status, changed_by: 'user_d1', changed_at: at });
const review = (status: string, reviewedAt: string | null) => ({
  status,
  requested_by: 'user_d1',
  reviewer: 'user_d2',
  requested_at: DAY_1,
  review_deadline: DAY_2,
  reviewed_at: reviewedAt,
});

describe('a requisition', () => {
  test('is parsed whole and without a flag when it is as documented', () => {
    const record = requisition({});
    expect(record).toMatchObject({
      id: 'req_7Hq2',
      status: 'draft',
      patient: 'user_p1',
      needsReview: false,
      flags: [],
    });
    expect(record.createdAt).toBe(Date.UTC(2026, 2, 1, 9, 30));
  });

  test.each([
    ['the greatest time', [change('sent', DAY_2), change('draft', DAY_1)], 'sent'],
    ['the last of equal times', [change('draft', DAY_1), change('sent', DAY_1)], 'sent'],
    ['the last where none is dated', [change('draft', null), change('on_hold', null)], 'on_hold'],
    ['nothing without entries', [], ''],
  ])('has the status of %s', (_name, history, status) => {
    expect(requisition({ status_history: history }).status).toBe(status);
  });

  test.each([
    ['a review is open', { reviews: [review('requested', null)] }, true],
    ['a review is dated though its word is unknown', { reviews: [review('seen', DAY_2)] }, false],
    ['results came and nobody reviewed them', { status_history: [change('results_received', DAY_1)] }, true],
    [
      'results were reviewed',
      { status_history: [change('results_received', DAY_1)], reviews: [review('reviewed', DAY_2)] },
      false,
    ],
    ['it is only a draft', {}, false],
  ])('where %s needs review: see the table', (_name, fields, expected) => {
    expect(requisition(fields).needsReview).toBe(expected);
  });

  test.each([
    ['after its review', DAY_2, [review('reviewed', DAY_1)], true],
    ['at the time of its review', DAY_1, [review('reviewed', DAY_1)], false],
    ['between two reviews', DAY_1, [review('reviewed', DAY_1), review('reviewed', DAY_2)], false],
    ['after a review without a date', DAY_2, [review('reviewed', null)], false],
    ['after a review that is not done', DAY_2, [review('seen', DAY_1)], false],
    ['without a review', DAY_2, [], false],
  ])('whose result came %s has changed since: see the table', (_name, receivedAt, reviews, hasChanged) => {
    const history = [change('results_received', receivedAt), change('sent', DAY_2)];
    const { resultChange } = requisition({ status_history: history, reviews });
    expect(resultChange?.receivedAt ?? null).toBe(hasChanged ? Date.parse(receivedAt) : null);
  });

  test('whose result came after its review needs review again', () => {
    const history = [change('results_received', DAY_2)];
    const reviews = [review('reviewed', DAY_1)];
    expect(requisition({ status_history: history, reviews }).needsReview).toBe(true);
  });

  test.each([
    [-1, null],
    [0, 0],
    [END_OF_9999, END_OF_9999],
    [END_OF_9999 + 1, null],
  ])('whose time is the number %s has the time %s, with a flag', (sent, expected) => {
    const { createdAt, flags } = requisition({ created_at: sent });
    expect(createdAt).toBe(expected);
    expect(flags).toMatchObject([{ field: 'created_at' }]);
  });

  test.each([
    ['missing-id', { id: undefined }],
    ['missing-id', { id: '' }],
    ['missing-id', { id: null }],
    ['bad-id', { id: 7 }],
    ['bad-id', { id: ['req_1'] }],
    ['bad-id', { id: 'user_1' }],
    ['bad-id', { id: 'req_' }],
    ['bad-id', { id: `req_${'a'.repeat(251)}` }],
    ['bad-id', { id: 'req_a\nb' }],
    ['bad-id', { id: 'req_\0' }],
    ['bad-id', { id: 'req_\ud800' }],
    ['another-object', { object: 'form' }],
  ])('is quarantined as %s for %j', (reason, fields) => {
    expect(parseRequisition(rawRequisition(fields))).toEqual({ ok: false, reason });
  });

  test.each([
    'req_../x',
    'req_..',
    'req_%2f',
    'req_a b ',
    'req_a?b#c&d=e',
    'req_漢字',
    'req_e\u0301',
    'req_\u200b\u202e',
    String.raw`req_\"'`,
    `req_${'a'.repeat(250)}`,
  ])('may have the id %j, which is kept exactly', (id) => {
    expect(parseRequisition(rawRequisition({ id }))).toMatchObject({ ok: true, record: { id, flags: [] } });
  });

  test.each([[null], [[]], ['x'], [0], [true]])('is quarantined when it is %j', (value) => {
    expect(parseRequisition(value)).toEqual({ ok: false, reason: 'not-an-object' });
  });

  test('replaces what is missing or mistyped with the empty value and flags it', () => {
    const record = requisition({
      name: 12,
      share_with_patient: 'false',
      diagnoses: {},
      scripts: [null, { id: 'scrt_1', name: 'A' }],
      order_details: 7,
      created_at: '2026-02-30T00:00:00.000Z',
      last_updated_at: 1_772_000_000_000.7,
    });
    expect(record).toMatchObject({
      name: '',
      shareWithPatient: false,
      diagnoses: [],
      orderDetails: '',
      createdAt: null,
    });
    expect(record.lastUpdatedAt).toBe(1_772_000_000_000);
    expect(record.flags).toEqual([
      { field: 'name', problem: 'wrong-type' },
      { field: 'share_with_patient', problem: 'wrong-type' },
      { field: 'diagnoses', problem: 'wrong-type' },
      { field: 'scripts[0]', problem: 'wrong-type' },
      { field: 'scripts[1].description', problem: 'missing' },
      { field: 'order_details', problem: 'wrong-type' },
      { field: 'created_at', problem: 'bad-date' },
      { field: 'last_updated_at', problem: 'wrong-type' },
    ]);
  });

  test.each([[undefined], [null]])('may lack what a create may leave out: %j has no flag', (nothing) => {
    const open = { ...review('requested', DAY_1), review_deadline: nothing, reviewed_at: nothing };
    const record = requisition({
      name: nothing,
      service_facility: nothing,
      diagnoses: nothing,
      scripts: nothing,
      order_details: nothing,
      reviews: [open],
    });
    expect(record).toMatchObject({
      name: '',
      serviceFacility: '',
      diagnoses: [],
      scripts: [],
      orderDetails: '',
      needsReview: true,
      flags: [],
    });
    expect(getRecord(parseForm(rawForm({ description: nothing })))).toMatchObject({
      description: '',
      flags: [],
    });
  });

  test('never has more flags than a user would read', () => {
    expect(requisition({ comments: Array.from({ length: 100_000 }, () => 0) }).flags).toHaveLength(20);
  });

  test('keeps types and statuses that the document does not know', () => {
    expect(requisition({ type: 'genetic', status_history: [change('on_hold', DAY_1)] })).toMatchObject({
      type: 'genetic',
      status: 'on_hold',
    });
  });

  test('is not affected by keys that are special to JavaScript', () => {
    const hostile: unknown = JSON.parse(
      `${JSON.stringify(rawRequisition()).slice(0, -1)},"__proto__":{"polluted":true},"then":"x","toJSON":"x","constructor":1}`,
    );
    expect(getRecord(parseRequisition(hostile)).flags).toEqual([]);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined(); // looks for a changed Object.prototype
  });

  test('shows a reference of another shape as it is, with a flag; an absent one is no problem', () => {
    const record = requisition({
      patient: 'patient 7',
      service_facility: null,
      ordering_provider: '',
      diagnoses: [{ id: 'scrt_1', code: 'E11.9', description: '' }],
      requisition_result: 'req_1',
    });
    expect(record).toMatchObject({
      patient: 'patient 7',
      serviceFacility: '',
      orderingProvider: '',
      requisitionResult: 'req_1',
    });
    expect(record.flags.toSorted((one, other) => one.field.localeCompare(other.field))).toEqual([
      { field: 'diagnoses[0].id', problem: 'bad-id' },
      { field: 'patient', problem: 'bad-id' },
      { field: 'requisition_result', problem: 'bad-id' },
    ]);
  });

  test('flags a comment of another kind', () => {
    const comment = {
      id: 'cmmt_1',
      requisition: 'req_7Hq2',
      comment: 'x',
      created_by: 'user_1',
      created_at: DAY_1,
    };
    const comments = [{ ...comment, object: 'comment' }, { ...comment, object: 'note' }, comment];
    const record = requisition({ comments });
    expect(record.comments).toHaveLength(3);
    expect(record.flags).toEqual([
      { field: 'comments[1].object', problem: 'unknown-object' },
      { field: 'comments[2].object', problem: 'missing' },
    ]);
  });

  test.each([
    [null, 'wrong-type'],
    ['', 'bad-date'],
    ['2026-03-01T09:30:00', 'bad-date'],
    [undefined, 'missing'],
    [1e300, 'wrong-type'],
    [true, 'wrong-type'],
  ])('always has a creation time: %j is flagged as %s', (created_at, problem) => {
    const record = requisition({ created_at });
    expect(record.createdAt).toBeNull();
    expect(record.flags).toEqual([{ field: 'created_at', problem }]);
  });

  test('may wait for a review that has no deadline', () => {
    const open = { ...review('requested', null), review_deadline: '' };
    expect(requisition({ reviews: [open] })).toMatchObject({ needsReview: true, flags: [] });
  });

  test('treats an absent result as none, in both notations', () => {
    expect(requisition({ requisition_result: '' }).requisitionResult).toBeNull();
    expect(requisition({ requisition_result: 'rslt_1' }).requisitionResult).toBe('rslt_1');
  });
});

describe('a form', () => {
  test('may lack its restriction sets', () => {
    const record = getRecord(parseForm(rawForm({ usable_by: { usable_by_all: false } })));
    expect(record.usableBy).toEqual({
      usableByAll: false,
      medicalCenters: [],
      specializations: [],
      peerGroups: [],
      individuals: [],
      otherLimits: 0,
    });
    expect(record.flags.map(({ field }) => field)).toContain('usable_by.usable_by');
  });

  test.each([
    [undefined, 'missing'],
    [null, 'wrong-type'],
  ])('is for everyone where it does not say who may use it: %j is flagged once', (usable_by, problem) => {
    const record = getRecord(parseForm(rawForm({ usable_by })));
    expect(record.usableBy).toMatchObject({ usableByAll: true, individuals: [] });
    expect(record.flags).toEqual([{ field: 'usable_by', problem }]);
  });

  test('is for no one where an empty object says who may use it', () => {
    expect(getRecord(parseForm(rawForm({ usable_by: {} }))).usableBy.usableByAll).toBe(false);
  });

  test('counts the sets of users that the document does not name, where they hold somebody', () => {
    const sets = { medical_centers: ['mctr_1'], teams: ['team_1', 'team_2'], wards: [], note: 'x' };
    const record = getRecord(parseForm(rawForm({ usable_by: { usable_by_all: false, usable_by: sets } })));
    expect(record.usableBy).toMatchObject({ medicalCenters: ['mctr_1'], otherLimits: 1 });
  });

  test('whose completion requests are an object has none, and a flag', () => {
    const record = getRecord(parseForm(rawForm({ request_completion_from: { patient: 'user_1' } })));
    expect(record.requestCompletionFrom).toEqual([]);
    expect(record.flags).toEqual([{ field: 'request_completion_from', problem: 'wrong-type' }]);
  });
});

describe('a notification', () => {
  test('has its time in the form with a space and +00', () => {
    expect(getRecord(parseNotification(rawNotification())).createdAt).toBe(Date.UTC(2026, 2, 1, 9, 30));
  });

  test.each([
    [null, false],
    ['text', false],
    [7, false],
    [[], false],
    [{ object: 5 }, true],
  ])('may be about %j', (props, isObject) => {
    const record = getRecord(parseNotification(rawNotification({ props })));
    expect(record).toMatchObject({ aboutKind: '', aboutId: '' });
    expect(record.propsText).not.toBe('');
    expect(record.flags).toEqual(isObject ? [] : [{ field: 'props', problem: 'wrong-type' }]);
  });

  test('without props is flagged and shows none', () => {
    const record = getRecord(parseNotification(rawNotification({ props: undefined })));
    expect(record).toMatchObject({ propsText: '', flags: [{ field: 'props', problem: 'missing' }] });
  });

  test('may be created by an actor who is no user', () => {
    expect(getRecord(parseNotification(rawNotification({ created_by: 'scheduler-7' }))).flags).toEqual([]);
  });

  test('shows its props as indented text', () => {
    const props = { object: 'message', id: 'mesg_1', empty: {}, list: [1, { deep: '<b>' }] };
    expect(getRecord(parseNotification(rawNotification({ props }))).propsText).toBe(
      JSON.stringify(props, null, 2),
    );
  });

  test('may nest its props 100,000 levels deep; the text is cut', () => {
    const props: unknown = JSON.parse(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`);
    expect(getRecord(parseNotification(rawNotification({ props }))).propsText).toHaveLength(65_536);
  });
});
