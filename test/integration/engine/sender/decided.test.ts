import { expect, test } from 'vitest';
import type { PendingChange } from '#contract/outbox.ts';
import { type TestApp, openTestApp } from '../../../support/app.ts';
import { type RawRecord, changeAsOtherClient } from '../../../support/clinic.ts';

const PATIENT = 120_000;

const REVIEW = { status: 'reviewed', reviewer: 'user_r1' };

function getChanges(outbox: readonly PendingChange[], id: string): readonly string[] | undefined {
  const change = outbox.find((each) => each.id === id && each.question === 'changed');
  return change?.changes.map(({ field }) => field);
}

/** Five records of a kind that nothing has shared or published differently in between. */
function getIds(app: TestApp, kind: 'form' | 'requisition', count: number): readonly string[] {
  const found = [...app.serviceRecords(kind).values()].filter(
    (record) => record['share_with_patient'] !== true,
  );
  return found.slice(0, count).map(({ id }) => id);
}

/** Results came and no review is open or done: one review completes it. */
function isUnreviewed(record: RawRecord): boolean {
  const history = record['status_history'] as readonly { status: string }[];
  return (
    (record['reviews'] as readonly unknown[]).length === 0 && history.at(-1)?.status === 'results_received'
  );
}

test(
  'a delete, publish, review and sharing are not sent over a record that has changed since the user saw it',
  async () => {
    const app = await openTestApp();
    await app.sync();
    const [deleted = '', published = ''] = getIds(app, 'form', 2);
    const [reviewed = '', shared = '', untouched = ''] = getIds(app, 'requisition', 3);
    const details = String(app.serviceRecords('requisition').get(shared)?.['order_details']);
    await app.save({ operation: 'forms.delete', data: { id: deleted } });
    await app.save({ operation: 'forms.publish', data: { id: published } });
    await app.save({ operation: 'requisitions.update', data: { id: reviewed, review: REVIEW } });
    await app.save({ operation: 'requisitions.update', data: { id: shared, share_with_patient: true } });
    await app.save({ operation: 'requisitions.update', data: { id: untouched, review: REVIEW } });
    await changeAsOtherClient(app.clinic, `/v2/forms/${deleted}`, {
      request_completion_from: [{ patient: 'user_theirs' }],
    });
    await changeAsOtherClient(app.clinic, `/v2/forms/${published}`, {
      has_unpublished_changes: true,
      description: 'Half done',
    });
    app.clinic.otherUsers.updateRequisition(reviewed, {
      review: { status: 'reviewed', reviewer: 'user_other' },
    });
    app.clinic.otherUsers.updateRequisition(shared, { order_details: 'Anonymous test' });
    await app.sync();
    const outbox = await app.outbox();
    expect(outbox.map(({ question }) => question)).toEqual(['changed', 'changed', 'changed', 'changed']);
    expect(getChanges(outbox, deleted)).toContain('request_completion_from');
    expect(getChanges(outbox, published)).toContain('description');
    expect(getChanges(outbox, reviewed)).toEqual(['reviews', 'last_updated_at']);
    expect(outbox.find(({ id }) => id === shared)?.changes).toEqual([
      { field: 'order_details', seen: JSON.stringify(details), now: '"Anonymous test"' },
      expect.objectContaining({ field: 'last_updated_at' }),
    ]);
    expect(app.done('DELETE', `/v2/forms/${deleted}`)).toBe(0);
    expect(app.done('POST', `/v2/forms/${published}/publish`)).toBe(0);
    expect(app.done('POST', `/v2/requisitions/${reviewed}`)).toBe(0);
    expect(app.serviceRecords('requisition').get(shared)).toMatchObject({ share_with_patient: false });
    expect(app.done('POST', `/v2/requisitions/${untouched}`)).toBe(1);
    for (const { number, id } of outbox)
      await app.resolve(number, { take: id === published ? 'server' : 'mine' });
    await app.sync();
    expect(await app.outbox()).toEqual([]);
    expect(app.serviceRecords('form').has(deleted)).toBe(false);
    expect(app.done('POST', `/v2/forms/${published}/publish`)).toBe(0);
    expect(app.done('POST', `/v2/requisitions/${reviewed}`)).toBe(1);
    expect(app.serviceRecords('requisition').get(shared)).toMatchObject({ share_with_patient: true });
  },
  PATIENT,
);

