import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatIndentedJson } from '#main/engine/api/parse/fields.ts';

const LIMIT = 10_000;

test('prints the same as JSON.stringify, indented by two', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      const whole = JSON.stringify(value, null, 2);
      fc.pre(whole.length <= LIMIT);
      expect(formatIndentedJson(value, LIMIT)).toBe(whole);
    }),
  );
});

test('stops at the limit with an ellipsis', () => {
  expect(formatIndentedJson('x'.repeat(50), 10)).toBe('"xxxxxxxx…');
  expect(formatIndentedJson(['x'], 7)).toHaveLength(7);
});

test('does not split a character', () => {
  expect(formatIndentedJson('🩺🩺🩺🩺', 5).isWellFormed()).toBe(true);
});

test.each([
  ['arrays', '[', ']'],
  ['objects', '{"a":', '}'],
])('survives 200,000 levels of %s', (_name, open, close) => {
  const value: unknown = JSON.parse(`${open.repeat(200_000)}1${close.repeat(200_000)}`);
  expect(formatIndentedJson(value, LIMIT)).toHaveLength(LIMIT);
});

test('reads only the beginning of a long list', () => {
  let looked = 0;
  const list = new Proxy(
    Array.from({ length: 100_000 }, () => 1),
    {
      get: (target, key, receiver) => {
        looked += 1;
        return Reflect.get(target, key, receiver) as unknown;
      },
    },
  );
  formatIndentedJson(list, 100);
  expect(looked).toBeLessThan(200);
});

test('prints keys that are special to JavaScript like any other', () => {
  const value: unknown = JSON.parse('{"__proto__":1,"toJSON":"x","constructor":{}}');
  expect(formatIndentedJson(value, LIMIT)).toBe(
    '{\n  "__proto__": 1,\n  "toJSON": "x",\n  "constructor": {}\n}',
  );
});
