import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { err, ok } from '#contract/result.ts';
import { readPassphrase, readSecretLine } from '#main/cli/passphrase.ts';
import { readSecretFile } from '#main/cli/secret-file.ts';

const PIN = '271828';
let folder = '';
let file = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'intray-secret-'));
  file = path.join(folder, 'pin.txt');
});
afterEach(() => rmSync(folder, { recursive: true }));

const read = (isDeleted = false) => readSecretFile({ path: file, isDeleted });
const write = (content: string | Buffer, mode = 0o600): void => writeFileSync(file, content, { mode });

test.each([
  ['in UTF-8', Buffer.from(`${PIN}\nsecond line\n`)],
  ['without an end of line', Buffer.from(PIN)],
  ['in UTF-16, as Windows PowerShell writes it', Buffer.from(`\uFEFF${PIN}\r\n`, 'utf16le')],
  ['in UTF-8 with a mark at its beginning', Buffer.from(`\uFEFF${PIN}\r\n`)],
])('the secret is the first line of the file, %s', (_name, bytes) => {
  write(bytes);
  expect(read()).toEqual(ok(PIN));
  expect(existsSync(file)).toBe(true);
});

test('the file is deleted once it was read, where that was asked for', () => {
  write(PIN);
  expect(read(true)).toEqual(ok(PIN));
  expect(existsSync(file)).toBe(false);
});

test('a file that others can read is refused and kept, and so are a link, a folder, a large file and a missing one', () => {
  const refused = err('file-unreadable', { detail: expect.any(String) as string });
  expect(read(true)).toEqual(refused);
  const other = path.join(folder, 'other.txt');
  writeFileSync(other, PIN, { mode: 0o600 });
  symlinkSync(other, file);
  expect(read(true)).toEqual(refused);
  expect(existsSync(other)).toBe(true);
  file = path.join(folder, 'open.txt');
  write(PIN, 0o640);
  expect(read(true)).toEqual(refused);
  expect(existsSync(file)).toBe(true);
  file = folder;
  expect(read()).toEqual(refused);
  file = path.join(folder, 'large.txt');
  write('x'.repeat(5000));
  expect(read()).toEqual(refused);
});

test('where stdin cannot be read, a command says that a file can hold the passphrase', async () => {
  const asked = await readPassphrase({ stdin: null, askHidden: null }, true);
  expect(asked).toEqual(
    err('invalid-input', { detail: 'Passphrase: stdin cannot be read here, use --secret-file=FILE' }),
  );
});

test('an empty secret is no try: the command says that nothing was given', async () => {
  const refused = err('invalid-input', { detail: 'PIN: nothing was given' });
  const line = { what: 'PIN', isNew: false };
  const stdin = async function* (text: string) {
    yield text;
  };
  expect(await readSecretLine({ stdin: stdin(''), askHidden: null }, line)).toEqual(refused);
  expect(await readSecretLine({ stdin: stdin('\n271828\n'), askHidden: null }, line)).toEqual(refused);
  expect(await readSecretLine({ stdin: null, askHidden: async () => '' }, line)).toEqual(refused);
  expect(await readSecretLine({ stdin: stdin(`${PIN}\n`), askHidden: null }, line)).toEqual(ok(PIN));
});
