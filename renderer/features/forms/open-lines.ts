import type { CompletionRow } from '#contract/completions.ts';
import type { Form } from '#contract/form.ts';

/** The open requests as the form itself tells them, who waits longest first; those without a time come last. */
export function openRows({ id, name, requestCompletionFrom }: Form): readonly CompletionRow[] {
  return requestCompletionFrom
    .map(({ patient, requestedBy, requestedAt }) => ({
      form: id,
      formName: name,
      patient,
      requestedBy,
      requestedAt,
      state: 'open' as const,
      ended: null,
      unsent: null,
      reminder: null,
    }))
    .toSorted((left, right) => (left.requestedAt ?? Infinity) - (right.requestedAt ?? Infinity));
}
