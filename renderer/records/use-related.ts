import { useCallback } from 'react';
import { useStore } from 'zustand';
import { useDesk } from '#renderer/state/use-desk.ts';
import type { Related } from './RelatedLists.tsx';
import { useAsked } from './use-asked.ts';

/** Everything here that has to do with an id; null before the answer. Asked again whenever records changed. */
export function useRelated(id: string, limit: number): Related | null {
  const { calls, related } = useDesk();
  const revision = useStore(related);
  const ask = useCallback(() => calls['related.get']({ id, limit }), [calls, id, limit]);
  return useAsked(id === '' ? null : ask, revision);
}
