import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  compareSentFieldWithResponse,
  mayBeResultOfCreate,
  areSameFieldValues,
  listDifferencesFromCreate,
} from '#main/engine/sender/compare-records.ts';

type Fields = Readonly<Record<string, unknown>>;

const MISSING = undefined;
const everyone = { usable_by_all: true, usable_by: {} };
const restricted = (sets: Fields): Fields => ({ usable_by_all: false, usable_by: sets });
const diabetes = { code: 'E11.9', description: 'Diabetes' };
const asthma = { code: 'J45', description: 'Asthma' };
const seen = (reviewer: string): Fields => ({ status: 'reviewed', reviewer });
const changed = (status: string, day: number): Fields => ({
  status,
  changed_by: 'user_d1',
  changed_at: `2026-03-0${day}T10:00:00.000Z`,
});

describe('the same value', () => {
  test.each<[string, string, unknown, unknown]>([
    ['an empty text and null', 'order_details', '', null],
    ['an empty text and no field', 'name', '', MISSING],
    ['no text and null', 'description', MISSING, null],
    ['an empty facility and null', 'service_facility', '', null],
    ['no facility and an empty one', 'service_facility', MISSING, ''],
    ['no version and an empty one', 'published_version', null, ''],
    ['an empty list and null', 'diagnoses', [], null],
    ['an empty list and no field', 'scripts', [], MISSING],
    ['nobody asked and no field', 'request_completion_from', [], MISSING],
    ['composed and decomposed letters', 'name', 'Blutbild f\u00fcr Anna', 'Blutbild fu\u0308r Anna'],
    ['line ends of two systems', 'order_details', 'one\r\ntwo\rthree', 'one\ntwo\nthree'],
    ['trimmed ends', 'name', ' HbA1c\n', 'HbA1c'],
    ['only white space and nothing', 'order_details', ' \n', null],
    ['an entry that has gained an id', 'diagnoses', [diabetes], [{ id: 'diag_1', ...diabetes }]],
    ['an entry with an empty id', 'diagnoses', [{ id: '', ...diabetes }], [{ id: 'diag_1', ...diabetes }]],
    ['an entry with a further field', 'diagnoses', [diabetes], [{ ...diabetes, system: 'ICD-10' }]],
    ['an entry without a description', 'scripts', [{ name: 'A', description: '' }], [{ name: 'A' }]],
    [
      'users in another order',
      'usable_by',
      restricted({ individuals: ['user_a', 'user_b'] }),
      restricted({ individuals: ['user_b', 'user_a'] }),
    ],
    ['empty and missing sets', 'usable_by', everyone, { usable_by_all: true }],
    ['everyone and no field', 'usable_by', everyone, MISSING],
    [
      'an empty and a missing set that the document does not name',
      'usable_by',
      restricted({ teams: [] }),
      restricted({}),
    ],
    ['a further field that is no set', 'usable_by', restricted({ note: 'x' }), restricted({})],
    [
      'patients in another order',
      'request_completion_from',
      [{ patient: 'user_a' }, { patient: 'user_b' }],
      [{ patient: 'user_b', requested_by: null }, { patient: 'user_a' }],
    ],
    [
      'reviews in another order',
      'reviews',
      [seen('user_a'), seen('user_b')],
      [seen('user_b'), seen('user_a')],
    ],
    [
      'comments in another order',
      'comments',
      [{ id: 'cmmt_1' }, { id: 'cmmt_2' }],
      [{ id: 'cmmt_2' }, { id: 'cmmt_1' }],
    ],
    ['no comments and no field', 'comments', [], MISSING],
    [
      'a status history in another order',
      'status_history',
      [changed('draft', 1), changed('sent', 1), changed('results_received', 2)],
      [changed('results_received', 2), changed('sent', 1), changed('draft', 1)],
    ],
    ['a moment with microseconds', 'requested_at', '2026-03-01T10:00:00.123Z', '2026-03-01T10:00:00.123456Z'],
    ['a moment with an offset', 'reviewed_at', '2026-03-01T10:00:00.000Z', '2026-03-01 12:00:00.000+02'],
  ])('%s', (_what, field, left, right) => {
    expect({
      forth: areSameFieldValues(field, left, right),
      back: areSameFieldValues(field, right, left),
    }).toEqual({
      forth: true,
      back: true,
    });
  });
});

