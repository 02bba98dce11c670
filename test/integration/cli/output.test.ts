import { PassThrough, Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { err } from '#contract/result.ts';
import { toSingleLineWithoutControls } from '#main/base/plain-text.ts';
import { createCommandOutput, formatErrorLine, formatTable } from '#main/cli/output.ts';
import { putRawJsonOnOneLine } from '#main/cli/records.ts';

function failing(code: string): Writable {
  return new Writable({
    write: (_chunk, _encoding, done) => done(Object.assign(new Error('no more'), { code })),
  });
}

test('output waits for its reader', async () => {
  const stdout = new PassThrough({ highWaterMark: 10 });
  const output = createCommandOutput(stdout, new PassThrough());
  let isWritten = false;
  const writing = output.write('x'.repeat(100)).then((more) => {
    isWritten = true;
    return more;
  });
  await new Promise(setImmediate);
  expect(isWritten).toBe(false);
  stdout.resume();
  expect(await writing).toBe(true);
});

test('a reader that has closed is no failure, but nothing more is written', async () => {
  const output = createCommandOutput(failing('EPIPE'), new PassThrough());
  await output.write('getStoredChange');
  await new Promise(setImmediate);
  expect(await output.write('two')).toBe(false);
  expect(output.outcome().ok).toBe(true);
});

test('a full disk is a failure', async () => {
  const output = createCommandOutput(failing('ENOSPC'), new PassThrough());
  await output.write('getStoredChange');
  await new Promise(setImmediate);
  expect(output.outcome()).toMatchObject({ error: { code: 'storage-full', detail: 'ENOSPC' } });
});

test('every wait for a reader ends when the reader closes', async () => {
  const stdout = new PassThrough({ highWaterMark: 1 });
  const output = createCommandOutput(stdout, new PassThrough());
  const writing = output.write('much');
  stdout.destroy(Object.assign(new Error('gone'), { code: 'EPIPE' }));
  expect(await writing).toBe(false);
});

test('an error is one line, whatever the service’s message is', () => {
  const error = err('rejected', { serverWords: 'no\n\u001b[31mway\u202e', detail: 'HTTP\r\n400' }).error;
  expect(formatErrorLine(error, false)).toBe(
    'intray: The service did not accept the request. It said: no [31mway (HTTP 400)',
  );
  expect(JSON.parse(formatErrorLine(error, true))).toMatchObject({
    error: { code: 'rejected', serverWords: error.serverWords },
  });
});

test('a table is aligned, cuts what is long, and removes terminal control characters', () => {
  const rows = [
    ['req_1', 'A\u001b[2J\nB', null],
    ['req_22', 'x'.repeat(60), true],
  ];
  expect(formatTable(['id', 'name', 'flag'], rows)).toBe(
    [
      `id      ${'name'.padEnd(44)}  flag`,
      `req_1   ${'A [2J B'.padEnd(44)}  null`,
      `req_22  ${'x'.repeat(43)}…  true`,
      '',
    ].join('\n'),
  );
});

test('a table may have as many rows as a clinic has records', () => {
  const rows = Array.from({ length: 300_000 }, (_, index) => [`req_${index}`]);
  expect(formatTable(['id'], rows).split('\n', 3)).toEqual(['id', 'req_0', 'req_1']);
});

const CONTROLS = 'A\u001b[2J\u009b2J\u007f\rB\u202e\u2066';

test('a terminal receives no control character of a text', async () => {
  const stdout = Object.assign(new PassThrough(), { isTTY: true });
  await createCommandOutput(stdout, new PassThrough()).write(`${CONTROLS}\tC\r\nD\n`);
  expect(String(stdout.read())).toBe('A\\u001b[2J\\u009b2J\\u007f\\u000dB\\u202e\\u2066\tC\r\nD\n');
});

test('a file or another program receives a text as it is', async () => {
  const stdout = new PassThrough();
  await createCommandOutput(stdout, new PassThrough()).write(CONTROLS);
  expect(String(stdout.read())).toBe(CONTROLS);
});

test('a resource is printed as JSON of the same value without control characters', () => {
  const resource = { name: CONTROLS, flag: '\u2028' };
  const line = putRawJsonOnOneLine(JSON.stringify(resource, null, 2));
  expect(line).toMatch(/^[^\p{Cc}\u2028\u202e\u2066]+$/u);
  expect(JSON.parse(line)).toEqual(resource);
});

test('a line keeps every script', () => {
  expect(toSingleLineWithoutControls('Ångström 检查 مختبر')).toBe('Ångström 检查 مختبر');
});
