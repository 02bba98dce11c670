/**
 * Maximum height of the scrolled space in CSS pixels. Chromium cuts an element at 33,554,426 px, and draws text
 * beyond 16,777,216 device pixels at positions that are off by up to two.
 */
export const MAX_SCROLL_HEIGHT_PX = 8_000_000;

/** Near both ends of a list the scrollbar moves it pixel by pixel, whatever its length. */
const END_ZONE = MAX_SCROLL_HEIGHT_PX / 8;

/** The height of all rows and of the element that shows some of them, in CSS pixels. */
export interface ScrollDimensions {
  readonly length: number;
  readonly viewport: number;
}

/** What a list shows: the offset in its rows, and the `scrollTop` of its element, which differ in a long list. */
export interface RowOffsetAndScrollTop {
  readonly top: number;
  readonly scrollTop: number;
}

/** Returns the height of the element that is scrolled. */
export function getScrollHeight({ length }: Pick<ScrollDimensions, 'length'>): number {
  return Math.min(length, MAX_SCROLL_HEIGHT_PX);
}

function clamp(value: number, most: number): number {
  return Math.max(0, Math.min(most, value));
}

/** Returns the largest offset in the rows, and the largest `scrollTop`. */
function getLimits(space: ScrollDimensions): { readonly top: number; readonly scrollTop: number } {
  return {
    top: Math.max(0, space.length - space.viewport),
    scrollTop: Math.max(0, getScrollHeight(space) - space.viewport),
  };
}

/** The same piecewise linear function in both directions: the ends pixel by pixel, what is between them scaled. */
function scale(value: number, from: number, to: number): number {
  if (value <= END_ZONE || from === to) return clamp(value, to);
  if (value >= from - END_ZONE) return clamp(to - (from - value), to);
  return END_ZONE + ((value - END_ZONE) * (to - 2 * END_ZONE)) / (from - 2 * END_ZONE);
}

/** Returns what the list shows at an offset in its rows, with the matching `scrollTop`. */
export function computeScrollAtRowOffset(top: number, space: ScrollDimensions): RowOffsetAndScrollTop {
  const limits = getLimits(space);
  const within = clamp(top, limits.top);
  return { top: within, scrollTop: scale(within, limits.top, limits.scrollTop) };
}

/** Returns what the list shows at a `scrollTop`, with the matching offset in its rows. */
export function computeScrollAtScrollTop(scrollTop: number, space: ScrollDimensions): RowOffsetAndScrollTop {
  const limits = getLimits(space);
  return { top: scale(clamp(scrollTop, limits.scrollTop), limits.scrollTop, limits.top), scrollTop };
}

/** A scroll by more viewports than this is a jump by the scrollbar; by fewer, the rows move pixel by pixel. */
const JUMP_VIEWPORTS = 3;

/** Returns what the list shows after its element was scrolled to a `scrollTop`. */
export function computeScrollAfterUserScroll(
  place: RowOffsetAndScrollTop,
  scrollTop: number,
  space: ScrollDimensions,
): RowOffsetAndScrollTop {
  const moved = scrollTop - place.scrollTop;
  if (Math.abs(moved) > JUMP_VIEWPORTS * space.viewport) return computeScrollAtScrollTop(scrollTop, space);
  return { top: clamp(place.top + moved, getLimits(space).top), scrollTop };
}

/** Returns whether the element is at one of its ends but the rows are not, so that it cannot be scrolled on. */
export function isScrollbarAtEndBeforeRows(
  { top, scrollTop }: RowOffsetAndScrollTop,
  space: ScrollDimensions,
): boolean {
  const limits = getLimits(space);
  return (scrollTop <= 0 && top >= 1) || (scrollTop >= limits.scrollTop - 1 && top <= limits.top - 1);
}
