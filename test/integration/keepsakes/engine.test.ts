import { expect, onTestFinished, test, vi } from 'vitest';
import type { Parsed } from '#contract/api.ts';
import { startSandbox } from '#main/sandbox/server.ts';
import { NEW_ORDER } from '../../support/desk.ts';
import { changeElsewhere, deskAndClinic, type DeskAndClinic } from '../../support/desk-and-clinic.ts';
import { codeOf, openInput, temporaryFolder, testEngine, until, valueOf } from '../../support/engine.ts';
import { FULL_DISK_WORKER_URL, limitedDisk } from '../../faults/full-disk.ts';

// Each test starts an engine with its threads, and the machine may be busy.
vi.setConfig({ testTimeout: 60_000 });

const look = async (desk: DeskAndClinic, id: string) =>
  valueOf(await desk.engine().call('records.look', { kind: 'requisition', id }));
const changed = async (desk: DeskAndClinic, id: string): Promise<boolean | undefined> => {
  const order = { by: 'updated', descending: true } as const;
  const { items } = valueOf(
    await desk.engine().call('worklist.page', { tab: 'all', terms: [], order, limit: 100 }),
  );
  return items.find((row) => row.id === id)?.isChanged;
};
const told = (desk: DeskAndClinic) =>
  desk
    .engine()
    .events.filter(({ name }) => name === 'kept')
    .map(({ payload }) => payload);

test('a look tells what somebody else changed since the look before, and the worklist agrees', async () => {
  const desk = await deskAndClinic();
  await desk.sync();
  const { id } = desk.first('requisition');
  expect(await look(desk, id)).toEqual({ before: null, fields: [] });
  expect(await changed(desk, id)).toBe(false);
  await changeElsewhere(desk.clinic, `/v2/requisitions/${id}`, { order_details: 'Fasting' });
  await desk.sync({ full: true });
  expect(await changed(desk, id)).toBe(true);
  const { fields } = await look(desk, id);
  expect(fields).toMatchObject([{ field: 'order_details', is: '"Fasting"' }]);
  expect(await changed(desk, id)).toBe(false);
  expect((await look(desk, id)).fields).toEqual(fields);
});

test('changes of this desk that are not sent yet are no difference', async () => {
  const desk = await deskAndClinic();
  await desk.sync();
  const { id } = desk.first('requisition');
  await look(desk, id);
  await desk.save({ operation: 'requisitions.update', data: { id, name: 'Mine' } });
  expect((await look(desk, id)).fields).toEqual([]);
});

test('a record made here is looked at without a word, and one that nobody knows is not found', async () => {
  const desk = await deskAndClinic();
  const { id } = await desk.save(NEW_ORDER);
  expect(await look(desk, id)).toEqual({ before: null, fields: [] });
  for (const unknown of ['req_nobody', `local_requisition_${'0'.repeat(26)}`]) {
    const answer = await desk.engine().call('records.look', { kind: 'requisition', id: unknown });
    expect(codeOf(answer)).toBe('not-found');
  }
});

test('windows hear of what was kept, by ids alone', async () => {
  const desk = await deskAndClinic();
  valueOf(await desk.engine().call('directory.set', { id: 'user_1', name: 'Ada Lovelace' }));
  await until(() => told(desk).length > 0, 'the event');
  expect(told(desk)).toEqual([{ what: 'directory', ids: ['user_1'] }]);
  expect(desk.engine().logged.join()).not.toContain('Lovelace');
});

test('a PDF that is not here cannot have been printed', async () => {
  const desk = await deskAndClinic();
  await desk.sync();
  const id = desk.first('requisition').id as Parsed<'papers.printed'>['id'];
  expect(codeOf(await desk.engine().call('papers.printed', { id }))).toBe('not-found');
  expect(valueOf(await desk.engine().call('papers.ledger', {})).items).toEqual([]);
});

test('on a full disk a draft is refused in so many words, and the one before it stays', async () => {
  const disk = limitedDisk();
  const folder = await temporaryFolder();
  const clinic = await startSandbox({ seed: 7, requisitions: 5, forms: 2, notifications: 2 });
  const engine = testEngine(folder.path, { workerUrl: FULL_DISK_WORKER_URL });
  onTestFinished(async () => {
    await engine.close();
    await clinic.close();
    await folder.remove();
  });
  valueOf(await engine.start());
  valueOf(await engine.control('engine.open', openInput(clinic.baseUrl)));
  const draft = {
    key: '["requisitions.create","1",""]',
    operation: 'requisitions.create',
    target: null,
    label: '',
    fields: { text: 'before' },
    seen: {},
  } as const;
  valueOf(await engine.call('drafts.keep', draft));
  disk.full(true);
  const long = { ...draft, fields: { text: 'x'.repeat(200_000) } };
  expect(codeOf(await engine.call('drafts.keep', long))).toBe('storage-full');
  const { draft: left } = valueOf(await engine.call('drafts.get', { key: draft.key }));
  expect(left?.fields).toEqual({ text: 'before' });
  disk.full(false);
  valueOf(await engine.call('drafts.keep', long));
});

test('what this desk has written itself is no change once it is sent', async () => {
  const desk = await deskAndClinic();
  await desk.sync();
  const { id } = desk.first('requisition');
  await look(desk, id);
  await desk.save({ operation: 'requisitions.update', data: { id, name: 'Mine' } });
  await desk.sync();
  expect(await changed(desk, id)).toBe(false);
  expect((await look(desk, id)).fields).toEqual([]);
});
