import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeFileAtomically } from '#main/base/atomic-file.ts';

let folder = '';
const path = (): string => join(folder, 'export.csv');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'intray-atomic-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a new file replaces an old one, and only its owner can read it whatever the old one allowed', async () => {
  writeFileSync(path(), 'old', { mode: 0o644 });
  await writeFileAtomically(path(), (handle) => handle.writeFile('new'));
  expect(readFileSync(path(), 'utf8')).toBe('new');
  expect(statSync(path()).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['export.csv']);
});

test('a link is replaced, and the file that it leads to is not written', async () => {
  const other = join(folder, 'other');
  writeFileSync(other, 'untouched');
  symlinkSync(other, path());
  await writeFileAtomically(path(), (handle) => handle.writeFile('new'));
  expect([readFileSync(other, 'utf8'), readFileSync(path(), 'utf8')]).toEqual(['untouched', 'new']);
});

test('the old file remains until the new one is complete', async () => {
  writeFileSync(path(), 'old');
  const seen = await writeFileAtomically(path(), async (handle) => {
    await handle.appendFile('ne');
    return readFileSync(path(), 'utf8');
  });
  expect(seen).toBe('old');
});

test.each([
  ['is not complete', async () => false],
  ['fails', () => Promise.reject(new Error('half'))],
])('a file that %s leaves the old one and no other', async (_outcome, write) => {
  writeFileSync(path(), 'old');
  const written = writeFileAtomically(path(), write, (isWhole) => isWhole);
  expect(await written.catch(() => false)).toBe(false);
  expect([readFileSync(path(), 'utf8'), readdirSync(folder)]).toEqual(['old', ['export.csv']]);
});

test('a place that cannot be written fails with the system’s error, and no temporary file remains', async () => {
  mkdirSync(path());
  await expect(writeFileAtomically(path(), async () => {})).rejects.toThrow();
  await expect(writeFileAtomically(join(folder, 'none', 'x'), async () => {})).rejects.toThrow('ENOENT');
  expect(readdirSync(folder)).toEqual(['export.csv']);
});
