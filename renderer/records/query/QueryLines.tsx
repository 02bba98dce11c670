import type { ComponentProps } from 'react';
import { useStore } from 'zustand';
import type { Browser } from '#renderer/state/browser.ts';
import type { Selection } from '#renderer/state/marks.ts';
import { VirtualList } from '#renderer/ui/VirtualList.tsx';
import { fullLength } from './QueryRows.tsx';

type ListProps<R extends { readonly id: string }> = ComponentProps<typeof VirtualList<R>>;

/** The picked rows of a list, and how others are picked. */
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

/** The lines of a browser's list, that open, move and are kept in their place. */
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
