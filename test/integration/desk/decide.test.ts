import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Rest } from '#main/engine/desk/protocol.ts';
import { NEW_ORDER, testDesk, type TestDesk } from '../../support/desk.ts';
import { codeOf, temporaryFolder, valueOf } from '../../support/engine.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let desk: TestDesk;
beforeEach(async () => {
  folder = await temporaryFolder();
  desk = testDesk(folder.path);
});
afterEach(async () => {
  desk.store.close();
  await folder.remove();
});

const BEFORE = { id: 'req_1', name: 'Before', order_details: 'Before too' };
const THEIRS = { name: 'Theirs', order_details: 'Theirs too' };

function rest(number: number, how: Rest): void {
  valueOf(desk.store.rest({ number, data: desk.one(number).data, rest: how }));
}

/** An edit of two fields that somebody else has changed as well. */
function conflict(): number {
  const data = { id: 'req_1', name: 'Mine', order_details: 'Mine too', share_with_patient: true };
  const { number } = desk.save(
    { operation: 'requisitions.update', data },
    { ...BEFORE, share_with_patient: false },
  );
  rest(number, { state: 'needs-you', question: 'conflict', theirs: THEIRS });
  return number;
}

/** A create of which nobody knows what became, with what the desk found. */
function lostCreate(candidates: readonly string[]): number {
  const { number } = desk.save(NEW_ORDER);
  desk.leave(number);
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

test('a conflict shows what was before, mine and theirs of every field', () => {
  const number = conflict();
  expect(desk.all()).toMatchObject([{ number, state: 'needs-you', question: 'conflict' }]);
  expect(desk.all()[0]?.fields).toEqual([
    { field: 'name', base: '"Before"', mine: '"Mine"', theirs: '"Theirs"' },
    { field: 'share_with_patient', base: 'false', mine: 'true', theirs: null },
    { field: 'order_details', base: '"Before too"', mine: '"Mine too"', theirs: '"Theirs too"' },
  ]);
});

test('taking mine sends all of it over what the server has', () => {
  const number = conflict();
  valueOf(desk.store.resolve({ number, resolution: { take: 'mine' } }));
  expect(desk.one(number)).toMatchObject({
    state: 'saved',
    base: THEIRS,
    data: { name: 'Mine' },
    question: null,
  });
});

test('taking the server’s keeps what nobody else changed', () => {
  const number = conflict();
  valueOf(desk.store.resolve({ number, resolution: { take: 'server' } }));
  expect(desk.one(number)).toMatchObject({ state: 'saved', data: { share_with_patient: true } });
  expect(desk.one(number).data).not.toHaveProperty('name');
});

test('a conflict can be settled field by field', () => {
  const number = conflict();
  valueOf(desk.store.resolve({ number, resolution: { take: 'fields', mine: ['name'] } }));
  expect(desk.one(number).data).toEqual({ name: 'Mine', share_with_patient: true });
  expect(desk.one(number).base).toMatchObject({ name: 'Theirs' });
});

test('a conflict of which nothing of mine is left has given way', () => {
  const { number } = desk.save(
    { operation: 'requisitions.update', data: { id: 'req_1', name: 'Mine' } },
    BEFORE,
  );
  rest(number, { state: 'needs-you', question: 'conflict', theirs: { name: 'Theirs' } });
  valueOf(desk.store.resolve({ number, resolution: { take: 'server' } }));
  expect(desk.all()).toEqual([]);
  expect(valueOf(desk.store.settled({ limit: 5 })).items).toMatchObject([{ number, how: 'gave-way' }]);
});

test('one of the found records can be said to be what a lost create made', () => {
  const number = lostCreate(['req_8', 'req_9']);
  const { id } = desk.all()[0] ?? { id: '' };
  expect(codeOf(desk.store.resolve({ number, resolution: { take: 'found', id: 'req_7' } }))).toBe(
    'invalid-input',
  );
  valueOf(desk.store.resolve({ number, resolution: { take: 'found', id: 'req_9' } }));
  expect(desk.all()).toEqual([]);
  expect(valueOf(desk.store.realId({ id }))).toBe('req_9');
});

test('what waits behind a create builds on a new record, not on whatever the chosen one holds', () => {
  const number = lostCreate(['req_9']);
  const { id } = desk.all()[0] ?? { id: '' };
  const data = { id, order_details: 'Fasting', share_with_patient: true };
  const behind = desk.save({ operation: 'requisitions.update', data });
  valueOf(desk.store.resolve({ number, resolution: { take: 'found', id: 'req_9' } }));
  expect(desk.one(behind.number)).toMatchObject({
    target: 'req_9',
    base: { order_details: '', name: NEW_ORDER.data.name, reviews: [] },
  });
});

test('a lost create that is sent again remembers which records it is not', () => {
  const number = lostCreate(['req_8']);
  valueOf(desk.store.resolve({ number, resolution: { take: 'mine' } }));
  expect(desk.one(number)).toMatchObject({ state: 'saved', evidence: { known: ['req_8'] } });
});

test('trying a lost create once more looks again and sends nothing', () => {
  const number = lostCreate([]);
  valueOf(desk.store.retry({ number }));
  expect(valueOf(desk.store.next({ except: [] }))).toMatchObject({ todo: 'look', operation: { number } });
});

test('what was rejected can be edited and then waits again', () => {
  const { number } = desk.save(NEW_ORDER);
  rest(number, { state: 'rejected', error: { code: 'rejected', serverWords: 'no such provider' } });
  const edited = valueOf(
    desk.store.edit({ number, data: { ...NEW_ORDER.data, ordering_provider: 'user_d2' }, cached: null }),
  );
  expect(edited).toMatchObject({ number, state: 'saved', error: null });
  expect(desk.one(number).data).toMatchObject({ ordering_provider: 'user_d2' });
});

test('an edit that the operation does not take names the field and changes nothing', () => {
  const { number } = desk.save(NEW_ORDER);
  const before = desk.one(number);
  const answer = desk.store.edit({ number, data: { ...NEW_ORDER.data, type: 'x-ray' }, cached: null });
  expect(answer).toMatchObject({ ok: false, error: { code: 'invalid-input' } });
  expect(answer).toMatchObject({ error: { detail: expect.stringContaining('type') as unknown } });
  expect(desk.one(number)).toEqual(before);
});

test('an edited conflict begins from what the server has by now', () => {
  const number = conflict();
  valueOf(desk.store.edit({ number, data: { name: 'Both' }, cached: null }));
  expect(desk.one(number)).toMatchObject({
    state: 'saved',
    data: { name: 'Both' },
    base: { name: 'Theirs' },
  });
});

test('a decision that is edited still rests on the whole record as the user saw it', () => {
  const whole = { ...BEFORE, share_with_patient: false, last_updated_at: '2026-01-01T08:00:00.000Z' };
  const share = {
    operation: 'requisitions.update',
    data: { id: 'req_1', share_with_patient: true },
  } as const;
  const { number } = desk.save(share, whole);
  valueOf(desk.store.edit({ number, data: { share_with_patient: true, name: 'Mine' }, cached: null }));
  const { id: _id, ...seen } = whole;
  expect(desk.one(number).base).toEqual(seen);
});

test('an order that is edited is not sent without a certain list on the word that was given before', () => {
  const { number } = desk.save(NEW_ORDER);
  rest(number, { state: 'needs-you', question: 'not-listed' });
  valueOf(desk.store.resolve({ number, resolution: { take: 'mine' } }));
  expect(desk.one(number).evidence).toMatchObject({ sendsUnlisted: true });
  valueOf(desk.store.edit({ number, data: { ...NEW_ORDER.data, patient: 'user_p2' }, cached: null }));
  expect(desk.one(number).evidence).not.toHaveProperty('sendsUnlisted');
});

test('while a write is on its way nobody changes or drops it', () => {
  const { number } = desk.save(NEW_ORDER);
  desk.leave(number);
  expect(codeOf(desk.store.discard({ number }))).toBe('on-its-way');
  expect(codeOf(desk.store.edit({ number, data: NEW_ORDER.data, cached: null }))).toBe('on-its-way');
  expect(codeOf(desk.store.resolve({ number, resolution: { take: 'mine' } }))).toBe('on-its-way');
  expect(codeOf(desk.store.retry({ number }))).toBe('on-its-way');
});

test('with a create that is let go goes what waited behind it', () => {
  const create = lostCreate([]);
  const { id } = desk.all()[0] ?? { id: '' };
  const update = desk.save({ operation: 'requisitions.update', data: { id, name: 'Later' } });
  expect(valueOf(desk.store.discard({ number: create }))).toEqual({ discarded: [create, update.number] });
  expect(desk.all()).toEqual([]);
});

test('what waits behind an edit that is let go begins from before it', () => {
  const first = desk.save({ operation: 'requisitions.update', data: { id: 'req_1', name: 'First' } }, BEFORE);
  desk.leave(first.number);
  const second = desk.save(
    { operation: 'requisitions.update', data: { id: 'req_1', name: 'Second' } },
    BEFORE,
  );
  expect(desk.one(second.number).base).toEqual({ name: 'First' });
  rest(first.number, { state: 'rejected', error: { code: 'rejected' } });
  valueOf(desk.store.discard({ number: first.number }));
  expect(desk.one(second.number).base).toEqual({ name: 'Before' });
});

test('a number that is not in the outbox is said to be unknown', () => {
  expect(codeOf(desk.store.retry({ number: 99 }))).toBe('not-found');
});

test('what the user sends again goes as a look first: nothing that told what was there is forgotten', () => {
  const { number } = desk.save(NEW_ORDER);
  desk.leave(number);
  const { data } = desk.one(number);
  valueOf(desk.store.rest({ number, data, rest: { state: 'uncertain' } }));
  valueOf(desk.store.resolve({ number, resolution: { take: 'mine' } }));
  expect(desk.one(number)).toMatchObject({
    state: 'saved',
    evidence: { mayHaveLeft: true, sendsAgain: true },
  });
  expect(codeOf(desk.store.edit({ number, data: { ...data, name: 'Other' }, cached: null }))).toBe(
    'needs-you',
  );
});

test('what a look says does not undo what the user has decided meanwhile', () => {
  const number = lostCreate([]);
  const { data } = desk.one(number);
  valueOf(desk.store.resolve({ number, resolution: { take: 'mine' } }));
  expect(codeOf(desk.store.rest({ number, data, rest: { state: 'uncertain' }, from: 'needs-you' }))).toBe(
    'cancelled',
  );
  expect(desk.one(number).state).toBe('saved');
});

test('a create of which no attempt is known is sent after a look, though it counts as uncertain', () => {
  const { number } = desk.save(NEW_ORDER);
  const { data } = desk.one(number);
  valueOf(desk.store.rest({ number, data, rest: { state: 'uncertain', evidence: { rewound: true } } }));
  expect(valueOf(desk.store.next({ except: [] }))).toMatchObject({ todo: 'send', operation: { number } });
  expect(valueOf(desk.store.lost())).toEqual([]);
  desk.leave(number);
  expect(desk.one(number).state).toBe('sending');
});
