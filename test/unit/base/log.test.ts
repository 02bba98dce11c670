import { expect, test } from 'vitest';
import { createRedactingLog, describeThrown, redact } from '#main/base/log.ts';

const IDS = [
  'req_4f3a2b1c',
  'user_Ada Lovelace 1815-12-10',
  'form_a/b?c#d%2Fe',
  'notf_漢字\u202e"x"',
  `user_${'long '.repeat(50)}`,
];

test.each(IDS)('no part of the id %j is in a log line, at any position', (id) => {
  const lines: string[] = [];
  const log = createRedactingLog(
    (line) => lines.push(line),
    () => 0,
  );
  const encoded = encodeURIComponent(id);
  const forms = [id, encoded, `/v2/${encoded}/pdf`, encodeURIComponent(`/${id}`), JSON.stringify({ id })];
  for (const form of forms) log.error(`a call failed: ${form} was not found`, { form });
  for (const part of ['4f3a', 'Ada', 'Lovelace', 'b?c', '%2Fe', '漢', '%E6%BC%A2', 'long'])
    expect(lines.join('')).not.toContain(part);
});

/** The prefixes of the service's document, and those of what notifications carry. */
const PREFIXES = 'form fver mctr user req rslt fac diag scrt cmmt notf appt aptp'.split(' ');
test.each(PREFIXES)('an id of the kind %s is removed', (prefix) => {
  expect(redact(`no answer for ${prefix}_7`)).toBe(`no answer for ${prefix}_***`);
});

/** Names after which a value is a secret, however short it is. */
const SECRET_NAMES =
  'authorization cookie token jwt password passphrase secret api_key cache-key cacheKey recovery_code pin'.split(
    ' ',
  );
test.each(SECRET_NAMES)('the value after the name %s is removed', (name) => {
  expect(redact(`${name}=abc12`)).toBe(`${name}=***`);
  expect(redact(`"${name}": "abc12"`)).toBe(`"${name}": "***"`);
});

test('the kind of an id and the text before it stay, for support', () => {
  expect(redact('the answer is another record: req_1 2')).toBe('the answer is another record: req_***');
});

test('a line break ends an id, as no id holds one', () => {
  expect(redact('req_1\nat line 7')).toBe('req_*** at line 7');
});

function getParseMessage(text: string): string {
  try {
    JSON.parse(text);
    return '';
  } catch (thrown) {
    return describeThrown(thrown);
  }
}

const SECRET_TEXTS = [
  ['an id', 'no answer for req_7', 'no answer for req_***'],
  ['an id of an appointment', 'no answer for appt_7', 'no answer for appt_***'],
  ['the text in an error of the JSON parser', getParseMessage('Maria'), 'SyntaxError: *** is not valid JSON'],
  ['such a text over two lines', getParseMessage('Ma\nria'), 'SyntaxError: *** is not valid JSON'],
  ['a control character', 'a\u001b[2Jb', 'a [2Jb'],
  ['a short bearer token', 'sent bearer abc12', 'sent Bearer ***'],
  [
    'a short token that is named',
    'access_token=abc12, jwt: "x9" failed',
    'access_token=***, jwt: "***" failed',
  ],
  ['a short token of a variable', 'INTRAY_JWT=abc.def started', 'INTRAY_JWT=*** started'],
  [
    'a PIN and a recovery code that are named',
    'pin: 482913, recoveryCode=0123',
    'pin: ***, recoveryCode=***',
  ],
  ['no word that ends like such a name', 'mapping: 3, tokens: 2', 'mapping: 3, tokens: 2'],
  ['a short password that is named', 'Password: hunter2', 'Password: ***'],
  ['a short JWT', 'eyJh.b refused', '*** refused'],
  [
    'a password in an address',
    'proxy http://ada:p@ss@proxy:3128 refused',
    'proxy http://***@proxy:3128 refused',
  ],
  ['the query of an address', 'GET https://h/a?sig=1 failed', 'GET https://h/a?*** failed'],
  ['the fragment of an address', 'GET https://h/a#sig failed', 'GET https://h/a?*** failed'],
  ['an e-mail address', 'to <ada.b+c@mail.example.org>', 'to <***@***>'],
  ['an e-mail address in another script', 'to 用户@例子.公司', 'to ***@***'],
  ['a long word', `key ${'abcdefgh'.repeat(4)} refused`, 'key *** refused'],
  ['a word with letters and digits', 'value 4f3a2b1c9d8e7f60 refused', 'value *** refused'],
] as const;

test.each(SECRET_TEXTS)('%s is not logged', (_what, text, logged) => {
  expect(redact(text)).toBe(logged);
});

test('a token at the end of what fits is removed as a whole', () => {
  expect(redact(`${'a '.repeat(995)}${'x1'.repeat(50)}`)).toBe('a '.repeat(995));
});

test.each([
  'ERR_HTTP2_STREAM_ERROR: the stream was closed',
  'SQLITE_IOERR_SHMSIZE',
  'the file could not be renamed: EACCES',
  'GET https://clinic.example.org/v2/requisitions failed with 503',
])('%j stays as it is, for support', (text) => {
  expect(redact(text)).toBe(text);
});

test('a thrown value is logged with its class and code, and nothing of what is no error', () => {
  expect(describeThrown(Object.assign(new TypeError('no'), { code: 'E1' }))).toBe('TypeError E1: no');
  expect(describeThrown('Maria')).toBe('string');
});
