import { createContext, useContext } from 'react';
import type { Stores } from './stores.ts';

const StoresContext = createContext<Stores | null>(null);

/** Provides the stores to all components below. */
export const StoresProvider = StoresContext.Provider;

/** Returns the stores of this window. */
export function useStores(): Stores {
  const stores = useContext(StoresContext);
  if (stores === null) throw new Error('no stores provided above this component');
  return stores;
}
