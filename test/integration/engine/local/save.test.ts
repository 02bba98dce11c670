import { beforeEach, expect, test } from 'vitest';
import { isLocalId } from '#contract/records.ts';
import { getCode, TEST_KEY, unwrap } from '../../../support/engine.ts';
import { NEW_ORDER } from '../../../support/builders.ts';
import { type LocalDataStore, localDataStore } from '../../../support/local-store.ts';

let local: LocalDataStore;
beforeEach(async () => {
  local = await localDataStore();
});

const REQUISITION = {
  id: 'req_1',
  name: 'Old name',
  order_details: 'Old details',
  share_with_patient: false,
};
const rename = (name: string) => ({ operation: 'requisitions.update', data: { id: 'req_1', name } }) as const;

test('a saved write is there after the local store is opened again', () => {
  const { number, id } = local.save(NEW_ORDER);
  expect(isLocalId(id, 'requisition')).toBe(true);
  local = local.again();
  expect(local.all()).toMatchObject([{ number, id, label: 'Lipid panel', state: 'saved', attempts: 0 }]);
  expect(local.opened).toMatchObject({ health: { state: 'fine' }, counts: { saved: 1 } });
});

test('every save emits an event with its record and the counts', () => {
  const { id } = local.save(NEW_ORDER);
  expect(local.emitted).toMatchObject([{ counts: { saved: 1 }, touched: [{ kind: 'requisition', id }] }]);
});

test('a save that was merged into a pending change is stored once, also after that was sent', () => {
  const review = {
    operation: 'requisitions.update',
    data: { id: 'req_1', review: { status: 'reviewed' } },
  } as const;
  const { number } = local.save(rename('New name'));
  expect(local.save({ ...review, saveId: 'press' }).number).toBe(number);
  expect(local.save({ ...review, saveId: 'press' }).number).toBe(number);
  local.leave(number);
  unwrap(local.store.closeConfirmedChange({ number, data: local.one(number).data, ending: 'sent' }));
  expect(local.save({ ...review, saveId: 'press' })).toEqual({ number, id: 'req_1' });
  expect(local.all()).toEqual([]);
});

test('a change that was merged into a create is known by the id that the service gave', () => {
  const { number, id } = local.save(NEW_ORDER);
  const change = {
    operation: 'requisitions.update',
    data: { id, name: 'Lipids' },
    saveId: 'press',
  } as const;
  expect(local.save(change).number).toBe(number);
  local.leave(number);
  unwrap(
    local.store.closeConfirmedChange({
      number,
      data: local.one(number).data,
      ending: 'sent',
      realId: 'req_9',
    }),
  );
  expect(local.save(change)).toEqual({ number, id: 'req_9' });
});

test('the same save id is stored once, also after it was sent', () => {
  const first = local.save({ ...NEW_ORDER, saveId: 'double click' });
  expect(local.save({ ...NEW_ORDER, saveId: 'double click' })).toEqual(first);
  local.leave(first.number);
  const data = local.one(first.number).data;
  unwrap(local.store.closeConfirmedChange({ number: first.number, data, ending: 'sent', realId: 'req_9' }));
  expect(local.save({ ...NEW_ORDER, saveId: 'double click' }).number).toBe(first.number);
  expect(local.all()).toEqual([]);
});

test('editing an unsent create changes its row', () => {
  const { number, id } = local.save(NEW_ORDER);
  const edited = local.save({
    operation: 'requisitions.update',
    data: { id, name: 'Lipids', order_details: 'fasting' },
  });
  expect(edited).toEqual({ number, id });
  expect(local.one(number)).toMatchObject({
    operation: 'requisitions.create',
    label: 'Lipids',
    data: { ...NEW_ORDER.data, name: 'Lipids', order_details: 'fasting' },
  });
});

test('editing a create that is being sent or uncertain adds a change behind it', () => {
  const { number, id } = local.save(NEW_ORDER);
  local.leave(number);
  const second = local.save({ operation: 'requisitions.update', data: { id, name: 'Lipids' } });
  expect(second.number).not.toBe(number);
  const data = local.one(number).data;
  unwrap(local.store.storeAttempt({ number, data, rest: { state: 'uncertain' } }));
  expect(unwrap(local.store.getNextTask({ except: [] }))).toMatchObject({
    action: 'reconcile',
    change: { number },
  });
  expect(local.all()[1]).toMatchObject({ number: second.number, waitsFor: number });
  // The base of the second one is what the first one will have created.
  expect(local.one(second.number).base).toEqual({ name: 'Lipid panel' });
});

