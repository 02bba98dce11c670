import { useCallback, useSyncExternalStore } from 'react';

const MINUTE_SECONDS = 60;

/** Returns a wait as minutes and seconds: 14:05. */
export function formatWait(seconds: number): string {
  return `${Math.floor(seconds / MINUTE_SECONDS)}:${String(seconds % MINUTE_SECONDS).padStart(2, '0')}`;
}

const SECOND = 1000;

/** Returns the whole seconds until a time of the page's monotonic clock, at least 0. */
function getSecondsLeft(until: number | null): number {
  return until === null ? 0 : Math.max(0, Math.ceil((until - performance.now()) / SECOND));
}

/**
 * Returns the whole seconds until a time of the page's monotonic clock, at least 0, and renders again each second.
 * @param until milliseconds of `performance.now()`; null where nothing is waited for
 */
export function useCountdown(until: number | null): number {
  const subscribe = useCallback(
    (onTick: () => void) => {
      if (getSecondsLeft(until) === 0) return () => {};
      const timer = setInterval(() => {
        onTick();
        if (getSecondsLeft(until) === 0) clearInterval(timer);
      }, SECOND);
      return () => clearInterval(timer);
    },
    [until],
  );
  return useSyncExternalStore(subscribe, () => getSecondsLeft(until));
}
