import { rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { err, ok } from '#contract/result.ts';
import { silentLog } from '#main/base/log.ts';
import { getLocalStorePath } from '#main/engine/local/recovery/open.ts';
import { OutboxUserActions } from '#main/engine/sender/outbox.ts';
import { openDatabaseFile } from '#main/engine/sqlite/connection.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { openTestApp, type TestApp } from '../../../support/app.ts';
import { impatientClock } from '../../../support/clocks.ts';
import { TEST_KEY, unwrap } from '../../../support/engine.ts';
import { aWrite } from '../../../support/values.ts';
import { losingClinic } from '../sync/missing.ts';
import { waitUntilPasses } from '../../../support/wait.ts';

// Each test opens an engine and reads several times, and the machine may be busy.
const NEW_OF = (patient: string) =>
  ({
    operation: 'requisitions.create',
    data: { patient, type: 'lab', ordering_provider: 'user_d1', name: 'Lipid panel' },
  }) as const;

const rename = (id: string, name = 'Renamed') =>
  ({ operation: 'requisitions.update', data: { id, name } }) as const;

const patientsOf = (changes: Awaited<ReturnType<TestApp['outbox' | 'closedChanges']>>) =>
  changes.map(({ patient }) => patient);

const accountFolder = ({ folder }: TestApp) => `${folder}/accounts/0123456789abcdef`;

test('a pending change names the patient: a create its own, an edit that of the record, a form none', async () => {
  const app = await openTestApp();
  await app.sync();
  const requisition = app.first('requisition');
  const created = await app.save(NEW_OF('user_p9'));
  await app.save(rename(created.id));
  const { number } = await app.save(rename(requisition.id));
  await app.save({ operation: 'forms.publish', data: { id: app.first('form').id } });
  await app.save(rename('req_unknown'));
  // The edit of a create that was not sent is joined with it.
  expect(patientsOf(await app.outbox())).toEqual(['user_p9', requisition['patient'], null, null]);
  const edited = await app
    .engine()
    .call('outbox.edit', { ...(await app.seen(number)), data: { name: 'Renamed again' } });
  expect(unwrap(edited).patient).toBe(requisition['patient']);
});

test('a change that was sent names the patient of its record', async () => {
  const app = await openTestApp();
  await app.sync();
  const requisition = app.first('requisition');
  await app.save(NEW_OF('user_p9'));
  await app.sync();
  await app.save(rename(requisition.id));
  await app.sync();
  expect(patientsOf(await app.closedChanges())).toEqual([requisition['patient'], 'user_p9']);
});

test('a change of a record that the service no longer returns names the patient whom it had', async () => {
  const app = await losingClinic();
  const id = app.idAt('requisition', 3);
  const patient = (await app.cached('requisition')).get(id)?.['patient'];
  await app.lose('requisition', [id]);
  await app.makeCertain('requisition');
  await waitUntilPasses(async () => expect(await app.has('requisition', id)).toBe(false));
  await app.save(rename(id));
  expect(patientsOf(await app.outbox())).toEqual([patient]);
});

test('a discarded create names its patient, an edit that of its record, also after a restart without the cache', async () => {
  const app = await openTestApp();
  await app.sync();
  const requisition = app.first('requisition');
  const created = await app.save(NEW_OF('user_p9'));
  const edited = await app.save(rename(requisition.id));
  for (const { number } of [created, edited]) unwrap(await app.engine().call('outbox.discard', { number }));
  const patients = [requisition['patient'], 'user_p9'];
  expect(patientsOf(await app.closedChanges())).toEqual(patients);
  const removeCache = () => {
    for (const suffix of ['', '-wal', '-shm'])
      rmSync(`${accountFolder(app)}/cache.db${suffix}`, { force: true });
  };
  await app.restart({ between: removeCache });
  expect(patientsOf(await app.closedChanges())).toEqual(patients);
});

test('a change that was closed before patients were kept names the one of its record, a create none', async () => {
  const app = await openTestApp();
  await app.sync();
  const requisition = app.first('requisition');
  const created = await app.save(NEW_OF('user_p9'));
  const edited = await app.save(rename(requisition.id));
  for (const { number } of [created, edited]) unwrap(await app.engine().call('outbox.discard', { number }));
  const forgetPatients = () => {
    const db = openDatabaseFile(getLocalStorePath(accountFolder(app)), TEST_KEY);
    db.run(sql`UPDATE acknowledged SET patient = NULL`);
    db.close();
  };
  await app.restart({ between: forgetPatients });
  expect(patientsOf(await app.closedChanges())).toEqual([requisition['patient'], null]);
});

test('the changes are listed without patients while the cache cannot be read', async () => {
  const items = [aWrite({ patient: null }), aWrite({ number: 2, patient: 'user_p9' })];
  const actions = new OutboxUserActions({
    local: { call: async () => ok({ items, next: null }) as never }, // the only call of this test
    cache: { read: async () => err('engine-down') },
    userId: null,
    clock: impatientClock,
    log: silentLog,
    onWaiting: () => {},
    onDecided: () => {},
  });
  expect(unwrap(await actions.list({ limit: 10 })).items).toEqual(items);
});
