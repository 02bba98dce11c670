import type { TextFunction } from '#renderer/text/text.ts';
import { getPageMenu, type PageMenu } from '#renderer/ui/page-menus.ts';
import { truncateWithEllipsis } from '#renderer/ui/format.ts';

/** What a button of the screen does, or a choice of its menu: words, key and reason are those that the button has. */
export interface PageAction {
  readonly label: string;
  /** Why it cannot act now; null where it can. */
  readonly reason: string | null;
  /** The key that does the same, as the button names it; null where it names none. */
  readonly key: string | null;
  /** Whether it is one of many alike: a setting of a list, such as its order, or an action of one row. */
  readonly isChoice: boolean;
  /** Whether it acts on several records at once. */
  readonly isForMany: boolean;
  readonly run: () => void;
}

/** An action whose name another one may have too. */
interface FoundAction extends PageAction {
  /** The names of the elements around the button, the innermost first. */
  readonly places: readonly string[];
}

// The buttons and menus of the design system. Rows, tabs and switches are others: they show or set something and do not act.
const BUTTONS = 'main button[data-size]:not(:disabled)';
const TITLED = 'section, article, fieldset, li, tr, header';
const TITLES = 'h1, h2, h3, h4, legend';
const MAX_PLACE_LENGTH = 60;

/** Returns the text of an element without what is hidden from screen readers. */
function readText(element: Element): string {
  const texts = [...element.childNodes].map((node) => {
    if (node instanceof Element) return node.getAttribute('aria-hidden') === 'true' ? '' : readText(node);
    return node.textContent ?? '';
  });
  return texts.join(' ').replaceAll(/\s+/g, ' ').trim();
}

/** Returns the texts of the elements that an attribute names by their ids. */
function readReferences(element: Element, attribute: string): string {
  const ids = element.getAttribute(attribute)?.split(' ') ?? [];
  return ids
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')
    .trim();
}

/** Returns the name that screen readers read for a button. */
export function readButtonName(button: Element): string {
  return button.getAttribute('aria-label')?.trim() ?? readText(button);
}

/** Lists the names of the elements around an element, the innermost first. */
function listPlaces(element: Element): readonly string[] {
  const names: string[] = [];
  for (
    let place = element.parentElement;
    place !== null && place.tagName !== 'MAIN';
    place = place.parentElement
  ) {
    const own = place.getAttribute('aria-label') ?? readReferences(place, 'aria-labelledby');
    const title = place.matches(TITLED) ? place.querySelector(TITLES) : null;
    names.push(own === '' && title !== null ? readText(title) : own);
  }
  return names
    .map((name) => truncateWithEllipsis(name.trim(), MAX_PLACE_LENGTH))
    .filter((name) => name !== '');
}

function readReason(button: Element): string | null {
  // A button whose action runs has no reason; its description says what it does.
  if (button.hasAttribute('data-pending')) return null;
  return button.getAttribute('aria-disabled') === 'true' ? readReferences(button, 'aria-describedby') : null;
}

/** Presses a button as the keyboard does: a dialog that it opens gives the focus back to it. */
export function pressButton(button: HTMLElement): void {
  button.focus();
  button.click();
}

const isForMany = (button: HTMLElement): boolean => button.closest('[data-acts-on-many]') !== null;

function toButtonAction(button: HTMLElement): FoundAction {
  return {
    label: readButtonName(button),
    reason: readReason(button),
    key: button.dataset['key'] ?? null,
    isChoice: button.closest('[data-row-action]') !== null,
    isForMany: isForMany(button),
    places: listPlaces(button),
    run: () => pressButton(button),
  };
}

function toMenuActions(text: TextFunction, button: HTMLElement, menu: PageMenu): readonly FoundAction[] {
  const whole = readReason(button);
  const places = listPlaces(button);
  return menu.groups.flatMap((group) =>
    group.choices.map(({ id, label, reason = null }) => ({
      label: text('palette.named', { kind: menu.label, name: label }),
      reason: whole ?? reason,
      key: null,
      isChoice: menu.isChoice,
      isForMany: isForMany(button),
      places: [group.label, ...places],
      run: () => {
        button.focus();
        getPageMenu(button)?.onChoose(id);
      },
    })),
  );
}

/** Returns whether a button can be reached: it is shown, and not in a row that is not the current one. */
function isReachable(button: HTMLElement): boolean {
  return button.tabIndex !== -1 && button.checkVisibility({ visibilityProperty: true });
}

/**
 * Adds to actions of the same name the names of the elements around them, until the names differ. Actions whose names stay equal
 * are left out, because the user could not know which of them acts.
 */
function makeNamesUnique(text: TextFunction, found: readonly FoundAction[]): readonly PageAction[] {
  const counts = new Map<string, number>();
  for (const { label } of found) counts.set(label, (counts.get(label) ?? 0) + 1);
  const isAlone = ({ label }: FoundAction): boolean => counts.get(label) === 1;
  if (found.every((action) => isAlone(action) || action.places.length === 0)) return found.filter(isAlone);
  return makeNamesUnique(
    text,
    found.map((action) => {
      const [place, ...places] = action.places;
      if (isAlone(action) || place === undefined) return action;
      return { ...action, label: text('palette.of', { action: action.label, of: place }), places };
    }),
  );
}

/**
 * Lists what the buttons and menus of the screen do. The palette has no second description of them: it reads what a screen reader
 * reads, and presses the button.
 */
export function listPageActions(text: TextFunction): readonly PageAction[] {
  const buttons = [...document.querySelectorAll<HTMLElement>(BUTTONS)].filter(isReachable);
  return makeNamesUnique(
    text,
    buttons.flatMap((button) => {
      const menu = getPageMenu(button);
      return menu === undefined ? [toButtonAction(button)] : toMenuActions(text, button, menu);
    }),
  );
}

/** Returns the button of the screen with this name; undefined where there is none. */
function findButton(name: string): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>(BUTTONS)].find(
    (button) => readButtonName(button) === name,
  );
}

/** How long the button of a screen that is being opened is waited for. */
const MAX_WAIT_MS = 10_000;

/**
 * Presses the button of a screen that is being opened as soon as it is there and can act. Until then one that cannot act has the
 * focus, which shows the reason; it is not pressed any more once the user has moved the focus or the screen, or pressed
 * anything else.
 * @param isWanted whether the user has not gone elsewhere
 * @param isShown whether the screen is there: the one before it may have a button of the same name
 */
export function pressButtonOnceShown(
  name: string,
  { isWanted, isShown }: { readonly isWanted: () => boolean; readonly isShown: () => boolean },
): void {
  let focused: HTMLElement | null = null;
  const waiting = new AbortController();
  const stop = (): void => {
    observer.disconnect();
    clearTimeout(timer);
    waiting.abort();
  };
  const look = (): void => {
    if (!isWanted() || (focused !== null && document.activeElement !== focused)) return stop();
    if (!isShown()) return;
    const button = findButton(name);
    if (button === undefined) return;
    if (button.getAttribute('aria-disabled') !== 'true') {
      stop();
      return pressButton(button);
    }
    focused = button;
    button.focus();
  };
  const observer = new MutationObserver(look);
  const whileWaiting = { capture: true, signal: waiting.signal };
  window.addEventListener('pointerdown', stop, whileWaiting);
  // The key that chose the action may still be held.
  window.addEventListener('keydown', ({ repeat }) => !repeat && stop(), whileWaiting);
  const timer = setTimeout(stop, MAX_WAIT_MS);
  observer.observe(document.body, { subtree: true, childList: true, attributes: true });
  look();
}
