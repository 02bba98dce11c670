import { useLayoutEffect } from 'react';

/** How many rows a key moves, or null for a key that does not move. */
export function getRowStepOfKey(key: string, pageRows: number): number | null {
  const positions: Record<string, number> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: pageRows,
    PageUp: -pageRows,
    Home: -Infinity,
    End: Infinity,
  };
  return positions[key] ?? null;
}

/**
 * While a list's rows are not there, for example during a search, the pane around it has its focus. The list
 * takes it when it appears, and gives it back when it goes.
 */
export function useFocusExchangeWithPane(elementRef: { readonly current: HTMLElement | null }): void {
  useLayoutEffect(() => {
    const list = elementRef.current;
    const pane = list?.closest<HTMLElement>('[data-pane]') ?? null;
    if (pane !== null && document.activeElement === pane) list?.focus({ preventScroll: true });
    return () => {
      if (list?.contains(document.activeElement) === true) pane?.focus({ preventScroll: true });
    };
  }, [elementRef]);
}
