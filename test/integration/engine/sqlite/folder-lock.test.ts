import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockDataFolder, type FolderLockHolder } from '#main/engine/sqlite/folder-lock.ts';
import { getCode, temporaryFolder, unwrap } from '../../../support/engine.ts';

const HOLDER: FolderLockHolder = { role: 'command', pid: process.pid, since: '2026-03-01T09:30:00.000Z' };

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());

const lock = (holder = HOLDER) => lockDataFolder(folder.path, holder);

test('the second is told which process holds the folder, and gets it when the first releases it', () => {
  const first = unwrap(lock());
  const second = lock({ ...HOLDER, role: 'window' });
  expect(second).toEqual({
    ok: false,
    error: { code: 'held', detail: `command, process ${process.pid}, since 2026-03-01T09:30:00.000Z` },
  });
  first.release();
  unwrap(lock({ ...HOLDER, role: 'window' })).release();
});

test('the lock ends with the process that held it, in any case', async () => {
  const script = `
    import { lockDataFolder } from '#main/engine/sqlite/folder-lock.ts';
    const held = lockDataFolder(process.argv[1], { role: 'window', pid: process.pid, since: 'now' });
    console.log(held.ok ? 'held' : 'failed');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, folder.path], {
    cwd: path.join(import.meta.dirname, '../../../..'),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  expect(said.toString().trim()).toBe('held');
  expect(getCode(lock())).toBe('held');
  child.kill('SIGKILL');
  await once(child, 'exit');
  unwrap(lock()).release();
});

test('its files are accessible to the owner only', () => {
  const held = unwrap(lock());
  const modes = readdirSync(folder.path).map((name) => statSync(path.join(folder.path, name)).mode & 0o777);
  expect(modes.length).toBeGreaterThanOrEqual(2);
  expect(modes.every((mode) => mode === 0o600)).toBe(true);
  held.release();
});

test('a folder that cannot be made is a storage error', () => {
  mkdirSync(path.join(folder.path, 'engine.lock'));
  expect(getCode(lock())).toBe('file-unreadable');
});

test('a folder that is a file is a storage error', () => {
  const file = path.join(folder.path, 'file');
  writeFileSync(file, '');
  expect(lockDataFolder(file, HOLDER)).toEqual({
    ok: false,
    error: { code: 'storage-read-only', detail: 'EEXIST' },
  });
});

test('while it is held, removing the lock file allows no second engine', () => {
  const first = unwrap(lock());
  rmSync(path.join(folder.path, 'engine.lock'));
  const second = lock({ ...HOLDER, role: 'window' });
  expect(getCode(second)).toBe('held');
  expect(first.isHeld()).toBe(true);
  expect(getCode(lock())).toBe('held');
  first.release();
  unwrap(lock()).release();
});

test('the former holder detects another holder, and a copy of the folder is not locked', () => {
  const first = unwrap(lock());
  const otherClient = path.join(folder.path, 'copy');
  mkdirSync(otherClient);
  for (const name of ['engine.lock', 'engine.holder.json'])
    writeFileSync(path.join(otherClient, name), readFileSync(path.join(folder.path, name)));
  const copy = lockDataFolder(otherClient, HOLDER);
  unwrap(copy).release();
  rmSync(path.join(folder.path, 'engine.lock'));
  rmSync(path.join(folder.path, 'engine.holder.json'));
  const second = unwrap(lock());
  expect(first.isHeld()).toBe(false);
  second.release();
  expect(first.isHeld()).toBe(true);
  first.release();
});
