import { globSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { idSchema } from '#contract/ids.ts';
import { recordIdSchema } from '#contract/local-id.ts';
import { changeElsewhere, deskAndClinic, type DeskAndClinic } from '../../support/desk-and-clinic.ts';
import { valueOf } from '../../support/engine.ts';

// The machine may be busy.
vi.setConfig({ testTimeout: 60_000 });
const WAIT = { timeout: 20_000 };

/** What became of the requests of a form that this desk knows of, by patient. */
async function states(desk: DeskAndClinic, id: string): Promise<Readonly<Record<string, string>>> {
  const form = recordIdSchema('form').parse(id);
  const { items } = valueOf(await desk.engine().call('completions.history', { form }));
  return Object.fromEntries(items.map(({ patient, state, unsent }) => [patient, unsent ?? state]));
}

const expectStates = (desk: DeskAndClinic, id: string, wanted: Readonly<Record<string, string>>) =>
  vi.waitFor(async () => expect(await states(desk, id)).toEqual(wanted), WAIT);

async function asking(...patients: readonly string[]): Promise<{ desk: DeskAndClinic; id: string }> {
  const desk = await deskAndClinic();
  await desk.sync();
  const { id } = await desk.save({ operation: 'forms.create', data: { name: 'Intake' } });
  await desk.save({
    operation: 'forms.completion',
    data: { id, ask: [...patients] },
  });
  expect(await states(desk, id)).toEqual(Object.fromEntries(patients.map((patient) => [patient, 'ask'])));
  await desk.sync();
  const real = [...desk.truth('form').values()].find(({ name }) => name === 'Intake')?.id ?? '';
  await expectStates(desk, real, Object.fromEntries(patients.map((patient) => [patient, 'open'])));
  return { desk, id: real };
}

test('who completes a form, whom this desk withdraws and whom another one does is told apart as far as it can be', async () => {
  const { desk, id } = await asking('user_a', 'user_b', 'user_c');
  desk.clinic.completeForm(id, 'user_a');
  await desk.save({ operation: 'forms.completion', data: { id, withdraw: ['user_b'] } });
  expect(await states(desk, id)).toMatchObject({ user_b: 'withdraw' });
  await desk.sync();
  await expectStates(desk, id, { user_a: 'ended', user_b: 'withdrawn', user_c: 'open' });
  await changeElsewhere(desk.clinic, `/v2/forms/${id}`, { request_completion_from: [] });
  await desk.sync();
  await expectStates(desk, id, { user_a: 'ended', user_b: 'withdrawn', user_c: 'ended' });
  const { completed } = valueOf(
    await desk.engine().call('completions.history', { form: recordIdSchema('form').parse(id) }),
  );
  expect(completed).toMatchObject({ of: 2, median: expect.any(Number) });
});

test('a withdrawal whose answer was lost is a withdrawal', async () => {
  const { desk, id } = await asking('user_a');
  desk.clinic.faults.add({
    match: { method: 'POST', path: `/v2/forms/${id}`, times: 1 },
    action: { kind: 'close', after: true },
  });
  await desk.save({ operation: 'forms.completion', data: { id, withdraw: ['user_a'] } });
  await desk.sync();
  await desk.sync();
  expect(await desk.outbox()).toEqual([]);
  await expectStates(desk, id, { user_a: 'withdrawn' });
});

test('requests end with their form', async () => {
  const { desk, id } = await asking('user_a', 'user_b');
  desk.clinic.completeForm(id, 'user_a');
  await desk.save({ operation: 'forms.delete', data: { id } });
  await desk.sync({ kinds: ['form'] });
  await vi.waitFor(async () => expect((await states(desk, id))['user_b']).toBe('form-gone'), WAIT);
  const patient = valueOf(
    await desk.engine().call('completions.history', { patient: idSchema('user').parse('user_b') }),
  );
  expect(patient.items).toMatchObject([{ form: id, formName: '', state: 'form-gone' }]);
});

test('the history outlives the cache, and nothing ends because that fills again', async () => {
  const { desk, id } = await asking('user_a', 'user_b');
  desk.clinic.completeForm(id, 'user_a');
  await desk.sync();
  await expectStates(desk, id, { user_a: 'ended', user_b: 'open' });
  await desk.engine().close();
  for (const file of globSync('**/cache.db*', { cwd: desk.folder })) rmSync(join(desk.folder, file));
  await desk.restart();
  expect(await states(desk, id)).toEqual({ user_a: 'ended' });
  await desk.sync();
  await expectStates(desk, id, { user_a: 'ended', user_b: 'open' });
});
