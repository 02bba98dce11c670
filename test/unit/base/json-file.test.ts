import { readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readJsonFile, preserveDamagedFile, writeJsonFile } from '#main/base/json-file.ts';
import { useTemporaryFolder } from '../../support/temporary-folder.ts';

const getFolder = useTemporaryFolder();
const path = (): string => join(getFolder(), 'settings.json');

test('what is written is read back, and only its owner can read it', () => {
  writeJsonFile(path(), { a: [1, 'é'] });
  expect(readJsonFile(path())).toEqual({ state: 'found', value: { a: [1, 'é'] } });
  expect(statSync(path()).mode & 0o777).toBe(0o600);
  expect(readdirSync(getFolder())).toEqual(['settings.json']);
});

test('a folder that has to be created is accessible to its owner only', () => {
  const nested = join(getFolder(), 'new', 'settings.json');
  writeJsonFile(nested, {});
  expect(statSync(join(getFolder(), 'new')).mode & 0o777).toBe(0o700);
});

test('a missing file is absent', () => {
  expect(readJsonFile(path())).toEqual({ state: 'absent' });
});

test.each([
  ['no JSON', '{"a":'],
  ['empty', ''],
  ['huge', `"${'x'.repeat(1024 * 1024)}"`],
  ['one with a key that changes what an object is', '{"a":{"__proto__":{"theme":"dark"}}}'],
])('a file that is %s is damaged', (_name, text) => {
  writeFileSync(path(), text);
  expect(readJsonFile(path())).toMatchObject({ state: 'damaged' });
});

test('a link is damaged, wherever it leads, and is never written through', () => {
  const otherFolder = join(getFolder(), 'elsewhere');
  writeFileSync(otherFolder, '{}');
  symlinkSync(otherFolder, path());
  symlinkSync(otherFolder, `${path()}.new`);
  expect(readJsonFile(path())).toMatchObject({ state: 'damaged' });
  writeJsonFile(path(), { mine: true });
  expect(readFileSync(otherFolder, 'utf8')).toBe('{}');
  expect(readJsonFile(path())).toEqual({ state: 'found', value: { mine: true } });
});

test('a file whose path contains another file is unreadable', () => {
  writeFileSync(path(), '{}');
  expect(readJsonFile(join(path(), 'deeper.json'))).toEqual({ state: 'unreadable', problem: 'ENOTDIR' });
});

test('a damaged file is kept under another name', () => {
  writeFileSync(path(), 'broken');
  const aside = preserveDamagedFile(path(), 7);
  expect(readFileSync(aside, 'utf8')).toBe('broken');
  expect(readdirSync(getFolder())).toEqual(['settings.json.damaged-1970-01-01T00-00-00-007Z']);
});

test('a write that fails leaves the previous file unchanged', () => {
  writeJsonFile(path(), { kept: true });
  const cyclic: { self?: unknown } = {};
  cyclic.self = cyclic;
  expect(() => writeJsonFile(path(), cyclic)).toThrow(TypeError);
  expect(readJsonFile(path())).toEqual({ state: 'found', value: { kept: true } });
});
