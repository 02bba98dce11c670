import { createContext, useContext } from 'react';

/** Returns the first key of a command as shown to the user; undefined where it has none or is turned off. */
export type GetKeyLabel = (command: string) => string | undefined;

/** Provides the keys of the commands, which the user can change. */
export const KeyLabelContext = createContext<GetKeyLabel>(() => undefined);

/** Returns the function that names the key of a command, for menus, tooltips and messages. */
export function useKeyLabel(): GetKeyLabel {
  return useContext(KeyLabelContext);
}
