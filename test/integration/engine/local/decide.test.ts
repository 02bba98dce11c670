import { beforeEach, expect, test } from 'vitest';
import type { ChangeStateAfterAttempt } from '#main/engine/local/protocol.ts';
import { getCode, unwrap } from '../../../support/engine.ts';
import { NEW_ORDER } from '../../../support/builders.ts';
import { type LocalDataStore, localDataStore } from '../../../support/local-store.ts';

let local: LocalDataStore;
beforeEach(async () => {
  local = await localDataStore();
});

const BEFORE = { id: 'req_1', name: 'Before', order_details: 'Before too' };
const THEIRS = { name: 'Theirs', order_details: 'Theirs too' };

function rest(number: number, how: ChangeStateAfterAttempt): void {
  unwrap(local.store.storeAttempt({ number, data: local.one(number).data, rest: how }));
}

/** An edit of two fields that another user has changed as well. */
function conflict(): number {
  const data = { id: 'req_1', name: 'Mine', order_details: 'Mine too', share_with_patient: true };
  const { number } = local.save(
    { operation: 'requisitions.update', data },
    { ...BEFORE, share_with_patient: false },
  );
  rest(number, { state: 'needs-you', question: 'conflict', theirs: THEIRS });
  return number;
}

/** A create with an uncertain outcome, and the candidates that were found. */
function lostCreate(candidates: readonly string[]): number {
  const { number } = local.save(NEW_ORDER);
  local.leave(number);
  rest(number, {
    state: 'needs-you',
    question: candidates.length === 0 ? 'none-found' : 'several-found',
    candidates: candidates.map((id) => ({
      id,
      createdBy: 'user_d1',
      createdAt: null,
      name: '',
      differences: [],
    })),
  });
  return number;
}

test('a conflict shows the base, my value and the server’s of every field', () => {
  const number = conflict();
  expect(local.all()).toMatchObject([{ number, state: 'needs-you', question: 'conflict' }]);
  expect(local.all()[0]?.fields).toEqual([
    { field: 'name', base: '"Before"', mine: '"Mine"', theirs: '"Theirs"' },
    { field: 'share_with_patient', base: 'false', mine: 'true', theirs: null },
    { field: 'order_details', base: '"Before too"', mine: '"Mine too"', theirs: '"Theirs too"' },
  ]);
});

test('taking mine sends all of it over the server’s values', () => {
  const number = conflict();
  unwrap(local.store.resolve({ ...local.seen(number), resolution: { take: 'mine' } }));
  expect(local.one(number)).toMatchObject({
    state: 'saved',
    base: THEIRS,
    data: { name: 'Mine' },
    question: null,
  });
});

test('taking the server’s keeps fields that nobody else changed', () => {
  const number = conflict();
  unwrap(local.store.resolve({ ...local.seen(number), resolution: { take: 'server' } }));
  expect(local.one(number)).toMatchObject({ state: 'saved', data: { share_with_patient: true } });
  expect(local.one(number).data).not.toHaveProperty('name');
});

test('a conflict can be resolved field by field', () => {
  const number = conflict();
  unwrap(local.store.resolve({ ...local.seen(number), resolution: { take: 'fields', mine: ['name'] } }));
  expect(local.one(number).data).toEqual({ name: 'Mine', share_with_patient: true });
  expect(local.one(number).base).toMatchObject({ name: 'Theirs' });
});

test('a conflict in which nothing of mine is left is removed', () => {
  const { number } = local.save(
    { operation: 'requisitions.update', data: { id: 'req_1', name: 'Mine' } },
    BEFORE,
  );
  rest(number, { state: 'needs-you', question: 'conflict', theirs: { name: 'Theirs' } });
  unwrap(local.store.resolve({ ...local.seen(number), resolution: { take: 'server' } }));
  expect(local.all()).toEqual([]);
  expect(unwrap(local.store.listClosedChanges({ limit: 5 })).items).toMatchObject([
    { number, ending: 'gave-way' },
  ]);
});

