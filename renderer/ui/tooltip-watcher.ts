import { createStore } from 'zustand/vanilla';

/** The control whose tooltip is open; null where none is. */
interface TooltipState {
  readonly control: HTMLElement | null;
}

/** A control with a tooltip of its own words (`Tooltip.tsx`), or a text that is shown in full where it is cut. */
const CONTROLS = '[data-tooltip], [data-tooltip-cut]';
const ATTRIBUTES = [
  'data-tooltip',
  'data-key',
  'data-tooltip-cut',
  'data-tooltip-narrow',
  'data-tooltip-side',
];
const TOOLTIP = '[role="tooltip"]';
/** How long the pointer rests on a control before its tooltip opens, in milliseconds. */
const OPEN_DELAY_MS = 500;
/** How long the pointer may take from a control to its tooltip, in milliseconds. */
const CLOSE_DELAY_MS = 200;
/** For this time after a tooltip has closed, the next one opens without a delay, in milliseconds. */
const WARM_MS = 300;

/** Whether the text of an element does not fit into it. */
export function isTextCut(element: HTMLElement): boolean {
  return element.scrollHeight > element.clientHeight + 1 || element.scrollWidth > element.clientWidth + 1;
}

function hasTooltip(control: HTMLElement): boolean {
  if (!control.isConnected || !control.matches(CONTROLS)) return false;
  return !control.hasAttribute('data-tooltip-cut') || isTextCut(control);
}

function findControl(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(CONTROLS) : null;
}

/** Whether the user types in a field within a control: the tooltip would take the first Escape, which clears the field. */
function isTypedIn(control: HTMLElement): boolean {
  const { activeElement } = document;
  return (
    activeElement !== control && activeElement instanceof HTMLInputElement && control.contains(activeElement)
  );
}

/** Whether the pointer on a control may open its tooltip. */
function canOpen(control: HTMLElement | null): control is HTMLElement {
  return control !== null && hasTooltip(control) && !isTypedIn(control);
}

/**
 * Opens and closes the tooltips of the page: after a rest of the pointer, or with the focus of the keyboard. It listens to the whole
 * page, so that a control costs no listener of its own.
 */
class TooltipWatcher {
  readonly store = createStore<TooltipState>(() => ({ control: null }));
  #pointedAt: HTMLElement | null = null;
  /** Where the pointer was last, in the coordinates of the screen. */
  #pointer = { x: Number.NaN, y: Number.NaN };
  /** Its tooltip was closed by Escape or by a press, and stays closed until pointer or focus has left it. */
  #dismissed: HTMLElement | null = null;
  #isOpenByFocus = false;
  #isWarm = false;
  #next: ReturnType<typeof setTimeout> | undefined;
  #cooling: ReturnType<typeof setTimeout> | undefined;

  /** Opens the tooltip of a control in the current row of a list. Returns what closes it. */
  openForRow(control: HTMLElement): () => void {
    this.#open(control, true);
    return () => this.#leaveFocused(control);
  }

