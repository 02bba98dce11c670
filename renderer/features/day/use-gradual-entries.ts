import { startTransition, useCallback, useEffect, useState } from 'react';

/**
 * Renders a long list in steps, so that the first ones are on screen at once and no step holds up a key or a click. Returns
 * the entries to render now, and a function that renders all.
 * @param step number of entries that are added at a time
 */
export function useGradualEntries<T>(
  entries: readonly T[],
  step: number,
): readonly [readonly T[], () => void] {
  const [count, setCount] = useState(step);
  const isWhole = count >= entries.length;
  useEffect(() => {
    if (isWhole) return undefined;
    const timer = setTimeout(() => startTransition(() => setCount(count + step)));
    return () => clearTimeout(timer);
  }, [isWhole, count, step]);
  const renderAll = useCallback(() => setCount(Number.POSITIVE_INFINITY), []);
  return [isWhole ? entries : entries.slice(0, count), renderAll];
}
