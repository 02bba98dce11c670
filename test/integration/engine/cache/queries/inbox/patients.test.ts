import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { openCacheForReading } from '#main/engine/cache/file/open.ts';
import { SUBJECT_PATIENT } from '#main/engine/cache/queries/inbox/subject-patient.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { rawNotification, rawRequisition } from '../../../../../support/builders.ts';
import { unwrap } from '../../../../../support/engine.ts';
import { nameId } from '../../../../../support/lists.ts';
import { cacheAndLocal, type CacheAndLocal } from '../../../../../support/overlay.ts';

let app: CacheAndLocal;
beforeEach(async () => {
  app = await cacheAndLocal();
  onTestFinished(() => app.close());
});

function storeNotification(id: string, props: object, change: object = {}): void {
  app.store('notification', rawNotification({ id, props, ...change }));
}

function listRows(text?: string) {
  const terms = text === undefined ? [] : [{ field: 'text' as const, value: text, isNot: false }];
  return unwrap(app.read('inbox.page', { terms, order: { unreadFirst: false }, limit: 50 })).items;
}

const patients = (): Record<string, string> =>
  Object.fromEntries(listRows().map(({ id, patient }) => [id, patient]));

test('a notification about a cached requisition names its patient, in the list and alone', () => {
  app.store('requisition', rawRequisition({ id: 'req_1', patient: 'user_ann' }));
  storeNotification('notf_1', { object: 'requisition', id: 'req_1' });
  expect(patients()).toEqual({ notf_1: 'user_ann' });
  const one = unwrap(app.read('notifications.get', { id: 'notf_1' as never }));
  expect(one.record.patient).toBe('user_ann');
});

test('the patient is known once the requisition arrives, and not before', () => {
  storeNotification('notf_1', { object: 'requisition', id: 'req_1' });
  expect(patients()).toEqual({ notf_1: '' });
  app.store('requisition', rawRequisition({ id: 'req_1', patient: 'user_ann' }));
  expect(patients()).toEqual({ notf_1: 'user_ann' });
});

test.each([
  ['another kind of object with that id', { object: 'message', id: 'req_1' }],
  ['a kind in other letters', { object: 'Requisition', id: 'req_1' }],
  ['another requisition', { object: 'requisition', id: 'req_2' }],
  ['a requisition without an id', { object: 'requisition' }],
  ['a person in an object of unknown shape', { object: 'form', id: 'form_1', patient: 'user_ann' }],
])('%s names no patient', (_what, props) => {
  app.store('requisition', rawRequisition({ id: 'req_1', patient: 'user_ann' }));
  storeNotification('notf_1', props);
  expect(patients()).toEqual({ notf_1: '' });
  const one = unwrap(app.read('notifications.get', { id: 'notf_1' as never }));
  expect(one.record.patient).toBe('');
});

test('a search for the name of the patient finds the notifications about their requisitions, read and unsent ones too', () => {
  nameId(app, 'user_ann', 'Ann Lee');
  app.store('requisition', rawRequisition({ id: 'req_1', patient: 'user_ann' }));
  app.store('requisition', rawRequisition({ id: 'req_2', patient: 'user_bob' }));
  storeNotification('notf_1', { object: 'requisition', id: 'req_1' }, { read: true });
  storeNotification('notf_2', { object: 'requisition', id: 'req_1' }, { user: 'user_d2' });
  storeNotification('notf_3', { object: 'requisition', id: 'req_2' });
  storeNotification('notf_4', { object: 'message', id: 'req_1' });
  app.addPendingChange({ operation: 'notifications.update', target: 'notf_2', data: { read: true } });
  expect(
    listRows('ann lee')
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(['notf_1', 'notf_2']);
});

test('the patients of a page are looked up by the ids of its requisitions', () => {
  const cache = openCacheForReading(app.file);
  onTestFinished(() => cache.close());
  const plan = cache.all(sql<{ detail: string }>`
    EXPLAIN QUERY PLAN SELECT ${SUBJECT_PATIENT} FROM notification WHERE row IN (1, 2)`);
  expect(plan.map(({ detail }) => detail).join('\n')).toContain('SEARCH subject USING INDEX');
});
