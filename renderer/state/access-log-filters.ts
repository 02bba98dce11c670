import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ScreenStates } from '#contract/screen-states.ts';

/** The filters of the access log as they are typed; empty ones do not apply. */
export type TypedAccessFilters = NonNullable<ScreenStates['access-log']>;

export const NO_ACCESS_FILTERS: TypedAccessFilters = { from: '', until: '', user: '', patient: '', what: '' };

/** The filters of the access log, which stay when its screen is left. */
export interface AccessLogFiltersStore {
  readonly store: StoreApi<TypedAccessFilters>;
  readonly filter: (filters: TypedAccessFilters) => void;
  readonly reset: () => void;
}

/** Creates the store. */
export function createAccessLogFiltersStore(): AccessLogFiltersStore {
  const store = createStore<TypedAccessFilters>(() => NO_ACCESS_FILTERS);
  const filter = (filters: TypedAccessFilters): void => store.setState(filters);
  return { store, filter, reset: () => filter(NO_ACCESS_FILTERS) };
}
