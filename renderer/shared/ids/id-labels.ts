import { useStore } from 'zustand';
import { useStores } from '#renderer/state/use-stores.ts';
import { splitIdForDisplay } from '#renderer/ui/format.ts';

/** Shortens an id to its prefix and its end. */
export function shortenId(id: string): string {
  const { prefix, middle, end } = splitIdForDisplay(id);
  return `${prefix}${middle === '' ? '' : '…'}${end}`;
}

/**
 * Returns a function that formats an id for menus and chips: the local name and the second identifier; without a
 * second identifier, the name and the shortened id; without a name, the rest alone.
 */
export function useIdLabelFormatter(): (id: string) => string {
  const { directory } = useStores();
  const names = useStore(directory.store, (state) => state.names);
  return (id) => {
    const entry = names.get(id);
    return `${entry?.name ?? ''} ${entry?.identifier || shortenId(id)}`.trim();
  };
}
