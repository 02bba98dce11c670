import { describe, expect, test } from 'vitest';
import type { PendingChange } from '#contract/outbox.ts';
import { openTestApp, type TestApp } from '../../../support/app.ts';
import { changeAsOtherClient } from '../../../support/clinic.ts';
import { getCode, unwrap } from '../../../support/engine.ts';

const OFFLINE = { baseUrl: 'http://127.0.0.1:9' };
const TAKE_SERVER = { take: 'server' } as const;

async function getChange(app: TestApp, number: number): Promise<PendingChange> {
  const found = (await app.outbox()).find((change) => change.number === number);
  if (found === undefined) throw new Error('the change is not in the outbox');
  return found;
}

async function getData(app: TestApp, number: number): Promise<Readonly<Record<string, unknown>>> {
  const { fields } = await getChange(app, number);
  return Object.fromEntries(fields.map(({ field, mine }) => [field, JSON.parse(mine)]));
}

/** Connects the app again and sends what waits. */
async function sendAll(app: TestApp): Promise<void> {
  await app.restart({ baseUrl: app.clinic.baseUrl });
  await app.sync();
  expect(await app.outbox()).toEqual([]);
}

/** An app without a network, and a shared requisition whose new name waits to be sent. */
async function openWithRename() {
  const app = await openTestApp();
  await app.sync();
  const records = [...app.serviceRecords('requisition').values()];
  const id = records.find((record) => record['share_with_patient'] === true)?.id ?? '';
  await app.restart(OFFLINE);
  const { number } = await app.save({ operation: 'requisitions.update', data: { id, name: 'First' } });
  return { app, id, number };
}

describe('an edit', () => {
  test('does not replace a change into which another save was merged since the editor was opened', async () => {
    const { app, id, number } = await openWithRename();
    const opened = await app.seen(number);
    await app.save({ operation: 'requisitions.update', data: { id, share_with_patient: false } });
    const edited = await app.engine().call('outbox.edit', { ...opened, data: { name: 'Second' } });
    expect(getCode(edited)).toBe('changed-since');
    expect(await getData(app, number)).toEqual({ name: 'First', share_with_patient: false });
    await sendAll(app);
    expect(app.serviceRecords('requisition').get(id)).toMatchObject({
      name: 'First',
      share_with_patient: false,
    });
  });

  test('does not replace what another edit has stored since', async () => {
    const { app, number } = await openWithRename();
    const opened = await app.seen(number);
    unwrap(await app.engine().call('outbox.edit', { ...opened, data: { name: 'Second' } }));
    const late = await app.engine().call('outbox.edit', { ...opened, data: { name: 'Third' } });
    expect(getCode(late)).toBe('changed-since');
    expect(await getData(app, number)).toEqual({ name: 'Second' });
  });

  test('is stored once the user has seen the change as it is', async () => {
    const { app, id, number } = await openWithRename();
    await app.save({ operation: 'requisitions.update', data: { id, share_with_patient: false } });
    const data = { name: 'Second', share_with_patient: false };
    unwrap(await app.engine().call('outbox.edit', { ...(await app.seen(number)), data }));
    await sendAll(app);
    expect(app.serviceRecords('requisition').get(id)).toMatchObject(data);
  });

  test('is stored also after the service has refused what the editor was opened with', async () => {
    const app = await openTestApp();
    await app.sync();
    const data = { id: app.first('requisition').id, name: 'First' };
    app.clinic.faults.add({ match: { method: 'POST' }, action: { kind: 'answer', status: 422 } });
    const { number } = await app.save({ operation: 'requisitions.update', data });
    const opened = await app.seen(number);
    await app.sync();
    expect(await getChange(app, number)).toMatchObject({ state: 'rejected', attempts: 1 });
    unwrap(await app.engine().call('outbox.edit', { ...opened, data: { name: 'Second' } }));
    expect(await getData(app, number)).toEqual({ name: 'Second' });
  });

  test('does not decide a conflict that has come up since the editor was opened', async () => {
    const { app, number } = await openConflict();
    const edited = await app.engine().call('outbox.edit', { ...app.opened, data: { name: 'Mine again' } });
    expect(getCode(edited)).toBe('changed-since');
    expect(await getChange(app, number)).toMatchObject({ question: 'conflict' });
  });
});

/** A change of two fields, with a conflict about one of them; and the change as it was before the conflict. */
async function openConflict() {
  const app = await openTestApp();
  await app.sync();
  const { id } = app.first('requisition');
  const data = { id, name: 'Mine', order_details: 'Mine too' };
  const { number } = await app.save({ operation: 'requisitions.update', data });
  const opened = await app.seen(number);
  await changeAsOtherClient(app.clinic, `/v2/requisitions/${id}`, { name: 'Theirs' });
  await app.sync();
  expect(await getChange(app, number)).toMatchObject({ question: 'conflict' });
  return { app: { ...app, opened }, id, number };
}

describe('a decision', () => {
  test('about a question that was decided in another window changes nothing', async () => {
    const { app, id, number } = await openConflict();
    const asked = await app.seen(number);
    await app.restart(OFFLINE);
    await app.resolve(number, { take: 'mine' });
    const late = await app.engine().call('outbox.resolve', { ...asked, resolution: TAKE_SERVER });
    expect(getCode(late)).toBe('changed-since');
    expect(await getData(app, number)).toEqual({ name: 'Mine', order_details: 'Mine too' });
    await sendAll(app);
    expect(app.serviceRecords('requisition').get(id)).toMatchObject({
      name: 'Mine',
      order_details: 'Mine too',
    });
  });

  test('about a change without a question changes nothing, whatever version it names', async () => {
    const { app, number } = await openWithRename();
    const decided = await app
      .engine()
      .call('outbox.resolve', { ...(await app.seen(number)), resolution: TAKE_SERVER });
    expect(getCode(decided)).toBe('changed-since');
    expect(await getData(app, number)).toEqual({ name: 'First' });
  });

  test('about former values of the service does not decide about their present ones', async () => {
    const { app, id, number } = await openConflict();
    const asked = await app.seen(number);
    await changeAsOtherClient(app.clinic, `/v2/requisitions/${id}`, { name: 'Theirs again' });
    await app.resolve(number, { take: 'mine' });
    await app.sync();
    expect(await getChange(app, number)).toMatchObject({ question: 'conflict' });
    for (const resolution of [TAKE_SERVER, { take: 'fields', mine: ['name'] } as const]) {
      const late = await app.engine().call('outbox.resolve', { ...asked, resolution });
      expect(getCode(late)).toBe('changed-since');
    }
    expect(await getData(app, number)).toEqual({ name: 'Mine', order_details: 'Mine too' });
    await app.resolve(number, TAKE_SERVER);
    await app.sync();
    expect(app.serviceRecords('requisition').get(id)).toMatchObject({
      name: 'Theirs again',
      order_details: 'Mine too',
    });
  });
});

describe('a discard', () => {
  test('of a change that the user has seen otherwise changes nothing', async () => {
    const { app, id, number } = await openWithRename();
    const seen = await app.seen(number);
    await app.save({ operation: 'requisitions.update', data: { id, share_with_patient: false } });
    expect(getCode(await app.engine().call('outbox.discard', seen))).toBe('changed-since');
    expect(await getData(app, number)).toEqual({ name: 'First', share_with_patient: false });
    unwrap(await app.engine().call('outbox.discard', await app.seen(number)));
    expect(await app.outbox()).toEqual([]);
  });
});
