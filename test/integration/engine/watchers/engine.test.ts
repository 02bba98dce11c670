import { globSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { idSchema, recordIdSchema } from '#contract/record-schemas.ts';
import { unwrap } from '../../../support/engine.ts';
import { type TestApp, openTestApp } from '../../../support/app.ts';
import { changeAsOtherClient } from '../../../support/clinic.ts';
import { waitUntilPasses } from '../../../support/wait.ts';

// The machine may be busy.
/** The outcome of the requests of a form that are known here, by patient. */
async function states(app: TestApp, id: string): Promise<Readonly<Record<string, string>>> {
  const form = recordIdSchema('form').parse(id);
  const { items } = unwrap(await app.engine().call('completions.history', { form }));
  return Object.fromEntries(items.map(({ patient, state, unsent }) => [patient, unsent ?? state]));
}

const expectStates = (app: TestApp, id: string, wanted: Readonly<Record<string, string>>) =>
  waitUntilPasses(async () => expect(await states(app, id)).toEqual(wanted));

async function asking(...patients: readonly string[]): Promise<{ app: TestApp; id: string }> {
  const app = await openTestApp();
  await app.sync();
  const { id } = await app.save({ operation: 'forms.create', data: { name: 'Intake' } });
  await app.save({
    operation: 'forms.completion',
    data: { id, ask: [...patients] },
  });
  expect(await states(app, id)).toEqual(Object.fromEntries(patients.map((patient) => [patient, 'ask'])));
  await app.sync();
  const real = [...app.serviceRecords('form').values()].find(({ name }) => name === 'Intake')?.id ?? '';
  await expectStates(app, real, Object.fromEntries(patients.map((patient) => [patient, 'open'])));
  return { app, id: real };
}

test('completions, withdrawals of this computer and of other clients are distinguished as far as possible', async () => {
  const { app, id } = await asking('user_a', 'user_b', 'user_c');
  app.clinic.completeForm(id, 'user_a');
  await app.save({ operation: 'forms.completion', data: { id, withdraw: ['user_b'] } });
  expect(await states(app, id)).toMatchObject({ user_b: 'withdraw' });
  await app.sync();
  await expectStates(app, id, { user_a: 'ended', user_b: 'withdrawn', user_c: 'open' });
  await changeAsOtherClient(app.clinic, `/v2/forms/${id}`, { request_completion_from: [] });
  await app.sync();
  await expectStates(app, id, { user_a: 'ended', user_b: 'withdrawn', user_c: 'ended' });
  const { completed } = unwrap(
    await app.engine().call('completions.history', { form: recordIdSchema('form').parse(id) }),
  );
  expect(completed).toMatchObject({ of: 2, median: expect.any(Number) });
});

test('a withdrawal whose response was lost is a withdrawal', async () => {
  const { app, id } = await asking('user_a');
  app.clinic.faults.add({
    match: { method: 'POST', path: `/v2/forms/${id}`, times: 1 },
    action: { kind: 'close', after: true },
  });
  await app.save({ operation: 'forms.completion', data: { id, withdraw: ['user_a'] } });
  await app.sync();
  await app.sync();
  expect(await app.outbox()).toEqual([]);
  await expectStates(app, id, { user_a: 'withdrawn' });
});

test('requests end with their form', async () => {
  const { app, id } = await asking('user_a', 'user_b');
  app.clinic.completeForm(id, 'user_a');
  await app.save({ operation: 'forms.delete', data: { id } });
  await app.sync({ kinds: ['form'] });
  await waitUntilPasses(async () => expect((await states(app, id))['user_b']).toBe('form-gone'));
  const patient = unwrap(
    await app.engine().call('completions.history', { patient: idSchema('user').parse('user_b') }),
  );
  expect(patient.items).toMatchObject([{ form: id, formName: '', state: 'form-gone' }]);
});

test('the history survives the cache, and nothing ends because the cache fills again', async () => {
  const { app, id } = await asking('user_a', 'user_b');
  app.clinic.completeForm(id, 'user_a');
  await app.sync();
  await expectStates(app, id, { user_a: 'ended', user_b: 'open' });
  await app.engine().close();
  for (const file of globSync('**/cache.db*', { cwd: app.folder })) rmSync(join(app.folder, file));
  await app.restart();
  expect(await states(app, id)).toEqual({ user_a: 'ended' });
  await app.sync();
  await expectStates(app, id, { user_a: 'ended', user_b: 'open' });
});