test('once a create has its id, the changes behind it and its local id follow', () => {
  const { number, id } = local.save(NEW_ORDER);
  local.leave(number);
  const second = local.save({ operation: 'requisitions.update', data: { id, order_details: 'fasting' } });
  const { data } = local.one(number);
  const answer = { id: 'req_77', name: 'Lipid panel', order_details: '' };
  unwrap(local.store.closeConfirmedChange({ number, data, ending: 'sent', realId: 'req_77', answer }));
  expect(local.one(second.number)).toMatchObject({ target: 'req_77', base: { order_details: '' } });
  expect(unwrap(local.store.resolveId({ id }))).toBe('req_77');
  expect(local.save({ operation: 'requisitions.update', data: { id, name: 'Later' } }).id).toBe('req_77');
  expect(unwrap(local.store.listClosedChanges({ limit: 10 })).items).toMatchObject([
    { number, id: 'req_77', ending: 'sent' },
  ]);
});

test('edits of one record are sent as one, with the base of the first of them', () => {
  const { number } = local.save(rename('First'), REQUISITION);
  const second = local.save(
    { operation: 'requisitions.update', data: { id: 'req_1', name: 'Second', order_details: 'New' } },
    { ...REQUISITION, name: 'Changed by a sync' },
  );
  expect(second.number).toBe(number);
  expect(local.one(number)).toMatchObject({
    data: { name: 'Second', order_details: 'New' },
    base: { name: 'Old name', order_details: 'Old details' },
  });
});

test('the base of an edit is what the editor saw, whatever the cache holds by now', () => {
  const { number } = local.save({ ...rename('Mine'), seen: { name: 'Seen' } }, REQUISITION);
  expect(local.one(number).base).toEqual({ name: 'Seen' });
});

test('two reviews of one requisition are sent one after the other', () => {
  const review = (reviewer: string) =>
    ({
      operation: 'requisitions.update',
      data: { id: 'req_1', review: { reviewer, status: 'reviewed' } },
    }) as const;
  const first = local.save(review('user_a'));
  const second = local.save(review('user_b'));
  expect(second.number).not.toBe(first.number);
});

test('a review is not merged into an edit that may have arrived, which does not make it one that may be done', () => {
  const { number } = local.save(rename('First'), REQUISITION);
  local.leave(number);
  unwrap(local.store.storeAttempt({ number, data: local.one(number).data, rest: { state: 'saved' } }));
  const review = { id: 'req_1', review: { status: 'reviewed' } };
  const later = local.save({ operation: 'requisitions.update', data: review }, REQUISITION);
  expect(local.all()).toMatchObject([{ number }, { number: later.number, waitsFor: number }]);
  const further = local.save(
    { operation: 'requisitions.update', data: { id: 'req_1', order_details: 'New' } },
    REQUISITION,
  );
  expect(further.number).toBe(later.number);
});

const heldReview = (id: string) =>
  ({
    operation: 'requisitions.update',
    data: { id, review: { status: 'reviewed' } },
    holdMs: 60_000,
  }) as const;

test('undoing a review discards neither the create nor the edit that were pending before', () => {
  const order = local.save(NEW_ORDER);
  const edit = local.save(rename('New name'), REQUISITION);
  for (const id of [order.id, 'req_1']) {
    const review = local.save(heldReview(id));
    unwrap(local.store.discard({ number: review.number }));
  }
  expect(local.all().map(({ number }) => number)).toEqual([order.number, edit.number]);
});

test('undoing a review does not discard the edit that was made meanwhile', () => {
  const review = local.save(heldReview('req_1'));
  const edit = local.save(rename('New name'), REQUISITION);
  unwrap(local.store.discard({ number: review.number }));
  expect(local.all()).toMatchObject([{ number: edit.number, state: 'saved' }]);
});

test('undoing a completion request does not discard another one of the form, nor does undoing that', () => {
  const ask = (patient: string, hold: { holdMs?: number } = {}) =>
    local.save({ operation: 'forms.completion', data: { id: 'form_1', ask: [patient] }, ...hold });
  const first = ask('user_a');
  const held = ask('user_b', { holdMs: 60_000 });
  const later = ask('user_c');
  unwrap(local.store.discard({ number: held.number }));
  expect(local.all().map(({ number }) => local.one(number).data)).toEqual([
    { ask: ['user_a'], withdraw: [] },
    { ask: ['user_c'], withdraw: [] },
  ]);
  unwrap(local.store.discard({ number: later.number }));
  expect(local.all()).toMatchObject([{ number: first.number }]);
});

