/** The selector of open dialogs. */
export const DIALOGS = '[role="dialog"], [role="alertdialog"]';

/** The panes that F6 cycles through, in screen order; the tour is over them. */
const PANES = ['tour', 'rail', 'list', 'record', 'toast', 'status'] as const;
type Pane = (typeof PANES)[number];

function getPaneElement(pane: Pane): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-pane="${pane}"]`);
}

/** The element that gets the focus in a pane: its list if it has one, otherwise the pane itself. */
function getFocusTarget(pane: HTMLElement): HTMLElement {
  return pane.querySelector<HTMLElement>('[role="listbox"], [role="grid"]') ?? pane;
}

function isReachable(element: Element): boolean {
  return element.checkVisibility({ visibilityProperty: true });
}

/** Returns whether no visible element has the focus because the focused one was removed or covered. */
export function isFocusLost(): boolean {
  const focused = document.activeElement;
  return focused === null || focused === document.body || !isReachable(focused);
}

/** Moves the focus to a pane, if it is on screen. */
export function focusPane(pane: Pane): void {
  const element = getPaneElement(pane);
  if (element !== null) getFocusTarget(element).focus({ preventScroll: true });
}

/** Moves the focus from the controls above a pane's list to the list. Returns whether it did. */
function focusListBelow(pane: HTMLElement | null | undefined): boolean {
  const focused = document.activeElement;
  if (pane === null || pane === undefined || focused === null) return false;
  const list = getFocusTarget(pane);
  const isAbove = focused.compareDocumentPosition(list) === Node.DOCUMENT_POSITION_FOLLOWING;
  if (isAbove) list.focus({ preventScroll: true });
  return isAbove;
}

/** Moves the focus to the next (1) or previous (-1) pane; from above a list, to the list first. */
export function focusNextPane(step: 1 | -1): void {
  const panes = PANES.map(getPaneElement).filter((pane) => pane !== null && isReachable(pane));
  const from = panes.findIndex((pane) => pane?.contains(document.activeElement));
  if (step === 1 && focusListBelow(panes[from])) return;
  const start = from === -1 && step === -1 ? 0 : from;
  const next = panes[(start + step + panes.length) % panes.length];
  if (next !== null && next !== undefined) getFocusTarget(next).focus({ preventScroll: true });
}

/** Moves the focus to the search box of the list on screen, selects its text, and returns it; null where there is none. */
export function focusSearch(): HTMLInputElement | null {
  const search = document.querySelector<HTMLInputElement>('[data-search]');
  search?.focus();
  search?.select();
  return search;
}
