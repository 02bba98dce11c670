import { useEffect, useRef, useMemo } from 'react';
import {
  parseSearch,
  type BaseSearchTerm,
  type SearchSyntax,
  type ParsedSearch,
} from '#contract/search/syntax.ts';
import { useDateFormat, useCurrentTime } from '../record/date-time.tsx';

/**
 * Calls `onDay` when the day or the time zone changes, because `today` in a search then means another day.
 * @param onDay must be a stable function
 */
export function useDayChange(onDay: () => void): void {
  const { date, zone } = useDateFormat();
  const today = `${date(useCurrentTime())} ${zone}`;
  const lastDay = useRef(today);
  useEffect(() => {
    if (lastDay.current === today) return;
    lastDay.current = today;
    onDay();
  }, [onDay, today]);
}

/** Parses a search: its terms, with relative dates resolved now. */
export function useParsedSearch<O extends string, T extends BaseSearchTerm>(
  language: SearchSyntax<O, T>,
  text: string,
): ParsedSearch<T> {
  const { zone } = useDateFormat();
  const now = useCurrentTime();
  return useMemo(() => parseSearch(language, text, now, zone), [language, text, now, zone]);
}

/** The words that a search looks for, to highlight them. */
export function useSearchedWords<O extends string, T extends BaseSearchTerm>(
  language: SearchSyntax<O, T>,
  text: string,
): readonly string[] {
  const { terms } = useParsedSearch(language, text);
  return useMemo(() => terms.flatMap(getSearchedWords), [terms]);
}

function getSearchedWords(term: BaseSearchTerm & { readonly value?: unknown }): readonly string[] {
  const { field, isNot, value } = term;
  return field === 'text' && !isNot && typeof value === 'string' ? [value] : [];
}
