import fc from 'fast-check';
import { expect, test } from 'vitest';
import { err, ok, type Err, type Result } from '#contract/result.ts';
import {
  extractServerMessage,
  isResponseTimeoutAfterConnect,
  retryWhileResponseIsNotFromService,
  toConnectionError,
  toStatusError,
} from '#main/engine/api/errors.ts';
import { toBytes } from '../../../support/builders.ts';

/** An error as Node and undici throw it. */
function withCode(code: string, message = ''): Error {
  return Object.assign(new Error(message), { code });
}

test.each([
  ['a message', { message: 'patient is unknown', code: 7 }, 'patient is unknown'],
  ['a wrapped message', { error: { detail: 'type is required' } }, 'type is required'],
  ['a list of errors', { errors: [{ detail: 'one' }, 'two', null] }, 'one; two'],
  ['errors by field', { errors: { name: ['is too long', 'is odd'], type: '' } }, 'name: is too long; is odd'],
  ['fields that nobody foresaw', { reason: 'x', status: 422, more: {} }, 'reason: x; status: 422'],
  ['an empty message before another', { message: '', detail: 'read this' }, 'read this'],
  ['a bare JSON text', '"no such patient"', 'no such patient'],
  ['plain text', 'patient is required\n', 'patient is required'],
  ['a stack trace', 'TypeError: no patient\n    at create (/srv/app.js:1:2)', 'TypeError: no patient'],
  ['control characters', '{"message":"a\\u0000b\\r\\n\\u001b[31mc\\u2028\\u202ed"}', 'a b [31mc d'],
  [
    'keys that mean something to JavaScript',
    '{"__proto__":{"message":"x"},"then":1}',
    '__proto__: x; then: 1',
  ],
  ['a page', '\n<html><body>stack trace</body></html>', undefined],
  ['nothing', '', undefined],
  ['blanks', ' \r\n', undefined],
  ['null', 'null', undefined],
])('of %s', (_name, body, words) => {
  expect(extractServerMessage(toBytes(body))).toBe(words);
});

test('are cut, however long or deep the response is', () => {
  expect(extractServerMessage(toBytes({ message: 'x'.repeat(60_000) }))).toHaveLength(500);
  expect(extractServerMessage(toBytes('['.repeat(30_000) + ']'.repeat(30_000)))).toBeUndefined();
  expect(
    extractServerMessage(
      toBytes(Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`k${at}`, at]))),
    ),
  ).toMatch(/^k0: 0; .*k9: 9$/);
});

test('are found five lists deep, and no deeper', () => {
  expect(extractServerMessage(toBytes('[[[[["read this"]]]]]'))).toBe('read this');
  expect(extractServerMessage(toBytes('[[[[[["too deep"]]]]]]'))).toBeUndefined();
  expect(extractServerMessage(toBytes('[[[[[7]]]]]'))).toBe('7');
  expect(extractServerMessage(toBytes('[[[[{"message":"read this"}]]]]'))).toBe('read this');
});

test('are looked for in the first 2 KB of a text that is no JSON', () => {
  const blanks = '\n'.repeat(2_048);
  expect(extractServerMessage(toBytes(`${blanks.slice(0, 2_000)}read this`))).toBe('read this');
  expect(extractServerMessage(toBytes(`${blanks}too late`))).toBeUndefined();
  // In JSON the whole response is one value.
  expect(extractServerMessage(toBytes(`${blanks}{"message":"read this"}`))).toBe('read this');
});

test('of any value are one short, well-formed line or none', () => {
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 600 }), fc.json().map(toBytes)), (bytes) => {
      const words = extractServerMessage(bytes) ?? 'none';
      expect(words.length).toBeLessThanOrEqual(500);
      expect(words.isWellFormed()).toBe(true);
      expect(words).toMatch(/^[^\p{Cc}\u2028\u202e]+$/u);
    }),
  );
});

test.each([
  ['UND_ERR_CONNECT_TIMEOUT', '', 'timeout', 'UND_ERR_CONNECT_TIMEOUT'],
  ['UND_ERR_HEADERS_OVERFLOW', '', 'too-large', 'UND_ERR_HEADERS_OVERFLOW'],
  ['SELF_SIGNED_CERT_IN_CHAIN', '', 'certificate', 'SELF_SIGNED_CERT_IN_CHAIN'],
  ['Z_DATA_ERROR', '', 'bad-payload', 'Z_DATA_ERROR'],
  ['UND_ERR_CLOSED', '', 'cancelled', 'UND_ERR_CLOSED'],
  ['ERR_INVALID_CHAR', '', 'internal', 'ERR_INVALID_CHAR'],
  ['ECONNREFUSED', 'connect 10.0.0.7:443', 'offline', 'ECONNREFUSED'],
  ['UND_ERR_ABORTED', 'Proxy response (407) !== 200', 'proxy-unsupported', 'the proxy asks for a password'],
  ['UND_ERR_ABORTED', 'Proxy response (502) !== 200', 'offline', 'UND_ERR_ABORTED'],
])('a connection that fails with %s (%s) is %s', (code, message, meaning, detail) => {
  expect(toConnectionError(withCode(code, message))).toEqual({ ok: false, error: { code: meaning, detail } });
});

test('a connection that fails without a code is a mistake of the program', () => {
  expect(toConnectionError(new Error('at 10.0.0.7'))).toEqual({ ok: false, error: { code: 'internal' } });
  expect(toConnectionError('offline')).toEqual({ ok: false, error: { code: 'internal' } });
});

test.each<[string, 'may succeed' | 'would fail too', Err]>([
  ['a gateway that waited too long', 'may succeed', toStatusError(504, toBytes(''), undefined)],
  ['another fault of the service', 'would fail too', toStatusError(503, toBytes(''), undefined)],
  ['no response in time', 'may succeed', toConnectionError(withCode('UND_ERR_HEADERS_TIMEOUT'))],
  ['no connection in time', 'would fail too', toConnectionError(withCode('UND_ERR_CONNECT_TIMEOUT'))],
  ['no connection in time for the system', 'would fail too', toConnectionError(withCode('ETIMEDOUT'))],
  ['no connection', 'would fail too', toConnectionError(withCode('ECONNREFUSED'))],
])('after %s a request that asks for less %s', (_what, meaning, { error }) => {
  expect(isResponseTimeoutAfterConnect(error)).toBe(meaning === 'may succeed');
});

test.each<[string, readonly Result<number>[], number, Result<number>]>([
  ['succeeds is sent once', [ok(1), ok(2)], 1, ok(1)],
  ['fails at the service is sent once', [err('server-error'), ok(2)], 1, err('server-error')],
  ['got a foreign response is repeated', [err('bad-payload'), ok(2)], 2, ok(2)],
  ['was redirected is repeated', [err('redirected'), err('bad-payload'), ok(3)], 3, ok(3)],
  ['got three foreign responses is given up', Array(4).fill(err('bad-payload')), 3, err('bad-payload')],
])('a request that %s', async (_what, answers, sent, expected) => {
  let count = 0;
  const send = async (): Promise<Result<number>> => answers[count++] ?? err('internal');
  expect(await retryWhileResponseIsNotFromService(send)).toEqual(expected);
  expect(count).toBe(sent);
});

test('a request that must not be repeated is sent once', async () => {
  let count = 0;
  const send = async (): Promise<Result<number>> => (count++ === 0 ? err('bad-payload') : ok(2));
  expect(await retryWhileResponseIsNotFromService(send, () => false)).toEqual(err('bad-payload'));
  expect(count).toBe(1);
});
