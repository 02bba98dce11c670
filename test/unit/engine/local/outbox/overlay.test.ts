import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toEpochMs } from '#contract/time.ts';
import { type OverlayChange, applyOverlayChanges } from '#main/engine/local/outbox/overlay.ts';
import { parseForm } from '#main/engine/api/parse/form.ts';
import { parseRequisition } from '#main/engine/api/parse/requisition.ts';
import { rawForm, rawNotification, rawRequisition } from '../../../../support/builders.ts';

const AT = '2026-04-01T08:00:00.000Z';

function write(
  operation: OverlayChange['operation'],
  data: OverlayChange['data'] = {},
  state: OverlayChange['state'] = 'saved',
): OverlayChange {
  return { operation, data, savedBy: 'user_me', savedAt: toEpochMs(Date.parse(AT)), state };
}

const ORDER = {
  patient: 'user_p1',
  type: 'lab',
  ordering_provider: 'user_d1',
  diagnoses: [{ code: 'D64.9', description: '' }],
  scripts: [{ id: 'scrt_1', name: 'CBC', description: '' }],
};
const LOCAL = 'local_requisition_00000000000000000000000001';

test('an update replaces the fields that it names, whole, and leaves the others as they are', () => {
  const raw = rawForm({ future_field: { kept: [1, null] } });
  const usable = { usable_by_all: false, usable_by: { individuals: ['user_1'] } };
  const pending = applyOverlayChanges(
    raw,
    [write('forms.update', { name: 'New', usable_by: usable })],
    'form_1',
  );
  expect(pending).toEqual({ ...raw, name: 'New', usable_by: usable });
});

test('an update of who can use a form is shown with the further sets that are sent back, but not to everyone', () => {
  const raw = rawForm({ usable_by: { usable_by_all: false, usable_by: { teams: ['team_1'] } } });
  const some = { usable_by_all: false, usable_by: { individuals: ['user_1'] } };
  const everyone = { usable_by_all: true, usable_by: { individuals: [] } };
  const show = (usable_by: unknown) =>
    applyOverlayChanges(raw, [write('forms.update', { usable_by })], 'form_1')?.['usable_by'];
  expect(show(some)).toEqual({
    usable_by_all: false,
    usable_by: { teams: ['team_1'], individuals: ['user_1'] },
  });
  expect(show(everyone)).toEqual(everyone);
});

test('of several writes the later one wins, field by field', () => {
  const pending = applyOverlayChanges(
    rawRequisition(),
    [
      write('requisitions.update', { name: 'First', order_details: 'Kept' }),
      write('requisitions.update', { name: 'Second' }),
    ],
    'req_7Hq2',
  );
  expect(pending).toMatchObject({ name: 'Second', order_details: 'Kept' });
});

test('a read mark is set and removed', () => {
  const read = write('notifications.update', { read: true });
  const unread = write('notifications.update', { read: false });
  expect(applyOverlayChanges(rawNotification(), [read], 'notf_1')).toMatchObject({ read: true });
  expect(applyOverlayChanges(rawNotification(), [read, unread], 'notf_1')).toMatchObject({ read: false });
});

test('a publish and a delete change nothing until the service has confirmed them', () => {
  const raw = rawForm();
  expect(applyOverlayChanges(raw, [write('forms.publish'), write('forms.delete')], 'form_1')).toEqual(raw);
});

test('patients are asked once, withdrawn, and those who were asked before stay as they are', () => {
  const asked = (patient: string) => ({ patient, requested_by: 'user_x', requested_at: AT });
  const raw = rawForm({ request_completion_from: [asked('user_1'), asked('user_2')] });
  const wish = write('forms.completion', { ask: ['user_1', 'user_3'], withdraw: ['user_2', 'user_9'] });
  expect(applyOverlayChanges(raw, [wish], 'form_1')?.['request_completion_from']).toEqual([
    asked('user_1'),
    { patient: 'user_3', requested_by: 'user_me', requested_at: AT },
  ]);
});

test('a list that the service sent in another shape is replaced by one that can be shown', () => {
  const wish = write('forms.completion', { ask: ['user_3'], withdraw: [] });
  const pending = applyOverlayChanges(rawForm({ request_completion_from: null }), [wish], 'form_1');
  expect(pending?.['request_completion_from']).toHaveLength(1);
});

test('a created requisition is a draft with all documented defaults, without a flag', () => {
  const pending = applyOverlayChanges(null, [write('requisitions.create', ORDER)], LOCAL);
  expect(pending).toMatchObject({
    id: LOCAL,
    object: 'requisition',
    requisition_result: null,
    comments: [],
    reviews: [],
    diagnoses: [{ id: '', code: 'D64.9', description: '' }],
    scripts: [{ id: 'scrt_1', name: 'CBC', description: '' }],
    status_history: [{ status: 'draft', changed_by: 'user_me', changed_at: AT }],
    created_by: 'user_me',
    created_at: AT,
    last_updated_at: AT,
  });
  const reading = parseRequisition({ ...pending, id: 'req_1' });
  expect(reading).toMatchObject({ ok: true, record: { status: 'draft', flags: [] } });
});

test('a created form is usable by all by default, without a flag', () => {
  const pending = applyOverlayChanges(null, [write('forms.create', { name: 'Intake' })], 'local_form_x');
  const reading = parseForm({ ...pending, id: 'form_1' });
  expect(reading).toMatchObject({
    ok: true,
    record: { name: 'Intake', publishedVersion: '', usableBy: { usableByAll: true }, flags: [] },
  });
});

