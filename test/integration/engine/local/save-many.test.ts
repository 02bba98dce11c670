import { expect, onTestFinished, test, vi } from 'vitest';
import type { CallInput } from '#contract/api.ts';
import { MAX_CHANGES_SAVED_TOGETHER } from '#contract/outbox-procedures.ts';
import { changeToSaveSchema } from '#contract/changes.ts';
import { err } from '#contract/result.ts';
import { toEpochMs } from '#contract/time.ts';
import { systemClock } from '#main/base/clock.ts';
import { silentLog } from '#main/base/log.ts';
import { createSeededRandom } from '#main/base/random.ts';
import { createLocalId } from '#main/engine/local/ids.ts';
import { createLocalStoreThreadHandler } from '#main/engine/local/thread.ts';
import { OutboxUserActions } from '#main/engine/sender/outbox.ts';
import { limitedDisk } from '../../../faults/full-disk.ts';
import { openTestApp, type TestApp } from '../../../support/app.ts';
import { NEW_ORDER } from '../../../support/builders.ts';
import { getCode, temporaryFolder, TEST_KEY, unwrap } from '../../../support/engine.ts';
import { endLocalThread } from '../../../support/ending-thread.ts';
import { testLocalStore } from '../../../support/local-store.ts';
import { ENDING_WORKER_URL, FULL_DISK_WORKER_URL } from '../../../support/worker-entries.ts';
import { waitUntilPasses } from '../../../support/wait.ts';

// Whole engines are started, which takes time on a busy machine.
type Writes = CallInput<'outbox.saveMany'>['changes'];
const UNKNOWN = createLocalId('requisition', toEpochMs(0), '0'.repeat(20));

const share = (id: string, saveId?: string) =>
  ({
    operation: 'requisitions.update',
    data: { id, share_with_patient: true },
    ...(saveId === undefined ? {} : { saveId }),
  }) as const;

async function saveMany(app: TestApp, changes: Writes) {
  return unwrap(await app.engine().call('outbox.saveMany', { changes })).results;
}

/** An app with requisitions in its cache that are not shared; nothing is sent before it syncs again. */
async function openSynced(options: Parameters<typeof openTestApp>[1] = {}) {
  const app = await openTestApp({}, options);
  await app.sync();
  const records = [...app.serviceRecords('requisition').values()];
  const ids = records.filter((record) => record['share_with_patient'] === false).map(({ id }) => id);
  return { app, ids };
}

test('valid, refused and unknown changes get a result each, and the valid ones are sent', async () => {
  const { app, ids } = await openSynced();
  const [first = '', second = ''] = ids;
  const form = app.first('form').id;
  await app.save({ operation: 'forms.delete', data: { id: form } });
  const results = await saveMany(app, [
    share(first),
    share('form_1'),
    share(UNKNOWN),
    { operation: 'forms.update', data: { id: form, name: 'Renamed' } },
    NEW_ORDER,
    share(second),
  ]);
  expect(results.map((result) => (result.ok ? 'saved' : result.error.code))).toEqual([
    'saved',
    'invalid-input',
    'not-found',
    'invalid-input',
    'saved',
    'saved',
  ]);
  const waiting = await app.outbox();
  expect(waiting.map(({ operation, id }) => [operation, id])).toEqual([
    ['forms.delete', form],
    ['requisitions.update', first],
    ['requisitions.create', results[4]?.ok === true ? results[4].value.id : null],
    ['requisitions.update', second],
  ]);
  await app.sync();
  expect(await app.outbox()).toEqual([]);
  const isShared = (id: string) => app.serviceRecords('requisition').get(id)?.['share_with_patient'];
  expect([isShared(first), isShared(second)]).toEqual([true, true]);
});

