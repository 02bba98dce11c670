import { describeThrown, type Log } from './log.ts';

/** Lets a promise run on its own; a failure is logged with the reason why nobody waits. */
export function drop(promise: Promise<unknown>, reason: string, log: Log): void {
  promise.catch((thrown: unknown) => log.error(reason, { thrown: describeThrown(thrown) }));
}

/** A gate through which tasks pass one at a time, in the order they came. A failed task does not close it. */
export function sequential(): <T>(task: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const run = last.then(task, task);
    last = run.catch(() => {});
    return run;
  };
}

/** Calls that come while one runs get that one's answer instead of starting another. */
export function collapse<T>(task: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null;
  return () => {
    running ??= task().finally(() => {
      running = null;
    });
    return running;
  };
}

/** A promise with its handles outside. */
export interface Deferred<T> {
  readonly promise: Promise<T>;
  resolve(value: T): void;
  reject(reason: unknown): void;
}

/** A promise that somebody else will settle. */
export function deferred<T>(): Deferred<T> {
  return Promise.withResolvers<T>();
}

/** Works a value out at the first call and answers the same one ever after. */
export function once<T>(work: () => T): () => T {
  let kept: { readonly value: T } | null = null;
  return () => {
    kept ??= { value: work() };
    return kept.value;
  };
}
