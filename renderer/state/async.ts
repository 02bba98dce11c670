/** Says whether a request is still the newest. */
export interface LatestRequestCheck {
  (): boolean;
  /** Aborts when it no longer is; given to its reads, it abandons them. */
  readonly signal: AbortSignal;
}

/** Tells whether a response belongs to the newest request, so that late ones to earlier requests are ignored. */
export interface LatestRequestGuard {
  /** Begins a request that replaces earlier ones, whose reads are abandoned. */
  readonly begin: () => LatestRequestCheck;
  /** Begins nothing. The returned function says whether no request has begun and none was cancelled since this call. */
  readonly follow: () => LatestRequestCheck;
  /** Makes the responses to all requests so far be ignored, and abandons their reads. */
  readonly cancel: () => void;
}

/** Creates the guard of data whose responses may arrive late or in another order. */
export function createLatestRequestGuard(): LatestRequestGuard {
  let newest = new AbortController();
  const follow = (): LatestRequestCheck => {
    const { signal } = newest;
    return Object.assign(() => !signal.aborted, { signal });
  };
  const cancel = (): void => {
    const replaced = newest;
    newest = new AbortController();
    replaced.abort();
  };
  return {
    begin: () => {
      cancel();
      return follow();
    },
    follow,
    cancel,
  };
}

/** A task that may be requested often, and that runs with a minimum pause between two runs. */
export interface ThrottledTask {
  /**
   * Requests a run: at once if idle; otherwise all requests made meanwhile share one run, after the minimum pause
   * between two runs.
   */
  readonly request: () => void;
  /** Cancels a requested run and the current pause. */
  readonly reset: () => void;
}

// A run is followed by a pause of this multiple of its duration, so that a deep list cannot keep the reader
// busy.
const PAUSE_FACTOR = 4;
const MAX_DELAY_MS = 3000;

/**
 * Collapses repeated requests for the same work.
 * @param run the work. It should not reject: that is reported as an uncaught error, and later requests still run
 * @param gapMs minimum time between the end of a run and the start of the next, in milliseconds
 */
export function createThrottle(run: () => Promise<void>, gapMs: number): ThrottledTask {
  const runs = createLatestRequestGuard();
  let isBusy = false;
  let asked = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function start(): Promise<void> {
    const isLatest = runs.begin();
    isBusy = true;
    asked = false;
    const startedAt = performance.now();
    try {
      await run();
    } catch (error) {
      reportError(error);
    }
    if (!isLatest()) return;
    const lengthMs = performance.now() - startedAt;
    const restMs = Math.min(MAX_DELAY_MS, Math.max(gapMs, PAUSE_FACTOR * lengthMs));
    timer = setTimeout(() => {
      isBusy = false;
      if (asked) void start();
    }, restMs);
  }

  return {
    request: () => {
      if (isBusy) asked = true;
      else void start();
    },
    reset: () => {
      clearTimeout(timer);
      runs.cancel();
      isBusy = false;
      asked = false;
    },
  };
}
