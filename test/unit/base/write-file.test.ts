import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFile, deleteAndCreateFile, writeFileAtomically } from '#main/base/write-file.ts';
import { useTemporaryFolder } from '../../support/temporary-folder.ts';

const getFolder = useTemporaryFolder();
const path = (): string => join(getFolder(), 'export.csv');

test('a new file replaces an old one, and only its owner can read it whatever the old one allowed', async () => {
  writeFileSync(path(), 'old', { mode: 0o644 });
  await writeFileAtomically(path(), (handle) => handle.writeFile('new'));
  expect(readFileSync(path(), 'utf8')).toBe('new');
  expect(statSync(path()).mode & 0o777).toBe(0o600);
  expect(readdirSync(getFolder())).toEqual(['export.csv']);
});

test('a link is replaced, and the file that it leads to is not written', async () => {
  const other = join(getFolder(), 'other');
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
  expect([readFileSync(path(), 'utf8'), readdirSync(getFolder())]).toEqual(['old', ['export.csv']]);
});

test('a place that cannot be written fails with the system’s error, and no temporary file remains', async () => {
  mkdirSync(path());
  await expect(writeFileAtomically(path(), async () => {})).rejects.toThrow();
  await expect(writeFileAtomically(join(getFolder(), 'none', 'x'), async () => {})).rejects.toThrow('ENOENT');
  expect(readdirSync(getFolder())).toEqual(['export.csv']);
});

test('a file is not created where another one is, which stays as it is', () => {
  writeFileSync(path(), 'old');
  expect(() => createFile(path(), (handle) => writeFileSync(handle, 'new'))).toThrow('EEXIST');
  expect(readFileSync(path(), 'utf8')).toBe('old');
});

test('a file whose content fails is not left incomplete', () => {
  const write = (handle: number): void => {
    writeFileSync(handle, 'ha');
    throw new Error('half');
  };
  expect(() => createFile(path(), write)).toThrow('half');
  expect(readdirSync(getFolder())).toEqual([]);
});

test('a file is created in place of a link that leads nowhere', () => {
  symlinkSync(join(getFolder(), 'nothing'), path());
  deleteAndCreateFile(path(), 'new');
  expect(readdirSync(getFolder())).toEqual(['export.csv']);
  expect([readFileSync(path(), 'utf8'), statSync(path()).mode & 0o777]).toEqual(['new', 0o600]);
});

test('a folder in the place of a file is reported as what it is, and remains', () => {
  mkdirSync(path());
  const isFolderError = process.platform === 'linux' ? 'EISDIR' : 'EPERM';
  expect(() => deleteAndCreateFile(path(), 'new')).toThrow(expect.objectContaining({ code: isFolderError }));
  expect(statSync(path()).isDirectory()).toBe(true);
});
