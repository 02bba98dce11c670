import { memo, type ReactNode, type ComponentProps, useEffect } from 'react';
import { useStore } from 'zustand';
import type { Kind } from '#contract/records.ts';
import type { ListAndRecordStore } from '#renderer/state/list/list-and-record.ts';
import type { ListStore } from '#renderer/state/list/list.ts';
import { getShownRows } from '#renderer/state/list/list-window.ts';
import type { SearchableListStore, SearchTextQuery } from '#renderer/state/list/query-list.ts';
import { selectRowsThrough, type RowSelectionStore } from '#renderer/state/list/selection.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { getErrorSentence, useText } from '#renderer/text/text.ts';
import { EmptyPaneMessage } from '#renderer/ui/Banner.tsx';
import { Skeleton } from '#renderer/ui/Skeleton.tsx';
import { VirtualList } from '#renderer/ui/VirtualList.tsx';
import { EmptyListNotice, useListCounts } from './QueryStatus.tsx';
import { useDayChange } from './use-query.ts';
import styles from './query.module.css';

const ROW_HEIGHTS = { comfortable: 44, compact: 32 };
/** Height of the line below a row that shows the search excerpt. */
const HIT_HEIGHT = 18;
const SKELETON_ROWS = 12;

/** Height of a list's rows in CSS pixels, including the search excerpt during a search. */
function useRowHeight(words: readonly string[]): number {
  const density = useStore(useStores().preferences.store, ({ settings }) => settings.density);
  return ROW_HEIGHTS[density] + (words.length > 0 ? HIT_HEIGHT : 0);
}

interface ListContentProps<F, R> {
  readonly list: ListStore<F, R>;
  /** Height of a placeholder row in CSS pixels. */
  readonly rowHeight: number;
  /** Shown in place of the rows if there are none. */
  readonly empty: ReactNode;
  /** The rows, as `getShownRows` returns them. */
  readonly children: ReactNode;
}

/**
 * Renders its children; while the rows of the former query are shown, the ones rendered last, so that the words and
 * the row height of the new query do not apply to them.
 */
const RenderedRows = memo(
  ({ children }: { readonly isFormer: boolean; readonly children: ReactNode }) => children,
  (_before, { isFormer }) => isFormer,
);

/** The rows of a list, or its loading, empty or error state. */
export function ListContent<F, R>({ list, rowHeight, empty, children }: ListContentProps<F, R>) {
  const text = useText();
  const { session } = useStores();
  const { rows, former, phase, error } = useStore(list.store);
  const isOpening = useStore(session.store, ({ accounts }) => accounts.session === 'opening');
  if (rows.length > 0 || (former !== null && !isOpening))
    return <RenderedRows isFormer={former !== null}>{children}</RenderedRows>;
  if (isOpening || (phase === 'loading' && error === null))
    return <Skeleton label={text('list.loading')} rows={SKELETON_ROWS} rowHeight={rowHeight} />;
  if (error === null) return empty;
  const again = { label: text('list.tryAgain'), run: list.invalidate };
  return (
    <EmptyPaneMessage
      role="alert"
      title={text('list.failed')}
      hint={getErrorSentence(error)}
      action={again}
    />
  );
}

type ListProps<R extends { readonly id: string }> = ComponentProps<typeof VirtualList<R>>;

/** Returns what `VirtualList` needs so that its rows can be selected. */
export function useRowSelection<F, R extends { readonly id: string }>(
  selection: RowSelectionStore,
  list: ListStore<F, R>,
): NonNullable<ListProps<R>['picking']> {
  const picked = useStore(selection.store, ({ ids }) => ids);
  const onExtend = (id: string): void => void selectRowsThrough(list, selection, id);
  return { picked, onToggle: selection.toggle, onExtend };
}

interface BrowserListProps<F, R extends { readonly id: string }, Rec>
  extends Pick<ListProps<R>, 'label' | 'rowHeight' | 'getGroup' | 'picking' | 'children'> {
  readonly browser: ListAndRecordStore<F, R, Rec>;
  readonly kind: Kind;
}

/** The rows of a browser's list, which open records, follow the keyboard and keep their scroll position. */
function BrowserList<F, R extends { readonly id: string }, Rec>({
  browser,
  kind,
  ...props
}: BrowserListProps<F, R, Rec>) {
  const text = useText();
  const { openRecordWindow } = useStores();
  const state = useStore(browser.list.store);
  const { rows, first, total, isFormer } = getShownRows(state);
  const selected = useStore(browser.currentRow, (value) => value.selected);
  return (
    <VirtualList
      {...props}
      rows={rows}
      first={first}
      target={state.target}
      total={total}
      busyLabel={isFormer ? text('list.loading') : undefined}
      selected={selected}
      onOpen={browser.open}
      onOpenSelected={browser.openSelected}
      onOpenWindow={(id) => openRecordWindow(kind, id)}
      onMove={(positions) => void browser.move(positions)}
      onVisible={browser.list.setVisible}
      anchorRef={browser.anchor}
    />
  );
}

interface RecordListRowsProps<Q extends SearchTextQuery, R extends { readonly id: string }, C, Rec>
  extends Omit<BrowserListProps<Q, R, Rec>, 'rowHeight' | 'kind'> {
  readonly list: SearchableListStore<Q, R, C>;
  /** The words of the search, if each row says in a line of its own where they were found. */
  readonly words?: readonly string[];
  /** Sentence for an account that has no records of this kind. */
  readonly none: string;
  /** Shows the rows of all tabs; left out where the list has no tabs. */
  readonly onShowAll?: () => void;
}

const NO_WORDS: readonly string[] = [];

/** The rows of a list whose records can be opened, or its loading, empty or error state. */
export function RecordListRows<Q extends SearchTextQuery, R extends { readonly id: string }, C, Rec>({
  list: searchable,
  words = NO_WORDS,
  none,
  onShowAll,
  ...rows
}: RecordListRowsProps<Q, R, C, Rec>) {
  const { kind, list, countAll, search } = searchable;
  const text = useStore(list.store, ({ filter }) => filter.text);
  const { current } = useListCounts(searchable);
  const rowHeight = useRowHeight(words);
  const clear = (): void => search('');
  return (
    <ListContent
      list={list}
      rowHeight={rowHeight}
      empty={
        <EmptyListNotice
          kind={kind}
          list={list}
          text={text}
          onClear={clear}
          all={current === null || onShowAll === undefined ? 0 : countAll(current)}
          onShowAll={onShowAll ?? clear}
          none={none}
        />
      }
    >
      <BrowserList {...rows} kind={kind} rowHeight={rowHeight} />
    </ListContent>
  );
}

interface ListPaneProps<F, R> {
  readonly list: ListStore<F, R>;
  /** The head of the pane: search, filters, tabs. */
  readonly tools: ReactNode;
  /** Count, sort order, and the actions for selected rows. */
  readonly head: ReactNode;
  /** The rows. */
  readonly children: ReactNode;
}

/** The pane of a list. The list is reloaded after changes while it is on screen, and when another day begins. */
export function ListPane<F, R>({ list, tools, head, children }: ListPaneProps<F, R>) {
  const { preferences } = useStores();
  const density = useStore(preferences.store, ({ settings }) => settings.density);
  useEffect(() => list.show(), [list]);
  useDayChange(list.invalidate);
  return (
    <div className={styles.listPane} data-density={density}>
      {tools}
      {head}
      <div className={styles.listBody}>{children}</div>
    </div>
  );
}
