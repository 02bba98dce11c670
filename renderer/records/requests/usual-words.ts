import type { CompletionHistory } from '#contract/completions.ts';
import type { Text } from '#renderer/text/text.ts';
import { longSpan } from '#renderer/ui/format.ts';

/** How long requests usually take, in words. */
export function typicalText(text: Text, { of, median }: CompletionHistory['completed']): string {
  if (median === null || of === 0) return text('requests.history.usualNone');
  const span = longSpan(median);
  return of === 1
    ? text('requests.history.usualOne', { span })
    : text('requests.history.usual', { span, count: of });
}
