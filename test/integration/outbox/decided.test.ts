import { expect, test } from 'vitest';
import type { PendingOperation } from '#contract/outbox.ts';
import {
  changeElsewhere,
  deskAndClinic,
  type DeskAndClinic,
  type RawRecord,
} from '../../support/desk-and-clinic.ts';

const PATIENT = 120_000;

const REVIEW = { status: 'reviewed', reviewer: 'user_r1' };

function changesOf(outbox: readonly PendingOperation[], id: string): readonly string[] | undefined {
  const write = outbox.find((each) => each.id === id && each.question === 'changed');
  return write?.changes.map(({ field }) => field);
}

/** Five records of a kind that nobody has shared or published differently in between. */
function idsOf(desk: DeskAndClinic, kind: 'form' | 'requisition', count: number): readonly string[] {
  const found = [...desk.truth(kind).values()].filter((record) => record['share_with_patient'] !== true);
  return found.slice(0, count).map(({ id }) => id);
}

/** Results came and no review is open or done: one review settles it. */
function isUnreviewed(record: RawRecord): boolean {
  const history = record['status_history'] as readonly { status: string }[];
  return (
    (record['reviews'] as readonly unknown[]).length === 0 && history.at(-1)?.status === 'results_received'
  );
}

test(
  'a delete, publish, review and sharing are not sent over a record that has changed since the user saw it',
  async () => {
    const desk = await deskAndClinic();
    await desk.sync();
    const [deleted = '', published = ''] = idsOf(desk, 'form', 2);
    const [reviewed = '', shared = '', untouched = ''] = idsOf(desk, 'requisition', 3);
    const details = String(desk.truth('requisition').get(shared)?.['order_details']);
    await desk.save({ operation: 'forms.delete', data: { id: deleted } });
    await desk.save({ operation: 'forms.publish', data: { id: published } });
    await desk.save({ operation: 'requisitions.update', data: { id: reviewed, review: REVIEW } });
    await desk.save({ operation: 'requisitions.update', data: { id: shared, share_with_patient: true } });
    await desk.save({ operation: 'requisitions.update', data: { id: untouched, review: REVIEW } });
    await changeElsewhere(desk.clinic, `/v2/forms/${deleted}`, {
      request_completion_from: [{ patient: 'user_theirs' }],
    });
    await changeElsewhere(desk.clinic, `/v2/forms/${published}`, {
      has_unpublished_changes: true,
      description: 'Half done',
    });
    desk.clinic.elsewhere.updateRequisition(reviewed, {
      review: { status: 'reviewed', reviewer: 'user_other' },
    });
    desk.clinic.elsewhere.updateRequisition(shared, { order_details: 'Anonymous test' });
    await desk.sync();
    const outbox = await desk.outbox();
    expect(outbox.map(({ question }) => question)).toEqual(['changed', 'changed', 'changed', 'changed']);
    expect(changesOf(outbox, deleted)).toContain('request_completion_from');
    expect(changesOf(outbox, published)).toContain('description');
    expect(changesOf(outbox, reviewed)).toEqual(['reviews', 'last_updated_at']);
    expect(outbox.find(({ id }) => id === shared)?.changes).toEqual([
      { field: 'order_details', seen: JSON.stringify(details), now: '"Anonymous test"' },
      expect.objectContaining({ field: 'last_updated_at' }),
    ]);
    expect(desk.done('DELETE', `/v2/forms/${deleted}`)).toBe(0);
    expect(desk.done('POST', `/v2/forms/${published}/publish`)).toBe(0);
    expect(desk.done('POST', `/v2/requisitions/${reviewed}`)).toBe(0);
    expect(desk.truth('requisition').get(shared)).toMatchObject({ share_with_patient: false });
    expect(desk.done('POST', `/v2/requisitions/${untouched}`)).toBe(1);
    for (const { number, id } of outbox)
      await desk.resolve(number, { take: id === published ? 'server' : 'mine' });
    await desk.sync();
    expect(await desk.outbox()).toEqual([]);
    expect(desk.truth('form').has(deleted)).toBe(false);
    expect(desk.done('POST', `/v2/forms/${published}/publish`)).toBe(0);
    expect(desk.done('POST', `/v2/requisitions/${reviewed}`)).toBe(1);
    expect(desk.truth('requisition').get(shared)).toMatchObject({ share_with_patient: true });
  },
  PATIENT,
);

