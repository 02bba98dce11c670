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

/** Starts the stores of the screens once they exist and the window has started; the two may come in any order. */
function createScreensStarter() {
  let isStarted = false;
  let startScreens: (() => () => void) | null = null;
  let endScreens: (() => void) | null = null;
  return {
    add: (start: () => () => void): void => {
      startScreens = start;
      if (isStarted) endScreens = start();
    },
    start: (): (() => void) => {
      isStarted = true;
      endScreens = startScreens?.() ?? null;
      return () => {
        isStarted = false;
        endScreens?.();
        endScreens = null;
      };
    },
  };
}

/**
 * Creates the reader.
 * @param readCode imports the file with the stores of the screens
 */
export function createStoresReader(
  first: FirstStores,
  bridge: PreloadBridge,
  readCode: () => Promise<ScreenStoresCode>,
): StoresReader {
  const store = createStore<StoresReaderState>(() => ({ stores: null, hasFailed: false }));
  const screens = createScreensStarter();
  let reading: Promise<void> | null = null;
  let waiting: ((stores: Stores) => void)[] = [];

  async function readOnce(): Promise<void> {
    const code = await readCode().catch(() => null);
    const actions = waiting;
    waiting = [];
    if (code === null) {
      reading = null;
      // What the user did meanwhile is not done later, when it is no longer expected.
      store.setState({ hasFailed: true });
      return;
    }
    const { stores, startScreens } = code.addScreenStores(first, bridge);
    screens.add(startScreens);
    store.setState({ stores, hasFailed: false });
    for (const action of actions) action(stores);
  }
  const load = (): Promise<void> => (reading ??= readOnce());
  /** What the user did in one account is not done in another; returns the function that ends this. */
  const watchAccount = (): (() => void) =>
    first.session.store.subscribe((now, before) => {
      const { current } = before.accounts;
      if (current !== null && now.accounts.current !== current) waiting = [];
    });

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
      const ends = [watchAccount(), screens.start(), first.start()];
      return () => ends.forEach((end) => end());
    },
  };
}
