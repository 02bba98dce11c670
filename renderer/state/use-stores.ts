import { createContext, createElement, useContext, type ReactNode } from 'react';
import { useStore, type StoreApi } from 'zustand';
import type { FirstStores } from './first-stores.ts';
import type { StoresReader } from './stores-reader.ts';
import type { Stores } from './stores.ts';

/** A store that a hook reads: one of the screens, or a constant one until it is read. */
export type ReadOnlyStore<State> = Pick<StoreApi<State>, 'subscribe' | 'getState' | 'getInitialState'>;

const StoresReaderContext = createContext<StoresReader | null>(null);
/** A context of its own, because a subscription in every component makes a page slow to draw. */
const StoresContext = createContext<Stores | null>(null);

interface StoresProviderProps {
  readonly reader: StoresReader;
  readonly children: ReactNode;
}

/** Provides the stores to all components below: the first ones at once, all of them from the time at which they are read. */
export function StoresProvider({ reader, children }: StoresProviderProps) {
  const stores = useStore(reader.store, (state) => state.stores);
  const inner = createElement(StoresContext, { value: stores }, children);
  return createElement(StoresReaderContext, { value: reader }, inner);
}

/** Returns the reader of the stores; null outside of an account, as on the lock screen. */
export function useStoresReaderIfAny(): StoresReader | null {
  return useContext(StoresReaderContext);
}

/** Returns the reader of this window's stores, which runs what needs all of them. */
export function useStoresReader(): StoresReader {
  const reader = useContext(StoresReaderContext);
  if (reader === null) throw new Error('no stores provided above this component');
  return reader;
}

/** Returns the stores of the frame and the first screen, for components that may be shown before the others are read. */
export function useFirstStores(): FirstStores {
  return useStoresReader().first;
}

/** Returns all stores of this window; null until those of the screens are read. */
export function useStoresIfRead(): Stores | null {
  return useContext(StoresContext);
}

/** Returns all stores of this window. Only for components that are shown once they are read, as lazy ones are. */
export function useStores(): Stores {
  const stores = useContext(StoresContext);
  if (stores === null) throw new Error('no stores provided above this component');
  return stores;
}
