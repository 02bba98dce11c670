import { useCallback } from 'react';
import type { Kind } from '#contract/records.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { KIND_SCREEN } from '#renderer/state/view.ts';

/** Goes to a record, in the place of its kind. */
export function useOpenRecord(): (kind: Kind, id: string) => void {
  const { view, browsers } = useStores();
  return useCallback(
    (kind, id) => {
      view.go(KIND_SCREEN[kind]);
      browsers[kind].open(id);
    },
    [view, browsers],
  );
}
