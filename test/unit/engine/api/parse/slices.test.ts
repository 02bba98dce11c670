import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sliceRawTextsOfListElements } from '#main/engine/api/parse/envelope.ts';

/** A list whose elements are serialized by hand. */
function getSlices(texts: readonly string[]): readonly string[] {
  const text = `{"object":"list","data":[${texts.join(',')}]}`;
  const { data } = JSON.parse(text) as { data: unknown[] };
  return sliceRawTextsOfListElements(text, data);
}

test('every element is cut out exactly, in any notation', () => {
  const element = fc
    .tuple(fc.jsonValue(), fc.constantFrom(0, 1, '\t'))
    .map(([value, indent]) => JSON.stringify(value, null, indent));
  fc.assert(
    fc.property(fc.array(element, { maxLength: 6 }), (texts) => {
      expect(getSlices(texts)).toEqual(texts);
    }),
  );
});

test.each([
  ['a number that a double cannot hold', '{"a":12345678901234567890}'],
  ['a number printed otherwise', '{"a":1.0,"b":1E2,"c":-0}'],
  ['a key that stands twice', '{"a":1,"a":2}'],
  ['keys that JavaScript would sort', '{"b":1,"2":1,"1":1}'],
  ['escapes that need not be', String.raw`{"a":"\u0041\/\ud83d\ude00"}`],
  ['half a surrogate pair', String.raw`{"a":"\uD800"}`],
  ['the key of the prototype', '{"__proto__":{"a":1}}'],
  ['numbers that begin alike', '12'],
])('%s is kept, and so is what follows', (_name, text) => {
  expect(getSlices([text, '{"z":"1]}, {"}', text])).toEqual([text, '{"z":"1]}, {"}', text]);
});

test('an element that is nested deeper than the formatter supports is cut out too', () => {
  const deep = `{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
  expect(getSlices([deep, '{"b":1}'])).toEqual([deep, '{"b":1}']);
});

test.each(['{"a":[1]}', '"]"', '[1]', '12', 'null'])(
  'a value %s beside the list, and one of the same name before it, is skipped as a whole',
  (other) => {
    const text = `{"data":${other},"more":${other},"data":[{"b":2},{"a":1}],"last":${other}}`;
    expect(sliceRawTextsOfListElements(text, (JSON.parse(text) as { data: unknown[] }).data)).toEqual([
      '{"b":2}',
      '{"a":1}',
    ]);
  },
);

test('if data occurs twice the last one counts', () => {
  const text = '{"data":[{"a":1}],"object":"list","data":[{"b":2},{"a":1}]}';
  expect(sliceRawTextsOfListElements(text, (JSON.parse(text) as { data: unknown[] }).data)).toEqual([
    '{"b":2}',
    '{"a":1}',
  ]);
});
