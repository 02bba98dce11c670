import { useMemo, type ReactNode } from 'react';
import { createStore } from 'zustand/vanilla';
import type { Stores } from '#renderer/state/stores.ts';
import type { StoresReader } from '#renderer/state/stores-reader.ts';
import { StoresProvider } from '#renderer/state/use-stores.ts';

interface ProvideStoresProps {
  readonly value: Stores;
  readonly children: ReactNode;
}

/** Provides stores that are all read already to a part of the page. */
export function ProvideStores({ value, children }: ProvideStoresProps) {
  const reader = useMemo<StoresReader>(
    () => ({
      first: value,
      store: createStore(() => ({ stores: value, hasFailed: false })),
      load: () => Promise.resolve(),
      run: (action) => action(value),
      start: value.start,
    }),
    [value],
  );
  return <StoresProvider reader={reader}>{children}</StoresProvider>;
}
