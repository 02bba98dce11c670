import { createLatestRequestGuard, createThrottle, type LatestRequestCheck } from '../async.ts';

/** Data that is reloaded after a change, but only while it is visible. */
export interface VisibleDataReloader {
  /** The data changed: reloads now, or when it is shown next. */
  readonly invalidate: () => void;
  /** Reloads at once, without the throttling, because the displayed data may be wrong. */
  readonly reloadNow: () => void;
  /** Marks the data as visible; returns the function that marks it as hidden. */
  readonly show: () => () => void;
  readonly isShown: () => boolean;
  /** Whether it has changed since it was last read, or was never read. */
  readonly isStale: () => boolean;
  /** Ignores the response of a running reload. */
  readonly reset: () => void;
}

/**
 * Creates data that is reloaded only while it is visible.
 * @param load reloads the data; `isWanted` tells whether the result is still needed, and its signal abandons the reads.
 *   It should not reject: that is reported as an uncaught error
 * @param gapMs minimum time between two runs, in milliseconds
 */
export function createVisibleDataReloader(
  load: (isWanted: LatestRequestCheck) => Promise<void>,
  gapMs: number,
): VisibleDataReloader {
  let viewers = 0;
  let isStale = true;
  const rounds = createLatestRequestGuard();
  const throttle = createThrottle(async () => {
    // It may have been hidden since it was asked for. It is still stale, so it is reloaded when it is shown next.
    if (viewers === 0) return;
    isStale = false;
    await load(rounds.follow());
  }, gapMs);

  return {
    invalidate: () => {
      isStale = true;
      if (viewers > 0) throttle.request();
    },
    reloadNow: () => {
      isStale = true;
      if (viewers === 0) return;
      rounds.cancel();
      throttle.reset();
      throttle.request();
    },
    show: () => {
      viewers += 1;
      if (isStale) throttle.request();
      return () => {
        viewers -= 1;
      };
    },
    isShown: () => viewers > 0,
    isStale: () => isStale,
    reset: () => {
      rounds.cancel();
      isStale = true;
      throttle.reset();
    },
  };
}
