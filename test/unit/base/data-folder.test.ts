import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { claimDataFolder } from '#main/base/data-folder.ts';

let base = '';
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'intray-folder-'));
});
afterEach(() => rmSync(base, { recursive: true }));

test('a missing folder is created, an empty one is used, and both are recognised from then on', () => {
  const folder = join(base, 'new');
  expect(claimDataFolder(folder).state).toBe('ours');
  writeFileSync(join(folder, 'anything'), '');
  expect(claimDataFolder(folder).state).toBe('ours');
  mkdirSync(join(base, 'empty'));
  writeFileSync(join(base, 'empty', '.DS_Store'), '');
  expect(claimDataFolder(join(base, 'empty')).state).toBe('ours');
});

test.each([
  ['of another program', ['runs', 'opened'], []],
  ['with an accounts.json of another program', [], [['accounts.json', '{"accounts":"none"}']]],
  ['with a lock of another program', [], [['engine.lock', '']]],
] as const)('a folder %s is refused and stays as it is', (_which, folders, files) => {
  for (const name of folders) mkdirSync(join(base, name));
  for (const [name, text] of files) writeFileSync(join(base, name), text);
  const before = readdirSync(base);
  expect(claimDataFolder(base).state).toBe('foreign');
  expect(readdirSync(base)).toEqual(before);
});

test.each([
  ['a register of accounts', [['accounts.json', '{"version":1,"current":null,"accounts":[]}']]],
  [
    'a lock and its holder',
    [
      ['engine.lock', ''],
      ['engine.holder.json', '{}'],
    ],
  ],
] as const)('a folder of an Intray without markers is recognised by %s', (_what, files) => {
  for (const [name, text] of files) writeFileSync(join(base, name), text);
  expect(claimDataFolder(base).state).toBe('ours');
});
