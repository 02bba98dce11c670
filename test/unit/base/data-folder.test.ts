import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createOrCheckDataFolder } from '#main/base/data-folder.ts';

let base = '';
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'intray-folder-'));
});
afterEach(() => rmSync(base, { recursive: true }));

test('a missing folder is created, an empty one is used, and both are recognised from then on', () => {
  const folder = join(base, 'new');
  expect(createOrCheckDataFolder(folder).state).toBe('ours');
  writeFileSync(join(folder, 'anything'), '');
  expect(createOrCheckDataFolder(folder).state).toBe('ours');
  mkdirSync(join(base, 'empty'));
  writeFileSync(join(base, 'empty', '.DS_Store'), '');
  expect(createOrCheckDataFolder(join(base, 'empty')).state).toBe('ours');
});

test.each([
  ['of another program', ['runs', 'opened'], []],
  ['with an accounts.json of another program', [], [['accounts.json', '{"accounts":"none"}']]],
  ['with an accounts.json that is a number', [], [['accounts.json', '7']]],
  ['with an accounts.json that is null', [], [['accounts.json', 'null']]],
  ['with a lock of another program', [], [['engine.lock', '']]],
] as const)('a folder %s is refused and stays as it is', (_which, folders, files) => {
  for (const name of folders) mkdirSync(join(base, name));
  for (const [name, text] of files) writeFileSync(join(base, name), text);
  const before = readdirSync(base);
  expect(createOrCheckDataFolder(base).state).toBe('foreign');
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
  expect(createOrCheckDataFolder(base).state).toBe('ours');
});

test.each([
  ['a file', 'taken'],
  ['a folder inside of a file', 'taken/data'],
])('%s is no data folder, and stays as it is', (_what, name) => {
  writeFileSync(join(base, 'taken'), 'mine');
  expect(createOrCheckDataFolder(join(base, name)).state).toBe('not-a-folder');
  expect(readFileSync(join(base, 'taken'), 'utf8')).toBe('mine');
});

describe.skipIf(process.platform === 'win32')('a folder that others could change', () => {
  const claimed = (folder: string) => {
    const before = readdirSync(folder);
    const claim = createOrCheckDataFolder(folder);
    expect(readdirSync(folder)).toEqual(before);
    return claim;
  };

  test.each([
    ['its group', 0o770],
    ['everybody', 0o707],
    ['everybody, each their own files', 0o1777],
  ])('is refused if %s may write there, and stays as it is', (_who, mode) => {
    chmodSync(base, mode);
    expect(claimed(base)).toEqual({ state: 'unsafe', detail: 'writable-by-others' });
  });

  test('is used if others may only read, which the check of the computer reports', () => {
    chmodSync(base, 0o755);
    expect(createOrCheckDataFolder(base).state).toBe('ours');
  });

  test('is refused if it is a link, and the folder that it leads to is used by its own name', () => {
    mkdirSync(join(base, 'data'));
    symlinkSync(join(base, 'data'), join(base, 'link'));
    expect(claimed(join(base, 'link'))).toEqual({ state: 'unsafe', detail: 'link' });
    expect(createOrCheckDataFolder(join(base, 'data')).state).toBe('ours');
  });

  test.skipIf(process.getuid?.() !== 0)('is refused if it belongs to another user', () => {
    chownSync(base, 65_534, 65_534);
    expect(claimed(base)).toEqual({ state: 'unsafe', detail: 'other-owner' });
  });

  test.each(['accounts', 'logs', 'window'])('is refused if the folder %s in it is a link', (name) => {
    expect(createOrCheckDataFolder(join(base, 'data')).state).toBe('ours');
    mkdirSync(join(base, 'elsewhere'));
    symlinkSync(join(base, 'elsewhere'), join(base, 'data', name));
    expect(claimed(join(base, 'data'))).toEqual({ state: 'unsafe', detail: `${name}: link` });
  });
});
