import { createContext, useContext } from 'react';
import type { Stores } from './stores.ts';

const StoresContext = createContext<Stores | null>(null);

/** Hands the desk to everything below it. */
export const StoresProvider = StoresContext.Provider;

/** The desk of this window. */
export function useStores(): Stores {
  const stores = useContext(StoresContext);
  if (stores === null) throw new Error('no desk above this component');
  return stores;
}