test.each([
  ['the other patients', { ask: ['user_1', 'user_2'] }, [{ state: 'saved', data: { ask: ['user_2'] } }]],
  [
    'what is withdrawn',
    { ask: ['user_1'], withdraw: ['user_3'] },
    [{ state: 'saved', data: { ask: [], withdraw: ['user_3'] } }],
  ],
  ['nothing', { ask: ['user_1'] }, []],
])(
  'where a patient may have been asked before, the service’s values leave %s to send',
  (_what, data, expected) => {
    const { number } = local.save({ operation: 'forms.completion', data: { id: 'form_1', ...data } });
    rest(number, { state: 'needs-you', question: 'asked-before', theirs: { ask: ['user_1'] } });
    unwrap(local.store.resolve({ ...local.seen(number), resolution: { take: 'server' } }));
    expect(local.all().map((change) => local.one(change.number))).toMatchObject(expected);
    const gone = unwrap(local.store.listClosedChanges({ limit: 5 })).items.map(({ ending }) => ending);
    expect(gone).toEqual(expected.length === 0 ? ['gave-way'] : []);
  },
);

test.each([
  ['asked-before', { ask: ['user_1'] }, ['user_2']],
  ['another-user', {}, ['user_1', 'user_2']],
  ['odd-answer', { ask: ['user_2'] }, ['user_1', 'user_2']],
] as const)(
  'patients who may have been asked are asked again where the user says so about them, not about the question "%s"',
  (question, theirs, expected) => {
    const data = { id: 'form_1', ask: ['user_1', 'user_2'] };
    const { number } = local.save({ operation: 'forms.completion', data });
    const evidence = { asked: ['user_1', 'user_2'], askedAs: 'user_me' };
    rest(number, { state: 'needs-you', question, theirs, evidence });
    unwrap(local.store.resolve({ ...local.seen(number), resolution: { take: 'mine' } }));
    expect(local.one(number)).toMatchObject({ state: 'saved', evidence: { asked: expected } });
  },
);

test('one of the candidates can be chosen as the record that a lost create made', () => {
  const number = lostCreate(['req_8', 'req_9']);
  const { id } = local.all()[0] ?? { id: '' };
  expect(
    getCode(local.store.resolve({ ...local.seen(number), resolution: { take: 'found', id: 'req_7' } })),
  ).toBe('invalid-input');
  unwrap(local.store.resolve({ ...local.seen(number), resolution: { take: 'found', id: 'req_9' } }));
  expect(local.all()).toEqual([]);
  expect(unwrap(local.store.resolveId({ id }))).toBe('req_9');
});

test('a record that one lost create was found to have made cannot be that of another one too', () => {
  const first = lostCreate(['req_8', 'req_9']);
  const second = lostCreate(['req_8', 'req_9']);
  unwrap(local.store.resolve({ ...local.seen(first), resolution: { take: 'found', id: 'req_9' } }));
  const again = local.store.resolve({ ...local.seen(second), resolution: { take: 'found', id: 'req_9' } });
  expect(getCode(again)).toBe('already-found');
  expect(local.one(second)).toMatchObject({ state: 'needs-you', question: 'several-found' });
  unwrap(local.store.resolve({ ...local.seen(second), resolution: { take: 'found', id: 'req_8' } }));
  expect(local.all()).toEqual([]);
});

test('changes that wait behind a create apply to a new record, not to the values of the chosen one', () => {
  const number = lostCreate(['req_9']);
  const { id } = local.all()[0] ?? { id: '' };
  const data = { id, order_details: 'Fasting', share_with_patient: true };
  const behind = local.save({ operation: 'requisitions.update', data });
  unwrap(local.store.resolve({ ...local.seen(number), resolution: { take: 'found', id: 'req_9' } }));
  expect(local.one(behind.number)).toMatchObject({
    target: 'req_9',
    base: { order_details: '', name: NEW_ORDER.data.name, reviews: [] },
  });
});

test('a lost create that is sent again remembers the rejected candidates', () => {
  const number = lostCreate(['req_8']);
  unwrap(local.store.resolve({ ...local.seen(number), resolution: { take: 'mine' } }));
  expect(local.one(number)).toMatchObject({ state: 'saved', evidence: { known: ['req_8'] } });
});

test('retrying a lost create reconciles again and sends nothing', () => {
  const number = lostCreate([]);
  unwrap(local.store.retry({ number }));
  expect(unwrap(local.store.getNextTask({ except: [] }))).toMatchObject({
    action: 'reconcile',
    change: { number },
  });
});

