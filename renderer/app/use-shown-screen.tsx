import { useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { useDeferredComponent } from '#renderer/shared/deferred.tsx';
import { useStores } from '#renderer/state/use-stores.ts';
import { DEFERRED_RELATED_RECORDS } from './deferred-parts.ts';
import { SCREEN_VIEWS } from './screen-views.tsx';

interface ShownScreen {
  /** Differs between two screens, and between the related records of two ids. */
  readonly key: string;
  readonly element: ReactNode;
}

/**
 * Hook that returns the screen to show: the one before stays until the code of the wanted one is read.
 * @returns `onRetry`: the code could not be read; the function reads it again. Otherwise null
 */
export function useShownScreen(): ShownScreen & { readonly onRetry: (() => void) | null } {
  const { view } = useStores();
  const screen = useStore(view.store, (state) => state.screen);
  const related = useStore(view.store, (state) => state.relatedRecords);
  const { component } = SCREEN_VIEWS[screen];
  const ofScreen = useDeferredComponent(component, related === null);
  const ofRelated = useDeferredComponent(DEFERRED_RELATED_RECORDS, related !== null);
  const key = `${screen} ${related ?? ''}`;
  const [last, setLast] = useState<ShownScreen>({ key: '', element: null });

  if (key === last.key) return { ...last, onRetry: null };
  const { Component: Screen } = ofScreen;
  const { Component: Related } = ofRelated;
  const element =
    related === null ? Screen !== null && <Screen /> : Related !== null && <Related id={related} />;
  if (element !== false) {
    setLast({ key, element });
    return { key, element, onRetry: null };
  }
  const wanted =
    related === null ? { ...component, ...ofScreen } : { ...DEFERRED_RELATED_RECORDS, ...ofRelated };
  return wanted.hasFailed
    ? { key, element: null, onRetry: () => void wanted.load() }
    : { ...last, onRetry: null };
}
