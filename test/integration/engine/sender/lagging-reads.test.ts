import { expect, test } from 'vitest';
import { err, ok } from '#contract/result.ts';
import { systemClock } from '#main/base/clock.ts';
import type { HttpClient } from '#main/engine/api/http.ts';
import { SendContext } from '#main/engine/sender/context.ts';
import { type TestApp, openTestApp } from '../../../support/app.ts';
import { NEW_ORDER, rawRequisition, toBytes } from '../../../support/builders.ts';
import { endings, questions } from '../../../support/lost-orders.ts';
import type { RawRecord } from '../../../support/clinic.ts';

/** The state of a record before all its changes. */
const OLD = { name: 'As it was before', last_updated_at: '2020-01-01T00:00:00.000Z' };

/** More than the first pages of a refresh, so that a refresh does not read the oldest records again. */
const SIZES = { seed: 7, requisitions: 900, forms: 2, notifications: 2 };

/** Opens an app that is up to date, and returns the requisition that was updated longest ago. */
async function openWithOldRecord(): Promise<{ readonly app: TestApp; readonly record: RawRecord }> {
  const app = await openTestApp(SIZES);
  await app.sync();
  await app.sync();
  const getTime = (one: RawRecord): string => String(one['last_updated_at']);
  const [record] = [...app.serviceRecords('requisition').values()].toSorted((one, other) =>
    getTime(one) < getTime(other) ? -1 : 1,
  );
  if (record === undefined) throw new Error('the clinic has no requisition');
  return { app, record };
}

/** GETs of a requisition are answered with its old state: this number of them, by default all. */
function lag({ clinic }: TestApp, { id }: RawRecord, times?: number): void {
  clinic.faults.add({
    match: { method: 'GET', path: `/v2/requisitions/${id}`, ...(times === undefined ? {} : { times }) },
    action: { kind: 'replace', body: (parsed) => ({ ...(parsed as object), ...OLD }) },
  });
}

test('an older answer before an edit leaves is asked for again: it is neither cached nor asked about', async () => {
  const { app, record } = await openWithOldRecord();
  const { id } = record;
  lag(app, record, 1);
  await app.save({ operation: 'requisitions.update', data: { id, name: 'Mine' } });
  await app.sync();
  expect(await questions(app)).toEqual([]);
  expect(await endings(app)).toEqual(['sent']);
  expect(app.serviceRecords('requisition').get(id)).toMatchObject({ name: 'Mine' });
  expect((await app.cached('requisition')).get(id)).toEqual(app.serviceRecords('requisition').get(id));
});

test('an older answer that shows the edit as needless does not close it', async () => {
  const { app, record } = await openWithOldRecord();
  const { id } = record;
  lag(app, record, 1);
  await app.save({ operation: 'requisitions.update', data: { id, name: OLD.name } });
  await app.sync();
  expect(await endings(app)).toEqual(['sent']);
  expect(app.serviceRecords('requisition').get(id)).toMatchObject({ name: OLD.name });
});

test('an older answer that is repeated is what the service has: it is asked about, and the whole list is read', async () => {
  const { app, record } = await openWithOldRecord();
  const { id } = record;
  lag(app, record);
  const { number } = await app.save({ operation: 'requisitions.update', data: { id, name: 'Mine' } });
  await app.sync({ kinds: ['form'] });
  expect(await app.outbox()).toMatchObject([
    { question: 'conflict', fields: [{ field: 'name', theirs: JSON.stringify(OLD.name) }] },
  ]);
  expect((await app.cached('requisition')).get(id)).toMatchObject(OLD);
  // The service was not restored after all: what the list shows is the present state.
  await app.resolve(number, { take: 'server' });
  await app.sync();
  expect((await app.cached('requisition')).get(id)).toEqual(record);
});

test('an older state of a record that the user is asked about does not replace the cached one', async () => {
  const app = await openTestApp();
  await app.sync();
  const record = app.first('requisition');
  lag(app, record);
  app.clinic.faults.add({
    match: { method: 'POST', path: '/v2/requisitions' },
    action: {
      kind: 'answer',
      status: 200,
      body: JSON.stringify({ ...record, patient: NEW_ORDER.data.patient, type: NEW_ORDER.data.type }),
    },
  });
  await app.save(NEW_ORDER);
  await app.sync({ kinds: ['form'] });
  expect(await app.outbox()).toMatchObject([{ question: 'odd-answer', candidates: [{ id: record.id }] }]);
  expect((await app.cached('requisition')).get(record.id)).toEqual(record);
});

test('an earlier state decides nothing where something newer was cached while the second answer was on its way', async () => {
  const attempts: (boolean | undefined)[] = [];
  const bytes = toBytes(JSON.stringify(rawRequisition({ id: 'req_1' })));
  const context = new SendContext({
    http: {
      request: async () => ok({ status: 200, bytes, serverTime: null, etag: null }),
    } as unknown as HttpClient, // nothing else of it is called
    cache: {
      read: async () => err('not-found'),
      writeSequence: () => 0,
      storeOne: async ({ isRepeated }) => {
        attempts.push(isRepeated);
        return ok({ id: 'req_1', isOlder: true });
      },
      commitDeferred: async () => ok(null),
      removeOne: async () => ok(null),
    },
    local: { call: async () => err('internal'), markSending: async () => err('internal') },
    createResultRecorder: () => () => {},
    classifyRefusal: async (error) => error,
    clock: systemClock,
    userId: null,
  });
  const fetched = await context.fetchFresh({ kind: 'requisition', target: 'req_1' });
  expect(fetched).toMatchObject({ ok: false, error: { code: 'bad-payload' } });
  expect(attempts).toEqual([false, true]);
});
