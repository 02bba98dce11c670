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
