import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import {
  getError,
  expectSuccess,
  type CommandResult,
  openTestCommand,
  type TestCommand,
} from '../../support/command.ts';

// Each test runs several commands, and the machine may be busy.
let command: TestCommand;
beforeEach(async () => {
  command = await openTestCommand({ seed: 11, requisitions: 3, forms: 2, notifications: 2 }, 'signed-in');
});

const run = (...words: readonly string[]): Promise<CommandResult> => command.run(words);

function table(text: string | Uint8Array): string {
  const file = join(command.folder, 'names.csv');
  writeFileSync(file, text);
  return file;
}

test('a table is imported, invalid lines are named, and known names are counted separately', async () => {
  const file = table('\ufeffid;name\r\nuser_1;Ada\r\nnobody;Eve\r\nuser_2;"Bob"\r\n');
  const first = await run('directory', 'import', file);
  expect(first).toEqual({
    code: 0,
    out: '2 imported, 0 unchanged, 0 without a name\n',
    err: 'line 3: the first column is not an id such as user_7Hq2\n',
  });
  expect((await run('directory', 'import', file)).out).toBe('0 imported, 2 unchanged, 0 without a name\n');
  const listed = expectSuccess(await run('directory', 'list'));
  expect(listed.out.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
    ['id', 'name', 'identifier', 'source', 'contradicted by'],
    ['user_1', 'Ada', 'imported'],
    ['user_2', 'Bob', 'imported'],
    [''],
  ]);
});

test('a table with only invalid lines is a usage error, and reported under --json too', async () => {
  const file = table('Ada\nBob\n');
  expect((await run('directory', 'import', file)).code).toBe(2);
  const ended = await run('directory', 'import', file, '--json');
  expect(ended.code).toBe(2);
  expect(getError(ended)).toMatchObject({ code: 'invalid-input', detail: 'no line could be imported' });
  expect(JSON.parse(ended.out)).toEqual({
    changes: [],
    saved: 0,
    unchanged: 0,
    blank: 0,
    problems: [
      { line: 1, why: 'wrong-columns' },
      { line: 2, why: 'wrong-columns' },
    ],
  });
});

test('an empty table is no error', async () => {
  expect(expectSuccess(await run('directory', 'import', table('id,name\n'))).out).toBe(
    '0 imported, 0 unchanged, 0 without a name\n',
  );
});

test('a file that cannot be read, or is in another encoding, is refused whole', async () => {
  expect((await run('directory', 'import', join(command.folder, 'absent.csv'))).code).toBe(6);
  const latin = Buffer.from('user_1,Zo\u00eb\n', 'latin1');
  const ended = await run('directory', 'import', table(latin));
  expect(ended.code).toBe(2);
  expect(ended.err).toContain('not UTF-8');
});

test('what is exported can be imported again, printed or written into a file for its owner only', async () => {
  expectSuccess(await run('directory', 'import', table('user_1,=Ada\nuser_2,"Bob, M.D."\n')));
  const printed = expectSuccess(await run('directory', 'export')).out;
  expect(printed).toBe('\ufeffid,name,identifier\r\nuser_1,\'=Ada,\r\nuser_2,"Bob, M.D.",\r\n');
  const out = join(command.folder, 'out.csv');
  expectSuccess(await run('directory', 'export', '--out', out));
  expect(readFileSync(out, 'utf8')).toBe(printed);
  expect(statSync(out).mode & 0o077).toBe(0);
  expect(expectSuccess(await run('directory', 'import', out)).out).toBe(
    '0 imported, 2 unchanged, 0 without a name\n',
  );
});

test('a file that cannot be written is an error', async () => {
  const ended = await run('directory', 'export', '--out', join(command.folder, 'absent', 'out.csv'));
  expect(ended.code).toBe(6);
  expect(ended.err).toContain('the file or its folder does not exist');
});

test('a table is compared without importing it', async () => {
  expectSuccess(await run('directory', 'import', table('user_1,Ada\n')));
  const ended = await run('directory', 'import', table('user_1,Eve\nuser_2,Bob\n'), '--dry-run');
  expect(ended.code).toBe(0);
  expect(ended.out).toBe('2 would be imported, 0 unchanged, 0 without a name\n');
  expect(ended.err).toBe('user_1: Ada becomes Eve\n');
  expect(JSON.parse(expectSuccess(await run('directory', 'list', '--json')).out)).toMatchObject({
    items: [{ id: 'user_1', name: 'Ada' }],
  });
});

test('a name is set with a second identifier, and taken back', async () => {
  expectSuccess(await run('directory', 'set', 'user_1', 'Ada', '--identifier', '12 Mar 1980'));
  const listed = JSON.parse(expectSuccess(await run('directory', 'list', '--json')).out) as object;
  expect(listed).toMatchObject({ items: [{ name: 'Ada', identifier: '12 Mar 1980', source: 'entered' }] });
  expect((await run('directory', 'set', 'user_1', 'Ada', '--identifier', 'none')).code).toBe(2);
  expectSuccess(await run('directory', 'take-back', 'user_1'));
  expect(JSON.parse(expectSuccess(await run('directory', 'list', '--json')).out)).toEqual({
    items: [],
    next: null,
  });
});

test('ids without a name are listed by their records, with what documents suggest for them', async () => {
  const clinic = await openTestCommand(
    { seed: 11, requisitions: 3, forms: 2, notifications: 60, patients: 3 },
    'synced',
  );
  const unnamed = expectSuccess(await clinic.run(['directory', 'unnamed'])).out.split('\n');
  expect(unnamed[0]).toMatch(/^id +records$/);
  const ended = expectSuccess(await clinic.run(['directory', 'suggestions', '--json']));
  const { items } = JSON.parse(ended.out) as { items: { id: string; names: { documents: number }[] }[] };
  expect(items.length).toBeGreaterThan(0);
  for (const { id, names } of items) {
    expect(unnamed.some((line) => line.startsWith(id))).toBe(true);
    expect(names.length).toBeGreaterThan(0);
  }
  expect(expectSuccess(await clinic.run(['directory', 'list'])).out).toMatch(/^id +name/);
});
