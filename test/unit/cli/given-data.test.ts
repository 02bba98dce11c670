import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readJsonArgument } from '#main/cli/write.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'intray-given-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const read = (given: string, stdin: readonly (string | Buffer)[] = []) =>
  readJsonArgument(given, Readable.from(stdin));
const NAME = { name: 'Ångström 检查' };
const NAME_BYTES = Buffer.from(JSON.stringify(NAME));

test('data is the given JSON', async () => {
  expect(await read(JSON.stringify(NAME))).toEqual({ ok: true, value: NAME });
});

test('data is read from a file, with or without a byte order mark', async () => {
  for (const before of ['', '\uFEFF']) {
    writeFileSync(join(folder, 'data.json'), before + JSON.stringify(NAME));
    expect(await read(`@${join(folder, 'data.json')}`)).toEqual({ ok: true, value: NAME });
  }
});

test('data is read from stdin, though a character is cut in two', async () => {
  const pieces = [...NAME_BYTES].map((byte) => Buffer.from([byte]));
  expect(await read('-', pieces)).toEqual({ ok: true, value: NAME });
});

test('where stdin cannot be read, the file is asked for', async () => {
  expect(await readJsonArgument('-', null)).toEqual({
    ok: false,
    error: { code: 'invalid-input', detail: '--data: stdin cannot be read here, use @FILE' },
  });
  expect(await readJsonArgument(JSON.stringify(NAME), null)).toEqual({ ok: true, value: NAME });
});

test.each(['', '{', 'name', '@', "{'name': 'x'}"])('%j is refused, and not quoted', async (given) => {
  const answer = await read(given);
  expect(answer).toMatchObject({ ok: false });
  expect(answer).toEqual(
    given === '@'
      ? { ok: false, error: { code: 'file-unreadable', detail: '--data: ENOENT' } }
      : { ok: false, error: { code: 'invalid-input', detail: '--data: not JSON' } },
  );
});

test('a folder is no file', async () => {
  expect(await read(`@${folder}`)).toMatchObject({
    error: { code: 'file-unreadable', detail: '--data: EISDIR' },
  });
});

test('more than 16 MiB is not read to its end', async () => {
  let chunks = 0;
  async function* endless() {
    for (; chunks < 1_000; chunks++) yield Buffer.alloc(1024 * 1024, 32);
  }
  expect(await readJsonArgument('-', endless())).toMatchObject({ error: { code: 'invalid-input' } });
  expect(chunks).toBeLessThan(20);
});
