import { useEffect, useRef, useMemo } from 'react';
import { readQuery, type AnyTerm, type QueryLanguage, type ReadQuery } from '#contract/search/syntax.ts';
import { useFormat, useNow } from '../record/When.tsx';

/**
 * Runs the query again when the day or the time zone changes: `today` in a search then means another day.
 * @param onDay the same function at every drawing
 */
export function useDays(onDay: () => void): void {
  const { date, zone } = useFormat();
  const today = `${date(useNow())} ${zone}`;
  const asked = useRef(today);
  useEffect(() => {
    if (asked.current === today) return;
    asked.current = today;
    onDay();
  }, [onDay, today]);
}

/** What a search means at this moment, part by part. */
export function useReadQuery<O extends string, T extends AnyTerm>(
  language: QueryLanguage<O, T>,
  text: string,
): ReadQuery<T> {
  const { zone } = useFormat();
  const now = useNow();
  return useMemo(() => readQuery(language, text, now, zone), [language, text, now, zone]);
}

/** The words that a search looks for, to be marked where they stand. */
export function useSearchedWords<O extends string, T extends AnyTerm>(
  language: QueryLanguage<O, T>,
  text: string,
): readonly string[] {
  const { terms } = useReadQuery(language, text);
  return useMemo(() => terms.flatMap(soughtWord), [terms]);
}

function soughtWord(term: AnyTerm & { readonly value?: unknown }): readonly string[] {
  const { field, isNot, value } = term;
  return field === 'text' && !isNot && typeof value === 'string' ? [value] : [];
}
