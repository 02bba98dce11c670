import { afterEach, beforeEach, expect, test } from 'vitest';
import { assignServiceId } from '#main/engine/local/ids.ts';
import { deleteStoredChange } from '#main/engine/local/outbox/stored-changes.ts';
import type { ValidatedInput } from '#contract/api.ts';
import type { PendingState } from '#contract/records.ts';
import { decodeCursor } from '#main/engine/cache/tables/cursor.ts';
import { findPage } from '#main/engine/cache/query/page.ts';
import { REQUISITION_LIST, toRequisitionListClauses } from '#main/engine/cache/lists/requisitions.ts';
import { rawForm, rawNotification, rawRequisition } from '../../../../support/builders.ts';
import { getCode, unwrap } from '../../../../support/engine.ts';
import { cacheAndLocal, type CacheAndLocal } from '../../../../support/overlay.ts';
import { localId, SAVED_AT } from '../../../../support/pending.ts';

let cache: CacheAndLocal;
beforeEach(async () => {
  cache = await cacheAndLocal();
});
afterEach(() => cache.close());

const LOCAL = localId('requisition');
const ORDER = { patient: 'user_p1', type: 'lab', ordering_provider: 'user_d1', name: 'Lipid panel' };

/** Forms as their list shows them. */
function getForms(terms: ValidatedInput<'forms.page'>['terms'] = []) {
  const order = { by: 'updated', descending: true } as const;
  return unwrap(cache.read('forms.page', { tab: 'all', terms, order, limit: 5 })).items;
}

function get(id: string) {
  return cache.read('requisitions.get', { id: id as never });
}

test('a record shows its pending changes, and says when it was fetched and what its state is', () => {
  cache.store('requisition', rawRequisition({ id: 'req_1' }));
  expect(unwrap(get('req_1'))).toMatchObject({ id: 'req_1', fetchedAt: expect.any(Number), pending: null });
  cache.addPendingChange({ operation: 'requisitions.update', target: 'req_1', data: { name: 'Lipids' } });
  expect(unwrap(get('req_1'))).toMatchObject({
    record: { id: 'req_1', name: 'Lipids', patient: 'user_p1', flags: [] },
    id: 'req_1',
    fetchedAt: expect.any(Number),
    pending: 'saved',
  });
});

test.each([
  [['saved', 'needs-you', 'rejected'], 'needs-you'],
  [['sending', 'rejected', 'uncertain'], 'rejected'],
  [['saved', 'uncertain', 'sending'], 'uncertain'],
  [['sending', 'saved'], 'sending'],
] as const satisfies readonly (readonly [readonly PendingState[], PendingState])[])(
  'of %j the record shows %s',
  (states, expected) => {
    cache.store('form', rawForm());
    for (const state of states)
      cache.addPendingChange({ operation: 'forms.publish', target: 'form_1', state });
    expect(unwrap(cache.read('forms.get', { id: 'form_1' as never })).pending).toBe(expected);
    expect(getForms()).toMatchObject([{ id: 'form_1', pending: expected }]);
  },
);

test('a record created here is listed by when it was saved, and exists on this computer only', () => {
  cache.store(
    'requisition',
    rawRequisition({ id: 'req_1', last_updated_at: new Date(SAVED_AT + 1).toISOString() }),
  );
  cache.store(
    'requisition',
    rawRequisition({ id: 'req_2', last_updated_at: new Date(SAVED_AT - 1).toISOString() }),
  );
  cache.addPendingChange({ operation: 'requisitions.create', target: LOCAL, data: ORDER });
  expect(cache.requisitionIds()).toEqual(['req_1', LOCAL, 'req_2']);
  expect(cache.requisitionIds({ search: 'lipid', patient: 'user_p1' })).toEqual([LOCAL]);
  expect(unwrap(get(LOCAL))).toMatchObject({
    record: { id: LOCAL, name: 'Lipid panel', status: 'draft', createdAt: SAVED_AT, flags: [] },
    id: LOCAL,
    fetchedAt: null,
    pending: 'saved',
  });
});

test('a local id resolves permanently, and then names the record by the service’s id', () => {
  const number = cache.addPendingChange({ operation: 'requisitions.create', target: LOCAL, data: ORDER });
  cache.store('requisition', rawRequisition({ id: 'req_9', ...ORDER }));
  deleteStoredChange(cache.app, number);
  assignServiceId(cache.app, LOCAL, 'req_9');
  expect(unwrap(get(LOCAL))).toMatchObject({ record: { id: 'req_9' }, id: 'req_9', pending: null });
  const raw = unwrap(cache.read('records.raw', { kind: 'requisition', id: LOCAL, withPending: false }));
  expect(JSON.parse(raw.raw)).toMatchObject({ id: 'req_9' });
  cache.addPendingChange({ operation: 'requisitions.update', target: 'req_9', data: { name: 'Later' } });
  expect(unwrap(get(LOCAL))).toMatchObject({ record: { name: 'Later' }, id: 'req_9', pending: 'saved' });
});

test('local ids that are unknown, discarded, or of another kind are not found', () => {
  const number = cache.addPendingChange({ operation: 'requisitions.create', target: LOCAL, data: ORDER });
  expect(getCode(get(localId('requisition', 2)))).toBe('not-found');
  expect(getCode(cache.read('forms.get', { id: LOCAL as never }))).toBe('not-found');
  expect(getCode(cache.read('records.raw', { kind: 'form', id: LOCAL, withPending: true }))).toBe(
    'not-found',
  );
  deleteStoredChange(cache.app, number);
  expect(getCode(get(LOCAL))).toBe('not-found');
  expect(cache.requisitionIds()).toEqual([]);
});

