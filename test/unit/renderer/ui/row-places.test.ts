import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HEADING_HEIGHT, rowPlaces } from '#renderer/ui/row-places.ts';

const ROW = 44;

describe('the places of rows', () => {
  it('leave room for a heading wherever the group changes', () => {
    const places = rowPlaces(ROW, ['Unread', 'Unread', 'Today', 'Today', 'Yesterday']);
    expect([0, 1, 2, 3, 4].map(places.headingOf)).toEqual(['Unread', null, 'Today', null, 'Yesterday']);
    expect(places.topOf(2)).toBe(2 * ROW + HEADING_HEIGHT);
    expect(places.heightOf(2)).toBe(ROW + HEADING_HEIGHT);
  });

  it('are those of plain rows where there are no groups', () => {
    const places = rowPlaces(ROW, []);
    expect(places.topOf(7)).toBe(7 * ROW);
    expect(places.indexAt(7 * ROW + 1)).toBe(7);
    expect(places.groupOf(0)).toBeNull();
  });

  it('follow each other without a gap, and are found again by where they are', () => {
    const groups = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 60 });
    fc.assert(
      fc.property(groups, fc.nat(80), fc.nat(ROW - 1), (names, index, within) => {
        const places = rowPlaces(ROW, names);
        expect(places.topOf(index + 1)).toBe(places.topOf(index) + places.heightOf(index));
        expect(places.indexAt(places.topOf(index) + within)).toBe(index);
      }),
    );
  });
});
