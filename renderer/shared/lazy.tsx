import { useCallback, useEffect, type ComponentType, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { StoresReaderState } from '#renderer/state/stores-reader.ts';
import { type ReadOnlyStore, useStoresReaderIfAny } from '#renderer/state/use-stores.ts';
import { useFirstText } from '#renderer/text/first-text.ts';
import { EmptyPaneMessage } from '#renderer/ui/Banner.tsx';

interface LazyState<Props> {
  /** Null until the code is loaded. */
  readonly Component: ComponentType<Props> | null;
  /** The last attempt to load the code has failed. */
  readonly hasFailed: boolean;
}

/** A component whose code is a file of its own, which is read when the component is first needed, or before. */
export interface LazyComponent<Props> {
  readonly store: StoreApi<LazyState<Props>>;
  /** Reads the code once; after a failure it is read again. Never rejects. */
  readonly load: () => Promise<void>;
  /** Whether it is in the first file, and uses no store of the other screens. */
  readonly isFirst: boolean;
}

/** Creates a component whose code is read later. @param read imports its file */
export function createLazyComponent<Props = object>(
  read: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> {
  const store = createStore<LazyState<Props>>(() => ({ Component: null, hasFailed: false }));
  let reading: Promise<void> | null = null;
  async function readOnce(): Promise<void> {
    try {
      const Component = await read();
      store.setState({ Component, hasFailed: false });
    } catch {
      reading = null;
      store.setState({ hasFailed: true });
    }
  }
  return { store, load: () => (reading ??= readOnce()), isFirst: false };
}

/** Returns a component of the first file in the form of those that are read later. */
export function toLoadedComponent<Props>(Component: ComponentType<Props>): LazyComponent<Props> {
  return {
    store: createStore(() => ({ Component, hasFailed: false })),
    load: () => Promise.resolve(),
    isFirst: true,
  };
}

/** Says that a part of the program could not be read from the disk, and offers to read it again. */
export function LazyLoadFailure({ onRetry }: { readonly onRetry: () => void }) {
  const text = useFirstText();
  return (
    <EmptyPaneMessage
      role="alert"
      title={text('failure.partTitle')}
      hint={text('failure.partSafe')}
      action={{ label: text('failure.tryAgain'), run: onRetry }}
    />
  );
}

/** A lazy component as it is now. */
interface LazyComponentState<Props> extends LazyState<Props> {
  /** Reads again what could not be read. */
  readonly retry: () => void;
}

/** Stands for the stores where there are none, as on the lock screen: nothing is waited for. */
const NOTHING_TO_READ = createStore<Readonly<Record<keyof StoresReaderState, unknown>>>(() => ({
  stores: {},
  hasFailed: false,
}));

/**
 * Hook that reads the code of a component while it is needed, and the stores of the screens, which it may use. A component
 * that was read before is there in the first rendering, so that nothing flickers.
 */
export function useLazyComponent<Props>(
  { store, load, isFirst }: LazyComponent<Props>,
  isNeeded = true,
): LazyComponentState<Props> {
  const { Component, hasFailed } = useStore(store);
  const anyReader = useStoresReaderIfAny();
  const reader = isFirst ? null : anyReader;
  const reading: ReadOnlyStore<Readonly<Record<keyof StoresReaderState, unknown>>> =
    reader?.store ?? NOTHING_TO_READ;
  const areStoresRead = useStore(reading, ({ stores }) => stores !== null);
  const haveStoresFailed = useStore(reading, (state) => state.hasFailed === true);
  const retry = useCallback(() => {
    void reader?.load();
    void load();
  }, [reader, load]);
  useEffect(() => {
    if (isNeeded) retry();
  }, [isNeeded, retry]);
  return {
    Component: areStoresRead ? Component : null,
    hasFailed: hasFailed || haveStoresFailed,
    retry,
  };
}

interface ShowLazyProps<Props extends object> {
  readonly component: LazyComponent<Props>;
  readonly props: Props;
  /** Reads the code. A component whose code is read decides by itself when it shows nothing. */
  readonly isNeeded?: boolean;
  /** Shown until the code is read. */
  readonly placeholder?: ReactNode;
  /** Whether it says that its code cannot be read; not where the user has not asked for it. */
  readonly isFailureShown?: boolean;
}

/** Shows a lazy component from the time at which its code is read. */
export function ShowLazy<Props extends object>({
  component,
  props,
  isNeeded = true,
  placeholder = null,
  isFailureShown = isNeeded,
}: ShowLazyProps<Props>) {
  const { Component, hasFailed, retry } = useLazyComponent(component, isNeeded);
  if (Component !== null) return <Component {...props} />;
  return hasFailed && isFailureShown ? <LazyLoadFailure onRetry={retry} /> : placeholder;
}

interface LazyReplacementProps<Props extends object> {
  readonly component: LazyComponent<Props>;
  readonly props: Props;
  readonly isShown: boolean;
  /** What it takes the place of; it stays until the code is read. */
  readonly children: ReactNode;
}

/** Shows a lazy component in place of another one. */
export function LazyReplacement<Props extends object>(all: LazyReplacementProps<Props>) {
  const { component, props, isShown, children } = all;
  return isShown ? <ShowLazy component={component} props={props} placeholder={children} /> : children;
}
