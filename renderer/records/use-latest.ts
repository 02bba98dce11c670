import { useEffect, useState } from 'react';

/** Who types, or walks through the records with the keys, does not ask at every step. */
const REST_MS = 120;

/**
 * What came of a question that changes while somebody works. A late answer to an earlier question is dropped.
 * @param ask stands for the question: another function is another question; null asks nothing
 * @param revision another one asks the same question once more
 * @param restMs the pause before it asks, in milliseconds; 0 where it does not follow what is typed
 * @param keep what stands from now on, of what stood before and the answer; the same function every time
 */
export function useLatest<A, T>(
  ask: (() => Promise<A>) | null,
  revision: number,
  keep: (before: T | null, answer: A) => T | null,
  restMs = REST_MS,
): T | null {
  const [latest, setLatest] = useState<T | null>(null);
  useEffect(() => {
    if (ask === null) return;
    let isCurrent = true;
    const start = (): void =>
      void ask().then((answer) => {
        if (isCurrent) setLatest((before) => keep(before, answer));
      });
    const timer = restMs === 0 ? undefined : setTimeout(start, restMs);
    if (timer === undefined) start();
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another revision is why it asks again
  }, [ask, revision, keep, restMs]);
  return ask === null ? null : latest;
}
