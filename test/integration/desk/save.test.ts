import { afterEach, beforeEach, expect, test } from 'vitest';
import { isLocalId } from '#contract/local-id.ts';
import { codeOf, temporaryFolder, TEST_KEY, valueOf } from '../../support/engine.ts';
import { NEW_ORDER, testDesk, type TestDesk } from '../../support/desk.ts';

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

const REQUISITION = {
  id: 'req_1',
  name: 'Old name',
  order_details: 'Old details',
  share_with_patient: false,
};
const rename = (name: string) => ({ operation: 'requisitions.update', data: { id: 'req_1', name } }) as const;

test('a saved write is there after the desk is opened again', () => {
  const { number, id } = desk.save(NEW_ORDER);
  expect(isLocalId(id, 'requisition')).toBe(true);
  desk.store.close();
  desk = testDesk(folder.path);
  expect(desk.all()).toMatchObject([{ number, id, label: 'Lipid panel', state: 'saved', attempts: 0 }]);
  expect(desk.opened).toMatchObject({ health: { state: 'fine' }, counts: { saved: 1 } });
});

test('every save is told with the record that it touches and the counts', () => {
  const { id } = desk.save(NEW_ORDER);
  expect(desk.told).toMatchObject([{ counts: { saved: 1 }, touched: [{ kind: 'requisition', id }] }]);
});

test('a save that a waiting write has taken in is kept once, also after that has left', () => {
  const review = {
    operation: 'requisitions.update',
    data: { id: 'req_1', review: { status: 'reviewed' } },
  } as const;
  const { number } = desk.save(rename('New name'));
  expect(desk.save({ ...review, intention: 'press' }).number).toBe(number);
  expect(desk.save({ ...review, intention: 'press' }).number).toBe(number);
  desk.leave(number);
  valueOf(desk.store.settle({ number, data: desk.one(number).data, how: 'sent' }));
  expect(desk.save({ ...review, intention: 'press' })).toEqual({ number, id: 'req_1' });
  expect(desk.all()).toEqual([]);
});

test('a change of a create that is taken in is known by the id that the service gave', () => {
  const { number, id } = desk.save(NEW_ORDER);
  const change = {
    operation: 'requisitions.update',
    data: { id, name: 'Lipids' },
    intention: 'press',
  } as const;
  expect(desk.save(change).number).toBe(number);
  desk.leave(number);
  valueOf(desk.store.settle({ number, data: desk.one(number).data, how: 'sent', realId: 'req_9' }));
  expect(desk.save(change)).toEqual({ number, id: 'req_9' });
});

test('the same intention is kept once, also after it has left', () => {
  const first = desk.save({ ...NEW_ORDER, intention: 'double click' });
  expect(desk.save({ ...NEW_ORDER, intention: 'double click' })).toEqual(first);
  desk.leave(first.number);
  const data = desk.one(first.number).data;
  valueOf(desk.store.settle({ number: first.number, data, how: 'sent', realId: 'req_9' }));
  expect(desk.save({ ...NEW_ORDER, intention: 'double click' }).number).toBe(first.number);
  expect(desk.all()).toEqual([]);
});

test('editing an unsent create changes its row', () => {
  const { number, id } = desk.save(NEW_ORDER);
  const edited = desk.save({
    operation: 'requisitions.update',
    data: { id, name: 'Lipids', order_details: 'fasting' },
  });
  expect(edited).toEqual({ number, id });
  expect(desk.one(number)).toMatchObject({
    operation: 'requisitions.create',
    label: 'Lipids',
    data: { ...NEW_ORDER.data, name: 'Lipids', order_details: 'fasting' },
  });
});

test('editing a create that is on its way, or of which nobody knows, queues behind it', () => {
  const { number, id } = desk.save(NEW_ORDER);
  desk.leave(number);
  const second = desk.save({ operation: 'requisitions.update', data: { id, name: 'Lipids' } });
  expect(second.number).not.toBe(number);
  const data = desk.one(number).data;
  valueOf(desk.store.rest({ number, data, rest: { state: 'uncertain' } }));
  expect(valueOf(desk.store.next({ except: [] }))).toMatchObject({ todo: 'look', operation: { number } });
  expect(desk.all()[1]).toMatchObject({ number: second.number, waitsFor: number });
  // What the second one was edited from is what the first one will have made.
  expect(desk.one(second.number).base).toEqual({ name: 'Lipid panel' });
});

test('once a create has its id, what waits behind it and its local id follow', () => {
  const { number, id } = desk.save(NEW_ORDER);
  desk.leave(number);
  const second = desk.save({ operation: 'requisitions.update', data: { id, order_details: 'fasting' } });
  const { data } = desk.one(number);
  const answer = { id: 'req_77', name: 'Lipid panel', order_details: '' };
  valueOf(desk.store.settle({ number, data, how: 'sent', realId: 'req_77', answer }));
  expect(desk.one(second.number)).toMatchObject({ target: 'req_77', base: { order_details: '' } });
  expect(valueOf(desk.store.realId({ id }))).toBe('req_77');
  expect(desk.save({ operation: 'requisitions.update', data: { id, name: 'Later' } }).id).toBe('req_77');
  expect(valueOf(desk.store.settled({ limit: 10 })).items).toMatchObject([
    { number, id: 'req_77', how: 'sent' },
  ]);
});

test('edits of one record go as one, from what the service had at the first of them', () => {
  const { number } = desk.save(rename('First'), REQUISITION);
  const second = desk.save(
    { operation: 'requisitions.update', data: { id: 'req_1', name: 'Second', order_details: 'New' } },
    { ...REQUISITION, name: 'Changed by a sync' },
  );
  expect(second.number).toBe(number);
  expect(desk.one(number)).toMatchObject({
    data: { name: 'Second', order_details: 'New' },
    base: { name: 'Old name', order_details: 'Old details' },
  });
});

