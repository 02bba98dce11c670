import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indentJson } from '#renderer/ui/LongText.tsx';

describe('formatting JSON', () => {
  it('puts every field on a line of its own', () => {
    expect(indentJson('{"a":1,"b":[true,null],"c":{},"d":[ ]}')).toBe(
      '{\n  "a": 1,\n  "b": [\n    true,\n    null\n  ],\n  "c": {},\n  "d": []\n}',
    );
  });

  it('keeps digits that a number type would lose', () => {
    expect(indentJson('{"n":12345678901234567890.10}')).toContain('12345678901234567890.10');
  });

  it('leaves brackets, colons and quotes inside texts alone', () => {
    expect(indentJson(String.raw`{"a":"{\"x\":[1, 2]}"}`)).toBe(
      ['{', String.raw`  "a": "{\"x\":[1, 2]}"`, '}'].join('\n'),
    );
  });

  it('means the same as before, for any JSON', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(JSON.parse(indentJson(text))).toEqual(JSON.parse(text));
      }),
    );
  });

  it('loses no character of a text that is no JSON', () => {
    const bare = (text: string): string => text.replaceAll(/\s/g, '');
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('{', '}', '[', ']', ':', ',', '"', '\\', 'a', '1', ' ', '\n') }),
        (text) => {
          expect(bare(indentJson(text))).toBe(bare(text));
        },
      ),
    );
  });
});
