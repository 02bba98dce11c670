import { expect, test } from 'vitest';
import { createLog, redact } from '#main/base/log.ts';

const IDS = [
  'req_4f3a2b1c',
  'user_Ada Lovelace 1815-12-10',
  'form_a/b?c#d%2Fe',
  'notf_漢字\u202e"x"',
  `user_${'long '.repeat(50)}`,
];

test.each(IDS)('no part of the id %j is in a log line, at any position', (id) => {
  const lines: string[] = [];
  const log = createLog(
    (line) => lines.push(line),
    () => 0,
  );
  const encoded = encodeURIComponent(id);
  const forms = [id, encoded, `/v2/${encoded}/pdf`, encodeURIComponent(`/${id}`), JSON.stringify({ id })];
  for (const form of forms) log.error(`a call failed: ${form} was not found`, { form });
  for (const part of ['4f3a', 'Ada', 'Lovelace', 'b?c', '%2Fe', '漢', '%E6%BC%A2', 'long'])
    expect(lines.join('')).not.toContain(part);
});

test('the kind of an id and the text before it stay, for support', () => {
  expect(redact('the answer is another record: req_1 2')).toBe('the answer is another record: req_***');
});

test('a line break ends an id, as no id holds one', () => {
  expect(redact('req_1\nat line 7')).toBe('req_*** at line 7');
});

test.each([
  ['a token of any length', 'refused: Bearer a.b was sent', 'refused: Bearer *** was sent'],
  ['a token in any case', 'authorization: bearer a.b', 'authorization: Bearer ***'],
  ['a web token, which is never long enough for a secret', 'eyJh.eyJi.c was sent', '*** was sent'],
  ['the query of an address', 'https://x.example/v2?name=Ada was sent', 'https://x.example/v2?*** was sent'],
  ['the fragment of an address', 'http://x.example/#Ada was sent', 'http://x.example/?*** was sent'],
  ['a text of 32 characters that could be a key', `key ${'a+B3'.repeat(8)} was sent`, 'key *** was sent'],
  ['a line break and an escape', 'one\ntwo\u001b[31m\u2028three', 'one two [31m three'],
  ['what comes after 2,000 characters', `${'a b '.repeat(500)}Ada`, 'a b '.repeat(500)],
])('%s is not in a log line', (_what, text, safe) => {
  expect(redact(text)).toBe(safe);
});

test('a text of 31 characters stays, such as the name of a procedure', () => {
  expect(redact('a'.repeat(31))).toBe('a'.repeat(31));
});