describe('not the same value', () => {
  test.each<[string, string, unknown, unknown]>([
    ['another letter case', 'name', 'hba1c', 'HbA1c'],
    ['letters that only look alike', 'name', 'Vitamin B\u2081\u2082', 'Vitamin B12'],
    ['a cut text', 'order_details', 'fasting, morning', 'fasting'],
    ['a facility and none', 'service_facility', 'fac_1', null],
    ['facilities in composed and decomposed letters', 'service_facility', 'fac_\u00fc', 'fac_u\u0308'],
    ['facilities in another letter case', 'service_facility', 'fac_A', 'fac_a'],
    ['a facility with a blank', 'service_facility', 'fac_1 ', 'fac_1'],
    ['not shared and no field', 'share_with_patient', false, MISSING],
    ['not shared and null', 'share_with_patient', false, null],
    ['shared and not shared', 'share_with_patient', true, false],
    ['diagnoses in another order', 'diagnoses', [diabetes, asthma], [asthma, diabetes]],
    ['scripts in another order', 'scripts', [{ name: 'A' }, { name: 'B' }], [{ name: 'B' }, { name: 'A' }]],
    ['one diagnosis twice and once', 'diagnoses', [diabetes, diabetes], [diabetes]],
    [
      'entries with different ids',
      'diagnoses',
      [{ id: 'diag_2', ...diabetes }],
      [{ id: 'diag_1', ...diabetes }],
    ],
    ['another diagnosis', 'diagnoses', [diabetes], [{ ...diabetes, code: 'E10.9' }]],
    ['no field and an empty object', 'usable_by', MISSING, {}],
    ['null and an empty object', 'usable_by', null, {}],
    ['everyone and an empty object', 'usable_by', everyone, {}],
    ['everyone and nobody', 'usable_by', everyone, restricted({})],
    [
      'other users',
      'usable_by',
      restricted({ individuals: ['user_a'] }),
      restricted({ individuals: ['user_b'] }),
    ],
    [
      'a further set of users and none',
      'usable_by',
      restricted({ teams: ['team_1'] }),
      restricted({ individuals: [] }),
    ],
    ['other users of a further set', 'usable_by', restricted({ teams: ['a'] }), restricted({ teams: ['b'] })],
    ['a number and a text', 'name', 5, '5'],
    [
      'one review twice and once',
      'reviews',
      [seen('user_a'), seen('user_a')],
      [seen('user_a'), seen('user_b')],
    ],
    ['another comment', 'comments', [{ id: 'cmmt_1' }], [{ id: 'cmmt_2' }]],
    [
      'a status history of which another order gives another status',
      'status_history',
      [changed('draft', 1), changed('sent', 1)],
      [changed('sent', 1), changed('draft', 1)],
    ],
    ['another patient', 'request_completion_from', [{ patient: 'user_a' }], [{ patient: 'user_b' }]],
  ])('%s', (_what, field, left, right) => {
    expect({
      forth: areSameFieldValues(field, left, right),
      back: areSameFieldValues(field, right, left),
    }).toEqual({
      forth: false,
      back: false,
    });
  });
});

const values = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>(undefined, null, '', [], {}, false, everyone, [diabetes], [asthma, diabetes]),
);
const fields = fc.constantFrom(
  'name',
  'service_facility',
  'share_with_patient',
  'diagnoses',
  'usable_by',
  'request_completion_from',
  'reviews',
  'comments',
  'status_history',
  'constructor',
  'anything',
);

test('a value is the same as itself, and the comparison has no direction', () => {
  fc.assert(
    fc.property(fields, values, values, (field, left, right) => {
      expect(areSameFieldValues(field, left, structuredClone(left))).toBe(true);
      expect(areSameFieldValues(field, left, right)).toBe(areSameFieldValues(field, right, left));
    }),
  );
});

describe('what a response confirms', () => {
  test.each<[string, [field: string, sent: unknown], Fields, string]>([
    ['the value', ['name', 'HbA1c'], { name: 'HbA1c' }, 'confirmed'],
    ['an empty value written as null', ['service_facility', ''], { service_facility: null }, 'confirmed'],
    ['another value', ['share_with_patient', false], { share_with_patient: true }, 'differs'],
    ['no facility where one was sent', ['service_facility', 'fac_1'], { service_facility: null }, 'differs'],
    ['nothing: the field is missing', ['share_with_patient', false], {}, 'unknown'],
    ['nothing: an empty text is missing', ['order_details', ''], {}, 'unknown'],
    ['nothing: no diagnoses are missing', ['diagnoses', []], {}, 'unknown'],
    ['nothing: who may use it is missing', ['usable_by', everyone], {}, 'unknown'],
    ['nothing: who may use it is null', ['usable_by', everyone], { usable_by: null }, 'unknown'],
  ])('%s', (_what, [field, sent], answer, expected) => {
    expect(compareSentFieldWithResponse(field, sent, answer)).toBe(expected);
  });

  test('no missing field confirms anything, whatever was sent', () => {
    fc.assert(
      fc.property(fields, values, (field, sent) => {
        expect(compareSentFieldWithResponse(field, sent, { other: 1 })).toBe('unknown');
      }),
    );
  });
});

