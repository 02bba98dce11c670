import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { SkeletonRow } from './Skeleton.tsx';
import styles from './VirtualList.module.css';

const MIDDLE_BUTTON = 1;

/** Whether an event is of an element in the list: React also passes on those of the dialogs that a row has opened. */
export function isWithin({ currentTarget, target }: KeyboardEvent | MouseEvent): boolean {
  return currentTarget.contains(target as Node); // The target of an event of the page is a node.
}

/** What a row takes from its list. */
export interface ListOfRowsProps<R> {
  /** The loaded rows: consecutive ones, around those in view. */
  readonly rows: readonly R[];
  /** The rank of the first loaded row: the number of rows before it. */
  readonly first: number;
  /** The number of all rows, loaded or not. */
  readonly total: number;
  /** Height of a row in CSS pixels. */
  readonly rowHeight: number;
  readonly selected: string | null;
  readonly onOpen: (id: string) => void;
  /** Opens a row in a window of its own, at Shift+Enter and the middle button; omitted where rows have none. */
  readonly onOpenWindow?: ((id: string) => void) | undefined;
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
  readonly children: (row: R, state: { isSelected: boolean; isFocused: boolean }) => ReactNode;
}

interface RowProps<R> extends ListOfRowsProps<R> {
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
