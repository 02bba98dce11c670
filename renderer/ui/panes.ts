/** The panes that F6 walks through, in the order of the screen. */
const PANES = ['rail', 'list', 'record', 'status'] as const;
type Pane = (typeof PANES)[number];

function paneElement(pane: Pane): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-pane="${pane}"]`);
}

/** What takes the focus in a pane: its list where it has one, else the pane itself. */
function getEntry(pane: HTMLElement): HTMLElement {
  return pane.querySelector<HTMLElement>('[role="listbox"], [role="grid"]') ?? pane;
}

function isReachable(element: Element): boolean {
  return element.checkVisibility({ visibilityProperty: true });
}

/** Whether nothing on screen has the focus: what had it went away or was covered. */
export function isFocusLost(): boolean {
  const focused = document.activeElement;
  return focused === null || focused === document.body || !isReachable(focused);
}

/** Puts the focus into a pane, if it is on screen. */
export function focusPane(pane: Pane): void {
  const element = paneElement(pane);
  if (element !== null) getEntry(element).focus({ preventScroll: true });
}

/** Puts the focus into the pane after (1) or before (-1) the one that has it. */
export function focusNextPane(step: 1 | -1): void {
  const panes = PANES.map(paneElement).filter((pane) => pane !== null && isReachable(pane));
  const from = panes.findIndex((pane) => pane?.contains(document.activeElement));
  const start = from === -1 && step === -1 ? 0 : from;
  const next = panes[(start + step + panes.length) % panes.length];
  if (next !== null && next !== undefined) getEntry(next).focus({ preventScroll: true });
}

/** Puts the focus into the search line of the list on screen, with its text selected. */
export function focusSearch(): void {
  const search = document.querySelector<HTMLInputElement>('[data-search]');
  search?.focus();
  search?.select();
}