test(
  'what this user changed before, a patient who completed the form, and sharing less ask nothing',
  async () => {
    const desk = await deskAndClinic();
    await desk.sync();
    const [form = '', deleted = ''] = idsOf(desk, 'form', 2);
    const [requisition = ''] = idsOf(desk, 'requisition', 1);
    const shared = [...desk.truth('requisition').values()].find((record) => record['share_with_patient']);
    await desk.save({ operation: 'forms.completion', data: { id: deleted, ask: ['user_p'] } });
    await desk.sync();
    await desk.save({ operation: 'requisitions.update', data: { id: requisition, name: 'Mine' } });
    await desk.save({ operation: 'requisitions.update', data: { id: requisition, review: REVIEW } });
    await desk.save({ operation: 'forms.update', data: { id: form, description: 'Mine' } });
    await desk.save({ operation: 'forms.publish', data: { id: form } });
    await desk.save({ operation: 'forms.delete', data: { id: deleted } });
    const unshared = { id: shared?.id ?? '', share_with_patient: false };
    await desk.save({ operation: 'requisitions.update', data: unshared });
    desk.clinic.elsewhere.updateRequisition(unshared.id, { order_details: 'Changed' });
    desk.clinic.completeForm(deleted, 'user_p');
    await desk.sync();
    expect(await desk.outbox()).toEqual([]);
    expect(desk.truth('form').has(deleted)).toBe(false);
    expect(desk.done('POST', `/v2/forms/${form}/publish`)).toBe(1);
    expect(desk.truth('requisition').get(unshared.id)).toMatchObject({ share_with_patient: false });
  },
  PATIENT,
);

test(
  'a 404 to a delete counts as done only where the list of forms does not hold the form either',
  async () => {
    const desk = await deskAndClinic();
    await desk.sync();
    const [id = ''] = idsOf(desk, 'form', 1);
    desk.clinic.faults.add({
      match: { method: 'DELETE', times: 1 },
      action: { kind: 'answer', status: 404, body: '<html>gateway</html>' },
    });
    const { number } = await desk.save({ operation: 'forms.delete', data: { id } });
    await desk.sync();
    expect(await desk.outbox()).toMatchObject([{ state: 'rejected', error: { code: 'not-found' } }]);
    expect((await desk.cached('form')).has(id)).toBe(true);
    await desk.engine().call('outbox.retry', { number });
    await desk.sync();
    expect(await desk.outbox()).toEqual([]);
    expect(desk.truth('form').has(id)).toBe(false);
  },
  PATIENT,
);

test(
  'a patient asked by an attempt whose answer was lost, and not asked now, is asked again only by the user',
  async () => {
    const desk = await deskAndClinic();
    await desk.sync();
    const [id = ''] = idsOf(desk, 'form', 1);
    const path = `/v2/forms/${id}`;
    desk.clinic.faults.add({
      match: { method: 'POST', path, times: 1 },
      action: { kind: 'close', after: true },
    });
    desk.clinic.faults.add({ match: { method: 'GET', path, skip: 1, times: 40 }, action: { kind: 'close' } });
    const { number } = await desk.save({
      operation: 'forms.completion',
      data: { id, ask: ['user_p', 'user_q'] },
    });
    await desk.sync({ kinds: ['notification'] });
    expect(await desk.outbox()).toMatchObject([{ number, state: 'saved', mayHaveArrived: true }]);
    desk.clinic.completeForm(id, 'user_p');
    desk.clinic.faults.clear();
    await desk.sync();
    expect(await desk.outbox()).toMatchObject([
      { number, question: 'asked-before', fields: [{ field: 'ask', theirs: '["user_p"]' }, {}] },
    ]);
    expect(desk.done('POST', path)).toBe(1);
    await desk.resolve(number, { take: 'server' });
    await desk.sync();
    expect(await desk.outbox()).toEqual([]);
    expect(desk.done('POST', path)).toBe(1);
    expect((await desk.settled())[0]).toMatchObject({ how: 'needless' });
  },
  PATIENT,
);