test(
  'this user’s own earlier changes, a patient who completed the form, and sharing less lead to no question',
  async () => {
    const app = await openTestApp();
    await app.sync();
    const [form = '', deleted = ''] = getIds(app, 'form', 2);
    const [requisition = ''] = getIds(app, 'requisition', 1);
    const shared = [...app.serviceRecords('requisition').values()].find(
      (record) => record['share_with_patient'],
    );
    await app.save({ operation: 'forms.completion', data: { id: deleted, ask: ['user_p'] } });
    await app.sync();
    await app.save({ operation: 'requisitions.update', data: { id: requisition, name: 'Mine' } });
    await app.save({ operation: 'requisitions.update', data: { id: requisition, review: REVIEW } });
    await app.save({ operation: 'forms.update', data: { id: form, description: 'Mine' } });
    await app.save({ operation: 'forms.publish', data: { id: form } });
    await app.save({ operation: 'forms.delete', data: { id: deleted } });
    const unshared = { id: shared?.id ?? '', share_with_patient: false };
    await app.save({ operation: 'requisitions.update', data: unshared });
    app.clinic.otherUsers.updateRequisition(unshared.id, { order_details: 'Changed' });
    app.clinic.completeForm(deleted, 'user_p');
    await app.sync();
    expect(await app.outbox()).toEqual([]);
    expect(app.serviceRecords('form').has(deleted)).toBe(false);
    expect(app.done('POST', `/v2/forms/${form}/publish`)).toBe(1);
    expect(app.serviceRecords('requisition').get(unshared.id)).toMatchObject({ share_with_patient: false });
  },
  PATIENT,
);

test(
  'a 404 to a delete counts as done only if the list of forms does not contain the form either',
  async () => {
    const app = await openTestApp();
    await app.sync();
    const [id = ''] = getIds(app, 'form', 1);
    app.clinic.faults.add({
      match: { method: 'DELETE', times: 1 },
      action: { kind: 'answer', status: 404, body: '<html>gateway</html>' },
    });
    const { number } = await app.save({ operation: 'forms.delete', data: { id } });
    await app.sync();
    expect(await app.outbox()).toMatchObject([{ state: 'rejected', error: { code: 'not-found' } }]);
    expect((await app.cached('form')).has(id)).toBe(true);
    await app.engine().call('outbox.retry', { number });
    await app.sync();
    expect(await app.outbox()).toEqual([]);
    expect(app.serviceRecords('form').has(id)).toBe(false);
  },
  PATIENT,
);

test(
  'a patient asked by an attempt whose response was lost, and not asked now, is asked again only by the user',
  async () => {
    const app = await openTestApp();
    await app.sync();
    const [id = ''] = getIds(app, 'form', 1);
    const path = `/v2/forms/${id}`;
    app.clinic.faults.add({
      match: { method: 'POST', path, times: 1 },
      action: { kind: 'close', after: true },
    });
    app.clinic.faults.add({ match: { method: 'GET', path, skip: 1, times: 40 }, action: { kind: 'close' } });
    const { number } = await app.save({
      operation: 'forms.completion',
      data: { id, ask: ['user_p', 'user_q'] },
    });
    await app.sync({ kinds: ['notification'] });
    expect(await app.outbox()).toMatchObject([{ number, state: 'saved', mayHaveArrived: true }]);
    app.clinic.completeForm(id, 'user_p');
    app.clinic.faults.clear();
    await app.sync();
    expect(await app.outbox()).toMatchObject([
      { number, question: 'asked-before', fields: [{ field: 'ask', theirs: '["user_p"]' }, {}] },
    ]);
    expect(app.done('POST', path)).toBe(1);
    await app.resolve(number, { take: 'server' });
    await app.sync();
    expect(await app.outbox()).toEqual([]);
    expect(app.done('POST', path)).toBe(1);
    expect((await app.closedChanges())[0]).toMatchObject({ ending: 'needless' });
  },
  PATIENT,
);

