import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import type { List } from '#renderer/state/list.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import '../list-pane.css';

interface QueryCountProps<F, R> {
  readonly list: List<F, R>;
  /** How many lines there are, in words; null before anybody knows. */
  readonly words: string | null;
  /** The search that holds; while there is one, it can be taken away here. */
  readonly text: string;
  readonly onText: (text: string) => void;
  /** The menu of orders. */
  readonly children: ReactNode;
}

/** How many lines there are, whether they are fresh, and in which order they stand. */
export function QueryCount<F, R>({ list, words, text: search, onText, children }: QueryCountProps<F, R>) {
  const text = useText();
  const isStale = useStore(list.store, ({ rows, error }) => rows.length > 0 && error !== null);
  return (
    <div className="list-count">
      {words !== null && <output>{words}</output>}
      {isStale && (
        <>
          <span className="list-stale">{text('list.stale')}</span>
          <Button tone="quiet" size="small" onPress={list.changed}>
            {text('list.tryAgain')}
          </Button>
        </>
      )}
      {search !== '' && (
        <Button tone="quiet" size="small" onPress={() => onText('')}>
          {text('list.clearFilters')}
        </Button>
      )}
      {children}
    </div>
  );
}