  /** Begins to listen to the page. Returns what ends it. */
  watch(): () => void {
    const ending = new AbortController();
    const { signal } = ending;
    const changes = new MutationObserver(() => this.#follow());
    const unsubscribe = this.store.subscribe(({ control }, { control: before }) => {
      if (control === null) changes.disconnect();
      else if (before === null)
        changes.observe(document, {
          subtree: true,
          childList: true,
          characterData: true,
          attributeFilter: ATTRIBUTES,
        });
    });
    const { documentElement } = document;
    document.addEventListener('pointerover', (event) => this.#handlePointer(event), { signal });
    documentElement.addEventListener('pointerleave', () => this.#pointAt(null), { signal });
    document.addEventListener('focusin', ({ target }) => this.#handleFocus(target), { signal });
    document.addEventListener('focusout', ({ target }) => this.#leaveFocused(target), { signal });
    // Before all others: an Escape that closes a tooltip closes nothing else.
    window.addEventListener('keydown', (event) => this.#handleKey(event), { signal, capture: true });
    const handlePress = ({ target }: Event): void => this.#dismiss(findControl(target));
    document.addEventListener('pointerdown', handlePress, { signal, capture: true });
    document.addEventListener('click', handlePress, { signal, capture: true });
    document.addEventListener('scroll', ({ target }) => this.#handleScroll(target), {
      signal,
      capture: true,
    });
    window.addEventListener('resize', () => this.#close(), { signal });
    return () => {
      this.#close();
      ending.abort();
      unsubscribe();
      clearTimeout(this.#cooling);
    };
  }

  get #shown(): HTMLElement | null {
    return this.store.getState().control;
  }

  #open(control: HTMLElement, isByFocus: boolean): void {
    clearTimeout(this.#next);
    if (control === this.#dismissed || !hasTooltip(control)) return;
    this.#isOpenByFocus = isByFocus;
    this.store.setState({ control });
  }

  #close(): void {
    clearTimeout(this.#next);
    if (this.#shown === null) return;
    this.store.setState({ control: null });
    this.#isWarm = true;
    clearTimeout(this.#cooling);
    this.#cooling = setTimeout(() => {
      this.#isWarm = false;
    }, WARM_MS);
  }

  #dismiss(control: HTMLElement | null): void {
    this.#dismissed = control;
    this.#close();
    this.#isWarm = false;
  }

  #handlePointer({ target, pointerType, screenX: x, screenY: y }: PointerEvent): void {
    if (pointerType === 'touch') return;
    // The browser sends the event too where the page moves under a pointer at rest, as a list that the arrow keys scroll.
    const isMoved = x !== this.#pointer.x || y !== this.#pointer.y;
    this.#pointer = { x, y };
    const isOnTooltip = target instanceof Element && target.closest(TOOLTIP) !== null;
    this.#pointAt(isOnTooltip ? this.#shown : findControl(target), isMoved);
  }

  #pointAt(control: HTMLElement | null, mayOpen = true): void {
    const isSame = control !== null && control === this.#pointedAt;
    this.#pointedAt = control;
    if (control !== this.#dismissed) this.#dismissed = null;
    const isShown = control !== null && control === this.#shown;
    if (isSame && !isShown) return;
    clearTimeout(this.#next);
    if (isShown) return;
    if (mayOpen && canOpen(control)) this.#openSoon(control);
    else if (!this.#isOpenByFocus) this.#next = setTimeout(() => this.#close(), CLOSE_DELAY_MS);
  }

  #openSoon(control: HTMLElement): void {
    if (this.#isWarm || this.#shown !== null) this.#open(control, false);
    else this.#next = setTimeout(() => this.#open(control, false), OPEN_DELAY_MS);
  }

  #handleFocus(target: EventTarget | null): void {
    clearTimeout(this.#next);
    const isControl = target instanceof HTMLElement && target.matches(CONTROLS);
    if (isControl && target.matches(':focus-visible')) this.#open(target, true);
    else this.#close();
  }

  #leaveFocused(target: EventTarget | null): void {
    if (this.#dismissed === target) this.#dismissed = null;
    if (this.#isOpenByFocus && this.#shown === target) this.#close();
  }

  #handleKey(event: KeyboardEvent): void {
    const { key, target } = event;
    if (key === 'Enter' || key === ' ') this.#dismiss(findControl(target));
    if (key !== 'Escape' || this.#shown === null) return;
    event.preventDefault();
    event.stopPropagation();
    this.#dismiss(this.#shown);
  }

  #handleScroll(target: EventTarget | null): void {
    const control = this.#shown;
    if (control !== null && target instanceof Node && target.contains(control)) this.#close();
  }

  /** Follows the control whose tooltip is open: its words may change, or it may go. */
  #follow(): void {
    const control = this.#shown;
    if (control === null) return;
    if (hasTooltip(control)) this.store.setState({ control });
    else this.#close();
  }
}

/** The tooltips of this page. */
export const pageTooltips = new TooltipWatcher();
