import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import {
  computeScrollAfterUserScroll,
  isScrollbarAtEndBeforeRows,
  computeScrollAtRowOffset,
  type RowOffsetAndScrollTop,
  type ScrollDimensions,
} from './scroll-scale.ts';
import {
  getPositionShiftOfVisibleRows,
  type VisibleRowsAnchor,
  type LoadedRows,
  type RowLayout,
} from './virtual-rows.ts';

/** The ranks in view; `isAtTop`: the list is scrolled to its very top. */
interface VisibleRows {
  readonly first: number;
  readonly last: number;
  readonly isAtTop: boolean;
}

interface VirtualRowsOptions extends LoadedRows {
  /** The number of all rows, loaded or not. */
  readonly total: number;
  /** Height of all rows and headings in CSS pixels. */
  readonly length: number;
  readonly layout: RowLayout;
  /** The part of the view at its top that a heading may cover, in CSS pixels. */
  readonly topPadding: number;
  /** The scroll position; the caller keeps it while the list is not mounted. */
  readonly anchorRef: { current: VisibleRowsAnchor | null };
  readonly onVisible: (range: VisibleRows) => void;
}

/** What a virtual list renders: the ranks in view, and where the rows are. */
interface RenderedView {
  /** The ranks of the first and the last row in view. */
  readonly first: number;
  readonly last: number;
  /** Added to a row's offset in the list, it is the offset in the scrolled element, in CSS pixels. */
  readonly shift: number;
}

const NOTHING: RenderedView = { first: 0, last: -1, shift: 0 };

function isSameView(one: RenderedView, other: RenderedView): boolean {
  return one.first === other.first && one.last === other.last && one.shift === other.shift;
}

/** A mounted list: its element, and where it is scrolled. */
class ListScroll {
  place: RowOffsetAndScrollTop = { top: 0, scrollTop: 0 };
  /** While the user scrolls, `scrollTop` is not set, because that would end the scroll. */
  isScrolling = false;
  readonly #element: HTMLElement;
  readonly #options: () => VirtualRowsOptions;
  /** Height of the element in CSS pixels. It is kept, because reading it makes the browser lay out the page at once. */
  #viewport: number;

  constructor(element: HTMLElement, options: () => VirtualRowsOptions) {
    this.#element = element;
    this.#options = options;
    this.#viewport = element.clientHeight;
  }

