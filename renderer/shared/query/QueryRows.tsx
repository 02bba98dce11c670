import { type ReactNode, type ComponentProps, useEffect } from 'react';
import { useStore } from 'zustand';
import { errorSentence } from '#contract/result.ts';
import type { Browser } from '#renderer/state/list/browser.ts';
import type { List, ListState } from '#renderer/state/list/list.ts';
import type { Selection } from '#renderer/state/list/selection.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { Notice } from '#renderer/ui/Banner.tsx';
import { Skeleton } from '#renderer/ui/Skeleton.tsx';
import { VirtualList } from '#renderer/ui/VirtualList.tsx';

const ROW_HEIGHTS = { comfortable: 44, compact: 32 };
/** Height of the line below a row that shows the search excerpt. */
const HIT_HEIGHT = 18;
const SKELETON_ROWS = 12;

/** Height of a list's rows in CSS pixels, including the search excerpt during a search. */
export function useRowHeight(words: readonly string[]): number {
  const density = useStore(useStores().preferences.store, ({ settings }) => settings.density);
  return ROW_HEIGHTS[density] + (words.length > 0 ? HIT_HEIGHT : 0);
}

/** The number of rows including those not loaded yet, so that the scrollbar has the right size. */
export function fullLength<F, R>({
  rows,
  next,
  count,
}: Pick<ListState<F, R>, 'rows' | 'next' | 'count'>): number {
  return next === null ? rows.length : Math.max(rows.length + 1, count?.count ?? 0);
}

interface QueryRowsProps<F, R> {
  readonly list: List<F, R>;
  /** Height of a placeholder row in CSS pixels. */
  readonly rowHeight: number;
  /** Shown if there are no rows. */
  readonly empty: ReactNode;
  /** The rows. */
  readonly children: ReactNode;
}

/** The rows of a list, or its loading, empty or error state. */
export function QueryRows<F, R>({ list, rowHeight, empty, children }: QueryRowsProps<F, R>) {
  const text = useText();
  const { session } = useStores();
  const { rows, phase, error } = useStore(list.store);
  const isOpening = useStore(session.store, ({ accounts }) => accounts.session === 'opening');
  if (rows.length > 0) return children;
  if (isOpening || (phase === 'loading' && error === null))
    return <Skeleton label={text('list.loading')} rows={SKELETON_ROWS} rowHeight={rowHeight} />;
  if (error === null) return empty;
  const again = { label: text('list.tryAgain'), run: list.changed };
  return <Notice role="alert" title={text('list.failed')} hint={errorSentence(error)} action={again} />;
}

type ListProps<R extends { readonly id: string }> = ComponentProps<typeof VirtualList<R>>;

/** Connects the selection of rows to a list; see `VirtualList`. */
export function usePicking(
  marks: Selection,
  rows: readonly { readonly id: string }[],
): NonNullable<ListProps<{ readonly id: string }>['picking']> {
  const picked = useStore(marks.store, ({ ids }) => ids);
  return { picked, onToggle: marks.toggle, onExtend: (id) => marks.extendTo(id, rows) };
}

interface QueryListRowsProps<F, R extends { readonly id: string }, Rec>
  extends Pick<ListProps<R>, 'label' | 'rowHeight' | 'groupOf' | 'picking' | 'children'> {
  readonly browser: Browser<F, R, Rec>;
}

/** The rows of a browser's list, which open records, follow the keyboard and keep their scroll position. */
export function QueryListRows<F, R extends { readonly id: string }, Rec>({
  browser,
  ...props
}: QueryListRowsProps<F, R, Rec>) {
  const state = useStore(browser.list.store);
  const selected = useStore(browser.selection, (value) => value.selected);
  return (
    <VirtualList
      {...props}
      rows={state.rows}
      total={fullLength(state)}
      selected={selected}
      onOpen={browser.open}
      onOpenSelected={browser.openSelected}
      onMove={browser.move}
      onLook={browser.list.look}
      anchorRef={browser.anchor}
    />
  );
}

interface QueryPaneProps<F, R> {
  readonly list: List<F, R>;
  readonly className?: string;
  /** Search, filters, tabs. */
  readonly tools: ReactNode;
  /** Count, sort order, and the actions for selected rows. */
  readonly head: ReactNode;
  /** The rows. */
  readonly children: ReactNode;
}

/** A list with its tools; it reloads after changes while it is on screen. */
export function QueryPane<F, R>({ list, className = '', tools, head, children }: QueryPaneProps<F, R>) {
  const { preferences } = useStores();
  const density = useStore(preferences.store, ({ settings }) => settings.density);
  useEffect(() => list.show(), [list]);
  return (
    <div className={`list-pane query-pane ${className}`.trimEnd()} data-density={density}>
      {tools}
      {head}
      <div className="list-body">{children}</div>
    </div>
  );
}
