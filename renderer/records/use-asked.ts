import type { Result } from '#contract/result.ts';
import { useLatest } from './use-latest.ts';

function keep<T>(before: T | null, answer: Result<T>): T | null {
  return answer.ok ? answer.value : before;
}

/**
 * What the desk answers to a question. The answer before stays until there is a newer one.
 * @param ask stands for the question: another function is another question; null asks nothing
 * @param revision another one asks the same question once more
 */
export function useAsked<T>(ask: (() => Promise<Result<T>>) | null, revision = 0): T | null {
  return useLatest<Result<T>, T>(ask, revision, keep);
}
