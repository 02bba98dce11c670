import { useEffect, useState } from 'react';

const SECOND = 1000;

/**
 * Returns the whole seconds until a time of the page's monotonic clock, at least 0, and renders again each second.
 * @param until milliseconds of `performance.now()`; null where nothing is waited for
 */
export function useCountdown(until: number | null): number {
  const [now, setNow] = useState(() => performance.now());
  const isOver = until === null || now >= until;
  useEffect(() => {
    if (until === null) return undefined;
    setNow(performance.now());
    if (performance.now() >= until) return undefined;
    const timer = setInterval(() => setNow(performance.now()), SECOND);
    return () => clearInterval(timer);
  }, [until, isOver]);
  return isOver ? 0 : Math.ceil((until - now) / SECOND);
}
