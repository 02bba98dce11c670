import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MISSING_DATE_SORT_VALUE, decodeCursor, encodeCursor } from '#main/engine/cache/tables/cursor.ts';
import { getCode, unwrap } from '../../../../support/engine.ts';

const place = fc.record({
  at: fc.oneof(
    fc.constant(MISSING_DATE_SORT_VALUE),
    fc.integer({ min: -62_167_219_200_000, max: 253_402_300_799_999 }),
  ),
  row: fc.integer({ min: 1, max: 999_999_999_999_999 }),
});

test('every position survives being written and read', () => {
  fc.assert(
    fc.property(place, (given) => {
      const text = encodeCursor('requisition', given);
      expect(text).toMatch(/^[\w-]{1,100}$/);
      expect(unwrap(decodeCursor('requisition', text))).toEqual(given);
    }),
  );
});

test('no cursor is the beginning', () => {
  expect(unwrap(decodeCursor('form', undefined))).toBeNull();
});

test('a cursor of another list is refused', () => {
  expect(getCode(decodeCursor('form', encodeCursor('requisition', { at: 1, row: 1 })))).toBe('invalid-input');
});

test('any other text is refused without throwing', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300, unit: 'binary' }), (text) => {
      expect(getCode(decodeCursor('form', text))).toBe('invalid-input');
    }),
  );
});
