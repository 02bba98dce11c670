import { createLatestRequestGuard, type LatestRequestCheck } from '../async.ts';

/** Runs the reads of a list one after the other. */
export interface ReadQueue {
  /**
   * Runs a read after those before it, unless they were cancelled; a read that failed does not stop it. Without one
   * before it the read begins within this call: in a microtask it would wait until React has rendered the change that
   * asked for it. `isWanted` says whether the read still applies, and its signal abandons it. Rejects if the read does.
   */
  readonly run: (read: (isWanted: LatestRequestCheck) => Promise<void>) => Promise<void>;
  readonly isBusy: () => boolean;
  /** Drops all reads so far and abandons the one that runs; the next one begins at once. */
  readonly cancel: () => void;
}

/**
 * Creates the queue of a list's reads.
 * @param onIdle called when the last read has ended, unless it failed: the read that follows would fail in the same way
 */
export function createReadQueue(onIdle: () => void): ReadQueue {
  const guard = createLatestRequestGuard();
  let tail: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return {
    run: (read) => {
      const isWanted = guard.follow();
      const isFirst = waiting === 0;
      waiting += 1;
      const work = async (): Promise<void> => {
        if (!isWanted()) return;
        await read(isWanted).finally(() => {
          if (isWanted()) waiting -= 1;
        });
        if (isWanted() && waiting === 0) onIdle();
      };
      const done = isFirst ? work() : tail.then(work);
      // The caller gets the error; the reads behind this one go on.
      tail = done.catch(() => undefined);
      return done;
    },
    isBusy: () => waiting > 0,
    cancel: () => {
      guard.cancel();
      tail = Promise.resolve();
      waiting = 0;
    },
  };
}
