import { useStore } from 'zustand';
import { useDesk } from '#renderer/state/use-desk.ts';
import type { WorklistQuery } from '#renderer/state/worklist-query.ts';

/** The query of the worklist as it holds now. */
export function useQuery(): WorklistQuery {
  return useStore(useDesk().browsers.requisition.list.store, ({ filter }) => filter);
}
