import type { CompletionLine } from '#contract/completions.ts';
import type { Form } from '#contract/form.ts';

/** The open requests as the form itself tells them, who waits longest first; those without a time come last. */
export function openLines({ id, name, requestCompletionFrom }: Form): readonly CompletionLine[] {
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
