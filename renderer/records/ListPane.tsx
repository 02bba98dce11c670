import { useEffect, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { errorSentence } from '#contract/error-text.ts';
import type { Kind } from '#contract/ids.ts';
import type { Browser } from '#renderer/state/browser.ts';
import type { Count, ListState } from '#renderer/state/list.ts';
import { useDesk } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { cappedCountText } from '#renderer/ui/format.ts';
import { Notice } from '#renderer/ui/Notice.tsx';
import { Skeleton } from '#renderer/ui/Skeleton.tsx';
import { VirtualList } from '#renderer/ui/VirtualList.tsx';
import { EmptyList } from './EmptyList.tsx';
import { hasFilter } from './list-model.ts';
import './list-pane.css';

interface ListPaneProps<F extends object, R extends { readonly id: string }, Rec> {
  readonly kind: Kind;
  readonly browser: Browser<F, R, Rec>;
  /** Name of the list, for those who do not see it. */
  readonly label: string;
  /** The count in words, given the number and how to write it. */
  readonly countLabel: (count: { count: number; shown: string }) => string;
  /** Search and filters. */
  readonly tools: ReactNode;
  readonly children: (row: R, state: { isSelected: boolean; isFocused: boolean }) => ReactNode;
}

const ROW_HEIGHTS = { comfortable: 44, compact: 32 };
const SKELETON_ROWS = 12;

/** The rows that the list has or will have, for a scrollbar that tells the truth. */
function fullLength<F, R>({ rows, next }: ListState<F, R>, count: Count | null): number {
  if (next === null) return rows.length;
  return Math.max(rows.length + 1, count?.count ?? 0);
}

/** Search, filters, count and rows of one kind, in every state they can be in. */
export function ListPane<F extends object, R extends { readonly id: string }, Rec>({
  kind,
  browser,
  label,
  countLabel,
  tools,
  children,
}: ListPaneProps<F, R, Rec>) {
  const text = useText();
  const { totals, preferences, session } = useDesk();
  const { list, selection } = browser;
  const state = useStore(list.store);
  const selected = useStore(selection, (value) => value.selected);
  const total = useStore(totals.store, (value) => value[kind]);
  const density = useStore(preferences.store, ({ settings }) => settings.density);
  const isOpening = useStore(session.store, ({ accounts }) => accounts.session === 'opening');
  useEffect(() => list.show(), [list]);

  const isFiltered = hasFilter(state.filter);
  const count = isFiltered ? state.count : total;
  const rowHeight = ROW_HEIGHTS[density];
  const isEmpty = state.rows.length === 0;

  const again = { label: text('list.tryAgain'), run: list.changed };

  function body(): ReactNode {
    if (isEmpty && (isOpening || (state.phase === 'loading' && state.error === null)))
      return <Skeleton label={text('list.loading')} rows={SKELETON_ROWS} rowHeight={rowHeight} />;
    if (isEmpty && state.error !== null) {
      return (
        <Notice role="alert" title={text('list.failed')} hint={errorSentence(state.error)} action={again} />
      );
    }
    if (isEmpty) return <EmptyList kind={kind} list={list} />;
    return (
      <VirtualList
        label={label}
        rows={state.rows}
        total={fullLength(state, count)}
        rowHeight={rowHeight}
        selected={selected}
        onOpen={browser.open}
        onOpenSelected={browser.openSelected}
        onMove={browser.move}
        onLook={list.look}
        anchorRef={browser.anchor}
      >
        {children}
      </VirtualList>
    );
  }

  return (
    <div className="list-pane" data-density={density}>
      <div className="list-tools">{tools}</div>
      <div className="list-count">
        {count !== null && (
          <output>
            {countLabel({ count: count.count, shown: cappedCountText(count.count, count.capped) })}
          </output>
        )}
        {!isEmpty && state.error !== null && (
          <>
            <span className="list-stale">{text('list.stale')}</span>
            <Button tone="quiet" size="small" onPress={list.changed}>
              {again.label}
            </Button>
          </>
        )}
        {isFiltered && (
          <Button tone="quiet" size="small" onPress={list.reset}>
            {text('list.clearFilters')}
          </Button>
        )}
      </div>
      <div className="list-body">{body()}</div>
    </div>
  );
}
