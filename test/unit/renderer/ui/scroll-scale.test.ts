import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  computeScrollAfterUserScroll,
  getScrollHeight,
  isScrollbarAtEndBeforeRows,
  MAX_SCROLL_HEIGHT_PX,
  computeScrollAtScrollTop,
  computeScrollAtRowOffset,
  type RowOffsetAndScrollTop,
} from '#renderer/ui/scroll-scale.ts';

const ROW = 44;
const MILLION = { length: 1_000_000 * ROW, viewport: 700 };
const limit = (space: typeof MILLION) => getScrollHeight(space) - space.viewport;

/** Scrolls as the browser does: within its limits, in whole pixels. The list then follows. */
function scrollBy(
  place: RowOffsetAndScrollTop,
  pixels: number,
  space: typeof MILLION,
): RowOffsetAndScrollTop {
  const scrollTop = Math.max(0, Math.min(limit(space), place.scrollTop + pixels));
  const followed = computeScrollAfterUserScroll(place, scrollTop, space);
  return isScrollbarAtEndBeforeRows(followed, space)
    ? computeScrollAtRowOffset(followed.top, space)
    : followed;
}

describe('a list of a million rows', () => {
  it('is scrolled in an element that the browser can render', () => {
    expect(getScrollHeight(MILLION)).toBe(MAX_SCROLL_HEIGHT_PX);
    expect(MAX_SCROLL_HEIGHT_PX).toBeLessThan(2 ** 25 / 2);
  });

  it('shows its first row where the scrollbar begins, and its last where it ends', () => {
    expect(computeScrollAtScrollTop(0, MILLION).top).toBe(0);
    expect(computeScrollAtScrollTop(limit(MILLION), MILLION).top).toBe(MILLION.length - MILLION.viewport);
  });

  it('moves with the scrollbar pixel by pixel near both ends, so that a scroll reaches them', () => {
    const last = MILLION.length - MILLION.viewport;
    fc.assert(
      fc.property(fc.nat(900_000), (pixels) => {
        expect(computeScrollAtRowOffset(pixels, MILLION).scrollTop).toBe(pixels);
        expect(computeScrollAtRowOffset(last - pixels, MILLION).scrollTop).toBe(limit(MILLION) - pixels);
        expect(computeScrollAtScrollTop(limit(MILLION) - pixels, MILLION).top).toBe(last - pixels);
      }),
    );
  });

  it('has each row at a position of the scrollbar, in their order', () => {
    fc.assert(
      fc.property(fc.nat(999_999), fc.nat(999_999), (one, other) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)].map((rank) =>
          computeScrollAtRowOffset(rank * ROW, MILLION),
        );
        expect(low?.scrollTop).toBeLessThanOrEqual(high?.scrollTop ?? -1);
        const shown = computeScrollAtScrollTop(low?.scrollTop ?? -1, MILLION);
        expect(Math.abs(shown.top - (low?.top ?? -1))).toBeLessThan(1);
      }),
    );
  });

  it('shows every row to the wheel: it moves by what is scrolled, not by jumps of the scale', () => {
    const wheel = fc.array(fc.integer({ min: -1_500, max: 1_500 }), { maxLength: 40 });
    fc.assert(
      fc.property(fc.nat(MILLION.length), wheel, (start, moves) => {
        let place = computeScrollAtRowOffset(start, MILLION);
        for (const pixels of moves) {
          const next = scrollBy(place, pixels, MILLION);
          const asked = Math.max(0, Math.min(MILLION.length - MILLION.viewport, place.top + pixels));
          expect(Math.abs(next.top - asked)).toBeLessThanOrEqual(1);
          place = next;
        }
      }),
    );
  });

  it('is scrolled on from where an end of the scrollbar was reached too early', () => {
    const early = { top: 5_000_000, scrollTop: 300 };
    const there = scrollBy(early, -300, MILLION);
    expect(there.top).toBe(4_999_700);
    expect(there.scrollTop).toBeGreaterThan(0);
    expect(isScrollbarAtEndBeforeRows(there, MILLION)).toBe(false);
  });

  it('jumps where the scrollbar was dragged to', () => {
    const half = limit(MILLION) / 2;
    const { top } = computeScrollAfterUserScroll(computeScrollAtRowOffset(0, MILLION), half, MILLION);
    expect(Math.abs(top / ROW - 500_000)).toBeLessThan(50);
  });
});

describe('a list that fits', () => {
  it('is scrolled without a scale', () => {
    const space = fc.record({
      length: fc.nat(MAX_SCROLL_HEIGHT_PX),
      viewport: fc.integer({ min: 1, max: 900 }),
    });
    fc.assert(
      fc.property(space, fc.nat(MAX_SCROLL_HEIGHT_PX), (given, top) => {
        const place = computeScrollAtRowOffset(top, given);
        expect(place.scrollTop).toBe(place.top);
        expect(computeScrollAtScrollTop(place.scrollTop, given)).toEqual(place);
      }),
    );
  });
});
