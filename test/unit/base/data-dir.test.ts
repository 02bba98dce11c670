import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { getAccountFolder, getDefaultDataDir, hasAccountFiles } from '#main/base/data-dir.ts';

test.each([
  ['linux', {}, '/home/ada', '/home/ada/.config/intray'],
  ['linux', { XDG_CONFIG_HOME: '/cfg' }, '/home/ada', '/cfg/intray'],
  ['linux', { XDG_CONFIG_HOME: 'relative' }, '/home/ada', '/home/ada/.config/intray'],
  ['darwin', {}, '/Users/ada', '/Users/ada/Library/Application Support/Intray'],
  ['win32', { LOCALAPPDATA: 'D:\\Local', APPDATA: '\\\\server\\ada' }, 'C:\\Users\\ada', 'D:\\Local\\Intray'],
  ['win32', { APPDATA: '\\\\server\\ada' }, 'C:\\Users\\ada', 'C:\\Users\\ada\\AppData\\Local\\Intray'],
] as const)('on %s with %j data is in its default folder', (platform, variables, home, expected) => {
  expect(getDefaultDataDir(platform, variables, home)).toBe(expected);
});

test.each(['cache.db', 'local.db'])('an account has files if there is only a %s', (name) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'intray-files-'));
  const folder = getAccountFolder(dataDir, 'aa');
  mkdirSync(folder, { recursive: true });
  expect(hasAccountFiles(dataDir, 'aa')).toBe(false);
  writeFileSync(join(folder, name), '');
  expect([hasAccountFiles(dataDir, 'aa'), hasAccountFiles(dataDir, 'bb')]).toEqual([true, false]);
  rmSync(dataDir, { recursive: true });
});
