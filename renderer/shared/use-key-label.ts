import { createContext, useContext } from 'react';

/** Returns the first key of a command as shown to the user; undefined where it has none or is turned off. */
export type GetCommandKeyLabel = (command: string) => string | undefined;

/** Provides the keys of the commands, which the user can change. */
export const CommandKeyLabelContext = createContext<GetCommandKeyLabel>(() => undefined);

/** Returns the function that names the key of a command, for menus, tooltips and messages. */
export function useGetCommandKeyLabel(): GetCommandKeyLabel {
  return useContext(CommandKeyLabelContext);
}
