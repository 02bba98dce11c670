import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getPositionShiftOfVisibleRows } from '#renderer/ui/virtual-rows.ts';

const rows = (ids: readonly string[], first = 0) => ({ first, rows: ids.map((id) => ({ id })) });
const inSight = { ids: ['c', 'd', 'e'], first: 2, offset: 10 };

describe('the visible rows', () => {
  it('have not moved in an unchanged list', () => {
    expect(getPositionShiftOfVisibleRows(inSight, rows(['a', 'b', 'c', 'd', 'e', 'f']))).toBe(0);
  });

  it('have moved down by the rows that came above them', () => {
    expect(getPositionShiftOfVisibleRows(inSight, rows(['x', 'y', 'a', 'b', 'c', 'd', 'e']))).toBe(2);
  });

  it('have moved up by the rows that left above them', () => {
    expect(getPositionShiftOfVisibleRows(inSight, rows(['b', 'c', 'd', 'e']))).toBe(-1);
  });

  it('do not follow the one among them that jumped to the top', () => {
    expect(getPositionShiftOfVisibleRows(inSight, rows(['c', 'a', 'b', 'd', 'e', 'f']))).toBe(0);
  });

  it('do not move when none of them is left', () => {
    expect(getPositionShiftOfVisibleRows(inSight, rows(['x', 'y']))).toBe(0);
  });

  it('are found by their ranks where other rows are loaded', () => {
    expect(
      getPositionShiftOfVisibleRows({ ids: ['c', 'd'], first: 500, offset: 0 }, rows(['b', 'c', 'd'], 502)),
    ).toBe(3);
  });

  it('move by exactly what was inserted above, whatever it is', () => {
    fc.assert(
      fc.property(fc.nat(50), fc.integer({ min: 1, max: 30 }), fc.nat(30), (above, seen, first) => {
        const ids = Array.from({ length: first + seen }, (_, index) => `old${index}`);
        const added = Array.from({ length: above }, (_, index) => `new${index}`);
        const anchor = { ids: ids.slice(first), first, offset: 0 };
        expect(getPositionShiftOfVisibleRows(anchor, rows([...added, ...ids]))).toBe(above);
      }),
    );
  });
});
