import { useEffect, useState } from 'react';
import type { Result } from '#contract/result.ts';

const REST_MS = 120;

/**
 * What the desk answers to a question that changes as somebody types. The answer before stays until there is a newer one;
 * a late answer to an earlier question is dropped.
 * @param ask stands for the question: another function is another question; null asks nothing
 * @param revision another one asks the same question once more
 */
export function useAsked<T>(ask: (() => Promise<Result<T>>) | null, revision = 0): T | null {
  const [answer, setAnswer] = useState<T | null>(null);
  useEffect(() => {
    if (ask === null) return;
    let isCurrent = true;
    const timer = setTimeout(() => {
      void ask().then((result) => {
        if (isCurrent && result.ok) setAnswer(result.value);
      });
    }, REST_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another revision is why it asks again
  }, [ask, revision]);
  return ask === null ? null : answer;
}
