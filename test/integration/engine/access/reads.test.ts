import { describe, expect, test } from 'vitest';
import type { AccessEntry } from '#contract/access-log.ts';
import { MINUTE } from '#main/base/durations.ts';
import { LOG_KEY } from '../../../support/access-log.ts';
import { openTestApp, type TestApp } from '../../../support/app.ts';
import { impatientClock } from '../../../support/clocks.ts';
import { unwrap } from '../../../support/engine.ts';

const NO_DETAILS = { type: '', name: 'Blood count', codes: [], scripts: [] };

/** An app with a synced cache and an open log, and a clock that the test sets. */
async function openSynced(): Promise<{ readonly app: TestApp; readonly clock: { now: number } }> {
  const clock = { now: Date.UTC(2026, 0, 5, 9) };
  const app = await openTestApp({}, { clock: { ...impatientClock, now: () => clock.now } });
  unwrap(await app.engine().control('accessLog.open', { place: 'keychain', key: LOG_KEY, head: null }));
  await app.sync();
  return { app, clock };
}

/** Kind, record and patient of the entries without that of the opening of the account, oldest first. */
async function getAccesses(app: TestApp): Promise<readonly (readonly [AccessEntry['what'], ...unknown[]])[]> {
  const { items } = unwrap(await app.engine().call('accessLog.list', { filter: {}, limit: 500 }));
  return items
    .filter(({ what }) => what !== 'account')
    .toReversed()
    .map(({ what, record, patient }) => [what, record, patient]);
}

function getRecord(app: TestApp, kind: 'requisition' | 'form' | 'notification', index = 0) {
  const record = [...app.serviceRecords(kind).values()][index];
  if (record === undefined) throw new Error(`the clinic has more than ${index} records of the kind ${kind}`);
  return { id: record.id, patient: String(record['patient']) };
}

