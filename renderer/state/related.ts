import { createStore, type StoreApi } from 'zustand/vanilla';
import { throttled } from './pace.ts';

/** Counts up when records changed; whoever shows what has to do with an id asks again then. */
export interface RelatedRevision extends StoreApi<number> {
  readonly changed: () => void;
}

// A sync tells of changes many times a second, and the question looks into three kinds of record.
const GAP_MS = 2_000;

/** The revision of everything, however often something changes. */
export function createRelated(): RelatedRevision {
  const store = createStore<number>(() => 0);
  const throttle = throttled(async () => store.setState((revision) => revision + 1, true), GAP_MS);
  return { ...store, changed: throttle.request };
}