test(
  'a refused review leaves its requisition among those that need one, and a refused read flag its notification unread',
  async () => {
    const desk = await deskAndClinic();
    await desk.sync();
    const engine = desk.engine();
    const alert = [...desk.truth('notification').values()].find(({ read }) => read === false);
    const before = await engine.call('worklist.counts', { terms: [] });
    const id = [...desk.truth('requisition').values()].find(isUnreviewed)?.id ?? '';
    const refuse = { kind: 'answer', status: 422, body: '{"message":"Not your own order."}' } as const;
    desk.clinic.faults.add({ match: { method: 'POST' }, action: refuse });
    await desk.save({ operation: 'requisitions.update', data: { id, review: REVIEW } });
    await desk.save({ operation: 'notifications.update', data: { id: alert?.id ?? '', read: true } });
    await desk.sync();
    expect((await desk.outbox()).map(({ state }) => state)).toEqual(['rejected', 'rejected']);
    expect(await engine.call('worklist.counts', { terms: [] })).toEqual(before);
    expect(await engine.call('notifications.get', { id: alert?.id ?? '' })).toMatchObject({
      value: { record: { read: false }, pending: 'rejected' },
    });
    desk.clinic.faults.clear();
    await engine.call('inbox.mark', { ids: [alert?.id ?? ''], read: true });
    await desk.sync();
    expect(desk.truth('notification').get(alert?.id ?? '')).toMatchObject({ read: true });
  },
  PATIENT,
);

test(
  'an update whose answer was lost says that it may have arrived; a read flag of a notification that is gone is needless',
  async () => {
    const desk = await deskAndClinic();
    await desk.sync();
    const [id = ''] = idsOf(desk, 'requisition', 1);
    const alert = desk.first('notification');
    const path = `/v2/requisitions/${id}`;
    desk.clinic.faults.add({
      match: { method: 'POST', path, times: 1 },
      action: { kind: 'close', after: true },
    });
    desk.clinic.faults.add({ match: { method: 'GET', path, skip: 1, times: 40 }, action: { kind: 'close' } });
    desk.clinic.faults.add({
      match: { method: 'POST', path: `/v2/notifications/${alert.id}` },
      action: { kind: 'answer', status: 410 },
    });
    await desk.save({ operation: 'requisitions.update', data: { id, name: 'Mine' } });
    await desk.save({
      operation: 'notifications.update',
      data: { id: alert.id, read: alert['read'] !== true },
    });
    await desk.sync({ kinds: ['form'] });
    expect(await desk.outbox()).toMatchObject([{ id, state: 'saved', mayHaveArrived: true }]);
    expect(await desk.settled()).toMatchObject([{ id: alert.id, how: 'needless' }]);
  },
  PATIENT,
);

test(
  'a request to a patient carries the time of the service, not that of this computer',
  async () => {
    const desk = await deskAndClinic();
    await desk.sync();
    const [id = ''] = idsOf(desk, 'form', 1);
    const ahead = Date.now() + 10 * 86_400_000;
    const value = new Date(ahead).toUTCString();
    desk.clinic.faults.add({ match: { method: 'GET' }, action: { kind: 'date', value } });
    await desk.save({ operation: 'forms.completion', data: { id, ask: ['user_p'] } });
    await desk.sync({ kinds: ['form'] });
    const requests = desk.truth('form').get(id)?.['request_completion_from'] as readonly {
      patient: string;
      requested_at: string;
    }[];
    const asked = requests.find(({ patient }) => patient === 'user_p');
    expect(Math.abs(Date.parse(asked?.requested_at ?? '') - ahead)).toBeLessThan(3_600_000);
  },
  PATIENT,
);
