import { useMemo } from 'react';
import { readQuery, type AnyTerm, type QueryLanguage, type ReadQuery } from '#contract/query-language.ts';
import { useFormat } from '../use-format.ts';
import { useNow } from '../use-now.ts';

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
