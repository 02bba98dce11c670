import { useStore } from 'zustand';
import type { Kind } from '#contract/ids.ts';
import type { List } from '#renderer/state/list.ts';
import { useStores } from '#renderer/state/use-desk.ts';
import { isReadAfterSync } from '../list-model.ts';

/**
 * The counts of a list, or null while a zero would say more than is known: the list was not read since the last sync, or
 * holds rows that the counts do not know of.
 * @param all how many the counts hold in all
 */
export function useTrueCounts<C, F, R>(
  kind: Kind,
  list: List<F, R>,
  counts: C | null,
  all: (counts: C) => number,
): C | null {
  const { health } = useStores();
  const known = useStore(health.store, (state) => state.health);
  const isRead = useStore(list.store, ({ syncedAt }) => isReadAfterSync(syncedAt, known, kind));
  const hasRows = useStore(list.store, ({ rows }) => rows.length > 0);
  if (counts === null || all(counts) > 0) return counts;
  return isRead && !hasRows ? counts : null;
}
