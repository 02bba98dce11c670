import type { AnyTerm } from '#contract/query-language.ts';
import type { WorklistTerm } from '#contract/worklist.ts';

/** The terms of one field. */
export type TermOf<F extends T['field'], T extends AnyTerm = WorklistTerm> = T extends {
  readonly field: infer G;
}
  ? F extends G
    ? T
    : never
  : never;

/** What becomes of a term, by its field. */
export type ByField<Ground, Answer, T extends AnyTerm = WorklistTerm> = {
  readonly [F in T['field']]: (term: TermOf<F, T>, ground: Ground) => Answer;
};

/** Takes a term to the entry of its field. */
export function byField<Ground, Answer, T extends AnyTerm>(
  table: ByField<Ground, Answer, T>,
  term: T,
  ground: Ground,
): Answer {
  const entry = table[term.field as T['field']] as (asked: T, ground: Ground) => Answer; // the one for such terms
  return entry(term, ground);
}
