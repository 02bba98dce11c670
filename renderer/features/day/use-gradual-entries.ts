import { startTransition, useCallback, useEffect, useState } from 'react';

interface GradualSteps {
  /** Number of entries that are rendered first, unless all are at most one step. Default: one step. */
  readonly first?: number;
  /** Number of entries that are added at a time. */
  readonly step: number;
  /** Whether further entries wait, because others are more urgent. */
  readonly isHeld?: boolean;
}

/**
 * Renders a long list in steps, so that the first ones are on screen at once and no step holds up a key or a click. Returns
 * the entries to render now, and a function that renders all.
 */
export function useGradualEntries<T>(
  entries: readonly T[],
  { step, first = step, isHeld = false }: GradualSteps,
): readonly [readonly T[], () => void] {
  const [count, setCount] = useState(entries.length <= step ? step : first);
  const isWhole = count >= entries.length;
  useEffect(() => {
    if (isWhole || isHeld) return undefined;
    const timer = setTimeout(() => startTransition(() => setCount(count + step)));
    return () => clearTimeout(timer);
  }, [isWhole, isHeld, count, step]);
  const renderAll = useCallback(() => setCount(Number.POSITIVE_INFINITY), []);
  return [isWhole ? entries : entries.slice(0, count), renderAll];
}
