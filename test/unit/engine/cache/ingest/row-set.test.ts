import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RowNumberSet } from '#main/engine/cache/ingest/row-set.ts';

test('it behaves like a set of numbers, whatever is added in whatever order', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 100_000 })), (rows) => {
      const set = new RowNumberSet();
      const model = new Set<number>();
      for (const row of rows) {
        expect(set.has(row)).toBe(model.has(row));
        expect(set.add(row)).toBe(!model.has(row));
        model.add(row);
        expect(set.has(row)).toBe(true);
      }
    }),
  );
});
