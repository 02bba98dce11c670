import { expect, test } from 'vitest';
import { NEW_ORDER } from '../../support/desk.ts';
import { deskAndClinic } from '../../support/desk-and-clinic.ts';

const MINUTES = 60_000;
const DAYS = 24 * 60 * MINUTES;
const PATIENT = 30_000;

test.each([20, -20])(
  'a lost create is found and sent once, though the Date header is %i minutes off',
  async (minutes) => {
    const desk = await deskAndClinic();
    await desk.sync();
    const value = new Date(Date.now() + minutes * MINUTES).toUTCString();
    desk.clinic.faults.add({
      match: { method: 'POST', times: 1 },
      action: { kind: 'close', after: true },
    });
    desk.clinic.faults.add({ match: {}, action: { kind: 'date', value } });
    await desk.save(NEW_ORDER);
    await desk.sync();
    expect(await desk.outbox()).toEqual([]);
    expect((await desk.settled()).map(({ how }) => how)).toEqual(['found']);
    expect(desk.done('POST', '/v2/requisitions')).toBe(1);
  },
  PATIENT,
);

test.each([1, -1])(
  'with a Date header that is %i days off a lost create is found and sent once',
  async (days) => {
    const desk = await deskAndClinic();
    await desk.sync();
    const value = new Date(Date.now() + days * DAYS).toUTCString();
    desk.clinic.faults.add({ match: { method: 'POST', times: 1 }, action: { kind: 'close', after: true } });
    desk.clinic.faults.add({ match: {}, action: { kind: 'date', value } });
    await desk.sync();
    await desk.save(NEW_ORDER);
    await desk.sync();
    await desk.restart();
    await desk.sync();
    expect(desk.done('POST', '/v2/requisitions')).toBe(1);
    expect((await desk.settled()).map(({ how }) => how)).toEqual(['found']);
  },
  PATIENT,
);

test(
  'an update from a desk of which the service’s clock is ten years away merges and asks like any other',
  async () => {
    const desk = await deskAndClinic();
    await desk.sync();
    const { id } = desk.first('requisition');
    const value = new Date(Date.now() + 3650 * DAYS).toUTCString();
    desk.clinic.faults.add({ match: {}, action: { kind: 'date', value } });
    await desk.save({ operation: 'requisitions.update', data: { id, name: 'Mine' } });
    desk.clinic.elsewhere.updateRequisition(id, { order_details: 'Theirs' });
    await desk.sync();
    expect(await desk.outbox()).toEqual([]);
    expect(desk.first('requisition')).toMatchObject({ id, name: 'Mine', order_details: 'Theirs' });
    await desk.save({ operation: 'requisitions.update', data: { id, name: 'Mine again' } });
    desk.clinic.elsewhere.updateRequisition(id, { name: 'Theirs' });
    await desk.sync();
    expect(await desk.outbox()).toMatchObject([{ state: 'needs-you', question: 'conflict' }]);
    expect(desk.first('requisition')).toMatchObject({ name: 'Theirs' });
  },
  PATIENT,
);
