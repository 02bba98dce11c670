import { createStore, type StoreApi } from 'zustand/vanilla';

/** Counts up whenever any record changed; whoever shows what has to do with an id asks again then. */
export interface RelatedRevision extends StoreApi<number> {
  readonly changed: () => void;
}

/** The revision of everything, paced by whoever asks. */
export function createRelated(): RelatedRevision {
  const store = createStore<number>(() => 0);
  return { ...store, changed: () => store.setState((revision) => revision + 1, true) };
}