test(
  'a refused review leaves its requisition among those that need one, and a refused read flag its notification unread',
  async () => {
    const app = await openTestApp();
    await app.sync();
    const engine = app.engine();
    const notification = [...app.serviceRecords('notification').values()].find(({ read }) => read === false);
    const before = await engine.call('worklist.counts', { terms: [] });
    const id = [...app.serviceRecords('requisition').values()].find(isUnreviewed)?.id ?? '';
    const refuse = { kind: 'answer', status: 422, body: '{"message":"Not your own order."}' } as const;
    app.clinic.faults.add({ match: { method: 'POST' }, action: refuse });
    await app.save({ operation: 'requisitions.update', data: { id, review: REVIEW } });
    await app.save({ operation: 'notifications.update', data: { id: notification?.id ?? '', read: true } });
    await app.sync();
    expect((await app.outbox()).map(({ state }) => state)).toEqual(['rejected', 'rejected']);
    expect(await engine.call('worklist.counts', { terms: [] })).toEqual(before);
    expect(await engine.call('notifications.get', { id: notification?.id ?? '' })).toMatchObject({
      value: { record: { read: false }, pending: 'rejected' },
    });
    app.clinic.faults.clear();
    await engine.call('inbox.markRead', { ids: [notification?.id ?? ''], read: true });
    await app.sync();
    expect(app.serviceRecords('notification').get(notification?.id ?? '')).toMatchObject({ read: true });
  },
  PATIENT,
);

test(
  'an update whose response was lost says that it may have arrived; a read flag of a removed notification is not needed',
  async () => {
    const app = await openTestApp();
    await app.sync();
    const [id = ''] = getIds(app, 'requisition', 1);
    const notification = app.first('notification');
    const path = `/v2/requisitions/${id}`;
    app.clinic.faults.add({
      match: { method: 'POST', path, times: 1 },
      action: { kind: 'close', after: true },
    });
    app.clinic.faults.add({ match: { method: 'GET', path, skip: 1, times: 40 }, action: { kind: 'close' } });
    app.clinic.faults.add({
      match: { path: `/v2/notifications/${notification.id}` },
      action: { kind: 'answer', status: 410 },
    });
    await app.save({ operation: 'requisitions.update', data: { id, name: 'Mine' } });
    await app.save({
      operation: 'notifications.update',
      data: { id: notification.id, read: notification['read'] !== true },
    });
    await app.sync({ kinds: ['form'] });
    expect(await app.outbox()).toMatchObject([{ id, state: 'saved', mayHaveArrived: true }]);
    expect(await app.closedChanges()).toMatchObject([{ id: notification.id, ending: 'needless' }]);
  },
  PATIENT,
);

test(
  'a completion request has the time of the service, not that of this computer',
  async () => {
    const app = await openTestApp();
    await app.sync();
    const [id = ''] = getIds(app, 'form', 1);
    const ahead = Date.now() + 10 * 86_400_000;
    const value = new Date(ahead).toUTCString();
    app.clinic.faults.add({ match: { method: 'GET' }, action: { kind: 'date', value } });
    await app.save({ operation: 'forms.completion', data: { id, ask: ['user_p'] } });
    await app.sync({ kinds: ['form'] });
    const requests = app.serviceRecords('form').get(id)?.['request_completion_from'] as readonly {
      patient: string;
      requested_at: string;
    }[];
    const asked = requests.find(({ patient }) => patient === 'user_p');
    expect(Math.abs(Date.parse(asked?.requested_at ?? '') - ahead)).toBeLessThan(3_600_000);
  },
  PATIENT,
);
