import { existsSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openCacheForReading } from '#main/engine/cache/file/open.ts';
import { ReadOnlyLocalStoreView } from '#main/engine/cache/pending/local-view.ts';
import { CacheReader } from '#main/engine/cache/reader.ts';
import { deleteStoredChange } from '#main/engine/local/outbox/stored-changes.ts';
import { getLocalStorePath } from '#main/engine/local/recovery/open.ts';
import { toStorageError } from '#main/engine/sqlite/errors.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { rawNotification } from '../../../../support/builders.ts';
import { testCache } from '../../../../support/cache.ts';
import { unwrap } from '../../../../support/engine.ts';
import { cacheAndLocal, type CacheAndLocal } from '../../../../support/overlay.ts';
import { addPending, localFile } from '../../../../support/pending.ts';

let cache: CacheAndLocal;
beforeEach(async () => {
  cache = await cacheAndLocal();
  cache.store('notification', rawNotification());
});
afterEach(() => cache.close());

const READ = { operation: 'notifications.update', target: 'notf_1', data: { read: true } } as const;

function unread(): number {
  return unwrap(cache.read('inbox.unread', {})).count;
}

test('a commit of the local store shows in the next read, whichever connection made it', () => {
  expect(unread()).toBe(1);
  const number = cache.addPendingChange(READ);
  expect(unread()).toBe(0);
  deleteStoredChange(cache.app, number);
  expect(unread()).toBe(1);
});

test('the old value is never visible between the service’s response and the end of the write', () => {
  const number = cache.addPendingChange(READ);
  expect(unread()).toBe(0);
  cache.store('notification', rawNotification({ read: true }));
  expect(unread()).toBe(0);
  deleteStoredChange(cache.app, number);
  expect(unread()).toBe(0);
});

test('nor is it in a read during which the change is confirmed', () => {
  const number = cache.addPendingChange(READ);
  let isDone = false;
  class Meddled extends ReadOnlyLocalStoreView {
    // The first value that a read loads; right after it the response is stored and the change is removed.
    override version(): string {
      const version = super.version();
      if (!isDone) {
        isDone = true;
        cache.store('notification', rawNotification({ read: true }));
        deleteStoredChange(cache.app, number);
      }
      return version;
    }
  }
  const reader = new CacheReader(openCacheForReading(cache.file), new Meddled(cache.file));
  const count = () => unwrap(reader.read('inbox.unread', {})).count;
  expect([count(), count()]).toEqual([0, 0]);
  expect(isDone).toBe(true);
  reader.close();
});

test('without a local store nothing is pending, and none is created; a new one is used once it exists', async () => {
  const alone = await testCache();
  alone.sweep('notification', [rawNotification()]);
  const count = () => unwrap(alone.read('inbox.unread', {})).count;
  expect(count()).toBe(1);
  expect(existsSync(getLocalStorePath(alone.file.folder))).toBe(false);
  const app = localFile(alone.file.folder);
  addPending(app, READ);
  expect(count()).toBe(0);
  app.close();
  await alone.close();
});

test('a removed local store is still read, and the restored file is used once it exists', async () => {
  cache.addPendingChange(READ);
  expect(unread()).toBe(0);
  const file = getLocalStorePath(cache.file.folder);
  await Promise.all(['', '-wal', '-shm'].map((suffix) => rm(file + suffix, { force: true })));
  expect(unread()).toBe(0);
  cache.app.run(sql`VACUUM INTO ${file}`);
  const back = localFile(cache.file.folder);
  back.run(sql`DELETE FROM operation`);
  expect(unread()).toBe(1);
  back.close();
});

test('a damaged local store is reported, and never taken for damage of the cache', async () => {
  const folder = cache.file.folder;
  cache.app.pragma('wal_checkpoint(TRUNCATE)');
  const file = await open(getLocalStorePath(folder), 'r+');
  const { size } = await file.stat();
  await file.write(Buffer.alloc(size, 7), 0, size, 0);
  await file.close();
  const attempt = (): unknown => {
    try {
      const reader = new CacheReader(openCacheForReading(cache.file), new ReadOnlyLocalStoreView(cache.file));
      return reader.read('inbox.unread', {});
    } catch (thrown) {
      return toStorageError(thrown)?.code;
    }
  };
  expect(attempt()).toBe('file-unreadable');
});
