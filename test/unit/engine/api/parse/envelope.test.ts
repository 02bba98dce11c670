import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSeededRandom } from '#main/base/random.ts';
import {
  checkDeleteEnvelope,
  parseListEnvelope,
  parseResourceBody,
  sliceRawTextsOfListElements,
} from '#main/engine/api/parse/envelope.ts';
import { toBytes, rawList, rawRequisition } from '../../../../support/builders.ts';

function getTexts(bytes: Uint8Array): readonly string[] {
  const list = parseListEnvelope(bytes);
  if (!list.ok) throw new Error(list.error.code);
  return list.value.map(({ text }) => text);
}

function getCode(bytes: Uint8Array): string {
  const list = parseListEnvelope(bytes);
  return list.ok ? 'ok' : list.error.code;
}

const BLANKS = ['', '', ' ', '\t', '\n', '\r\n', ' \n\t'];

/** Writes JSON in unusual ways: spaces anywhere between tokens, any character of a text escaped. */
function writeUnusually(seed: number): (part: unknown) => string {
  const random = createSeededRandom(seed);
  const blank = (): string => BLANKS[Math.floor(random.fraction() * BLANKS.length)] ?? '';
  const escaped = (character: string): string =>
    character.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const text = (plain: string): string => {
    const characters = Array.from(plain, (character) =>
      random.fraction() < 0.3 ? escaped(character) : JSON.stringify(character).slice(1, -1),
    );
    return `"${characters.join('')}"`;
  };
  const write = (part: unknown): string => {
    if (Array.isArray(part))
      return `[${part.map((inner) => blank() + write(inner) + blank()).join(',')}${blank()}]`;
    if (typeof part === 'string') return text(part);
    if (typeof part !== 'object' || part === null) return JSON.stringify(part);
    const members = Object.entries(part).map(
      ([key, inner]) => `${blank()}${text(key)}${blank()}:${blank()}${write(inner)}${blank()}`,
    );
    return `{${members.join(',')}${blank()}}`;
  };
  return write;
}

describe('a list envelope', () => {
  test('keeps each resource exactly, numbers beyond a double and unknown fields included', () => {
    const first = '{"id":"req_1", "big":9007199254740993,"x":1e400,"é":"\\u00e9\\"]}"}';
    expect(getTexts(toBytes(`{"object":"list","data":[${first},{"id":"req_2"}]}`))).toEqual([
      first,
      '{"id":"req_2"}',
    ]);
  });

  test('separates elements that are no records, also numbers in other digits than JSON.stringify writes', () => {
    const elements = ['1.0', '1e3', '"a"', 'null', 'true', '[1.0]', '{"id":"req_1"}'];
    const data: unknown[] = elements.map((element) => JSON.parse(element));
    expect(sliceRawTextsOfListElements(`{"data":[${elements.join(', ')}]}`, data)).toEqual(elements);
  });

  test('puts a resource on one line, whatever is between its tokens', () => {
    const [text = ''] = getTexts(
      toBytes(JSON.stringify(rawList([rawRequisition()]), null, 2).replace(/\n/g, '\r\n')),
    );
    expect(text).not.toMatch(/[\r\n]/);
    expect(JSON.parse(text)).toEqual(rawRequisition());
  });

  test('takes the last of two data keys, as the parser does', () => {
    expect(getTexts(toBytes('{"data":[{"a":1}],"object":"list","d\\u0061ta":[{"b":2}]}'))).toEqual([
      '{"b":2}',
    ]);
  });

  test('survives 200,000 levels of nesting', () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    expect(getTexts(toBytes(`{"object":"list","data":[{"id":"req_1","deep":${deep}}]}`))[0]).toHaveLength(
      400_000 + 22,
    );
  });

  test('cuts any JSON, in any notation, into its exact elements', () => {
    const odd = fc.oneof(
      fc.jsonValue(),
      fc.string({ unit: 'binary' }),
      fc.constantFrom('"]', '\\', '\\"', '}]'),
    );
    fc.assert(
      fc.property(fc.array(odd, { maxLength: 6 }), odd, fc.integer(), (data, other, seed) => {
        const write = writeUnusually(seed);
        const texts = data.map(write);
        const [before, after] = [write({ 'a"]}': other, data: [other] }), write({ data: other })];
        const list = `${before.slice(0, -1)},"nested":${after},"object" : "list",\n"data":[ ${texts.join(' ,\r')} ],"z":0} `;
        const wanted = texts.map((text) => text.replace(/[\r\n]+/g, ' '));
        expect(getTexts(toBytes(list))).toEqual(wanted);
        const { data: parsed } = JSON.parse(list) as { data: unknown[] }; // written above
        expect(getTexts(toBytes(list)).map((text) => JSON.parse(text) as unknown)).toEqual(parsed);
      }),
      { numRuns: 300 },
    );
  });

  test.each([
    ['an empty body', ''],
    ['a word', 'NaN'],
    ['null', 'null'],
    ['an array', '[]'],
    ['a text', '"x"'],
    ['a number', '0'],
    ['HTML', '<!doctype html><p>Sign in to the network</p>'],
    ['a trailing comma', '{"object":"list","data":[],}'],
    ['a truncated body', '{"object":"list","data":[{"id":'],
    ['another object', '{"object":"requisition","data":[]}'],
    ['no object', '{"data":[]}'],
    ['data that is null', '{"object":"list","data":null}'],
    ['data that is an object', '{"object":"list","data":{}}'],
    ['data that is a text', '{"object":"list","data":"[]"}'],
  ])('is refused when it is %s', (_name, body) => {
    expect(getCode(toBytes(body))).toBe('bad-payload');
  });

  test('is refused in UTF-16 and in invalid UTF-8, and accepted behind a byte order mark', () => {
    const text = '{"object":"list","data":[]}';
    expect(getCode(new Uint8Array(Buffer.from(text, 'utf16le')))).toBe('bad-payload');
    expect(getCode(new Uint8Array([...toBytes('{"object":"list","data":["'), 0xff, 0x22, 0x5d, 0x7d]))).toBe(
      'bad-payload',
    );
    expect(getCode(new Uint8Array([0xef, 0xbb, 0xbf, ...toBytes(text)]))).toBe('ok');
  });
});

test('a single resource must be an object', () => {
  expect(parseResourceBody(toBytes([]))).toMatchObject({ ok: false, error: { code: 'bad-payload' } });
  expect(parseResourceBody(toBytes(' {"id":1}\n'))).toEqual({
    ok: true,
    value: { text: '{"id":1}', value: { id: 1 } },
  });
});

test.each([
  [{ id: 'form_1', object: 'form', delete: true }, true],
  [{ id: 'form_2', object: 'form', delete: true }, false],
  [{ id: 'form_1', object: 'requisition', delete: true }, false],
  [{ id: 'form_1', object: 'form', delete: false }, false],
  [{ id: 'form_1', object: 'form', delete: 'true' }, false],
  [{}, false],
])('the delete envelope %j counts for form_1: %s', (envelope, accepted) => {
  expect(checkDeleteEnvelope(toBytes(envelope), 'form', 'form_1').ok).toBe(accepted);
});
