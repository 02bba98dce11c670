import { createContext, useContext } from 'react';
import type { PreloadBridge } from '#contract/api.ts';
import type { FirstStores } from '#renderer/state/first-stores.ts';
import { createStoresReader, type StoresReader } from '#renderer/state/stores-reader.ts';
import type { Stores } from '#renderer/state/stores.ts';
import type { AnyCommandId } from './command.ts';
import { runCommandBeforeScreens } from './first-commands.ts';

/** Runs a command by its id, if it is available: at once, or when the stores that it needs are read. */
export type RunCommand = (id: AnyCommandId) => void;

/** Provides the function that runs commands. */
export const RunCommandContext = createContext<RunCommand>(() => {});

/** Returns the function that runs a command by its id. */
export function useRunCommand(): RunCommand {
  return useContext(RunCommandContext);
}

/** Creates what reads the stores of the screens together with the commands over them, and what runs the commands. */
export function createReaderAndCommandRunner(
  first: FirstStores,
  bridge: PreloadBridge,
): { readonly reader: StoresReader; readonly runCommand: RunCommand } {
  let runOverAllStores: ((stores: Stores, id: AnyCommandId) => void) | null = null;
  const reader = createStoresReader(first, bridge, async () => {
    const { addScreenStores, runAppCommand } = await import('./later-code.ts');
    runOverAllStores = runAppCommand;
    return { addScreenStores };
  });
  const runCommand: RunCommand = (id) => {
    if (reader.store.getState().stores === null && runCommandBeforeScreens(first, id)) return;
    reader.run((stores) => runOverAllStores?.(stores, id));
  };
  return { reader, runCommand };
}
