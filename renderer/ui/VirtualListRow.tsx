import type { KeyboardEvent, MouseEvent } from 'react';
import { SkeletonRow } from './Skeleton.tsx';
import type { VirtualListProps } from './VirtualList.tsx';
import styles from './VirtualList.module.css';

const MIDDLE_BUTTON = 1;

/** Whether an event is of an element in the list: React also passes on those of the dialogs that a row has opened. */
export function isWithin({ currentTarget, target }: KeyboardEvent | MouseEvent): boolean {
  return currentTarget.contains(target as Node); // The target of an event of the page is a node.
}

interface RowProps<R> extends VirtualListProps<R> {
  readonly rank: number;
  readonly start: number;
  readonly listId: string;
  /** The list has keyboard focus. */
  readonly hasKeyboardFocus: boolean;
}

/** A row of a virtualized list, or its place while it is not loaded. */
export function VirtualListRow<R extends { readonly id: string }>({
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