test('a create by an unknown user is shown without a flag', () => {
  const byUnknownUser = { ...write('requisitions.create', ORDER), savedBy: '' };
  const reading = parseRequisition({ ...applyOverlayChanges(null, [byUnknownUser], LOCAL), id: 'req_1' });
  expect(reading).toMatchObject({ ok: true, record: { createdBy: '', flags: [] } });
});

test('without a record and without a create there is no result', () => {
  expect(applyOverlayChanges(null, [], 'req_1')).toBeNull();
  expect(applyOverlayChanges(null, [write('requisitions.update', { name: 'x' })], 'req_1')).toBeNull();
  expect(
    applyOverlayChanges(null, [write('forms.completion', { ask: ['user_1'], withdraw: [] })], 'form_1'),
  ).toBeNull();
});

const open = { status: 'requested', reviewer: 'user_me', reviewed_at: null, requested_at: AT };

test.each([
  ['its status and its date', { status: 'reviewed', reviewed_at: AT }],
  ['its status alone', { status: 'reviewed' }],
  ['its date alone', { status: 'seen', reviewed_at: AT }],
])('a review that is done by %s replaces the last open one of the same reviewer', (_what, done) => {
  const others = { ...open, reviewer: 'user_other' };
  const former = { ...open, ...done };
  const raw = rawRequisition({ reviews: [open, { ...open, status: 'asked' }, former, others] });
  const review = { ...done, reviewer: 'user_me' };
  const pending = applyOverlayChanges(raw, [write('requisitions.update', { review })], 'req_7Hq2');
  expect(pending?.['reviews']).toEqual([open, { ...open, ...done }, former, others]);
});

test.each([
  ['a done one of a reviewer who was not asked', { status: 'reviewed', reviewer: 'user_new' }],
  ['one that is not done', { status: 'requested', reviewer: 'user_me' }],
])('%s is added, and can be parsed without a flag', (_name, review) => {
  const pending = applyOverlayChanges(
    rawRequisition({ reviews: [open] }),
    [write('requisitions.update', { review })],
    'req_1',
  );
  expect(pending?.['reviews']).toEqual([open, expect.objectContaining(review)]);
  const added = applyOverlayChanges(rawRequisition(), [write('requisitions.update', { review })], 'req_7Hq2');
  expect(parseRequisition(added)).toMatchObject({ ok: true, record: { flags: [] } });
});

test('a done review by nobody who is known is added, and completes no open one that names nobody', () => {
  const unnamed = { ...open, reviewer: '' };
  const update = write('requisitions.update', { review: { status: 'reviewed' } });
  const pending = applyOverlayChanges(
    rawRequisition({ reviews: [unnamed] }),
    [{ ...update, savedBy: '' }],
    'req_7Hq2',
  );
  expect(pending?.['reviews']).toEqual([
    unnamed,
    expect.objectContaining({ status: 'reviewed', reviewer: '' }),
  ]);
});

test('a review of a create is the first of its reviews', () => {
  const pending = applyOverlayChanges(
    null,
    [write('requisitions.create', { ...ORDER, review: { reviewer: 'user_d2' } })],
    LOCAL,
  );
  expect(parseRequisition({ ...pending, id: 'req_1' })).toMatchObject({
    ok: true,
    record: { needsReview: true, reviews: [{ reviewer: 'user_d2' }], flags: [] },
  });
});

test('fields named like properties of Object.prototype are data like any other', () => {
  const raw = JSON.parse(
    '{"id":"form_1","__proto__":{"name":"forged"},"constructor":1}',
  ) as OverlayChange['data'];
  const data = JSON.parse('{"__proto__":{"description":"forged"},"name":"New"}') as OverlayChange['data'];
  const pending = applyOverlayChanges(raw, [write('forms.update', data)], 'form_1');
  expect(JSON.stringify(pending)).toBe(
    '{"id":"form_1","__proto__":{"description":"forged"},"constructor":1,"name":"New"}',
  );
  expect(Object.getPrototypeOf(pending)).toBe(Object.prototype);
  const bare = applyOverlayChanges({ id: 'form_1' }, [write('forms.update', data)], 'form_1');
  expect(Object.hasOwn(bare ?? {}, '__proto__')).toBe(true);
  expect(Object.getPrototypeOf(bare)).toBe(Object.prototype);
});

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}

test('no argument is ever mutated', () => {
  const change = fc.oneof(
    fc
      .record({ name: fc.string(), diagnoses: fc.array(fc.record({ code: fc.string() })) })
      .map((data) => write('requisitions.update', data)),
    fc
      .record({
        status: fc.constantFrom('reviewed', 'requested'),
        reviewer: fc.constantFrom('user_me', 'user_b'),
      })
      .map((review) => write('requisitions.update', { review })),
    fc.constant(write('requisitions.create', ORDER)),
    fc.constant(write('forms.completion', { ask: ['user_1'], withdraw: ['user_2'] })),
  );
  fc.assert(
    fc.property(fc.array(change, { maxLength: 6 }), fc.boolean(), (changes, isCached) => {
      const raw = isCached ? frozen(rawRequisition({ reviews: [open] })) : null;
      const before = JSON.stringify([raw, changes]);
      applyOverlayChanges(raw, frozen(changes), 'req_7Hq2');
      expect(JSON.stringify([raw, changes])).toBe(before);
    }),
  );
});
