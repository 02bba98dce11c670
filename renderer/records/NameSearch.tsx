import { useCallback } from 'react';
import { useStore } from 'zustand';
import type { List } from '#renderer/state/list.ts';
import { useText } from '#renderer/text/text.ts';
import { SearchBox } from '#renderer/ui/SearchBox.tsx';
import { usePausedText } from './use-paused-text.ts';

interface NameSearchProps<F, R> {
  readonly list: List<F, R>;
  readonly label: string;
}

/** The search by name, asked for when the typing pauses. */
export function NameSearch<F extends { readonly search?: string | undefined }, R>({
  list,
  label,
}: NameSearchProps<F, R>) {
  const text = useText();
  const applied = useStore(list.store, ({ filter }) => filter.search ?? '');
  const apply = useCallback(
    (typed: string) => {
      const { search: _, ...others } = list.store.getState().filter;
      // The filter as it was, with or without its search: the same type, which a spread over F cannot show.
      list.setFilter((typed === '' ? others : { ...others, search: typed }) as F);
    },
    [list],
  );
  const [typed, setTyped] = usePausedText(applied, apply);
  return <SearchBox label={label} clearLabel={text('list.clearSearch')} value={typed} onChange={setTyped} />;
}
