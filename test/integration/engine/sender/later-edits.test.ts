import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../support/app.ts';
import { NEW_ORDER } from '../../../support/builders.ts';
import { changeAsOtherClient } from '../../../support/clinic.ts';
import { temporaryFolder } from '../../../support/engine.ts';
import { memoryKeychain } from '../../../support/memory-keychain.ts';

const OFFLINE = 'http://127.0.0.1:9';
const ACCOUNT = '0123456789abcdef';
const PATIENT = 120_000;

const endings = async (app: TestApp) =>
  (await app.closedChanges()).map(({ operation, ending }) => [operation, ending]).toReversed();

/** The next write to a path is carried out and its answer is lost; nothing is found out by a read of the record at `read`. */
function loseTraces({ clinic }: TestApp, write: string, read: string): void {
  clinic.faults.add({
    match: { method: 'POST', path: write, times: 1 },
    action: { kind: 'close', after: true },
  });
  clinic.faults.add({ match: { method: 'GET', path: read, skip: 1 }, action: { kind: 'close' } });
}

/** Connects the app again and sends what waits. */
async function sendAll(app: TestApp): Promise<void> {
  app.clinic.faults.clear();
  await app.restart({ baseUrl: app.clinic.baseUrl });
  await app.sync();
  expect(await app.outbox()).toEqual([]);
}

/** An app without a network, whose saved create the service has carried out: its local store is an older copy. */
async function openWithRestoredCreate(change: Parameters<TestApp['save']>[0]) {
  const backup = await temporaryFolder();
  onTestFinished(() => backup.remove());
  const app = await openTestApp({}, { keychain: memoryKeychain() });
  await app.sync();
  await app.restart({ baseUrl: OFFLINE });
  const { number, id } = await app.save(change);
  const account = path.join(app.folder, 'accounts', ACCOUNT);
  await app.restart({
    baseUrl: app.clinic.baseUrl,
    between: () => cpSync(account, backup.path, { recursive: true }),
  });
  await app.sync();
  await app.restart({
    baseUrl: OFFLINE,
    between: () => {
      rmSync(account, { recursive: true });
      cpSync(backup.path, account, { recursive: true });
    },
  });
  expect(await app.outbox()).toMatchObject([{ number, state: 'uncertain' }]);
  await app.resolve(number, { take: 'mine' });
  return { app, number, id };
}

describe('what the user does after a change that may be done is to be sent again', () => {
  test(
    'an edit of the requisition is sent though the review before it turns out to be done',
    async () => {
      const app = await openTestApp();
      await app.sync();
      const { id } = app.first('requisition');
      loseTraces(app, `/v2/requisitions/${id}`, `/v2/requisitions/${id}`);
      const review = { status: 'reviewed', reviewer: app.clinic.userId };
      const { number } = await app.save({ operation: 'requisitions.update', data: { id, review } });
      await app.sync();
      expect(await app.outbox()).toMatchObject([{ number, state: 'uncertain' }]);
      await app.restart({ baseUrl: OFFLINE });
      await app.resolve(number, { take: 'mine' });
      const edit = { id, order_details: 'Fasting, twelve hours' };
      const later = await app.save({ operation: 'requisitions.update', data: edit });
      expect(await app.outbox()).toMatchObject([{ number }, { number: later.number, waitsFor: number }]);
      await sendAll(app);
      expect(app.serviceRecords('requisition').get(id)).toMatchObject({ order_details: edit.order_details });
      expect(app.done('POST', `/v2/requisitions/${id}`)).toBe(2);
      expect(await endings(app)).toEqual([
        ['requisitions.update', 'found'],
        ['requisitions.update', 'sent'],
      ]);
    },
    PATIENT,
  );

  test(
    'a publish of what another user has written since is carried out though the publish before it turns out to be done',
    async () => {
      const app = await openTestApp();
      await app.sync();
      const { id } = app.first('form');
      const publish = { operation: 'forms.publish', data: { id } } as const;
      loseTraces(app, `/v2/forms/${id}/publish`, `/v2/forms/${id}`);
      const { number } = await app.save(publish);
      await app.sync();
      await app.resolve(number, { take: 'mine' });
      await changeAsOtherClient(app.clinic, `/v2/forms/${id}`, {
        description: 'Corrected since',
        has_unpublished_changes: true,
      });
      await app.sync();
      await app.restart({ baseUrl: OFFLINE });
      const later = await app.save(publish);
      expect(await app.outbox()).toMatchObject([{ number }, { number: later.number, waitsFor: number }]);
      await sendAll(app);
      expect(app.done('POST', `/v2/forms/${id}/publish`)).toBe(2);
      expect(app.serviceRecords('form').get(id)).toMatchObject({
        description: 'Corrected since',
        has_unpublished_changes: false,
      });
      expect(await endings(app)).toEqual([
        ['forms.publish', 'found'],
        ['forms.publish', 'sent'],
      ]);
    },
    PATIENT,
  );

  test(
    'an edit of a new order follows it where the service has it already',
    async () => {
      const { app, number, id } = await openWithRestoredCreate(NEW_ORDER);
      await app.save({ operation: 'requisitions.update', data: { id, order_details: 'Fasting' } });
      expect(await app.outbox()).toMatchObject([{ number }, { waitsFor: number }]);
      await sendAll(app);
      const made = [...app.serviceRecords('requisition').values()].filter(
        ({ patient }) => patient === NEW_ORDER.data.patient,
      );
      expect(made).toMatchObject([{ order_details: 'Fasting' }]);
    },
    PATIENT,
  );

  test(
    'the delete of a new form deletes it where the service has it already',
    async () => {
      const name = 'Intake of today';
      const { app, number, id } = await openWithRestoredCreate({ operation: 'forms.create', data: { name } });
      await app.save({ operation: 'forms.delete', data: { id } });
      expect(await app.outbox()).toMatchObject([{ number }, { operation: 'forms.delete', waitsFor: number }]);
      await sendAll(app);
      expect([...app.serviceRecords('form').values()].filter((form) => form['name'] === name)).toEqual([]);
      expect(await endings(app)).toEqual([
        ['forms.create', 'found'],
        ['forms.delete', 'sent'],
      ]);
    },
    PATIENT,
  );
});