test('a change of a record that is not here is not shown until the record is', () => {
  cache.addPendingChange({ operation: 'requisitions.update', target: 'req_1', data: { name: 'Lipids' } });
  expect(getCode(get('req_1'))).toBe('not-found');
  expect(cache.requisitionIds()).toEqual([]);
  cache.store('requisition', rawRequisition({ id: 'req_1' }));
  expect(cache.requisitionIds({ search: 'lipids' })).toEqual(['req_1']);
});

test('a form with a pending deletion stays, marked, until the service has deleted it', () => {
  cache.store('form', rawForm());
  cache.addPendingChange({ operation: 'forms.delete', target: 'form_1' });
  expect(getForms()).toMatchObject([{ id: 'form_1', name: 'Intake', pending: 'saved' }]);
});

test('open requests of a form are counted with the pending ones', () => {
  cache.store('form', rawForm());
  const data = { ask: ['user_1', 'user_2'], withdraw: [] };
  cache.addPendingChange({ operation: 'forms.completion', target: 'form_1', data });
  expect(getForms([{ field: 'text', value: 'INT', isNot: false }])).toMatchObject([{ openRequests: 2 }]);
});

test('raw resources are exact, or with pending changes; the list includes them, the dump does not', () => {
  const stored = rawNotification({ odd: { kept: [1.5e300, '\u2028'] } });
  cache.store('notification', stored);
  const raw = (withPending: boolean) =>
    unwrap(cache.read('records.raw', { kind: 'notification', id: 'notf_1', withPending })).raw;
  expect([raw(false), raw(true)]).toEqual([JSON.stringify(stored), JSON.stringify(stored)]);
  cache.addPendingChange({ operation: 'notifications.update', target: 'notf_1', data: { read: true } });
  expect([raw(false), raw(true)]).toEqual([
    JSON.stringify(stored),
    JSON.stringify({ ...stored, read: true }),
  ]);
  const listed = cache.read('records.list', { kind: 'notification', filter: { unread: false }, limit: 9 });
  expect(unwrap(listed).items).toEqual([JSON.stringify({ ...stored, read: true })]);
  const dumped = cache.read('records.dump', { kind: 'notification', limit: 9 });
  expect(unwrap(dumped).items).toEqual([JSON.stringify(stored)]);
});

test('a record on this computer only has a raw resource only with pending changes, and is in no dump', () => {
  cache.addPendingChange({ operation: 'requisitions.create', target: LOCAL, data: ORDER });
  const raw = (withPending: boolean) =>
    cache.read('records.raw', { kind: 'requisition', id: LOCAL, withPending });
  expect(getCode(raw(false))).toBe('not-found');
  const { raw: text, fetchedAt } = unwrap(raw(true));
  expect(JSON.parse(text)).toMatchObject({ id: LOCAL, ...ORDER });
  expect(fetchedAt).toBeNull();
  expect(unwrap(cache.read('records.dump', { kind: 'requisition', limit: 9 })).items).toEqual([]);
});

test('a scan that reaches its budget shows the pending changes of its segment of the list, and no row twice', () => {
  const at = (n: number): string => new Date(n * 1000).toISOString();
  const records = Array.from({ length: 100 }, (_none, n) =>
    rawRequisition({ id: `req_${n}`, name: 'other', last_updated_at: at(n) }),
  );
  cache.sweep('requisition', records);
  for (const n of [95, 50, 49, 3]) {
    const target = localId('requisition', n);
    const data = { ...ORDER, name: 'xy' };
    cache.addPendingChange({ operation: 'requisitions.create', target, data, savedAt: n * 1000 });
  }
  cache.requisitionIds();
  const scope = toRequisitionListClauses(cache.reader, { search: 'xy' });
  const pages: (readonly string[])[] = [];
  let after: string | undefined;
  do {
    const place = unwrap(decodeCursor('requisition', after));
    const options = {
      scope,
      hasPending: true,
      position: place,
      limit: 10,
      budget: 30,
    };
    const page = findPage(cache.reader, REQUISITION_LIST, options);
    pages.push(page.rows.map(({ id }) => id));
    after = page.next ?? undefined;
  } while (after !== undefined && pages.length < 10);
  const pending = (n: number): string => localId('requisition', n);
  expect(pages).toEqual([[pending(95)], [pending(50), pending(49)], [], [pending(3)]]);
});

test('records that could not be kept are listed, newest first, with the reason and nothing of their content', () => {
  cache.sweep('form', ['secret', rawForm({ id: 'form_ok' })]);
  cache.sweep('requisition', [rawRequisition({ id: 'not an id', name: 'secret' })]);
  const { items } = unwrap(cache.read('quarantine.list', { limit: 100 }));
  expect(items).toHaveLength(2);
  expect(items).toEqual(
    expect.arrayContaining([
      { kind: 'form', reason: 'not-an-object', id: null, seenAt: expect.any(Number) },
      { kind: 'requisition', reason: 'bad-id', id: 'not an id', seenAt: expect.any(Number) },
    ]),
  );
  expect([...items].toSorted((left, right) => right.seenAt - left.seenAt)).toEqual(items);
  expect(unwrap(cache.read('quarantine.list', { limit: 1 })).items).toHaveLength(1);
});
