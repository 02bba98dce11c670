import { expect, test } from 'vitest';
import { ListPageSizes } from '#main/engine/sender/list-page-sizes.ts';

const ORDER = { number: 1, kind: 'requisition' } as const;

test('a list that takes too long is requested in smaller pages at each attempt, then from the beginning', () => {
  const sizes = new ListPageSizes();
  const tried: (readonly [number, boolean])[] = [];
  for (let slow = 0; slow < 6; slow++) {
    const limit = sizes.getLimit(ORDER);
    sizes.noteSlow(ORDER);
    tried.push([limit, sizes.isTrying(ORDER)]);
  }
  expect(tried).toEqual([
    [500, true],
    [250, true],
    [125, true],
    [63, false],
    [500, false],
    [250, false],
  ]);
});

test('the size that arrives in time is where the next write of the kind begins, and no other', () => {
  const sizes = new ListPageSizes();
  sizes.noteSlow(ORDER);
  sizes.noteSlow(ORDER);
  expect(sizes.isTrying(ORDER)).toBe(true);
  sizes.noteRead(ORDER);
  expect(sizes.isTrying(ORDER)).toBe(false);
  expect(sizes.getLimit({ number: 2, kind: 'requisition' })).toBe(125);
  expect(sizes.getLimit({ number: 3, kind: 'form' })).toBe(500);
});