test('what the editor saw is what its edit began from, whatever the cache holds by now', () => {
  const { number } = desk.save({ ...rename('Mine'), seen: { name: 'Seen' } }, REQUISITION);
  expect(desk.one(number).base).toEqual({ name: 'Seen' });
});

test('two reviews of one requisition go one after the other', () => {
  const review = (reviewer: string) =>
    ({
      operation: 'requisitions.update',
      data: { id: 'req_1', review: { reviewer, status: 'reviewed' } },
    }) as const;
  const first = desk.save(review('user_a'));
  const second = desk.save(review('user_b'));
  expect(second.number).not.toBe(first.number);
});

const heldReview = (id: string) =>
  ({
    operation: 'requisitions.update',
    data: { id, review: { status: 'reviewed' } },
    holdMs: 60_000,
  }) as const;

test('a review that is undone takes neither the order nor the edit with it that waited before', () => {
  const order = desk.save(NEW_ORDER);
  const edit = desk.save(rename('New name'), REQUISITION);
  for (const id of [order.id, 'req_1']) {
    const review = desk.save(heldReview(id));
    valueOf(desk.store.discard({ number: review.number }));
  }
  expect(desk.all().map(({ number }) => number)).toEqual([order.number, edit.number]);
});

test('a review that is undone does not take the edit with it that was made meanwhile', () => {
  const review = desk.save(heldReview('req_1'));
  const edit = desk.save(rename('New name'), REQUISITION);
  valueOf(desk.store.discard({ number: review.number }));
  expect(desk.all()).toMatchObject([{ number: edit.number, state: 'saved' }]);
});

test('of several wishes for a read flag the latest one counts', () => {
  const mark = (read: boolean) =>
    ({ operation: 'notifications.update', data: { id: 'notf_1', read } }) as const;
  const { number } = desk.save(mark(true));
  expect(desk.save(mark(false)).number).toBe(number);
  expect(desk.one(number).data).toEqual({ read: false });
});

test('of several wishes about a patient the latest one counts, and other patients stay asked', () => {
  const { number } = desk.save({
    operation: 'forms.completion',
    data: { id: 'form_1', ask: ['user_a', 'user_b'] },
  });
  desk.save({ operation: 'forms.completion', data: { id: 'form_1', withdraw: ['user_a'], ask: ['user_c'] } });
  expect(desk.one(number).data).toEqual({ ask: ['user_b', 'user_c'], withdraw: ['user_a'] });
});

test('a form that was never sent and is deleted leaves nothing behind', () => {
  const { id } = desk.save({ operation: 'forms.create', data: { name: 'Intake' } });
  desk.save({ operation: 'forms.delete', data: { id } });
  expect(desk.all()).toEqual([]);
});

test('a delete makes unsent edits needless, and no edit follows it', () => {
  desk.save({ operation: 'forms.update', data: { id: 'form_1', name: 'New' } });
  const { number } = desk.save({ operation: 'forms.delete', data: { id: 'form_1' } });
  expect(desk.all().map((operation) => operation.number)).toEqual([number]);
  expect(desk.save({ operation: 'forms.delete', data: { id: 'form_1' } }).number).toBe(number);
  const write = { operation: 'forms.update', data: { id: 'form_1', name: 'Late' } } as const;
  expect(codeOf(desk.store.save({ write: write as never, cached: null, userId: '' }))).toBe('invalid-input');
});

test('a publish that waits is not kept twice', () => {
  const { number } = desk.save({ operation: 'forms.publish', data: { id: 'form_1' } });
  expect(desk.save({ operation: 'forms.publish', data: { id: 'form_1' } }).number).toBe(number);
});

test('a local id that nobody gave is refused', () => {
  const id = 'local_form_01ARZ3NDEKTSV4RRFFQ69G5FAV';
  const write = { operation: 'forms.update', data: { id, name: 'x' } } as const;
  expect(codeOf(desk.store.save({ write: write as never, cached: null, userId: '' }))).toBe('not-found');
});

test('a second create of the same content waits until it is known what became of the first', () => {
  const first = desk.save(NEW_ORDER);
  const second = desk.save(NEW_ORDER);
  desk.leave(first.number);
  expect(valueOf(desk.store.next({ except: [] }))).toBeNull();
  const { data } = desk.one(first.number);
  valueOf(desk.store.settle({ number: first.number, data, how: 'sent', realId: 'req_1' }));
  expect(valueOf(desk.store.next({ except: [] }))).toMatchObject({
    todo: 'send',
    operation: { number: second.number, target: second.id },
  });
});

test('what was changed since it was read is neither sent nor done as it was', () => {
  const { number } = desk.save(rename('First'), REQUISITION);
  const { data } = desk.one(number);
  desk.save(rename('Second'), REQUISITION);
  expect(codeOf(desk.store.sending({ number, data, evidence: {} }))).toBe('cancelled');
  expect(codeOf(desk.store.settle({ number, data, how: 'needless' }))).toBe('cancelled');
  expect(desk.one(number)).toMatchObject({ state: 'saved', data: { name: 'Second' } });
});

test('the file is encrypted, synchronous and never empty of its settings', () => {
  desk.save(NEW_ORDER);
  desk.store.close();
  expect(desk.store.open({ folder: folder.path, key: 'f'.repeat(64) })).toMatchObject({
    error: { code: 'key-mismatch' },
  });
  valueOf(desk.store.open({ folder: folder.path, key: TEST_KEY }));
  expect(desk.all()).toHaveLength(1);
});