test('each change rests on the record as the cache holds it, like one that is saved alone', async () => {
  const { app, ids } = await openSynced();
  const [alone = '', together = ''] = ids;
  await app.save(share(alone));
  await saveMany(app, [share(together)]);
  const [first, second] = await app.outbox();
  const before = (id: string) => app.serviceRecords('requisition').get(id);
  expect([first?.label, second?.label]).toEqual([before(alone)?.['name'], before(together)?.['name']]);
  expect(second?.fields).toEqual([
    {
      field: 'share_with_patient',
      base: JSON.stringify(before(together)?.['share_with_patient']),
      mine: 'true',
      theirs: null,
    },
  ]);
});

test('a repeated save id is saved once, within a call and in a later one', async () => {
  const { app, ids } = await openSynced();
  const [id = ''] = ids;
  const create = { ...NEW_ORDER, saveId: 'order' };
  const [first, again] = await saveMany(app, [create, create, share(id, 'share')]);
  expect(again).toEqual(first);
  expect(await saveMany(app, [create, share(id, 'share')])).toHaveLength(2);
  expect(await app.outbox()).toHaveLength(2);
});

test('two creates of one call are two records', async () => {
  const { app } = await openSynced();
  const results = await saveMany(app, [NEW_ORDER, NEW_ORDER]);
  const ids = results.map((result) => (result.ok ? result.value.id : null));
  expect(new Set(ids).size).toBe(2);
  expect((await app.outbox()).map(({ id }) => id)).toEqual(ids);
});

test('a change that can still be undone stays alone, and is undone by discarding it', async () => {
  const { app, ids } = await openSynced();
  const [id = '', other = ''] = ids;
  const rename = { operation: 'requisitions.update', data: { id, name: 'Renamed' } } as const;
  const [held] = await saveMany(app, [{ ...share(id), holdMs: 60_000 }, rename, share(other)]);
  await app.sync();
  expect(app.done('POST', `/v2/requisitions/${id}`)).toBe(0);
  expect(app.done('POST', `/v2/requisitions/${other}`)).toBe(1);
  if (held?.ok !== true) throw new Error('it is saved');
  unwrap(await app.engine().call('outbox.discard', { number: held.value.number }));
  await app.sync();
  const record = app.serviceRecords('requisition').get(id);
  expect(record).toMatchObject({ name: 'Renamed' });
  expect(app.done('POST', `/v2/requisitions/${id}`)).toBe(1);
});

/** Opens a local store with the user's actions on it. @param wait the clock's wait, of the holds */
async function openActions(wait: (ms: number) => Promise<void>) {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  const handle = createLocalStoreThreadHandler(systemClock, createSeededRandom(1), () => {});
  const call = async (name: string, input: unknown) => handle(name, input as never);
  unwrap(await call('open', { folder: folder.path, key: TEST_KEY }));
  onTestFinished(() => void handle('close', null as never));
  const onWaiting = vi.fn();
  const outbox = new OutboxUserActions({
    local: { call: call as never }, // the thread's protocol gives the types
    cache: { read: async () => err('not-found') },
    userId: null,
    clock: { wait },
    log: silentLog,
    onWaiting,
    onDecided: () => {},
  });
  return { outbox, onWaiting };
}

test('sending is triggered once for the changes of a call, and once more when the hold of some of them is over', async () => {
  const ends: (() => void)[] = [];
  const held: number[] = [];
  const { outbox, onWaiting } = await openActions((ms) => {
    held.push(ms);
    return new Promise((resolve) => ends.push(resolve));
  });
  const holds = [7_000, undefined, 7_000, 20_000];
  const changes = holds.map((holdMs, number) =>
    changeToSaveSchema.parse({ ...share(`req_${number}`), holdMs }),
  );
  unwrap(await outbox.saveMany({ changes, allOrNone: false }));
  expect({ held, calls: onWaiting.mock.calls.length }).toEqual({ held: [7_000, 20_000], calls: 1 });
  for (const end of ends) end();
  await waitUntilPasses(() => expect(onWaiting).toHaveBeenCalledTimes(3));
});

