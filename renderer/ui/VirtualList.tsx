import { useVirtualizer } from '@tanstack/react-virtual';
import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { shiftOf, type ListAnchor } from './list-anchor.ts';
import { SkeletonRow } from './Skeleton.tsx';
import './virtual-list.css';

interface VirtualListProps<R> {
  readonly label: string;
  readonly rows: readonly R[];
  /** How many rows there are in all, loaded or not. */
  readonly total: number;
  /** Height of a row in CSS pixels. */
  readonly rowHeight: number;
  readonly selected: string | null;
  readonly onOpen: (id: string) => void;
  readonly onOpenSelected: () => void;
  /** Selects so many rows further down. */
  readonly onMove: (places: number) => void;
  /** The rows up to this index are in sight, or nearly. */
  readonly onLook: (lastIndex: number) => void;
  /** Where the list stood; kept by the caller while the list is away. */
  readonly anchorRef: { current: ListAnchor | null };
  /** Rows that are picked for doing something with all of them; left out where none can be. */
  readonly picking?: {
    readonly picked: ReadonlySet<string>;
    readonly onToggle: (id: string) => void;
    /** Every row from the one picked last to this one. */
    readonly onExtend: (id: string) => void;
  };
  readonly children: (row: R, state: { isSelected: boolean; isFocused: boolean }) => ReactNode;
}

const OVERSCAN = 8;

/** How far a key moves in a list, or null for a key that does not move. */
function placesOf(key: string, pageRows: number, total: number): number | null {
  const places: Record<string, number> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: pageRows,
    PageUp: -pageRows,
    Home: -total,
    End: total,
  };
  return places[key] ?? null;
}

/** The scroll position of an anchor. */
function topOf(anchor: ListAnchor | null, rowHeight: number): number {
  return anchor === null ? 0 : anchor.first * rowHeight + anchor.offset;
}

/** Where a list stands; null at the very top, where a person wants to see what is new. */
function standing(
  list: HTMLElement,
  rows: readonly { readonly id: string }[],
  rowHeight: number,
): ListAnchor | null {
  if (list.scrollTop <= 0) return null;
  const first = Math.floor(list.scrollTop / rowHeight);
  const last = Math.ceil((list.scrollTop + list.clientHeight) / rowHeight);
  return {
    ids: rows.slice(first, last).map((row) => row.id),
    first,
    offset: list.scrollTop - first * rowHeight,
  };
}

/** Keeps the rows in sight where they are when rows come or go above them, and when the list returns. */
function useSteadyScroll(
  elementRef: { readonly current: HTMLElement | null },
  {
    rows,
    rowHeight,
    anchorRef,
  }: Pick<VirtualListProps<{ readonly id: string }>, 'rows' | 'rowHeight' | 'anchorRef'>,
): (event: { readonly currentTarget: HTMLElement }) => void {
  useLayoutEffect(() => {
    const list = elementRef.current;
    if (list === null) return;
    const stood = anchorRef.current;
    if (stood !== null) {
      const first = Math.max(0, stood.first + shiftOf(stood, rows));
      list.scrollTop = topOf({ ...stood, first }, rowHeight);
    }
    anchorRef.current = standing(list, rows, rowHeight);
  }, [elementRef, rows, rowHeight, anchorRef]);

  return ({ currentTarget }) => {
    anchorRef.current = standing(currentTarget, rows, rowHeight);
  };
}

/** A long list of which only the rows in sight are in the page. One stop of the Tab key; arrows move inside. */
export function VirtualList<R extends { readonly id: string }>(props: VirtualListProps<R>) {
  const { rows, total, rowHeight, selected, onLook } = props;
  const elementRef = useRef<HTMLDivElement>(null);
  const listId = useId();
  const [isKeyed, setKeyed] = useState(false);
  const keepScroll = useSteadyScroll(elementRef, props);
  // oxlint-disable-next-line react/incompatible-library -- its results are used here alone, never memoised
  const virtual = useVirtualizer({
    count: total,
    getScrollElement: () => elementRef.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    initialOffset: () => topOf(props.anchorRef.current, rowHeight),
    useFlushSync: false,
  });
  const items = virtual.getVirtualItems();
  const lastIndex = items.at(-1)?.index ?? 0;
  useEffect(() => onLook(lastIndex), [onLook, lastIndex, rows]);
  useEffect(() => virtual.measure(), [virtual, rowHeight]);

  // Scrolls for a person who moved, not for rows that moved under a standing selection.
  const current = useRef({ rows, virtual });
  current.current = { rows, virtual };
  useEffect(() => {
    const index = current.current.rows.findIndex((row) => row.id === selected);
    if (index !== -1) current.current.virtual.scrollToIndex(index, { align: 'auto' });
  }, [selected]);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const pageRows = Math.max(1, Math.floor((elementRef.current?.clientHeight ?? 0) / rowHeight) - 1);
    const places = placesOf(event.key, pageRows, total);
    if (places !== null) props.onMove(places);
    else if (event.key === 'Enter') props.onOpenSelected();
    else return;
    event.preventDefault();
  }

  return (
    <div
      ref={elementRef}
      className="virtual-list"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select cannot hold rows of several parts
      role="listbox"
      tabIndex={0}
      aria-label={props.label}
      aria-multiselectable={props.picking === undefined ? undefined : true}
      aria-activedescendant={selected === null ? undefined : `${listId}${selected}`}
      onKeyDown={onKeyDown}
      onScroll={keepScroll}
      onFocus={({ currentTarget }) => setKeyed(currentTarget.matches(':focus-visible'))}
      onBlur={() => setKeyed(false)}
    >
      <div className="virtual-list-space" style={{ height: virtual.getTotalSize() }}>
        {items.map(({ index, start }) => (
          <Row
            key={rows[index]?.id ?? `space-${index}`}
            {...props}
            index={index}
            start={start}
            listId={listId}
            isKeyed={isKeyed}
          />
        ))}
      </div>
    </div>
  );
}

interface RowProps<R> extends VirtualListProps<R> {
  readonly index: number;
  readonly start: number;
  readonly listId: string;
  /** The list has the focus, and by keyboard. */
  readonly isKeyed: boolean;
}

function Row<R extends { readonly id: string }>({ index, start, listId, isKeyed, ...props }: RowProps<R>) {
  const row = props.rows[index];
  const style = { height: props.rowHeight, transform: `translateY(${start}px)` };
  if (row === undefined) {
    return (
      <div className="virtual-list-row" style={style} aria-hidden="true">
        <SkeletonRow height={props.rowHeight} />
      </div>
    );
  }
  const isSelected = row.id === props.selected;
  const { picking } = props;
  const press = ({ shiftKey, ctrlKey, metaKey }: MouseEvent): void => {
    if (picking !== undefined && shiftKey) picking.onExtend(row.id);
    else if (picking !== undefined && (ctrlKey || metaKey)) picking.onToggle(row.id);
    else props.onOpen(row.id);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the list around it takes keys and focus
    <div
      id={`${listId}${row.id}`}
      className="virtual-list-row"
      style={style}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- see the list
      role="option"
      aria-selected={isSelected}
      aria-posinset={index + 1}
      aria-setsize={props.total}
      aria-checked={picking?.picked.has(row.id)}
      // Shift would mark the words in between.
      onMouseDown={(event) => {
        if (event.shiftKey) event.preventDefault();
      }}
      onClick={press}
    >
      {props.children(row, { isSelected, isFocused: isSelected && isKeyed })}
    </div>
  );
}
