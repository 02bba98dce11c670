import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AdaptiveRowsPerSlice } from '#main/engine/cache/query/rows-per-slice.ts';

/** A slice length on a computer where each row takes some time, and the time that the next slice takes. */
function onComputer(msPerRow: () => number) {
  let now = 0;
  const slice = new AdaptiveRowsPerSlice({ first: 1_000, min: 100, max: 50_000 }, () => now);
  const scan = (): number => {
    const { rows } = slice;
    const learn = slice.begin();
    const ms = rows * msPerRow();
    now += ms;
    learn(rows);
    return ms;
  };
  return { slice, scan };
}

test('a slice takes five milliseconds after a few slices, whatever a row costs, within its limits', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.0001, max: 0.05, noNaN: true }), (cost) => {
      const { scan } = onComputer(() => cost);
      for (let slices = 0; slices < 8; slices += 1) scan();
      expect(scan()).toBeLessThanOrEqual(5.000_001);
    }),
  );
});

test('a slice stays within its limits where rows cost nothing or very much', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(0, 0.001, 1, 1_000), { maxLength: 30 }), (costs) => {
      let next = 0;
      const { slice, scan } = onComputer(() => costs[next++] ?? 0);
      for (let slices = 0; slices < costs.length; slices += 1) {
        const before = slice.rows;
        scan();
        expect(slice.rows).toBeGreaterThanOrEqual(100);
        expect(slice.rows).toBeLessThanOrEqual(Math.min(50_000, 2 * before));
      }
    }),
  );
});