test('sending is triggered by a discard: what waited for the change can be sent', async () => {
  const { outbox, onWaiting } = await openActions(() => Promise.resolve());
  const { number } = unwrap(await outbox.save(changeToSaveSchema.parse(share('req_1'))));
  onWaiting.mockClear();
  expect(getCode(await outbox.discard({ number: number + 1 }))).toBe('not-found');
  expect(onWaiting).not.toHaveBeenCalled();
  unwrap(await outbox.discard({ number }));
  expect(onWaiting).toHaveBeenCalledOnce();
});

test('a call of changes that are all invalid, or of too many, stores nothing', async () => {
  const { app, ids } = await openSynced();
  expect((await saveMany(app, [share('form_1')])).map(({ ok }) => ok)).toEqual([false]);
  const changes = Array.from({ length: MAX_CHANGES_SAVED_TOGETHER + 1 }, () => share(ids[0] ?? ''));
  expect(getCode(await app.engine().call('outbox.saveMany', { changes }))).toBe('invalid-input');
  expect(await app.outbox()).toEqual([]);
});

test.each([
  ['an unknown record', share(UNKNOWN), 'not-found'],
  ['an invalid change', share('form_1'), 'invalid-input'],
])('of changes that belong together none is stored where one is refused: %s', async (_, third, code) => {
  const { app, ids } = await openSynced();
  const changes = [NEW_ORDER, share(ids[0] ?? '')];
  const together = { changes: [...changes, third], allOrNone: true };
  const refused = await app.engine().call('outbox.saveMany', together);
  expect(getCode(refused)).toBe(code);
  expect(await app.outbox()).toEqual([]);
  expect((await saveMany(app, changes)).every(({ ok }) => ok)).toBe(true);
  expect(await app.outbox()).toHaveLength(2);
});

test('the changes of a call are one commit with one event, which names the records of those that were saved', async () => {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  const local = testLocalStore(folder.path);
  onTestFinished(() => void local.store.close());
  const toInput = (id: string) => ({
    change: changeToSaveSchema.parse(share(id)),
    cached: null,
    userId: 'user_me',
  });
  const results = unwrap(
    local.store.saveMany({ changes: ['req_1', UNKNOWN, 'req_2'].map(toInput), allOrNone: false }),
  );
  expect(results.map(({ ok }) => ok)).toEqual([true, false, true]);
  expect(local.emitted.map(({ touched }) => touched.map(({ id }) => id))).toEqual([['req_1', 'req_2']]);
  unwrap(local.store.saveMany({ changes: [toInput(UNKNOWN)], allOrNone: false }));
  expect(local.emitted).toHaveLength(1);
});

test('a call that meets a full disk stores none of its changes', async () => {
  const disk = limitedDisk();
  const { app } = await openSynced({ workerUrl: FULL_DISK_WORKER_URL });
  const long = { ...NEW_ORDER, data: { ...NEW_ORDER.data, order_details: 'x'.repeat(60_000) } };
  const changes = [NEW_ORDER, long, long, long, long];
  disk.full(true);
  expect(getCode(await app.engine().call('outbox.saveMany', { changes }))).toBe('storage-full');
  expect(await app.outbox()).toEqual([]);
  disk.full(false);
  expect((await saveMany(app, changes)).every(({ ok }) => ok)).toBe(true);
  expect(await app.outbox()).toHaveLength(5);
});

test('after a crash between two calls, and one before an answer, every change is stored once', async () => {
  const death = endLocalThread('saveMany');
  const { app, ids } = await openSynced({ workerUrl: ENDING_WORKER_URL });
  const pieces = [ids.slice(0, 4), ids.slice(4, 8), ids.slice(8, 12)].map((piece) =>
    piece.map((id) => share(id, `share ${id}`)),
  );
  expect(ids.length).toBeGreaterThan(12);
  await saveMany(app, pieces[0] ?? []);
  await app.restart();
  death.times(1);
  const second = pieces[1] ?? [];
  expect(getCode(await app.engine().call('outbox.saveMany', { changes: second }))).toBe('engine-down');
  await saveMany(app, second);
  await saveMany(app, pieces[2] ?? []);
  expect((await app.outbox()).map(({ id }) => id)).toEqual(ids.slice(0, 12));
});
