import { expect, test } from 'vitest';
import { openTestApp } from '../../../support/app.ts';
import { NEW_ORDER } from '../../../support/builders.ts';

const MINUTES = 60_000;
const DAYS = 24 * 60 * MINUTES;
const PATIENT = 30_000;

test.each([20, -20])(
  'a lost create is found and sent once, though the Date header is %i minutes off',
  async (minutes) => {
    const app = await openTestApp();
    await app.sync();
    const value = new Date(Date.now() + minutes * MINUTES).toUTCString();
    app.clinic.faults.add({
      match: { method: 'POST', times: 1 },
      action: { kind: 'close', after: true },
    });
    app.clinic.faults.add({ match: {}, action: { kind: 'date', value } });
    await app.save(NEW_ORDER);
    await app.sync();
    expect(await app.outbox()).toEqual([]);
    expect((await app.closedChanges()).map(({ ending }) => ending)).toEqual(['found']);
    expect(app.done('POST', '/v2/requisitions')).toBe(1);
  },
  PATIENT,
);

test.each([1, -1])(
  'with a Date header that is %i days off a lost create is found and sent once',
  async (days) => {
    const app = await openTestApp();
    await app.sync();
    const value = new Date(Date.now() + days * DAYS).toUTCString();
    app.clinic.faults.add({ match: { method: 'POST', times: 1 }, action: { kind: 'close', after: true } });
    app.clinic.faults.add({ match: {}, action: { kind: 'date', value } });
    await app.sync();
    await app.save(NEW_ORDER);
    await app.sync();
    await app.restart();
    await app.sync();
    expect(app.done('POST', '/v2/requisitions')).toBe(1);
    expect((await app.closedChanges()).map(({ ending }) => ending)).toEqual(['found']);
  },
  PATIENT,
);

test(
  'an update, with the service’s clock ten years off, merges and asks like any other',
  async () => {
    const app = await openTestApp();
    await app.sync();
    const { id } = app.first('requisition');
    const value = new Date(Date.now() + 3650 * DAYS).toUTCString();
    app.clinic.faults.add({ match: {}, action: { kind: 'date', value } });
    await app.save({ operation: 'requisitions.update', data: { id, name: 'Mine' } });
    app.clinic.otherUsers.updateRequisition(id, { order_details: 'Theirs' });
    await app.sync();
    expect(await app.outbox()).toEqual([]);
    expect(app.first('requisition')).toMatchObject({ id, name: 'Mine', order_details: 'Theirs' });
    await app.save({ operation: 'requisitions.update', data: { id, name: 'Mine again' } });
    app.clinic.otherUsers.updateRequisition(id, { name: 'Theirs' });
    await app.sync();
    expect(await app.outbox()).toMatchObject([{ state: 'needs-you', question: 'conflict' }]);
    expect(app.first('requisition')).toMatchObject({ name: 'Theirs' });
  },
  PATIENT,
);
