import type { WorklistTerm } from '#contract/worklist.ts';

type Field = WorklistTerm['field'];

/** The terms of one field. */
export type TermOf<F extends Field, T = WorklistTerm> = T extends { readonly field: infer G }
  ? F extends G
    ? T
    : never
  : never;

/** What becomes of a term, by its field. */
export type ByField<Ground, Answer> = {
  readonly [F in Field]: (term: TermOf<F>, ground: Ground) => Answer;
};

/** Takes a term to the entry of its field. */
export function byField<Ground, Answer>(
  table: ByField<Ground, Answer>,
  term: WorklistTerm,
  ground: Ground,
): Answer {
  const entry = table[term.field] as (asked: WorklistTerm, ground: Ground) => Answer; // the one for such terms
  return entry(term, ground);
}