const order = {
  patient: 'user_p',
  type: 'lab',
  ordering_provider: 'user_d',
  name: 'HbA1c',
};

describe('candidates for a lost create', () => {
  test.each<[string, Fields, boolean]>([
    ['the same name', {}, true],
    ['another letter case', { name: 'HBA1C' }, true],
    ['another width', { name: 'Ｈｂ A1c' }, true],
    ['other white space', { name: '  HbA1c ' }, true],
    ['a longer name', { name: 'HbA1c (fasting)' }, true],
    ['a cut name', { name: 'HbA' }, true],
    ['other details', { order_details: 'by noon', share_with_patient: true }, true],
    ['another name', { name: 'Lipids' }, false],
    ['another patient', { patient: 'user_q' }, false],
    ['another type', { type: 'imaging' }, false],
    ['another provider', { ordering_provider: 'user_e' }, false],
    ['no provider', { ordering_provider: null }, false],
  ])('%s', (_what, changed, expected) => {
    expect(mayBeResultOfCreate('requisition', order, { ...order, ...changed })).toBe(expected);
  });

  test('a form is found by its name alone', () => {
    expect(mayBeResultOfCreate('form', { name: 'Intake' }, { name: 'intake ', description: 'x' })).toBe(true);
    expect(mayBeResultOfCreate('form', { name: 'Intake' }, { name: 'Consent' })).toBe(false);
  });
});

describe('differences of a candidate', () => {
  test('none if every documented field has the same value, in any notation of what is empty', () => {
    const dialects: readonly Fields[] = [
      { service_facility: '', order_details: '', diagnoses: [], scripts: [] },
      { service_facility: null, order_details: null, diagnoses: null, scripts: null },
      {},
    ];
    for (const empty of dialects) {
      const record = { ...order, share_with_patient: false, ...empty, status_history: [{ status: 'draft' }] };
      expect(listDifferencesFromCreate('requisition', order, record)).toEqual([]);
    }
  });

  test('each with both values, order details among them', () => {
    const record = { ...order, name: 'HbA1c ', share_with_patient: true, order_details: 'by noon' };
    expect(listDifferencesFromCreate('requisition', { ...order, order_details: 'fasting' }, record)).toEqual([
      { field: 'share_with_patient', mine: false, theirs: true },
      { field: 'order_details', mine: 'fasting', theirs: 'by noon' },
    ]);
  });

  test('sharing is always compared', () => {
    expect(listDifferencesFromCreate('requisition', order, order).map(({ field }) => field)).toEqual([
      'share_with_patient',
    ]);
  });

  test('a form that omits who may use it is for everyone', () => {
    expect(
      listDifferencesFromCreate('form', { name: 'Intake' }, { name: 'Intake', usable_by: everyone }),
    ).toEqual([]);
    const restriction = restricted({ individuals: ['user_a'] });
    const limited = { name: 'Intake', usable_by: restriction };
    expect(listDifferencesFromCreate('form', { name: 'Intake' }, limited)).toHaveLength(1);
    expect(listDifferencesFromCreate('form', limited, { name: 'Intake' })).toHaveLength(1);
  });

  test('a review that was sent has to be among the reviews', () => {
    const review = { reviewer: 'user_d', review_deadline: '2026-03-01T10:00:00.000Z' };
    const record = { ...order, share_with_patient: false };
    expect(
      listDifferencesFromCreate('requisition', { ...order, review }, { ...record, reviews: [review] }),
    ).toEqual([]);
    expect(
      listDifferencesFromCreate('requisition', { ...order, review }, { ...record, reviews: [] }),
    ).toHaveLength(1);
  });

  test('a review that was sent with times may have those of the service, as with an update', () => {
    const review = { reviewer: 'user_d', requested_at: '2026-03-01T10:00:00.000Z' };
    const record = { ...order, share_with_patient: false };
    const listWith = (requestedAt: string | null): readonly unknown[] =>
      listDifferencesFromCreate(
        'requisition',
        { ...order, review },
        { ...record, reviews: [{ ...review, requested_at: requestedAt }] },
      );
    expect(listWith('2026-03-01T10:00:02.123Z')).toEqual([]);
    expect(listWith(null)).toMatchObject([{ field: 'review' }]);
  });
});
