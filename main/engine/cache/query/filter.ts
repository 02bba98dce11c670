import type { WorklistTerm } from '#contract/requisitions.ts';
import type { AnyTerm } from '#contract/search/syntax.ts';
import { normalizeText } from '../tables/search-text.ts';

/** The terms of one field. */
export type TermOf<F extends T['field'], T extends AnyTerm = WorklistTerm> = T extends {
  readonly field: infer G;
}
  ? F extends G
    ? T
    : never
  : never;

/** What becomes of a term, by its field. */
export type ByField<QueryContext, Answer, T extends AnyTerm = WorklistTerm> = {
  readonly [F in T['field']]: (term: TermOf<F, T>, context: QueryContext) => Answer;
};

/** Takes a term to the entry of its field. */
export function byField<QueryContext, Answer, T extends AnyTerm>(
  table: ByField<QueryContext, Answer, T>,
  term: T,
  context: QueryContext,
): Answer {
  const entry = table[term.field as T['field']] as (asked: T, context: QueryContext) => Answer; // the one for such terms
  return entry(term, context);
}

/** What a filter asks besides the record. */
export interface FilterContext {
  /** Epoch milliseconds. */
  readonly now: number;
  /** The ids whose local name holds a folded text. */
  idsNamed(normalizedText: string): ReadonlySet<string>;
  /** Whether it is not as it was when somebody looked at it last. */
  isChanged(id: string): boolean;
  isUnsent(id: string): boolean;
  /** When to remind of it, null for a mark alone; undefined without a mark. */
  followUp(id: string): number | null | undefined;
}

/** The end of an id that may stand for it has so many characters at least. */
const END_LENGTH = 4;
const WHOLE = /^[a-z]{2,8}_/;

/** How an id is asked for: as a whole, else by its end (null where the text is too short for one) or its local name. */
export function readIdWord(
  word: string,
): { readonly whole: string } | { readonly end: string | null; readonly named: string } {
  const value = word.toWellFormed();
  if (WHOLE.test(value)) return { whole: value };
  return { end: Array.from(value).length >= END_LENGTH ? value : null, named: normalizeText(value) };
}

/** Which ids a word asks for. */
export function asksFor(
  value: string,
  filterContext: Pick<FilterContext, 'idsNamed'>,
): (id: string) => boolean {
  const word = readIdWord(value);
  if ('whole' in word) return (id) => id === word.whole;
  const { end } = word;
  const named = filterContext.idsNamed(word.named);
  return (id) => (end !== null && id.endsWith(end)) || named.has(id);
}

/** Whether a date lies in a stretch of time. */
export function isWithin(
  date: number | null,
  { from, until }: { readonly from: number | null; readonly until: number | null },
): boolean {
  return date !== null && (from === null || date >= from) && (until === null || date < until);
}

/** Whether a record carries such a follow-up mark. */
export function isMarked(
  remindOn: number | null | undefined,
  { value }: { readonly value: 'any' | 'due' | 'none' },
  { now }: Pick<FilterContext, 'now'>,
): boolean {
  if (value === 'none') return remindOn === undefined;
  if (value === 'any') return remindOn !== undefined;
  return remindOn !== undefined && remindOn !== null && remindOn <= now;
}
