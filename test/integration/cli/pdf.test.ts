import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { changeAsOtherClient } from '../../support/clinic.ts';
import { expectSuccess, getError, openTestCommand } from '../../support/command.ts';

const DOCUMENT = /^\/documents\//;

test('a PDF is written as it is on the service; Ctrl-C leaves the file as it was, also where an older version is stored', async () => {
  const { clinic, folder, run } = await openTestCommand({ seed: 4, requisitions: 1 }, 'synced');
  const [record] = clinic.listResources('requisition');
  const id = String(record?.['id']);
  const out = join(folder, 'order.pdf');
  const words = ['pdf', id, '--out', out, '--json'];
  const first = JSON.parse(expectSuccess(await run(words)).out) as { readonly hash: string };
  await changeAsOtherClient(clinic, `/v2/requisitions/${id}`, { name: 'Another name' });
  expectSuccess(await run(['sync']));
  writeFileSync(out, 'what was there');
  clinic.faults.add({
    match: { path: DOCUMENT },
    action: { kind: 'truncate', keepBytes: 900, ending: 'hang' },
  });
  const stopped = await run(words, { isWatched: true, interruptAt: /bytes/ });
  expect([stopped.code, stopped.out, getError(stopped).code]).toEqual([1, '', 'cancelled']);
  expect(readFileSync(out, 'utf8')).toBe('what was there');
  clinic.faults.clear();
  const { hash } = JSON.parse(expectSuccess(await run(words)).out) as { readonly hash: string };
  expect(hash).not.toBe(first.hash);
});

test('Ctrl-C before the download is queued cancels it too: nothing is written, and the next command has to download', async () => {
  const { clinic, folder, run } = await openTestCommand({ seed: 4, requisitions: 1 }, 'synced');
  const [record] = clinic.listResources('requisition');
  const out = join(folder, 'order.pdf');
  const words = ['pdf', String(record?.['id']), '--out', out, '--json'];
  const stopped = await run(words, { interruptAt: /^$/ });
  expect([stopped.code, stopped.out, getError(stopped).code]).toEqual([1, '', 'cancelled']);
  expect(existsSync(out)).toBe(false);
  clinic.faults.add({ match: { path: DOCUMENT }, action: { kind: 'answer', status: 200, body: 'no PDF' } });
  expect(getError(await run(words)).code).toBe('not-a-pdf');
});
