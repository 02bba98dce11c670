import type { Clock } from './clock.ts';
import { describeThrown, type Log } from './log.ts';

/** Runs a promise without waiting for it; a failure is logged with the reason. */
export function runInBackground(promise: Promise<unknown>, reason: string, log: Log): void {
  promise.catch((thrown: unknown) => log.error(reason, { thrown: describeThrown(thrown) }));
}

/** Returns a queue that runs tasks one at a time, in order. A failed task does not block it. */
export function createTaskQueue(): <T>(task: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const run = last.then(task, task);
    last = run.catch(() => {});
    return run;
  };
}

/** Calls made while one runs share its result instead of starting another. */
export function shareResultOfRunningCall<T>(task: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null;
  return () => {
    running ??= task().finally(() => {
      running = null;
    });
    return running;
  };
}

/** A promise with external resolve and reject functions. */
export interface DeferredPromise<T> {
  readonly promise: Promise<T>;
  resolve(value: T): void;
  reject(reason: unknown): void;
}

/** Creates a promise that other code settles. */
export function createDeferredPromise<T>(): DeferredPromise<T> {
  return Promise.withResolvers<T>();
}

/** Memoizes a function: computes the value at the first call and returns the same one afterwards. */
export function memoize<T>(work: () => T): () => T {
  let kept: { readonly value: T } | null = null;
  return () => {
    kept ??= { value: work() };
    return kept.value;
  };
}

/** The outcome of waiting for a limited time. */
export type TimeLimitedOutcome<T> =
  | { readonly isOverdue: false; readonly value: T }
  | { readonly isOverdue: true };

/**
 * Waits for a promise, but not longer than `ms` milliseconds. What the promise does later is ignored.
 * @throws the reason with which the promise is rejected in time
 */
export async function waitForPromiseAtMost<T>(
  promise: Promise<T>,
  ms: number,
  clock: Pick<Clock, 'wait'>,
): Promise<TimeLimitedOutcome<T>> {
  const settled = new AbortController();
  const overdue = clock.wait(ms, settled.signal).then(() => ({ isOverdue: true }) as const);
  overdue.catch(() => {}); // The wait is aborted below.
  try {
    return await Promise.race([
      promise.then((value): TimeLimitedOutcome<T> => ({ isOverdue: false, value })),
      overdue,
    ]);
  } finally {
    settled.abort();
  }
}
