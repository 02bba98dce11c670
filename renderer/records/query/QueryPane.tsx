import { useEffect, type ReactNode } from 'react';
import { useStore } from 'zustand';
import type { List } from '#renderer/state/list.ts';
import { useStores } from '#renderer/state/use-desk.ts';

interface QueryPaneProps<F, R> {
  readonly list: List<F, R>;
  readonly className?: string;
  /** Search, filters, tabs. */
  readonly tools: ReactNode;
  /** How many there are, in which order, and what is done with many of them. */
  readonly head: ReactNode;
  /** The lines. */
  readonly children: ReactNode;
}

/** The pane of a list: it is kept fresh for as long as it is on screen. */
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
