import { expect, test } from 'vitest';
import type { ValidatedInput } from '#contract/api.ts';
import { getCode, until, unwrap } from '../../../../support/engine.ts';
import { limitedDisk } from '../../../../faults/full-disk.ts';
import { FULL_DISK_WORKER_URL } from '../../../../support/worker-entries.ts';
import { type TestApp, openTestApp } from '../../../../support/app.ts';
import { NEW_ORDER } from '../../../../support/builders.ts';
import { changeAsOtherClient } from '../../../../support/clinic.ts';

// Each test starts an engine with its threads, and the machine may be busy.
const look = async (local: TestApp, id: string) =>
  unwrap(await local.engine().call('records.markViewed', { kind: 'requisition', id }));
const changed = async (local: TestApp, id: string): Promise<boolean | undefined> => {
  const order = { by: 'updated', descending: true } as const;
  const { items } = unwrap(
    await local.engine().call('worklist.page', { tab: 'all', terms: [], order, limit: 100 }),
  );
  return items.find((row) => row.id === id)?.isChanged;
};
const emitted = (local: TestApp) =>
  local
    .engine()
    .events.filter(({ name }) => name === 'localDataChanged')
    .map(({ payload }) => payload);

test('viewing a record shows what another user changed since the last view, and the worklist agrees', async () => {
  const local = await openTestApp();
  await local.sync();
  const { id } = local.first('requisition');
  expect(await look(local, id)).toEqual({ before: null, fields: [] });
  expect(await changed(local, id)).toBe(false);
  await changeAsOtherClient(local.clinic, `/v2/requisitions/${id}`, { order_details: 'Fasting' });
  await local.sync({ full: true });
  expect(await changed(local, id)).toBe(true);
  const { fields } = await look(local, id);
  expect(fields).toMatchObject([{ field: 'order_details', is: '"Fasting"' }]);
  expect(await changed(local, id)).toBe(false);
  expect((await look(local, id)).fields).toEqual(fields);
});

test('pending changes of this computer are no difference', async () => {
  const local = await openTestApp();
  await local.sync();
  const { id } = local.first('requisition');
  await look(local, id);
  await local.save({ operation: 'requisitions.update', data: { id, name: 'Mine' } });
  expect((await look(local, id)).fields).toEqual([]);
});

test('a record created here is marked as viewed without a difference, and an unknown one is not found', async () => {
  const local = await openTestApp();
  const { id } = await local.save(NEW_ORDER);
  expect(await look(local, id)).toEqual({ before: null, fields: [] });
  for (const unknown of ['req_nobody', `local_requisition_${'0'.repeat(26)}`]) {
    const answer = await local.engine().call('records.markViewed', { kind: 'requisition', id: unknown });
    expect(getCode(answer)).toBe('not-found');
  }
});

test('windows receive an event for saved local data, with ids only', async () => {
  const local = await openTestApp();
  unwrap(await local.engine().call('directory.set', { id: 'user_1', name: 'Ada Lovelace' }));
  await until(() => emitted(local).length > 0, 'the event');
  expect(emitted(local)).toEqual([{ what: 'directory', ids: ['user_1'] }]);
  expect(local.engine().logged.join()).not.toContain('Lovelace');
});

test('a PDF that is not here cannot be noted as printed', async () => {
  const local = await openTestApp();
  await local.sync();
  const id = local.first('requisition').id as ValidatedInput<'pdfs.notePrinted'>['ids'][number];
  expect(getCode(await local.engine().call('pdfs.notePrinted', { ids: [id] }))).toBe('not-found');
  expect(unwrap(await local.engine().call('pdfs.get', { id })).printLog).toEqual([]);
});

test('on a full disk a draft is refused with that error, and the one before it stays', async () => {
  const disk = limitedDisk();
  const local = await openTestApp({}, { workerUrl: FULL_DISK_WORKER_URL });
  const engine = local.engine();
  const draft = {
    key: '["requisitions.create","1",""]',
    operation: 'requisitions.create',
    target: null,
    label: '',
    fields: { text: 'before' },
    seen: {},
  } as const;
  unwrap(await engine.call('drafts.save', draft));
  disk.full(true);
  const long = { ...draft, fields: { text: 'x'.repeat(200_000) } };
  expect(getCode(await engine.call('drafts.save', long))).toBe('storage-full');
  const { draft: left } = unwrap(await engine.call('drafts.get', { key: draft.key }));
  expect(left?.fields).toEqual({ text: 'before' });
  disk.full(false);
  unwrap(await engine.call('drafts.save', long));
});

test('this computer’s own changes are no difference once they are sent', async () => {
  const local = await openTestApp();
  await local.sync();
  const { id } = local.first('requisition');
  await look(local, id);
  await local.save({ operation: 'requisitions.update', data: { id, name: 'Mine' } });
  await local.sync();
  expect(await changed(local, id)).toBe(false);
  expect((await look(local, id)).fields).toEqual([]);
});
