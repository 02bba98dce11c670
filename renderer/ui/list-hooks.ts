import { type KeyboardEvent, useLayoutEffect } from 'react';

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

/** Moves the focus between a grid and the buttons of its current row. Returns whether the key was one of these. */
export function moveFocusInCurrentGridRowByKey(event: KeyboardEvent<HTMLElement>): boolean {
  const { key, currentTarget: grid } = event;
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return false;
  const buttons = [
    ...grid.querySelectorAll<HTMLElement>('[role="row"][aria-selected="true"] button:not([disabled])'),
  ];
  const isForward = (key === 'ArrowRight') !== grid.matches(':dir(rtl)');
  const at = buttons.findIndex((button) => button === document.activeElement);
  const next = Math.min(buttons.length - 1, at + (isForward ? 1 : -1));
  (buttons[next] ?? grid).focus();
  event.preventDefault();
  return true;
}

interface SelectedRowActions {
  readonly selected: string | null;
  readonly onOpenSelected: () => void;
  readonly onOpenWindow?: ((id: string) => void) | undefined;
}

/** Opens the selected row: with Shift in a window of its own, where rows have one. */
export function openSelectedRow(
  { selected, onOpenSelected, onOpenWindow }: SelectedRowActions,
  isShifted: boolean,
): void {
  if (!isShifted || onOpenWindow === undefined) onOpenSelected();
  else if (selected !== null) onOpenWindow(selected);
}
