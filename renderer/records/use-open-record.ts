import { useCallback } from 'react';
import type { Kind } from '#contract/ids.ts';
import { useDesk } from '#renderer/state/use-desk.ts';
import { KIND_PLACE } from '#renderer/state/view.ts';

/** Goes to a record, in the place of its kind. */
export function useOpenRecord(): (kind: Kind, id: string) => void {
  const { view, browsers } = useDesk();
  return useCallback(
    (kind, id) => {
      view.go(KIND_PLACE[kind]);
      browsers[kind].open(id);
    },
    [view, browsers],
  );
}
