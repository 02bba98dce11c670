import {
  useLayoutEffect,
  Fragment,
  useDeferredValue,
  useId,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
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
import { SkeletonRow } from './Skeleton.tsx';
import { Heading, StickyHeading } from './VirtualListHeadings.tsx';
import styles from './VirtualList.module.css';

interface VirtualListProps<R> {
  readonly label: string;
  /** The loaded rows: consecutive ones, around those in view. */
  readonly rows: readonly R[];
  /** The rank of the first loaded row: the number of rows before it. */
  readonly first: number;
  /** The row to scroll to: a new object at each jump. Null before the first. */
  readonly target: { readonly rank: number } | null;
  /** The number of all rows, loaded or not. */
  readonly total: number;
  /** Height of a row in CSS pixels. */
  readonly rowHeight: number;
  readonly selected: string | null;
  /**
   * The rows are only shown until others replace them: they take no clicks and no focus, and neither their ranks nor
   * their scroll position are reported. The text is shown over them after a moment.
   */
  readonly busyLabel?: string | undefined;
  readonly onOpen: (id: string) => void;
  readonly onOpenSelected: () => void;
  /** Opens a row in a window of its own, at Shift+Enter and the middle button; omitted where rows have none. */
  readonly onOpenWindow?: ((id: string) => void) | undefined;
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
  /** The selected rows and how to change them; omitted if rows cannot be selected. */
  readonly picking?: {
    readonly picked: ReadonlySet<string>;
    readonly onToggle: (id: string) => void;
    /** Selects every row from the last selected one to this one. */
    readonly onExtend: (id: string) => void;
  };
  /**
   * The rows contain buttons, so the list is a grid: the children render cells (`role="gridcell"`), and only
   * the current row has tab stops. The arrow keys along the line move between its buttons.
   */
  readonly isGrid?: boolean;
  /** The id of the row of column headings of a grid, which is outside of what scrolls: `role="row"`, the first row. */
  readonly headingsId?: string;
  /**
   * The group of a row. A heading is rendered at each change of group, and the current one sticks to the top.
   * Must be a stable function.
   */
  readonly getGroup?: (row: R) => string;
  readonly children: (row: R, state: { isSelected: boolean; isFocused: boolean }) => ReactNode;
}

/** Number of rows that are rendered before and after those in view. */
const OVERSCAN = 8;
const MIDDLE_BUTTON = 1;

const NO_GROUPS: readonly string[] = [];

function ignoreView(): void {}

/** Whether an event is of an element in the list: React also passes on those of the dialogs that a row has opened. */
function isWithin({ currentTarget, target }: KeyboardEvent | MouseEvent): boolean {
  return currentTarget.contains(target as Node); // The target of an event of the page is a node.
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
      {isBusy && (
        <div className={styles.virtualListSticky} aria-hidden="true">
          <div className={styles.virtualListBusy}>{busyLabel}</div>
        </div>
      )}
      <div className={styles.virtualListSpace} style={{ height: getScrollHeight({ length }) }} inert={isBusy}>
        {ranks.map((rank) => {
          const start = layout.getTop(rank) + virtual.shift;
          return (
            <Fragment key={rows[rank - first]?.id ?? `space-${rank}`}>
              <Heading text={layout.getHeading(rank)} start={start} />
              <Row
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

interface RowProps<R> extends VirtualListProps<R> {
  readonly rank: number;
  readonly start: number;
  readonly listId: string;
  /** The list has keyboard focus. */
  readonly hasKeyboardFocus: boolean;
}

function Row<R extends { readonly id: string }>({
  rank,
  start,
  listId,
  hasKeyboardFocus,
  ...props
}: RowProps<R>) {
  const row = props.rows[rank - props.first];
  const style = { height: props.rowHeight, transform: `translateY(${start}px)` };
  if (row === undefined) {
    return (
      <div className={styles.virtualListRow} style={style} aria-hidden="true">
        <SkeletonRow height={props.rowHeight} />
      </div>
    );
  }
  const isSelected = row.id === props.selected;
  const { picking, isGrid = false } = props;
  const press = (event: MouseEvent): void => {
    const { shiftKey, ctrlKey, metaKey } = event;
    if (!isWithin(event)) return;
    if (picking !== undefined && shiftKey) picking.onExtend(row.id);
    else if (picking !== undefined && (ctrlKey || metaKey)) picking.onToggle(row.id);
    else props.onOpen(row.id);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the list around it takes keys and focus; its role follows from that of the list
    <div
      id={`${listId}${rank}`}
      className={styles.virtualListRow}
      style={style}
      role={isGrid ? 'row' : 'option'}
      aria-selected={isSelected}
      // The headings are the first row.
      aria-rowindex={isGrid ? rank + 2 : undefined}
      aria-posinset={isGrid ? undefined : rank + 1}
      aria-setsize={isGrid ? undefined : props.total}
      aria-checked={picking?.picked.has(row.id)}
      // Otherwise a Shift-click would select the text in between.
      onMouseDown={(event) => {
        if (!isWithin(event)) return;
        // The middle button would start scrolling by moving the mouse.
        if (event.shiftKey || event.button === MIDDLE_BUTTON) event.preventDefault();
      }}
      onClick={press}
      onAuxClick={(event) => {
        if (event.button === MIDDLE_BUTTON && isWithin(event)) props.onOpenWindow?.(row.id);
      }}
    >
      {props.children(row, { isSelected, isFocused: isSelected && hasKeyboardFocus })}
    </div>
  );
}
