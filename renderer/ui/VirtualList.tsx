import {
  useLayoutEffect,
  Fragment,
  useDeferredValue,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
} from 'react';
import {
  getRowStepOfKey,
  moveFocusInCurrentGridRowByKey,
  openSelectedRow,
  useFocusExchangeWithPane,
} from './list-hooks.ts';
import { getScrollHeight } from './scroll-scale.ts';
import { useVirtualRows } from './use-virtual-rows.ts';
import {
  type VisibleRowsAnchor,
  GROUP_HEADING_HEIGHT_PX,
  computeRowLayout,
  type RowLayout,
} from './virtual-rows.ts';
import { Heading, StickyHeading } from './VirtualListHeadings.tsx';
import { isWithin, VirtualListRow, type ListOfRowsProps } from './VirtualListRow.tsx';
import styles from './VirtualList.module.css';

interface VirtualListProps<R> extends ListOfRowsProps<R> {
  readonly label: string;
  /** The row to scroll to: a new object at each jump. Null before the first. */
  readonly target: { readonly rank: number } | null;
  /**
   * The rows are only shown until others replace them: they take no clicks, and neither their ranks nor their scroll
   * position are reported. After a moment they are faded, take no focus either, and the text is shown over them.
   */
  readonly busyLabel?: string | undefined;
  readonly onOpenSelected: () => void;
  /** Moves the current row by this number of rows, down if positive; `Infinity` and `-Infinity` to the ends. */
  readonly onMove: (positions: number) => void;
  /** Called with the ranks in view; `isAtTop`: the list is scrolled to its very top. */
  readonly onVisible: (range: {
    readonly first: number;
    readonly last: number;
    readonly isAtTop: boolean;
  }) => void;
  /** The scroll position; the caller keeps it while the list is not mounted. */
  readonly anchorRef: { current: VisibleRowsAnchor | null };
  /** The id of the row of column headings of a grid, which is outside of what scrolls: `role="row"`, the first row. */
  readonly headingsId?: string;
  /**
   * The group of a row. A heading is rendered at each change of group, and the current one sticks to the top.
   * Must be a stable function.
   */
  readonly getGroup?: (row: R) => string;
}

/** Number of rows that are rendered before and after those in view. */
const OVERSCAN = 8;

const NO_GROUPS: readonly string[] = [];

/** How long rows that are to be replaced look as before: most are replaced sooner, and fading them takes time. */
const FADE_DELAY_MS = 150;

function ignoreView(): void {}

function refuse(event: MouseEvent): void {
  if (!isWithin(event)) return;
  event.preventDefault();
  event.stopPropagation();
}

/** What keeps clicks away from all rows and their buttons. */
const REFUSED_CLICKS = { onMouseDownCapture: refuse, onClickCapture: refuse, onAuxClickCapture: refuse };

/**
 * Hook that returns whether something has been busy for some time without a break.
 * @param time in milliseconds
 */
function useIsBusyFor(isBusy: boolean, time: number): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (!isBusy) return undefined;
    const timer = setTimeout(() => setOver(true), time);
    return () => {
      clearTimeout(timer);
      setOver(false);
    };
  }, [isBusy, time]);
  return isBusy && isOver;
}

/** The positions of the rows, recomputed when their height, groups or the rows change. */
function useRowLayout<R extends { readonly id: string }>({
  rows,
  first,
  rowHeight,
  getGroup,
}: Pick<VirtualListProps<R>, 'rows' | 'first' | 'rowHeight' | 'getGroup'>): RowLayout {
  const groups = useMemo(() => (getGroup === undefined ? NO_GROUPS : rows.map(getGroup)), [rows, getGroup]);
  return useMemo(() => computeRowLayout(rowHeight, groups, first), [rowHeight, groups, first]);
}

/** Scrolls to the row that the user made the current one or jumped to, not when rows moved around it. */
function useRevealedRow<R extends { readonly id: string }>(
  { rows, first, selected, target }: Pick<VirtualListProps<R>, 'rows' | 'first' | 'selected' | 'target'>,
  reveal: (rank: number) => void,
): void {
  const current = useRef({ rows, first, reveal });
  useLayoutEffect(() => {
    current.current = { rows, first, reveal };
  });
  useLayoutEffect(() => {
    const index = current.current.rows.findIndex((row) => row.id === selected);
    if (index !== -1) current.current.reveal(current.current.first + index);
  }, [selected]);
  // A jump that was requested before the list was mounted is not repeated.
  const done = useRef(target);
  useLayoutEffect(() => {
    if (target !== null && target !== done.current) current.current.reveal(target.rank);
    done.current = target;
  }, [target]);
}

