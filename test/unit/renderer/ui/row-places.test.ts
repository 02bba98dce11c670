import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GROUP_HEADING_HEIGHT_PX, computeRowLayout } from '#renderer/ui/virtual-rows.ts';

const ROW = 44;

describe('the positions of rows', () => {
  it('leave room for a heading wherever the group changes', () => {
    const positions = computeRowLayout(ROW, ['Unread', 'Unread', 'Today', 'Today', 'Yesterday']);
    expect([0, 1, 2, 3, 4].map(positions.getHeading)).toEqual(['Unread', null, 'Today', null, 'Yesterday']);
    expect(positions.getTop(2)).toBe(2 * ROW + GROUP_HEADING_HEIGHT_PX);
    expect(positions.getHeight(2)).toBe(ROW + GROUP_HEADING_HEIGHT_PX);
  });

  it('are those of plain rows if there are no groups', () => {
    const positions = computeRowLayout(ROW, []);
    expect(positions.getTop(7)).toBe(7 * ROW);
    expect(positions.indexAt(7 * ROW + 1)).toBe(7);
    expect(positions.getGroup(0)).toBeNull();
  });

  it('follow each other without a gap, and are found again by their position', () => {
    const groups = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 60 });
    fc.assert(
      fc.property(groups, fc.nat(80), fc.nat(ROW - 1), (names, index, within) => {
        const positions = computeRowLayout(ROW, names);
        expect(positions.getTop(index + 1)).toBe(positions.getTop(index) + positions.getHeight(index));
        expect(positions.indexAt(positions.getTop(index) + within)).toBe(index);
      }),
    );
  });
});