test('a rejected change can be edited and is then pending again', () => {
  const { number } = local.save(NEW_ORDER);
  rest(number, { state: 'rejected', error: { code: 'rejected', serverWords: 'no such provider' } });
  expect(local.all()).toMatchObject([{ error: { code: 'rejected', serverWords: 'no such provider' } }]);
  const edited = unwrap(
    local.store.edit({
      ...local.seen(number),
      data: { ...NEW_ORDER.data, ordering_provider: 'user_d2' },
      cached: null,
    }),
  );
  expect(edited).toMatchObject({ number, state: 'saved', error: null });
  expect(local.one(number).data).toMatchObject({ ordering_provider: 'user_d2' });
});

test('an invalid edit names the field and changes nothing', () => {
  const { number } = local.save(NEW_ORDER);
  const before = local.one(number);
  const answer = local.store.edit({
    ...local.seen(number),
    data: { ...NEW_ORDER.data, type: 'x-ray' },
    cached: null,
  });
  expect(answer).toMatchObject({ ok: false, error: { code: 'invalid-input' } });
  expect(answer).toMatchObject({ error: { detail: expect.stringContaining('type') as unknown } });
  expect(local.one(number)).toEqual(before);
});

test('an edited conflict has the server’s current values as its base', () => {
  const number = conflict();
  unwrap(local.store.edit({ ...local.seen(number), data: { name: 'Both' }, cached: null }));
  expect(local.one(number)).toMatchObject({
    state: 'saved',
    data: { name: 'Both' },
    base: { name: 'Theirs' },
  });
});

test('an edit is sent with the edited fields alone, without the id of its record', () => {
  const number = conflict();
  unwrap(local.store.edit({ ...local.seen(number), data: { name: 'Both' }, cached: null }));
  expect(local.one(number)).toMatchObject({ target: 'req_1' });
  expect(local.one(number).data).toEqual({ name: 'Both' });
});

test('an edited change is listed under its new name, and under the former one where it has none', () => {
  const number = conflict();
  unwrap(local.store.edit({ ...local.seen(number), data: { name: 'Both' }, cached: null }));
  expect(local.all()).toMatchObject([{ label: 'Both' }]);
  unwrap(local.store.edit({ ...local.seen(number), data: { order_details: 'Fasting' }, cached: null }));
  expect(local.all()).toMatchObject([{ label: 'Both' }]);
});

test('a decision that is edited still refers to the whole record as the user saw it', () => {
  const whole = { ...BEFORE, share_with_patient: false, last_updated_at: '2026-01-01T08:00:00.000Z' };
  const share = {
    operation: 'requisitions.update',
    data: { id: 'req_1', share_with_patient: true },
  } as const;
  const { number } = local.save(share, whole);
  unwrap(
    local.store.edit({
      ...local.seen(number),
      data: { share_with_patient: true, name: 'Mine' },
      cached: null,
    }),
  );
  const { id: _id, ...seen } = whole;
  expect(local.one(number).base).toEqual(seen);
});

test('an edited create is not sent without a certain list on the earlier confirmation', () => {
  const { number } = local.save(NEW_ORDER);
  rest(number, { state: 'needs-you', question: 'not-listed' });
  unwrap(local.store.resolve({ ...local.seen(number), resolution: { take: 'mine' } }));
  expect(local.one(number).evidence).toMatchObject({ sendsUnlisted: true });
  unwrap(
    local.store.edit({
      ...local.seen(number),
      data: { ...NEW_ORDER.data, patient: 'user_p2' },
      cached: null,
    }),
  );
  expect(local.one(number).evidence).not.toHaveProperty('sendsUnlisted');
});

test.each(['saved', 'rejected'] as const)(
  'no review is added to an update that may have arrived and is %s, whose other fields can be edited',
  (state) => {
    const { number } = local.save(
      { operation: 'requisitions.update', data: { id: 'req_1', name: 'Mine' } },
      BEFORE,
    );
    local.leave(number);
    rest(number, { state });
    const edit = (data: object) =>
      local.store.edit({ ...local.seen(number), data: { name: 'Edited', ...data }, cached: null });
    expect(getCode(edit({ review: { status: 'reviewed' } }))).toBe('needs-you');
    expect(local.one(number)).toMatchObject({ state, data: { name: 'Mine' } });
    unwrap(edit({}));
    expect(local.one(number)).toMatchObject({ state: 'saved', data: { name: 'Edited' } });
  },
);

