import { createStore, type StoreApi } from 'zustand/vanilla';
import { createThrottle } from './async.ts';

/** A number that increments when data changed, so that what was read from it is read again. */
export interface RevisionCounter extends StoreApi<number> {
  readonly invalidate: () => void;
}

// A sync emits many change events per second, and the query reads three kinds of records.
const RELATED_GAP_MS = 2_000;

/** Creates a revision number; its increments are throttled. */
export function createThrottledRevisionCounter(): RevisionCounter {
  const store = createStore<number>(() => 0);
  const throttle = createThrottle(
    async () => store.setState((revision) => revision + 1, true),
    RELATED_GAP_MS,
  );
  return { ...store, invalidate: throttle.request };
}
