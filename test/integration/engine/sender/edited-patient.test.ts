import { describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../support/app.ts';
import { NEW_ORDER } from '../../../support/builders.ts';
import { changeAsOtherClient } from '../../../support/clinic.ts';
import { unwrap } from '../../../support/engine.ts';
import { ORDERS, posted, questions } from '../../../support/lost-orders.ts';

// Each test opens an engine and syncs several times, and the machine may be busy.
/** A patient of whom neither the service nor this computer has a requisition. */
const WITHOUT_RECORDS = 'user_new_here';

/** The patient of the first requisition of the service, of whom there are records here. */
const knownPatient = (app: TestApp): string => String(app.first('requisition')['patient']);

function orderFor(patient: string) {
  return { ...NEW_ORDER, data: { ...NEW_ORDER.data, patient } } as const;
}

/** The patients of the requisitions that the service was asked to create, by its write log. */
const patientsOfCreated = (app: TestApp): readonly unknown[] =>
  app.clinic
    .writeLog()
    .filter(({ method, path }) => method === 'POST' && path === ORDERS)
    .map(({ body }) => (body as { readonly patient?: unknown }).patient);

/** Opens an app without a network in which an order for one patient waits. */
async function openWithOrderFor(pick: (app: TestApp) => string) {
  const app = await openTestApp({ requisitions: 30, patients: 4 });
  await app.sync();
  app.clinic.faults.add({ match: {}, action: { kind: 'close' } });
  const saved = await app.save({ ...orderFor(pick(app)), saveId: 'editor' });
  return { app, saved };
}

async function editPatient(app: TestApp, number: number, patient: string): Promise<void> {
  const { data } = orderFor(patient);
  unwrap(await app.engine().call('outbox.edit', { ...(await app.seen(number)), data }));
}

describe('A waiting order whose patient is corrected', () => {
  test('is sent once for the other patient, who has no requisition yet, and asks nothing', async () => {
    const { app, saved } = await openWithOrderFor(knownPatient);
    await editPatient(app, saved.number, WITHOUT_RECORDS);
    app.clinic.faults.clear();
    await app.sync();
    expect(await questions(app)).toEqual([]);
    expect(patientsOfCreated(app)).toEqual([WITHOUT_RECORDS]);
  });

  test('is sent once for a patient of whom a similar requisition was here before, and asks nothing', async () => {
    const app = await openTestApp({ requisitions: 30, patients: 4 });
    const patient = knownPatient(app);
    await changeAsOtherClient(app.clinic, ORDERS, orderFor(patient).data);
    await app.sync();
    const before = posted(app);
    app.clinic.faults.add({ match: {}, action: { kind: 'close' } });
    const { number } = await app.save(orderFor(WITHOUT_RECORDS));
    await editPatient(app, number, patient);
    app.clinic.faults.clear();
    await app.sync();
    expect({ asked: await questions(app), created: posted(app) - before }).toEqual({ asked: [], created: 1 });
    expect(patientsOfCreated(app).at(-1)).toBe(patient);
  });

  test('still asks where the list of a patient with records here is empty', async () => {
    const { app, saved } = await openWithOrderFor(() => WITHOUT_RECORDS);
    await editPatient(app, saved.number, knownPatient(app));
    app.clinic.faults.clear();
    app.clinic.faults.add({
      match: { method: 'GET', path: /\/v2\/requisitions\?/ },
      action: { kind: 'answer', status: 200, body: '{"object":"list","data":[]}' },
    });
    await app.sync();
    expect(posted(app)).toBe(0);
    expect(await app.outbox()).toHaveLength(1);
  });

  test('is sent once also where the correction is a repeated save, after the answer to the first was lost', async () => {
    const { app, saved } = await openWithOrderFor(knownPatient);
    const again = await app.save({ ...orderFor(WITHOUT_RECORDS), saveId: 'editor' });
    expect(again.number).toBe(saved.number);
    app.clinic.faults.clear();
    await app.sync();
    expect(await questions(app)).toEqual([]);
    expect(patientsOfCreated(app)).toEqual([WITHOUT_RECORDS]);
  });
});
