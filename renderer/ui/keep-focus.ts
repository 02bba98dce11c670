import { focusPane, isFocusLost } from './panes.ts';

const FOCUSABLE =
  'a[href], button:not([disabled]), input:not([disabled]), select:not([disabled]), textarea:not([disabled]), [tabindex="0"]';
const AREA = '[role="dialog"], [role="alertdialog"], [data-pane], body';
const MAX_REMEMBERED = 10;

/** An element that had the focus, and what surrounded it then, nearest first. */
interface FocusedPlace {
  readonly element: Element;
  readonly neighbours: readonly HTMLElement[];
}

function rememberPlace(element: Element): FocusedPlace {
  const all = [...(element.closest(AREA)?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])];
  const at = all.findIndex((each) => each === element);
  const neighbours = at === -1 ? [] : [...all.slice(at + 1), ...all.slice(0, at).toReversed()];
  return { element, neighbours };
}

const isThere = (element: Element): element is HTMLElement =>
  element instanceof HTMLElement &&
  element.isConnected &&
  element.checkVisibility({ visibilityProperty: true });

/**
 * Keeps the focus on the page's content: where the element that has it is removed, the focus moves to what
 * takes its place, else to what had it before, else to the list. A component that moves the focus itself comes
 * first. Returns the function that ends it.
 */
export function startFocusRestorationOnRemoval(page: Document): () => void {
  let places: readonly FocusedPlace[] = [];
  let frame = 0;

  function restore(): void {
    const [last, ...earlier] = places;
    if (last === undefined || last.element.isConnected || !isFocusLost()) return;
    const next = last.neighbours.find(isThere) ?? earlier.map(({ element }) => element).find(isThere);
    if (next === undefined) focusPane('list');
    else next.focus();
  }
  function onFocus({ target }: FocusEvent): void {
    if (!(target instanceof Element) || target === page.body) return;
    places = [rememberPlace(target), ...places].slice(0, MAX_REMEMBERED);
  }
  const observer = new MutationObserver(() => {
    if (places[0]?.element.isConnected !== false) return;
    cancelAnimationFrame(frame);
    // Two frames later, because a dialog that closes gives the focus back in the next one.
    frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(restore);
    });
  });
  page.addEventListener('focusin', onFocus);
  observer.observe(page.body, { childList: true, subtree: true });
  return () => {
    page.removeEventListener('focusin', onFocus);
    observer.disconnect();
    cancelAnimationFrame(frame);
  };
}