test('of several read marks the latest one counts', () => {
  const mark = (read: boolean) =>
    ({ operation: 'notifications.update', data: { id: 'notf_1', read } }) as const;
  const { number } = local.save(mark(true));
  expect(local.save(mark(false)).number).toBe(number);
  expect(local.one(number).data).toEqual({ read: false });
});

test('of several changes about a patient the latest one counts, and other patients stay asked', () => {
  const { number } = local.save({
    operation: 'forms.completion',
    data: { id: 'form_1', ask: ['user_a', 'user_b'] },
  });
  local.save({
    operation: 'forms.completion',
    data: { id: 'form_1', withdraw: ['user_a'], ask: ['user_c'] },
  });
  expect(local.one(number).data).toEqual({ ask: ['user_b', 'user_c'], withdraw: ['user_a'] });
});

test('an unsent form that is deleted leaves nothing behind', () => {
  const { id } = local.save({ operation: 'forms.create', data: { name: 'Intake' } });
  local.save({ operation: 'forms.delete', data: { id } });
  expect(local.all()).toEqual([]);
});

test('a delete is saved once, and no edit follows it', () => {
  const edit = local.save({ operation: 'forms.update', data: { id: 'form_1', name: 'New' } });
  const { number } = local.save({ operation: 'forms.delete', data: { id: 'form_1' } });
  expect(local.all().map((change) => change.number)).toEqual([edit.number, number]);
  expect(local.save({ operation: 'forms.delete', data: { id: 'form_1' } }).number).toBe(number);
  const change = { operation: 'forms.update', data: { id: 'form_1', name: 'Late' } } as const;
  expect(getCode(local.store.save({ change: change as never, cached: null, userId: '' }))).toBe(
    'invalid-input',
  );
});

test.each(['rejected', 'needs-you'] as const)(
  'an edit that is %s stays as it is, and another one follows it',
  (state) => {
    const { number } = local.save(rename('First'));
    local.leave(number);
    unwrap(local.store.storeAttempt({ number, data: local.one(number).data, rest: { state } }));
    const next = local.save(rename('Second'));
    expect(local.all()).toMatchObject([
      { number, state },
      { number: next.number, state: 'saved' },
    ]);
    expect(local.one(number).data).toEqual({ name: 'First' });
  },
);

test('a pending publish is not stored twice', () => {
  const { number } = local.save({ operation: 'forms.publish', data: { id: 'form_1' } });
  expect(local.save({ operation: 'forms.publish', data: { id: 'form_1' } }).number).toBe(number);
});

test('an unknown local id is refused', () => {
  const id = 'local_form_01ARZ3NDEKTSV4RRFFQ69G5FAV';
  const change = { operation: 'forms.update', data: { id, name: 'x' } } as const;
  expect(getCode(local.store.save({ change: change as never, cached: null, userId: '' }))).toBe('not-found');
});

test('a second create of the same content waits until the outcome of the first is known', () => {
  const first = local.save(NEW_ORDER);
  const second = local.save(NEW_ORDER);
  local.leave(first.number);
  expect(unwrap(local.store.getNextTask({ except: [] }))).toBeNull();
  const { data } = local.one(first.number);
  unwrap(local.store.closeConfirmedChange({ number: first.number, data, ending: 'sent', realId: 'req_1' }));
  expect(unwrap(local.store.getNextTask({ except: [] }))).toMatchObject({
    action: 'send',
    change: { number: second.number, target: second.id },
  });
});

test('a write that changed since it was read is neither sent nor completed in its old form', () => {
  const { number } = local.save(rename('First'), REQUISITION);
  const { data } = local.one(number);
  local.save(rename('Second'), REQUISITION);
  expect(getCode(local.store.markSending({ number, data, evidence: {} }))).toBe('cancelled');
  expect(getCode(local.store.closeConfirmedChange({ number, data, ending: 'needless' }))).toBe('cancelled');
  expect(local.one(number)).toMatchObject({ state: 'saved', data: { name: 'Second' } });
});

test('another key opens nothing, and the right one finds what was saved', () => {
  local.save(NEW_ORDER);
  local.store.close();
  expect(local.store.open({ folder: local.folder, key: 'f'.repeat(64) })).toMatchObject({
    error: { code: 'key-mismatch' },
  });
  unwrap(local.store.open({ folder: local.folder, key: TEST_KEY }));
  expect(local.all()).toHaveLength(1);
});
