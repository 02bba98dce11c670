import type { WorklistSearchTerm } from '#contract/worklist-search.ts';
import type { BaseSearchTerm } from '#contract/search/syntax.ts';
import { normalizeText } from '../tables/search-text.ts';

/** The search terms that test one field. */
export type TermOfField<F extends T['field'], T extends BaseSearchTerm = WorklistSearchTerm> = T extends {
  readonly field: infer G;
}
  ? F extends G
    ? T
    : never
  : never;

/** A function for each field of a filter term. */
export type TermHandlersByField<Context, R, T extends BaseSearchTerm = WorklistSearchTerm> = {
  readonly [F in T['field']]: (term: TermOfField<F, T>, context: Context) => R;
};

/** Calls the function for a term's field; undefined where there is none. */
export function callTermHandlerIfKnown<Context, R, T extends BaseSearchTerm>(
  table: Partial<TermHandlersByField<Context, R, T>>,
  term: T,
  context: Context,
): R | undefined {
  const entry = table[term.field as T['field']] as ((asked: T, context: Context) => R) | undefined; // The entry of a field takes terms of that field.
  return entry?.(term, context);
}

/** Calls the function for a term's field. */
export function callTermHandler<Context, R, T extends BaseSearchTerm>(
  table: TermHandlersByField<Context, R, T>,
  term: T,
  context: Context,
): R {
  const entry = table[term.field as T['field']] as (asked: T, context: Context) => R; // The entry of a field takes terms of that field.
  return entry(term, context);
}

/** Converts to lower case like SQLite, A to Z only, for words of the service. */
export function toAsciiLowerCase(word: string): string {
  return word.toWellFormed().replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** What a search term is tested with besides the record: the time and the local data. */
export interface FilterContext {
  /** The current time, epoch milliseconds. */
  readonly now: number;
  /** Returns the ids whose local name contains a normalized text. */
  idsNamed(normalizedText: string): ReadonlySet<string>;
  /** Whether the record has changed since the user last viewed it. */
  isChanged(id: string): boolean;
  isUnsent(id: string): boolean;
  /** The reminder date of the follow-up mark, null for a mark without one; undefined without a mark. */
  followUp(id: string): number | null | undefined;
}

/** Minimum number of characters for searching an id by its end. An index has the ends of this length of patients' ids. */
export const MIN_ID_END_LENGTH = 4;
const WHOLE = /^[a-z]{2,8}_/;

/**
 * Interprets a word that searches for an id: a whole id, otherwise the end of an id (null where the word is
 * too short) or a local name.
 */
export function parseIdSearch(
  word: string,
): { readonly whole: string } | { readonly end: string | null; readonly named: string } {
  const value = word.toWellFormed();
  if (WHOLE.test(value)) return { whole: value };
  return { end: Array.from(value).length >= MIN_ID_END_LENGTH ? value : null, named: normalizeText(value) };
}

/** Returns a test for the ids that a word searches for. */
export function createIdMatcher(
  value: string,
  filterContext: Pick<FilterContext, 'idsNamed'>,
): (id: string) => boolean {
  const word = parseIdSearch(value);
  if ('whole' in word) return (id) => id === word.whole;
  const { end } = word;
  const named = filterContext.idsNamed(word.named);
  return (id) => (end !== null && id.endsWith(end)) || named.has(id);
}

/** Whether a date is in the span of a search term. */
export function isDateWithinTermSpan(
  date: number | null,
  { from, until }: { readonly from: number | null; readonly until: number | null },
): boolean {
  return date !== null && (from === null || date >= from) && (until === null || date < until);
}

/** Whether a record has the follow-up mark that a term asks for. */
export function matchesFollowUpTerm(
  remindOn: number | null | undefined,
  { value }: { readonly value: 'any' | 'due' | 'none' },
  { now }: Pick<FilterContext, 'now'>,
): boolean {
  if (value === 'none') return remindOn === undefined;
  if (value === 'any') return remindOn !== undefined;
  return remindOn !== undefined && remindOn !== null && remindOn <= now;
}
