import { useMemo } from 'react';
import { useStore } from 'zustand';
import { parseQuery, type ParsedQuery } from '#contract/worklist-query.ts';
import { useFormat } from '#renderer/records/use-format.ts';
import { useNow } from '#renderer/records/use-now.ts';
import { useDesk } from '#renderer/state/use-desk.ts';
import type { WorklistQuery } from '#renderer/state/worklist-query.ts';

/** The query of the worklist as it holds now. */
export function useQuery(): WorklistQuery {
  return useStore(useDesk().browsers.requisition.list.store, ({ filter }) => filter);
}

/** What the search of the worklist means at this moment, part by part. */
export function useParsedQuery(): ParsedQuery {
  const { text } = useQuery();
  const { zone } = useFormat();
  const now = useNow();
  return useMemo(() => parseQuery(text, now, zone), [text, now, zone]);
}

/** The words that are looked for, to be marked where they stand. */
export function useSoughtWords(): readonly string[] {
  const { terms } = useParsedQuery();
  return useMemo(
    () => terms.flatMap((term) => (term.field === 'text' && !term.isNot ? [term.value] : [])),
    [terms],
  );
}