  get space(): ScrollDimensions {
    return { length: this.#options().length, viewport: this.#viewport };
  }

  /** Called when the element has another size. */
  resize(): void {
    this.#viewport = this.#element.clientHeight;
    this.follow();
  }

  /**
   * Shows the rows at an offset from the top, in CSS pixels. During a scroll only their positions change, and `scrollTop`
   * follows later.
   */
  moveTo(top: number, isFree = !this.isScrolling): void {
    const place = computeScrollAtRowOffset(top, this.space);
    const isThere = Math.abs(place.scrollTop - this.place.scrollTop) < 1;
    if (!isFree || isThere) {
      this.place = { ...this.place, top: place.top };
      return;
    }
    this.#element.scrollTop = place.scrollTop;
    // The browser rounds a `scrollTop` that is set, so it is read back.
    this.place = { top: place.top, scrollTop: this.#element.scrollTop };
  }

  /** Called when the user has scrolled the element. */
  scrolled(): void {
    this.isScrolling = true;
    this.follow();
  }

  /** The scroll has ended: `scrollTop` gets the value that belongs to what is shown. */
  rest(): void {
    this.isScrolling = false;
    this.moveTo(this.place.top);
  }

  /** Updates the place in the rows from the element's current `scrollTop`. */
  follow(): void {
    this.place = computeScrollAfterUserScroll(this.place, this.#element.scrollTop, this.space);
    if (isScrollbarAtEndBeforeRows(this.place, this.space)) this.moveTo(this.place.top, true);
  }

  /** Scrolls as little as possible until a row is in view. */
  reveal(rank: number): void {
    const { layout, topPadding } = this.#options();
    const bottom = layout.getTop(rank) + layout.getHeight(rank);
    const top = bottom - layout.rowHeight - topPadding;
    if (top < this.place.top) this.moveTo(top, true);
    else if (bottom > this.place.top + this.space.viewport) this.moveTo(bottom - this.space.viewport, true);
  }

  /** Keeps the visible rows in place after rows came or went above them. */
  keep(anchor: VisibleRowsAnchor | null): void {
    if (anchor === null) return this.moveTo(0);
    const { layout } = this.#options();
    const first = Math.max(0, anchor.first + getPositionShiftOfVisibleRows(anchor, this.#options()));
    this.moveTo(layout.getTop(first) + anchor.offset);
  }

  /** The scroll position; null at the very top, where new rows should show. */
  getAnchor(): VisibleRowsAnchor | null {
    const { layout, rows, first: loaded } = this.#options();
    if (this.place.top <= 0) return null;
    const { first, last } = this.getView();
    return {
      ids: rows.slice(Math.max(0, first - loaded), Math.max(0, last + 1 - loaded)).map(({ id }) => id),
      first: Math.max(first, Math.min(last + 1, loaded)),
      offset: this.place.top - layout.getTop(Math.max(first, Math.min(last + 1, loaded))),
    };
  }

  getView(): RenderedView {
    const { layout, total } = this.#options();
    const { top, scrollTop } = this.place;
    return {
      first: layout.indexAt(top),
      last: Math.min(total - 1, layout.indexAt(top + this.#viewport)),
      shift: scrollTop - top,
    };
  }
}

/** The functions and the state of a list that renders the rows in view alone. */
interface VirtualRows extends RenderedView {
  readonly onScroll: () => void;
  readonly onScrollEnd: () => void;
  /** Scrolls as little as possible until a row is in view. */
  readonly reveal: (rank: number) => void;
}

/** Returns where a mounted list is scrolled, and calls `onResize` whenever its element has another size. */
function useListScroll(
  elementRef: { readonly current: HTMLElement | null },
  optionsRef: { readonly current: VirtualRowsOptions },
  onResize: () => void,
): { readonly current: ListScroll | null } {
  const scrollRef = useRef<ListScroll | null>(null);
  const resizeRef = useRef(onResize);
  useLayoutEffect(() => {
    resizeRef.current = onResize;
  });
  useLayoutEffect(() => {
    const element = elementRef.current;
    if (element === null) return undefined;
    scrollRef.current = new ListScroll(element, () => optionsRef.current);
    const observer = new ResizeObserver(() => {
      scrollRef.current?.resize();
      resizeRef.current();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [elementRef, optionsRef]);
  return scrollRef;
}

/**
 * Tracks which rows are in view. A list of any length can be scrolled: its element is limited to a height that the
 * browser can render. Rows in view stay in place when others come or go above them, and when the list is mounted
 * again.
 */
export function useVirtualRows(
  elementRef: { readonly current: HTMLElement | null },
  options: VirtualRowsOptions,
): VirtualRows {
  const { rows, first, total, length, layout, anchorRef, onVisible } = options;
  const optionsRef = useRef(options);
  const [view, setView] = useState(NOTHING);

  function render(): void {
    const scroll = scrollRef.current;
    if (scroll === null) return;
    anchorRef.current = scroll.getAnchor();
    const next = scroll.getView();
    setView((now) => (isSameView(now, next) ? now : next));
  }
  /** Moves the list, if it is mounted, and renders what it then shows. */
  function act(move: (scroll: ListScroll) => void): void {
    if (scrollRef.current !== null) move(scrollRef.current);
    render();
  }

  useLayoutEffect(() => {
    optionsRef.current = options;
  });
  const scrollRef = useListScroll(elementRef, optionsRef, render);
  useLayoutEffect(() => {
    act((scroll) => scroll.keep(anchorRef.current));
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs when rows or their positions change
  }, [rows, first, total, length, layout]);
  useEffect(() => {
    const scroll = scrollRef.current;
    // The view of this moment: rows may have been scrolled to since this was rendered.
    if (scroll !== null) onVisible({ ...scroll.getView(), isAtTop: scroll.place.top <= 0 });
  }, [onVisible, view, rows, scrollRef]);

  return {
    ...view,
    onScroll: () => act((scroll) => scroll.scrolled()),
    onScrollEnd: () => act((scroll) => scroll.rest()),
    reveal: (rank) => act((scroll) => scroll.reveal(rank)),
  };
}
