import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import { useFirstStores } from '#renderer/state/use-stores.ts';
import { useFirstText } from '#renderer/text/first-text.ts';
import { getKeyLabel } from './key-label.ts';

/** Returns the first key of a command as shown to the user; undefined where it has none or is turned off. */
export type GetCommandKeyLabel = (command: string) => string | undefined;

/** Provides the keys of the commands, which the user can change. */
export const CommandKeyLabelContext = createContext<GetCommandKeyLabel>(() => undefined);

/** Returns the function that names the key of a command, for menus, tooltips and messages. */
export function useGetCommandKeyLabel(): GetCommandKeyLabel {
  return useContext(CommandKeyLabelContext);
}

/** Returns whether keys are named as on a Mac. */
export function useIsMac(): boolean {
  return useStore(useFirstStores().session.store, ({ app }) => app?.platform.startsWith('darwin') ?? false);
}

/** Returns the function that names the first of the keys that a part of the window handles itself. */
export function useGetFixedKeyLabel(): (keys: readonly [string, ...string[]]) => string {
  const text = useFirstText();
  const isMac = useIsMac();
  return ([key]) => getKeyLabel(key, isMac, text);
}
