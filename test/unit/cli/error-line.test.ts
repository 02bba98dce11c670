import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { err } from '#contract/result.ts';
import { formatErrorLine } from '#main/cli/output.ts';
import { runCliCommand } from '#main/cli/program.ts';

test('an error is one line: its sentence, and what it is about', () => {
  const { error } = err('invalid-input', { detail: 'name is too long\nor too large' });
  expect(formatErrorLine(error, false)).toBe(
    'intray: Part of the input is not valid. (name is too long or too large)',
  );
});

test('what a command does not find is named, and not called a record', () => {
  const { error } = err('not-found', { detail: 'the account has no job weekly' });
  expect(formatErrorLine(error, false)).toBe('intray: Not found: the account has no job weekly.');
  expect(formatErrorLine(err('not-found').error, false)).toBe(
    'intray: This record does not exist on the service or on this computer.',
  );
});

test.each([
  ['ENOENT', 'The folder cannot be written. Check its permissions. (the file or its folder does not exist)'],
  [
    '--out: EACCES',
    'The folder cannot be written. Check its permissions. (--out: the system denies access to it)',
  ],
  ['EIO', 'The folder cannot be written. Check its permissions. (EIO)'],
])('the error %s of the system is said in words, where a user can act on it', (detail, words) => {
  expect(formatErrorLine(err('storage-read-only', { detail }).error, false)).toBe(`intray: ${words}`);
});

test('with --json the detail stays as it is, for programs', () => {
  const { error } = err('storage-read-only', { detail: 'ENOENT' });
  expect(JSON.parse(formatErrorLine(error, true))).toMatchObject({
    error: { code: 'storage-read-only', detail: 'ENOENT' },
  });
});

test('what no command has foreseen is told with its class and its message, without names of people', async () => {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const environment = {
    stdout,
    stderr,
    takesFormerNames: false,
    get variables(): never {
      throw new TypeError('no number for mary@example.org');
    },
  };
  expect(await runCliCommand(['status'], environment as never)).toBe(1); // it reads no more
  expect(String(stderr.read())).toContain('(TypeError: no number for ***@***)');
});