test('while a write is being sent it can be neither changed nor discarded', () => {
  const { number } = local.save(NEW_ORDER);
  local.leave(number);
  expect(getCode(local.store.discard({ number }))).toBe('on-its-way');
  expect(getCode(local.store.edit({ ...local.seen(number), data: NEW_ORDER.data, cached: null }))).toBe(
    'on-its-way',
  );
  expect(getCode(local.store.resolve({ ...local.seen(number), resolution: { take: 'mine' } }))).toBe(
    'on-its-way',
  );
  expect(getCode(local.store.retry({ number }))).toBe('on-its-way');
});

test('discarding a create discards the changes that wait behind it', () => {
  const create = lostCreate([]);
  const { id } = local.all()[0] ?? { id: '' };
  const update = local.save({ operation: 'requisitions.update', data: { id, name: 'Later' } });
  expect(unwrap(local.store.discard({ number: create }))).toEqual({
    discarded: [create, update.number],
    id,
  });
  expect(local.all()).toEqual([]);
});

test('the changes that wait behind a discarded edit get its base', () => {
  const first = local.save(
    { operation: 'requisitions.update', data: { id: 'req_1', name: 'First' } },
    BEFORE,
  );
  local.leave(first.number);
  const second = local.save(
    { operation: 'requisitions.update', data: { id: 'req_1', name: 'Second' } },
    BEFORE,
  );
  expect(local.one(second.number).base).toEqual({ name: 'First' });
  rest(first.number, { state: 'rejected', error: { code: 'rejected' } });
  unwrap(local.store.discard({ number: first.number }));
  expect(local.one(second.number).base).toEqual({ name: 'Before' });
});

test('the changes that wait behind a sent edit get its values alone: what others changed meanwhile stays a conflict', () => {
  const first = local.save(
    { operation: 'requisitions.update', data: { id: 'req_1', name: 'First' } },
    BEFORE,
  );
  local.leave(first.number);
  const second = local.save(
    { operation: 'requisitions.update', data: { id: 'req_1', name: 'Second', order_details: 'Mine too' } },
    BEFORE,
  );
  const { data } = local.one(first.number);
  const answer = { id: 'req_1', name: 'FIRST', order_details: 'Theirs too' };
  unwrap(local.store.closeConfirmedChange({ number: first.number, data, ending: 'sent', answer }));
  expect(local.one(second.number).base).toEqual({ name: 'FIRST', order_details: 'Before too' });
});

test('a number that is not in the outbox is reported as unknown', () => {
  expect(getCode(local.store.retry({ number: 99 }))).toBe('not-found');
});

test('what the user sends again is reconciled first: the earlier evidence is kept', () => {
  const { number } = local.save(NEW_ORDER);
  local.leave(number);
  const { data } = local.one(number);
  unwrap(local.store.storeAttempt({ number, data, rest: { state: 'uncertain' } }));
  unwrap(local.store.resolve({ ...local.seen(number), resolution: { take: 'mine' } }));
  expect(local.one(number)).toMatchObject({
    state: 'saved',
    evidence: { mayHaveLeft: true, sendsAgain: true },
  });
  expect(
    getCode(local.store.edit({ ...local.seen(number), data: { ...data, name: 'Other' }, cached: null })),
  ).toBe('needs-you');
});

test('a reconciliation does not undo a decision that the user made meanwhile', () => {
  const number = lostCreate([]);
  const { data } = local.one(number);
  unwrap(local.store.resolve({ ...local.seen(number), resolution: { take: 'mine' } }));
  expect(
    getCode(local.store.storeAttempt({ number, data, rest: { state: 'uncertain' }, from: 'needs-you' })),
  ).toBe('cancelled');
  expect(local.one(number).state).toBe('saved');
});

test('an uncertain create without a known attempt is sent after a reconciliation', () => {
  const { number } = local.save(NEW_ORDER);
  const { data } = local.one(number);
  unwrap(
    local.store.storeAttempt({ number, data, rest: { state: 'uncertain', evidence: { rewound: true } } }),
  );
  expect(unwrap(local.store.getNextTask({ except: [] }))).toMatchObject({
    action: 'send',
    change: { number },
  });
  expect(unwrap(local.store.listUnreconciled())).toEqual([]);
  local.leave(number);
  expect(local.one(number).state).toBe('sending');
});
