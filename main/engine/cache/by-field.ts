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
