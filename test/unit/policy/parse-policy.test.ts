import { describe, expect, it } from 'vitest';
import { parsePolicy } from '#main/policy/parse-policy.ts';

/** What is wrong with a text: line and reason of each problem. */
function problems(text: string): readonly [number | null, string][] {
  const parsed = parsePolicy(text);
  return parsed.ok ? [] : parsed.problems.map(({ line, reason }) => [line, reason]);
}

const WHOLE = `{
  "$schema": "policy.schema.json",
  "baseUrl": "https://records.example.org",
  "savePdfs": false,
  "printPdfs": false,
  "notifications": "kind",
  "updates": { "mode": "install", "channel": "beta", "feedUrl": "https://updates.example.org/intray" },
  "demoClinic": false,
  "importTokens": true
}`;

describe('a policy file', () => {
  it('may say everything, or nothing', () => {
    expect(parsePolicy(WHOLE)).toMatchObject({
      ok: true,
      file: { baseUrl: 'https://records.example.org', savePdfs: false, updates: { channel: 'beta' } },
    });
    expect(parsePolicy('{}')).toEqual({ ok: true, file: {} });
  });

  it('fills in what an entry leaves open', () => {
    expect(parsePolicy('{"updates":{"mode":"report"}}')).toEqual({
      ok: true,
      file: { updates: { mode: 'report', channel: 'stable', feedUrl: null } },
    });
  });

  it('is read with the mark that some editors of Windows put at its beginning', () => {
    const bytes = new Uint8Array([0xef, 0xbb, 0xbf, ...new TextEncoder().encode('{}')]);
    expect(parsePolicy(new TextDecoder().decode(bytes))).toMatchObject({ ok: true });
  });

  it.each([
    ['an unknown entry', '{\n  "savePdf": false\n}', 2, '"savePdf" is not an entry of a policy'],
    [
      'an unknown entry further in',
      '{\n  "updates": {\n    "mode": "off",\n    "url": "x"\n  }\n}',
      4,
      '"updates.url" is not an entry of a policy',
    ],
    ['a value of another type', '{\n  "savePdfs": "no"\n}', 2, '"savePdfs": Invalid input: expected boolean'],
    ['a missing comma', '{\n  "savePdfs": true\n  "printPdfs": true\n}', 3, 'it is not valid JSON'],
    ['a comma too many', '{\n  "savePdfs": true,\n}', 3, 'it is not valid JSON'],
    ['a comment', '{\n  // no saving\n  "savePdfs": false\n}', 2, 'it is not valid JSON'],
    ['a file that is cut short', '{\n  "savePdfs": true,\n', 3, 'it is not valid JSON'],
    ['a word that is none', '{\n  "savePdfs": tru\n}', 2, 'it is not valid JSON'],
    ['an empty file', '', 1, 'it is not valid JSON'],
    ['a list', '[]', null, 'expected object'],
    ['an entry that is written twice', '{\n  "savePdfs": false,\n  "savePdfs": true\n}', 3, 'written twice'],
    ['a name that programs mistake for a prototype', '{\n  "__proto__": {}\n}', 2, '"__proto__"'],
    ['http', '{"baseUrl":"http://records.example.org"}', 1, 'not a usable address: not https'],
    [
      'updates over http',
      '{"updates":{"mode":"report","feedUrl":"http://u.org"}}',
      1,
      'expected an https address',
    ],
    [
      'a password in an address',
      '{\n"baseUrl":"https://u:p@records.example.org"}',
      2,
      'not a usable address',
    ],
    [
      'a path in the base address',
      '{"baseUrl":"https://records.example.org/api"}',
      1,
      'not a usable address',
    ],
    ['no host', '{"updates":{"mode":"report","feedUrl":"https://"}}', 1, '"updates.feedUrl" is not a usable'],
  ])('is refused with line and reason for %s', (_what, text, line, reason) => {
    const [first] = problems(text);
    expect(first?.[0]).toBe(line);
    expect(first?.[1]).toContain(reason);
  });

  it.each([
    ['a channel without updates', '{\n"updates": {"mode": "off", "channel": "beta"}\n}', '"updates.channel"'],
    [
      'an address without updates',
      '{\n"updates": {"mode": "off", "feedUrl": "https://u.org"}\n}',
      '"updates.feedUrl"',
    ],
    ['tokens for no address', '{\n"importTokens": true\n}', '"importTokens" needs "baseUrl"'],
  ])('is refused where it contradicts itself: %s', (_what, text, reason) => {
    expect(problems(text)).toEqual([[2, expect.stringContaining(reason)]]);
  });

  it('is refused where it has thousands of levels', () => {
    expect(problems(`{"a":${'"t":'.repeat(20_000)}1}`)).toEqual([[null, 'it is nested too deeply']]);
  });

  it('names every problem, and never a value', () => {
    const text = '{\n"savePdfs": 1,\n"baseUrl": "https://secret-host.example.org/x",\n"wrong": "TOK-1"\n}';
    expect(problems(text).map(([line]) => line)).toEqual([2, 4]);
    expect(JSON.stringify(problems(text))).not.toMatch(/secret-host|TOK-1/);
    expect(JSON.stringify(problems('{"a": TOK-1}'))).not.toContain('TOK-1');
  });
});
