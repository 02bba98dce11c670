import { createStore, type StoreApi } from 'zustand/vanilla';
import type { PreloadBridge } from '#contract/api.ts';
import type { FirstStores } from './first-stores.ts';
import type { AddedScreenStores, Stores } from './stores.ts';

/** The code that creates the stores of the screens, or a part of the program that contains it. */
export interface ScreenStoresCode {
  readonly addScreenStores: (first: FirstStores, bridge: PreloadBridge) => AddedScreenStores;
}

export interface StoresReaderState {
  /** All stores; null until those of the screens are read. */
  readonly stores: Stores | null;
  /** The last attempt to read them has failed. */
  readonly hasFailed: boolean;
}

/** The stores of a window: the first ones at once, those of the screens when they are needed, or before. */
export interface StoresReader {
  readonly first: FirstStores;
  readonly store: StoreApi<StoresReaderState>;
  /** Reads the stores of the screens once; after a failure they are read again. Never rejects. */
  readonly load: () => Promise<void>;
  /** Runs an action at once if all stores are there, otherwise when they are read, after those that wait already. */
  readonly run: (action: (stores: Stores) => void) => void;
  /** Starts the stores that are there, and the others when they are read; returns the function that ends all. */
  readonly start: () => () => void;
}

/**
 * Creates the reader.
 * @param readCode imports the file with the stores of the screens
 */
export function createStoresReader<Code extends ScreenStoresCode>(
  first: FirstStores,
  bridge: PreloadBridge,
  readCode: () => Promise<Code>,
): StoresReader {
  const store = createStore<StoresReaderState>(() => ({ stores: null, hasFailed: false }));
  let reading: Promise<void> | null = null;
  let waiting: ((stores: Stores) => void)[] = [];
  let isStarted = false;
  let startScreens = (): (() => void) => () => {};
  let endScreens = (): void => {};

  async function readOnce(): Promise<void> {
    let code: Code;
    try {
      code = await readCode();
    } catch {
      reading = null;
      // What the user did meanwhile is not done later, when it is no longer expected.
      waiting = [];
      store.setState({ hasFailed: true });
      return;
    }
    const added = code.addScreenStores(first, bridge);
    startScreens = added.startScreens;
    if (isStarted) endScreens = startScreens();
    store.setState({ stores: added.stores, hasFailed: false });
    const actions = waiting;
    waiting = [];
    for (const action of actions) action(added.stores);
  }
  const load = (): Promise<void> => (reading ??= readOnce());

  return {
    first,
    store,
    load,
    run: (action) => {
      const { stores } = store.getState();
      if (stores !== null) {
        action(stores);
        return;
      }
      waiting.push(action);
      void load();
    },
    start: () => {
      isStarted = true;
      endScreens = startScreens();
      const endFirst = first.start();
      return () => {
        isStarted = false;
        endScreens();
        endScreens = () => {};
        endFirst();
      };
    },
  };
}
