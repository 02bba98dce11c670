import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { List } from '#renderer/state/list.ts';
import { useText } from '#renderer/text/text.ts';
import { SearchBox } from '#renderer/ui/SearchBox.tsx';

interface NameSearchProps<F, R> {
  readonly list: List<F, R>;
  readonly label: string;
}

const TYPING_PAUSE_MS = 200;

/** The search by name, asked for when the typing pauses. */
export function NameSearch<F extends { readonly search?: string | undefined }, R>({
  list,
  label,
}: NameSearchProps<F, R>) {
  const text = useText();
  const applied = useStore(list.store, ({ filter }) => filter.search ?? '');
  const [typed, setTyped] = useState(applied);
  const [sent, setSent] = useState(applied);
  // A search that changed elsewhere, by clearing the filters, shows here; the echo of what was typed does not.
  if (applied !== sent) {
    setSent(applied);
    setTyped(applied);
  }
  useEffect(() => {
    if (typed === sent) return;
    const timer = setTimeout(() => {
      setSent(typed);
      const { search: _, ...others } = list.store.getState().filter;
      // The filter as it was, with or without its search: the same type, which a spread over F cannot show.
      list.setFilter((typed === '' ? others : { ...others, search: typed }) as F);
    }, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, sent, list]);
  return <SearchBox label={label} clearLabel={text('list.clearSearch')} value={typed} onChange={setTyped} />;
}
