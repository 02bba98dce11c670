import type { StoreApi } from 'zustand/vanilla';
import type { Screen } from '#contract/screens.ts';
import { focusSearch } from '#renderer/ui/panes.ts';
import { TypeAhead } from './type-ahead.ts';

/** How long keys are for the search of a screen that is not shown. */
const MAX_WAIT_MS = 5_000;

const typeAhead = new TypeAhead();
let endWaiting = (): void => {};

/** Returns whether the main window still shows another screen: one is chosen before its code is read and it is rendered. */
export function isAnotherScreenShown(screen: Screen): boolean {
  const main = document.querySelector<HTMLElement>('main[data-screen]');
  return main !== null && main.dataset['screen'] !== screen;
}

/**
 * Focuses the search of the chosen screen. While that screen is not shown yet, what the user types is for its search: each
 * letter would otherwise be the key of a command, such as that of a review. A press of a mouse button, Escape, or another
 * screen ends that.
 */
export function focusSearchOfScreen(
  view: Pick<StoreApi<{ readonly screen: Screen }>, 'getState' | 'subscribe'>,
): void {
  const { screen } = view.getState();
  endWaiting();
  if (!isAnotherScreenShown(screen)) {
    focusSearch();
    return;
  }
  const events = new AbortController();
  const stopCollecting = typeAhead.collect(window, () => true);
  const observer = new MutationObserver(() => {
    if (isAnotherScreenShown(screen)) return;
    const field = focusSearch();
    if (field !== null) typeAhead.insertInto(field);
    endWaiting();
  });
  const timer = setTimeout(() => endWaiting(), MAX_WAIT_MS);
  const unsubscribe = view.subscribe((state) => {
    if (state.screen !== screen) endWaiting();
  });
  endWaiting = () => {
    endWaiting = () => {};
    events.abort();
    observer.disconnect();
    clearTimeout(timer);
    unsubscribe();
    stopCollecting();
    typeAhead.clear();
  };
  const { signal } = events;
  window.addEventListener('pointerdown', () => endWaiting(), { capture: true, signal });
  window.addEventListener('keydown', ({ key }) => key === 'Escape' && endWaiting(), {
    capture: true,
    signal,
  });
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['data-screen'] });
}
