import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { ok } from '#contract/result.ts';
import { writeJsonFile } from '#main/base/json-file.ts';
import { streamTextToFile } from '#main/cli/output.ts';
import { writeGenerationMarkerFile } from '#main/engine/local/recovery/generation-marker.ts';
import { reserveDiskSpace } from '#main/engine/local/recovery/reserved-space.ts';
import { openDatabaseFile } from '#main/engine/sqlite/connection.ts';
import { writeKeyCheck } from '#main/engine/sqlite/damaged-files.ts';
import { lockDataFolder } from '#main/engine/sqlite/folder-lock.ts';
import { openLogFile } from '#main/shell/log-file.ts';
import { temporaryFolder, unwrap } from '../../support/engine.ts';

const KEY = 'ab'.repeat(32);
const MARK = { generation: 'g', number: 1, moves: 1, stored: null };
const VICTIM_TEXT = 'of somebody else';

let folder = '';
let victim = '';
beforeEach(async () => {
  const temporary = await temporaryFolder();
  onTestFinished(() => temporary.remove());
  folder = temporary.path;
  const elsewhere = await temporaryFolder();
  onTestFinished(() => elsewhere.remove());
  victim = path.join(elsewhere.path, 'victim');
  writeFileSync(victim, VICTIM_TEXT);
});

async function writeOut(): Promise<void> {
  unwrap(await streamTextToFile(path.join(folder, 'out.csv'), async (take) => ok(await take('a,b\r\n'))));
}

function lock(): void {
  unwrap(lockDataFolder(folder, { role: 'command', pid: process.pid, since: 'now' })).release();
}

/** Every file that replaces another: the name that others could expect of its draft, and the file. */
const REPLACED = [
  ['out.csv.part', 'out.csv', writeOut],
  ['settings.json.new', 'settings.json', () => writeJsonFile(path.join(folder, 'settings.json'), { a: 1 })],
  ['cache.key-check.new', 'cache.key-check', () => writeKeyCheck(folder, KEY, 'cache')],
  ['local.generation.new', 'local.generation', () => writeGenerationMarkerFile(folder, MARK)],
  ['local.reserved-space', 'local.reserved-space', () => reserveDiskSpace(folder)],
] as const;

test.each(REPLACED)('a link at %s is not written through', async (planted, written, write) => {
  symlinkSync(victim, path.join(folder, planted));
  await write();
  expect(readFileSync(victim, 'utf8')).toBe(VICTIM_TEXT);
  const stats = statSync(path.join(folder, written));
  expect([stats.isFile(), stats.size > 0, stats.mode & 0o777]).toEqual([true, true, 0o600]);
});

test.each(REPLACED)(
  'a file that others hold open at %s receives nothing',
  async (planted, written, write) => {
    const place = path.join(folder, planted);
    writeFileSync(place, '');
    chmodSync(place, 0o666);
    const held = openSync(place, 'r');
    onTestFinished(() => closeSync(held));
    await write();
    expect(fstatSync(held).size).toBe(0);
    expect(statSync(path.join(folder, written)).mode & 0o777).toBe(0o600);
  },
);

test('a link at the draft of the holder of a folder is not written through', () => {
  symlinkSync(victim, path.join(folder, 'engine.holder.json.new'));
  lock();
  expect(readFileSync(victim, 'utf8')).toBe(VICTIM_TEXT);
});

test('a link to a file of the right size does not pass for the reserved space', () => {
  writeFileSync(victim, Buffer.alloc(2 * 1024 * 1024));
  const place = path.join(folder, 'local.reserved-space');
  symlinkSync(victim, place);
  reserveDiskSpace(folder);
  expect(lstatSync(place).isFile()).toBe(true);
});

/** Every file that is opened where it exists. */
const OPENED = [
  ['intray.log', () => openLogFile(folder)('a line')],
  ['engine.lock', () => void lockDataFolder(folder, { role: 'command', pid: process.pid, since: 'now' })],
  ['cache.db', () => openDatabaseFile(path.join(folder, 'cache.db'), KEY).close()],
] as const;

test.each(OPENED)('a link at %s to a missing file makes none', (name, open) => {
  const missing = `${victim}-${randomBytes(4).toString('hex')}`;
  symlinkSync(missing, path.join(folder, name));
  try {
    open();
  } catch {
    // Refusing is one way not to follow the link.
  }
  expect(readdirSync(path.dirname(victim))).toEqual(['victim']);
});