/**
 * Hook that returns how many rows to render around those in view. Of a list that has just appeared, or whose rows have just
 * replaced others, the rows in view are rendered first, and those around them once they are on screen.
 */
function useOverscan(isBusy: boolean): number {
  return useDeferredValue(isBusy, true) ? 0 : OVERSCAN;
}

/** Returns the ranks of the rows to render. */
function listRenderedRanks(first: number, last: number, total: number, overscan: number): readonly number[] {
  if (last < first) return [];
  const from = Math.max(0, first - overscan);
  return Array.from(
    { length: Math.min(total - 1, last + overscan) - from + 1 },
    (_none, index) => from + index,
  );
}

/** A virtualized list: only the visible rows are rendered. It is one tab stop; arrow keys move inside. */
export function VirtualList<R extends { readonly id: string }>(props: VirtualListProps<R>) {
  const { rows, first, total, rowHeight, selected, busyLabel, onVisible, getGroup, anchorRef } = props;
  const isBusy = busyLabel !== undefined;
  const isFaded = useIsBusyFor(isBusy, FADE_DELAY_MS);
  const busyAnchorRef = useRef<VisibleRowsAnchor | null>(null);
  const elementRef = useRef<HTMLDivElement>(null);
  const listId = useId();
  const [hasKeyboardFocus, setKeyed] = useState(false);
  const layout = useRowLayout(props);
  const length = layout.getTop(total);
  const topPadding = getGroup === undefined ? 0 : GROUP_HEADING_HEIGHT_PX;
  const virtual = useVirtualRows(elementRef, {
    rows,
    first,
    total,
    length,
    layout,
    topPadding,
    anchorRef: isBusy ? busyAnchorRef : anchorRef,
    onVisible: isBusy ? ignoreView : onVisible,
  });
  useRevealedRow(props, virtual.reveal);
  useFocusExchangeWithPane(elementRef);
  const ranks = listRenderedRanks(virtual.first, virtual.last, total, useOverscan(isBusy));
  const activeRank = ranks.find((rank) => selected !== null && rows[rank - first]?.id === selected);

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (!isWithin(event)) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (props.isGrid === true && moveFocusInCurrentGridRowByKey(event)) return;
    // Controls inside a row handle their own keys.
    if (event.target !== event.currentTarget) return;
    const pageRows = Math.max(1, Math.floor((elementRef.current?.clientHeight ?? 0) / rowHeight) - 1);
    const positions = getRowStepOfKey(event.key, pageRows);
    if (positions !== null) props.onMove(positions);
    else if (event.key === 'Enter') openSelectedRow(props, event.shiftKey);
    else return;
    event.preventDefault();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- no tag exists for the roles listbox and grid
    <div
      ref={elementRef}
      className={styles.virtualList}
      role={props.isGrid === true ? 'grid' : 'listbox'}
      aria-rowcount={props.isGrid === true ? total + 1 : undefined}
      aria-owns={props.headingsId}
      tabIndex={0}
      aria-label={props.label}
      aria-busy={isBusy || undefined}
      aria-multiselectable={props.picking === undefined ? undefined : true}
      aria-activedescendant={activeRank === undefined ? undefined : `${listId}${activeRank}`}
      onKeyDown={onKeyDown}
      onScroll={virtual.onScroll}
      onScrollEnd={virtual.onScrollEnd}
      onFocus={({ currentTarget }) => setKeyed(currentTarget.matches(':focus-visible'))}
      onBlur={() => setKeyed(false)}
    >
      {getGroup !== undefined && <StickyHeading text={layout.getGroup(virtual.first)} />}
      {isFaded && (
        <div className={styles.virtualListSticky} aria-hidden="true">
          <div className={styles.virtualListBusy}>{busyLabel}</div>
        </div>
      )}
      <div
        className={styles.virtualListSpace}
        style={{ height: getScrollHeight({ length }) }}
        inert={isFaded}
        {...(isBusy ? REFUSED_CLICKS : {})}
      >
        {ranks.map((rank) => {
          const start = layout.getTop(rank) + virtual.shift;
          return (
            <Fragment key={rows[rank - first]?.id ?? `space-${rank}`}>
              <Heading text={layout.getHeading(rank)} start={start} />
              <VirtualListRow
                {...props}
                rank={rank}
                start={start + layout.getHeight(rank) - rowHeight}
                listId={listId}
                hasKeyboardFocus={hasKeyboardFocus}
              />
            </Fragment>
          );
        })}
      </div>
    </div>
  );
}
