import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HEADING_HEIGHT, rowPositions } from '#renderer/ui/virtual-rows.ts';

const ROW = 44;

describe('the positions of rows', () => {
  it('leave room for a heading wherever the group changes', () => {
    const positions = rowPositions(ROW, ['Unread', 'Unread', 'Today', 'Today', 'Yesterday']);
    expect([0, 1, 2, 3, 4].map(positions.headingOf)).toEqual(['Unread', null, 'Today', null, 'Yesterday']);
    expect(positions.topOf(2)).toBe(2 * ROW + HEADING_HEIGHT);
    expect(positions.heightOf(2)).toBe(ROW + HEADING_HEIGHT);
  });

  it('are those of plain rows if there are no groups', () => {
    const positions = rowPositions(ROW, []);
    expect(positions.topOf(7)).toBe(7 * ROW);
    expect(positions.indexAt(7 * ROW + 1)).toBe(7);
    expect(positions.groupOf(0)).toBeNull();
  });

  it('follow each other without a gap, and are found again by their position', () => {
    const groups = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 60 });
    fc.assert(
      fc.property(groups, fc.nat(80), fc.nat(ROW - 1), (names, index, within) => {
        const positions = rowPositions(ROW, names);
        expect(positions.topOf(index + 1)).toBe(positions.topOf(index) + positions.heightOf(index));
        expect(positions.indexAt(positions.topOf(index) + within)).toBe(index);
      }),
    );
  });
});
