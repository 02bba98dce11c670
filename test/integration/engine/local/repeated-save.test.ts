import { describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../support/app.ts';
import { NEW_ORDER } from '../../../support/builders.ts';
import { endLocalThread } from '../../../support/ending-thread.ts';
import { getLocalStorePath } from '#main/engine/local/recovery/open.ts';
import { openDatabaseFile } from '#main/engine/sqlite/connection.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { getCode, temporaryFolder, TEST_KEY, unwrap } from '../../../support/engine.ts';
import { localDataStore, testLocalStore } from '../../../support/local-store.ts';
import { ENDING_WORKER_URL } from '../../../support/worker-entries.ts';

const SAVE_ID = 'an-editor';
const CORRECTED = {
  ...NEW_ORDER,
  saveId: SAVE_ID,
  data: { ...NEW_ORDER.data, name: 'Lipid panel, fasting', order_details: 'URGENT' },
} as const;
const FIRST = { ...NEW_ORDER, saveId: SAVE_ID } as const;

const OFFLINE = { baseUrl: 'http://127.0.0.1:9' };

async function save(app: TestApp, change: typeof FIRST | typeof CORRECTED) {
  return app.engine().call('outbox.save', change);
}

describe('An order that is saved again with the same save id', () => {
  test('is stored once where its content is the same, also after it was sent', async () => {
    const app = await openTestApp();
    await app.restart(OFFLINE);
    const first = unwrap(await save(app, FIRST));
    expect(unwrap(await save(app, FIRST))).toEqual(first);
    expect(await app.outbox()).toHaveLength(1);
    await app.restart({ baseUrl: app.clinic.baseUrl });
    await app.sync();
    expect(unwrap(await save(app, FIRST)).number).toBe(first.number);
    expect(await app.outbox()).toEqual([]);
    expect(app.done('POST', '/v2/requisitions')).toBe(1);
  });

  test('has the corrected content where the answer to the first save was lost, and is sent once', async () => {
    const death = endLocalThread('save');
    const app = await openTestApp({}, { workerUrl: ENDING_WORKER_URL, ...OFFLINE });
    death.times(1);
    expect(getCode(await save(app, FIRST))).toBe('engine-down');
    const corrected = unwrap(await save(app, CORRECTED));
    expect(await app.outbox()).toMatchObject([{ number: corrected.number, label: 'Lipid panel, fasting' }]);
    // Both saves are known from now on.
    expect(unwrap(await save(app, CORRECTED)).number).toBe(corrected.number);
    await app.restart({ baseUrl: app.clinic.baseUrl });
    await app.sync();
    expect(app.done('POST', '/v2/requisitions')).toBe(1);
    const sent = [...app.serviceRecords('requisition').values()].filter(
      ({ name }) => name === 'Lipid panel, fasting',
    );
    expect(sent).toMatchObject([{ order_details: 'URGENT' }]);
  });

  test('has its first content where that is saved once more after a correction, and is sent once', async () => {
    const app = await openTestApp();
    await app.restart(OFFLINE);
    const { number } = unwrap(await save(app, FIRST));
    unwrap(await save(app, CORRECTED));
    expect(unwrap(await save(app, FIRST)).number).toBe(number);
    expect(await app.outbox()).toMatchObject([{ number, label: NEW_ORDER.data.name }]);
    unwrap(await save(app, CORRECTED));
    unwrap(await save(app, FIRST));
    await app.restart({ baseUrl: app.clinic.baseUrl });
    await app.sync();
    const sent = [...app.serviceRecords('requisition').values()].filter(
      ({ patient }) => patient === NEW_ORDER.data.patient,
    );
    expect(sent).toMatchObject([NEW_ORDER.data]);
    expect(sent).not.toMatchObject([{ order_details: CORRECTED.data.order_details }]);
    expect(unwrap(await save(app, FIRST)).number).toBe(number);
    expect(app.done('POST', '/v2/requisitions')).toBe(1);
  });

  test('is not said to be saved with its first content once the correction was sent', async () => {
    const app = await openTestApp();
    await app.restart(OFFLINE);
    unwrap(await save(app, FIRST));
    unwrap(await save(app, CORRECTED));
    await app.restart({ baseUrl: app.clinic.baseUrl });
    await app.sync();
    expect(getCode(await save(app, FIRST))).toBe('saved-before');
    expect(app.done('POST', '/v2/requisitions')).toBe(1);
  });

  test('is refused with other content once it was sent: a second order would be a second record', async () => {
    const app = await openTestApp();
    unwrap(await save(app, FIRST));
    await app.sync();
    expect(getCode(await save(app, CORRECTED))).toBe('saved-before');
    await app.sync();
    expect(app.done('POST', '/v2/requisitions')).toBe(1);
  });

  test('is a further order where the first one was discarded, with the same or with corrected content', async () => {
    const { store, all, one, save: saveAgain } = await localDataStore();
    for (const again of [FIRST, FIRST, CORRECTED]) {
      const first = all()[0] ?? saveAgain(FIRST);
      unwrap(store.discard({ number: first.number }));
      const further = saveAgain(again);
      expect(further.number).toBeGreaterThan(first.number);
      expect(all()).toMatchObject([{ number: further.number, id: further.id, state: 'saved' }]);
      expect(one(further.number).data).toEqual(again.data);
      // From now on that one is repeated.
      expect(saveAgain(again)).toEqual(further);
      expect(all()).toHaveLength(1);
    }
  });

  test('does not come twice: its discard can no longer be undone', async () => {
    const { store, all, save: saveAgain } = await localDataStore();
    const first = saveAgain(FIRST);
    unwrap(store.discard({ number: first.number }));
    const further = saveAgain(FIRST);
    expect(getCode(store.restore({ number: first.number }))).toBe('changed-since');
    expect(all()).toMatchObject([{ number: further.number }]);
  });

  test('is refused with other content while it may have reached the service', async () => {
    const folder = await temporaryFolder();
    const local = testLocalStore(folder.path);
    const { number } = local.save(FIRST);
    local.leave(number);
    expect(() => local.save(CORRECTED)).toThrow(/on-its-way/);
    expect(local.one(number).data).toMatchObject({ name: NEW_ORDER.data.name });
    local.store.close();
    await folder.remove();
  });
});

test('An edit that is saved again with the same save id and other content is a further edit', async () => {
  const app = await openTestApp();
  await app.sync();
  const { id } = app.first('requisition');
  const edit = (name: string) =>
    app.save({ operation: 'requisitions.update', data: { id, name }, saveId: SAVE_ID });
  await edit('First');
  await app.sync();
  await edit('Second');
  await app.sync();
  expect(app.serviceRecords('requisition').get(id)).toMatchObject({ name: 'Second' });
  expect(app.done('POST', `/v2/requisitions/${id}`)).toBe(2);
});

test('An edit whose first content is saved once more after another one has that content, before and after it was sent', async () => {
  const app = await openTestApp();
  await app.sync();
  await app.restart(OFFLINE);
  const { id } = app.first('requisition');
  const edit = (name: string) =>
    app.save({ operation: 'requisitions.update', data: { id, name }, saveId: SAVE_ID });
  const send = async () => {
    await app.restart({ baseUrl: app.clinic.baseUrl });
    await app.sync();
    await app.restart(OFFLINE);
    expect(await app.outbox()).toEqual([]);
    return app.serviceRecords('requisition').get(id)?.['name'];
  };
  for (const name of ['First', 'Second', 'First']) await edit(name);
  expect(await send()).toBe('First');
  await edit('Second');
  expect(await send()).toBe('Second');
  await edit('First');
  await edit('First');
  expect(await app.outbox()).toHaveLength(1);
  expect(await send()).toBe('First');
  expect(app.done('POST', `/v2/requisitions/${id}`)).toBe(3);
});

test('An edit of a form that was discarded because the form was deleted, or because the service’s values were taken, is saved again', async () => {
  const { store, all, one, seen, save: saveAgain } = await localDataStore();
  const edit = { operation: 'forms.update', data: { id: 'form_1', name: 'Mine' }, saveId: SAVE_ID } as const;
  const first = saveAgain(edit);
  const rest = { state: 'needs-you', question: 'conflict', theirs: { name: 'Theirs' } } as const;
  unwrap(store.storeAttempt({ number: first.number, data: one(first.number).data, rest, from: 'saved' }));
  unwrap(store.resolve({ ...seen(first.number), resolution: { take: 'server' } }));
  const second = saveAgain(edit);
  expect(all()).toMatchObject([{ number: second.number }]);
  const { number } = saveAgain({ operation: 'forms.delete', data: { id: 'form_1' } });
  unwrap(store.closeConfirmedChange({ number, data: {}, ending: 'sent' }));
  expect(all()).toEqual([]);
  const third = saveAgain(edit);
  expect(all()).toMatchObject([{ number: third.number, operation: 'forms.update' }]);
});

test('A save of an older program, whose id was stored without its content, counts as the same save', async () => {
  const folder = await temporaryFolder();
  const before = testLocalStore(folder.path);
  const { number } = before.save(FIRST);
  before.store.close();
  const db = openDatabaseFile(getLocalStorePath(folder.path), TEST_KEY);
  db.run(sql`UPDATE operation SET save_id = ${SAVE_ID}`);
  db.close();
  const local = testLocalStore(folder.path, { seed: 2 });
  expect(local.save(CORRECTED).number).toBe(number);
  expect(local.one(number).data).toMatchObject({ name: NEW_ORDER.data.name });
  local.store.close();
  await folder.remove();
});
