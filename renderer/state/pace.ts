/** A task that is asked for often and run seldom. */
export interface Throttled {
  /** Asks for a run: at once when idle, else one run after the gap for all who asked meanwhile. */
  readonly request: () => void;
  /** Forgets what was asked for, and the pause after the last run. */
  readonly reset: () => void;
}

// A run is followed by a pause of so many times its own length, so that a deep list cannot keep the reader busy.
const REST_FACTOR = 4;
const MAX_DELAY_MS = 3000;

/**
 * Collapses requests for the same work.
 * @param run the work; it must not reject
 * @param gapMs shortest time between the end of a run and the start of the next, in milliseconds
 */
export function throttled(run: () => Promise<void>, gapMs: number): Throttled {
  let current: symbol | null = null;
  let asked = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function start(): Promise<void> {
    const mine = Symbol('run');
    current = mine;
    asked = false;
    const startedAt = performance.now();
    await run();
    if (current !== mine) return;
    const lengthMs = performance.now() - startedAt;
    const restMs = Math.min(MAX_DELAY_MS, Math.max(gapMs, REST_FACTOR * lengthMs));
    timer = setTimeout(() => {
      current = null;
      if (asked) void start();
    }, restMs);
  }

  return {
    request: () => {
      if (current === null) void start();
      else asked = true;
    },
    reset: () => {
      clearTimeout(timer);
      current = null;
      asked = false;
    },
  };
}