describe('What is read for one record or patient', () => {
  test('is a view of the patient whose similar requisitions are shown, once while the new one is typed', async () => {
    const { app, clock } = await openSynced();
    const { patient } = getRecord(app, 'requisition');
    for (const name of ['B', 'Bl', 'Blood']) {
      unwrap(await app.engine().call('requisitions.similar', { ...NO_DETAILS, patient, name }));
      clock.now += MINUTE;
    }
    expect(await getAccesses(app)).toEqual([['view', patient, patient]]);
  });

  test('is a view of the notification whose thread is read, and the same view as that of the notification', async () => {
    const { app } = await openSynced();
    const [first, second] = [getRecord(app, 'notification', 0), getRecord(app, 'notification', 1)];
    unwrap(await app.engine().call('notifications.get', { id: first.id }));
    unwrap(await app.engine().call('inbox.thread', { id: first.id }));
    unwrap(await app.engine().call('inbox.thread', { id: second.id }));
    expect((await getAccesses(app)).map(([what, record]) => [what, record])).toEqual([
      ['view', first.id],
      ['view', second.id],
    ]);
  });

  test('is a view of the form whose requests are read, and none where ids of a thread are counted', async () => {
    const { app } = await openSynced();
    const { id } = getRecord(app, 'form');
    unwrap(await app.engine().call('completions.history', { form: id }));
    expect(await getAccesses(app)).toEqual([['view', id, null]]);
    unwrap(await app.engine().call('forms.unpublishedChanges', { id }));
    const ids = [getRecord(app, 'notification').id];
    unwrap(await app.engine().call('inbox.threadIds', { ids }));
    expect(await getAccesses(app)).toEqual([['view', id, null]]);
  });

  test('is a view where the differences since the last view are asked for without the record', async () => {
    const { app } = await openSynced();
    const { id, patient } = getRecord(app, 'requisition');
    unwrap(await app.engine().call('records.markViewed', { kind: 'requisition', id }));
    expect(await getAccesses(app)).toEqual([['view', id, patient]]);
    unwrap(await app.engine().call('requisitions.get', { id }));
    expect(await getAccesses(app)).toHaveLength(1);
  });

  test('is a view where the pending changes of one record are read later than right after the change', async () => {
    const { app, clock } = await openSynced();
    const { id, patient } = getRecord(app, 'requisition');
    const of = { kind: 'requisition', id } as const;
    unwrap(await app.engine().call('outbox.list', { of }));
    await app.save({ operation: 'requisitions.update', data: { id, name: 'Renamed' } });
    unwrap(await app.engine().call('outbox.list', { of }));
    unwrap(await app.engine().call('outbox.list', {}));
    expect(await getAccesses(app)).toEqual([['edit', id, patient]]);
    clock.now += 11 * MINUTE;
    unwrap(await app.engine().call('outbox.list', { of }));
    expect((await getAccesses(app)).slice(1)).toEqual([['view', id, patient]]);
  });

  test('names the patient of the requisition that a notification is about, and the log is filtered by that patient', async () => {
    const { app } = await openSynced();
    const engine = app.engine();
    const about = (record: { readonly [field: string]: unknown } | undefined): string =>
      String((record?.['props'] as { readonly id?: unknown } | undefined)?.id); // a notification of the clinic
    const notifications = [...app.serviceRecords('notification').values()];
    const requisitions = app.serviceRecords('requisition');
    const [known, other] = notifications.filter((record) => requisitions.has(about(record)));
    const unknown = notifications.find((record) => !requisitions.has(about(record)));
    if (known === undefined || other === undefined || unknown === undefined)
      throw new Error('too few notifications');
    const patientOf = (record: typeof known): unknown => requisitions.get(about(record))?.['patient'];
    unwrap(await engine.call('notifications.get', { id: known.id }));
    unwrap(await engine.call('notifications.get', { id: unknown.id }));
    unwrap(await engine.call('inbox.thread', { id: other.id }));
    unwrap(await engine.call('inbox.markRead', { ids: [known.id, other.id, unknown.id], read: true }));
    unwrap(await engine.call('inbox.markRead', { ids: [known.id, other.id, unknown.id], read: false }));
    const accesses = await getAccesses(app);
    expect(accesses.slice(0, 3)).toEqual([
      ['view', known.id, patientOf(known)],
      ['view', unknown.id, null],
      ['view', other.id, patientOf(other)],
    ]);
    const marked = accesses.filter(([what]) => what === 'edit');
    expect(marked).toContainEqual(['edit', known.id, patientOf(known)]);
    expect(marked).toContainEqual(['edit', other.id, patientOf(other)]);
    expect(marked).toContainEqual(['edit', unknown.id, null]);
    const filter = { patient: String(patientOf(known)) };
    const { items } = unwrap(await engine.call('accessLog.list', { filter }));
    expect(items.map(({ what, record }) => [what, record])).toContainEqual(['view', known.id]);
  });

  test('is no view where the user’s changes of several records were saved together and are read after that', async () => {
    const { app } = await openSynced();
    const engine = app.engine();
    const ids = [0, 1, 2].map((index) => getRecord(app, 'requisition', index).id);
    const changes = ids.map((id) => ({
      operation: 'requisitions.update' as const,
      data: { id, name: 'Renamed' },
    }));
    unwrap(await engine.call('outbox.saveMany', { changes }));
    const notifications = [0, 1].map((index) => getRecord(app, 'notification', index).id);
    unwrap(await engine.call('inbox.markRead', { ids: notifications, read: true }));
    unwrap(await engine.call('inbox.markRead', { ids: notifications, read: false }));
    for (const id of ids) unwrap(await engine.call('outbox.list', { of: { kind: 'requisition', id } }));
    for (const id of notifications)
      unwrap(await engine.call('outbox.list', { of: { kind: 'notification', id } }));
    const accesses = await getAccesses(app);
    expect(accesses.filter(([what]) => what === 'view')).toEqual([]);
    expect(accesses.filter(([what]) => what === 'edit').length).toBeGreaterThan(ids.length);
    const other = getRecord(app, 'requisition', 3);
    await app.save({ operation: 'requisitions.update', data: { id: other.id, name: 'Renamed' } });
    await engine.call('requisitions.get', { id: ids[0] ?? '' });
    expect((await getAccesses(app)).at(-1)?.[0]).toBe('view');
  });

  test('is a view of the record of a draft, or of the patient of a new record, and none where there is no draft', async () => {
    const { app } = await openSynced();
    const { id, patient } = getRecord(app, 'requisition');
    const draft = { label: 'Blood count', fields: { name: 'SENTINEL', patient }, seen: {} };
    const ofRecord = { ...draft, key: JSON.stringify(['requisitions.update', id, '']), target: id };
    const ofNew = { ...draft, key: JSON.stringify(['requisitions.create', '1', '']), target: null };
    const engine = app.engine();
    unwrap(await engine.call('drafts.get', { key: ofRecord.key }));
    unwrap(await engine.call('drafts.save', { ...ofRecord, operation: 'requisitions.update' }));
    unwrap(await engine.call('drafts.save', { ...ofNew, operation: 'requisitions.create' }));
    unwrap(await engine.call('drafts.list', {}));
    expect(await getAccesses(app)).toEqual([]);
    unwrap(await engine.call('drafts.get', { key: ofRecord.key }));
    unwrap(await engine.call('drafts.get', { key: ofNew.key }));
    expect(await getAccesses(app)).toEqual([
      ['view', id, patient],
      ['view', patient, patient],
    ]);
  });

  test('is a search where people of every role are suggested, and none where providers or places are', async () => {
    const { app } = await openSynced();
    const { patient } = getRecord(app, 'requisition');
    const suggest = async (family: 'user' | 'facility', as: 'any' | 'provider', search: string) =>
      unwrap(await app.engine().call('ids.suggest', { family, as, search }));
    await suggest('facility', 'any', 'fac');
    await suggest('user', 'provider', patient);
    await suggest('user', 'any', '');
    await suggest('user', 'any', patient);
    expect(await getAccesses(app)).toEqual([['patient-search', null, patient]]);
  });
});
