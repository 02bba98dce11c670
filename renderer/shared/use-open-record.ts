import { useCallback } from 'react';
import type { Kind } from '#contract/records.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { SCREEN_BY_KIND } from '#renderer/state/navigation/view.ts';

/** Returns a function that opens a record on the screen of its kind. */
export function useGoToRecord(): (kind: Kind, id: string) => void {
  const { view, browsers, recordWindow } = useStores();
  return useCallback(
    (kind, id) => {
      // In the window of a record, other records are opened in the main window, which goes to their screen.
      if (recordWindow === null) view.go(SCREEN_BY_KIND[kind]);
      browsers[kind].open(id);
    },
    [view, browsers, recordWindow],
  );
}
