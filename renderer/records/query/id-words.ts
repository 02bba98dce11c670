import { useStore } from 'zustand';
import { useStores } from '#renderer/state/use-desk.ts';
import { idParts } from '#renderer/ui/format.ts';

/** An id in a text of its own: its prefix and its end. */
export function idTail(id: string): string {
  const { prefix, middle, end } = idParts(id);
  return `${prefix}${middle === '' ? '' : '…'}${end}`;
}

/** Ids in words, for menus and chips: the name that this desk gives it, always with the end of the id. */
export function useIdLabels(): (id: string) => string {
  const { directory } = useStores();
  const names = useStore(directory.store, (state) => state.names);
  return (id) => `${names.get(id)?.name ?? ''} ${idTail(id)}`.trim();
}
