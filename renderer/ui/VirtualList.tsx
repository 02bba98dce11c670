import { useVirtualizer } from '@tanstack/react-virtual';
import {
  useEffect,
  Fragment,
  useId,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { toPositions, toScrollTop, useFocusOfPane, useScrollAnchor } from './list-hooks.ts';
import { type ListAnchor, HEADING_HEIGHT, computeRowLayout, type RowLayout } from './virtual-rows.ts';
import { SkeletonRow } from './Skeleton.tsx';
import styles from './VirtualList.module.css';

interface VirtualListProps<R> {
  readonly label: string;
  readonly rows: readonly R[];
  /** The number of all rows, loaded or not. */
  readonly total: number;
  /** Height of a row in CSS pixels. */
  readonly rowHeight: number;
  readonly selected: string | null;
  readonly onOpen: (id: string) => void;
  readonly onOpenSelected: () => void;
  /** Moves the current row by this number of rows, down if positive; `Infinity` and `-Infinity` to the ends. */
  readonly onMove: (positions: number) => void;
  /** Called with the last index that is visible or nearly so. */
  readonly onLastVisible: (lastIndex: number) => void;
  /** The scroll position; the caller keeps it while the list is not mounted. */
  readonly anchorRef: { current: ListAnchor | null };
  /** The selected rows and how to change them; omitted if rows cannot be selected. */
  readonly picking?: {
    readonly picked: ReadonlySet<string>;
    readonly onToggle: (id: string) => void;
    /** Selects every row from the last selected one to this one. */
    readonly onExtend: (id: string) => void;
  };
  /**
   * The rows contain buttons, so the list is a grid: the children render cells (`role="gridcell"`), and only
   * the current row has tab stops.
   */
  readonly isGrid?: boolean;
  /**
   * The group of a row. A heading is rendered at each change of group, and the current one sticks to the top.
   * Must be a stable function.
   */
  readonly getGroup?: (row: R) => string;
  readonly children: (row: R, state: { isSelected: boolean; isFocused: boolean }) => ReactNode;
}

const OVERSCAN = 8;

const NO_GROUPS: readonly string[] = [];

/** The positions of the rows, recomputed when their height, groups or the rows change. */
function useRowLayout<R extends { readonly id: string }>({
  rows,
  rowHeight,
  getGroup,
}: Pick<VirtualListProps<R>, 'rows' | 'rowHeight' | 'getGroup'>): RowLayout {
  const groups = useMemo(() => (getGroup === undefined ? NO_GROUPS : rows.map(getGroup)), [rows, getGroup]);
  return useMemo(() => computeRowLayout(rowHeight, groups), [rowHeight, groups]);
}

/** A virtualized list: only the visible rows are rendered. It is one tab stop; arrow keys move inside. */
export function VirtualList<R extends { readonly id: string }>(props: VirtualListProps<R>) {
  const { rows, total, rowHeight, selected, onLastVisible, getGroup } = props;
  const elementRef = useRef<HTMLDivElement>(null);
  const listId = useId();
  const [hasKeyboardFocus, setKeyed] = useState(false);
  const positions = useRowLayout(props);
  const keepScroll = useScrollAnchor(elementRef, props, positions);
  useFocusOfPane(elementRef);
  // oxlint-disable-next-line react/incompatible-library -- its results are only used here and never memoized
  const virtual = useVirtualizer({
    count: total,
    getScrollElement: () => elementRef.current,
    estimateSize: positions.getHeight,
    scrollPaddingStart: getGroup === undefined ? 0 : HEADING_HEIGHT,
    overscan: OVERSCAN,
    initialOffset: () => toScrollTop(props.anchorRef.current, positions),
    useFlushSync: false,
  });
  const items = virtual.getVirtualItems();
  const lastIndex = items.at(-1)?.index ?? 0;
  const activeIndex = items.find(({ index }) => selected !== null && rows[index]?.id === selected)?.index;
  useEffect(() => onLastVisible(lastIndex), [onLastVisible, lastIndex, rows]);
  useEffect(() => virtual.measure(), [virtual, positions]);

  // Scrolls when the user moved the current row, not when rows moved around it.
  const current = useRef({ rows, virtual });
  current.current = { rows, virtual };
  useEffect(() => {
    const index = current.current.rows.findIndex((row) => row.id === selected);
    if (index !== -1) current.current.virtual.scrollToIndex(index, { align: 'auto' });
  }, [selected]);

  function onKeyDown(event: KeyboardEvent): void {
    // Controls inside a row handle their own keys.
    if (event.target !== event.currentTarget) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const pageRows = Math.max(1, Math.floor((elementRef.current?.clientHeight ?? 0) / rowHeight) - 1);
    const positions = toPositions(event.key, pageRows);
    if (positions !== null) props.onMove(positions);
    else if (event.key === 'Enter') props.onOpenSelected();
    else return;
    event.preventDefault();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- no tag exists for the roles listbox and grid
    <div
      ref={elementRef}
      className={styles.virtualList}
      role={props.isGrid === true ? 'grid' : 'listbox'}
      aria-rowcount={props.isGrid === true ? total : undefined}
      tabIndex={0}
      aria-label={props.label}
      aria-multiselectable={props.picking === undefined ? undefined : true}
      aria-activedescendant={activeIndex === undefined ? undefined : `${listId}${activeIndex}`}
      onKeyDown={onKeyDown}
      onScroll={keepScroll}
      onFocus={({ currentTarget }) => setKeyed(currentTarget.matches(':focus-visible'))}
      onBlur={() => setKeyed(false)}
    >
      {getGroup !== undefined && <StickyHeading text={positions.getGroup(virtual.range?.startIndex ?? 0)} />}
      <div className={styles.virtualListSpace} style={{ height: virtual.getTotalSize() }}>
        {items.map(({ index, start }) => (
          <Fragment key={rows[index]?.id ?? `space-${index}`}>
            <Heading text={positions.getHeading(index)} start={start} />
            <Row
              {...props}
              index={index}
              start={start + positions.getHeight(index) - rowHeight}
              listId={listId}
              hasKeyboardFocus={hasKeyboardFocus}
            />
          </Fragment>
        ))}
      </div>
    </div>
  );
}

/** The heading of the topmost visible rows, shown while their own is scrolled out of view. */
function StickyHeading({ text }: { readonly text: string | null }) {
  return (
    <div className={styles.virtualListSticky} aria-hidden="true">
      {text !== null && (
        <div className={styles.virtualListHeading} style={{ height: HEADING_HEIGHT }}>
          {text}
        </div>
      )}
    </div>
  );
}

interface HeadingProps {
  readonly text: string | null;
  readonly start: number;
}

/** A heading between rows. Hidden from screen readers, because every row repeats its content. */
function Heading({ text, start }: HeadingProps) {
  if (text === null) return null;
  const style = { height: HEADING_HEIGHT, transform: `translateY(${start}px)` };
  return (
    <div className={styles.virtualListHeading} style={style} aria-hidden="true">
      {text}
    </div>
  );
}

interface RowProps<R> extends VirtualListProps<R> {
  readonly index: number;
  readonly start: number;
  readonly listId: string;
  /** The list has keyboard focus. */
  readonly hasKeyboardFocus: boolean;
}

function Row<R extends { readonly id: string }>({
  index,
  start,
  listId,
  hasKeyboardFocus,
  ...props
}: RowProps<R>) {
  const row = props.rows[index];
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
  const press = ({ shiftKey, ctrlKey, metaKey }: MouseEvent): void => {
    if (picking !== undefined && shiftKey) picking.onExtend(row.id);
    else if (picking !== undefined && (ctrlKey || metaKey)) picking.onToggle(row.id);
    else props.onOpen(row.id);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the list around it takes keys and focus; its role follows from that of the list
    <div
      id={`${listId}${index}`}
      className={styles.virtualListRow}
      style={style}
      role={isGrid ? 'row' : 'option'}
      aria-selected={isSelected}
      aria-rowindex={isGrid ? index + 1 : undefined}
      aria-posinset={isGrid ? undefined : index + 1}
      aria-setsize={isGrid ? undefined : props.total}
      aria-checked={picking?.picked.has(row.id)}
      // Otherwise a Shift-click would select the text in between.
      onMouseDown={(event) => {
        if (event.shiftKey) event.preventDefault();
      }}
      onClick={press}
    >
      {props.children(row, { isSelected, isFocused: isSelected && hasKeyboardFocus })}
    </div>
  );
}
