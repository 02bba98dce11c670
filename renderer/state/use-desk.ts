import { createContext, useContext } from 'react';
import type { Desk } from './desk.ts';

const DeskContext = createContext<Desk | null>(null);

/** Hands the desk to everything below it. */
export const DeskProvider = DeskContext.Provider;

/** The desk of this window. */
export function useDesk(): Desk {
  const desk = useContext(DeskContext);
  if (desk === null) throw new Error('no desk above this component');
  return desk;
}
