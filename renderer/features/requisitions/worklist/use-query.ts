import { useStore } from 'zustand';
import { useStores } from '#renderer/state/use-desk.ts';
import type { WorklistQuery } from '#renderer/state/worklist-query.ts';

/** The query of the worklist as it holds now. */
export function useQuery(): WorklistQuery {
  return useStore(useStores().browsers.requisition.list.store, ({ filter }) => filter);
}
