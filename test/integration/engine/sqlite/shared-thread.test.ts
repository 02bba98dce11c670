import { existsSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { silentLog } from '#main/base/log.ts';
import { openCacheFile } from '#main/engine/cache/file/open.ts';
import { createSharedThreadStarter } from '#main/engine/sqlite/shared-thread.ts';
import { startThread } from '#main/engine/sqlite/worker.ts';
import { temporaryFolder, TEST_KEY, unwrap } from '../../../support/engine.ts';
import { waitUntilPasses } from '../../../support/wait.ts';
import { WORKER_URL } from '../../../support/worker-entries.ts';

/** Starts roles in a shared thread; keeps the threads that were started, and which roles are down. */
async function createRoles() {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  // The key of an account is checked by its cache, which is opened first.
  unwrap(openCacheFile({ folder: folder.path, key: TEST_KEY }, () => 0)).db.close();
  const workers: Worker[] = [];
  const startWorker = createSharedThreadStarter(() => {
    const worker = new Worker(WORKER_URL, { workerData: { role: 'shared' }, env: {} });
    workers.push(worker);
    return worker;
  });
  const down: string[] = [];
  const startRole = (role: 'access' | 'pdfs') =>
    startThread({ role, startWorker, log: silentLog, onEvent: () => {}, onDown: () => down.push(role) });
  const file = path.join(folder.path, 'access.db');
  return { workers, down, startRole, folder: folder.path, accessFile: { file, key: TEST_KEY, head: null } };
}

type Roles = Awaited<ReturnType<typeof createRoles>>;

async function openBoth({ startRole, folder, accessFile }: Roles) {
  const [access, pdfs] = [startRole('access'), startRole('pdfs')];
  unwrap(await access.call('open', accessFile));
  unwrap(await pdfs.call('open', { folder, key: TEST_KEY }));
  return { access, pdfs };
}

test('Roles that share a thread are served beside each other, and it ends with the last of them', async () => {
  const roles = await createRoles();
  const { access, pdfs } = await openBoth(roles);
  expect(roles.workers).toHaveLength(1);
  const ended: unknown[] = [];
  roles.workers[0]?.on('exit', () => ended.push('thread'));
  await pdfs.end();
  expect((await pdfs.call('getUsage', null)).ok).toBe(false);
  expect(unwrap(await access.call('verify', { head: null }))).toMatchObject({ entries: 0 });
  expect(ended).toEqual([]);
  await access.end();
  expect(ended).toEqual(['thread']);
  expect(roles.down).toEqual([]);
});

test('The file of a role that has ended without closing it is closed, while the other role goes on', async () => {
  const roles = await createRoles();
  const { access, pdfs } = await openBoth(roles);
  const log = `${roles.accessFile.file}-wal`;
  expect(existsSync(log)).toBe(true);
  await access.end();
  // SQLite removes the write-ahead log when the last connection to a file is closed.
  await waitUntilPasses(() => expect(existsSync(log)).toBe(false));
  expect(unwrap(await pdfs.call('getUsage', null))).toEqual({ count: 0, bytes: 0 });
  await pdfs.end();
});

test('Where the thread ends by itself all its roles are down, and those that start again share a new one', async () => {
  const roles = await createRoles();
  await openBoth(roles);
  await roles.workers[0]?.terminate();
  expect(roles.down.toSorted()).toEqual(['access', 'pdfs']);
  const { access, pdfs } = await openBoth(roles);
  expect(roles.workers).toHaveLength(2);
  expect(unwrap(await pdfs.call('getUsage', null))).toEqual({ count: 0, bytes: 0 });
  await Promise.all([access.end(), pdfs.end()]);
});

test('A role that cannot be served ends the thread, so that each of its roles is started again', async () => {
  const roles = await createRoles();
  const { access } = await openBoth(roles);
  const unknown = roles.startRole('unknown' as 'pdfs');
  expect((await unknown.call('open', null)).ok).toBe(false);
  expect((await access.call('verify', { head: null })).ok).toBe(false);
  expect(roles.down.toSorted()).toEqual(['access', 'pdfs', 'unknown']);
});
