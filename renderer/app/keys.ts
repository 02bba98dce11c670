import type { GetCommandKeyLabel } from '#renderer/shared/use-key-label.ts';
import { getKeyLabel } from '#renderer/shared/key-label.ts';
import type { FirstTextFunction } from '#renderer/text/first-text.ts';
import { getLatinKeyCharacter } from '#renderer/ui/keyboard.ts';
import { DIALOGS } from '#renderer/ui/panes.ts';
import type { AnyCommandId } from './command.ts';
import { mayRepeat } from './command-keys.ts';
import { isSingleCharacterKey, type KeyBindings } from './key-bindings.ts';

/** The parts of a keyboard event that identify the key. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

const LATIN_LETTER = /^[a-z]$/i;

/**
 * Formats a key press as the registry spells it: `Ctrl+1`, `Shift+F6`, `J`. The Mac's Command key counts as
 * Ctrl.
 */
export function toKeyCombinationName(press: KeyPress): string {
  const key = getLatinKeyCharacter(press);
  const isLetter = LATIN_LETTER.test(key);
  const isNamed = key.length > 1;
  const control = press.ctrlKey || press.metaKey ? 'Ctrl+' : '';
  const alt = press.altKey ? 'Alt+' : '';
  // For other characters (`?`) Shift is already part of the character, so it is only named for letters and
  // named keys.
  const shift = press.shiftKey && (isLetter || isNamed) ? 'Shift+' : '';
  return `${control}${alt}${shift}${isLetter ? key.toUpperCase() : key}`;
}

/** Returns the function that names the first key of a command. */
export function createCommandKeyLabelGetter(
  { getKeys }: KeyBindings,
  isMac: boolean,
  text: FirstTextFunction,
): GetCommandKeyLabel {
  return (id) => {
    const [key] = getKeys(id);
    return key === undefined ? undefined : getKeyLabel(key, isMac, text);
  };
}

/** Keys with a meaning of their own in a text field, so that they run no command there. */
const FIELD_KEYS: ReadonlySet<string> = new Set(['Escape', 'Ctrl+A', 'Ctrl+Z']);

/** Returns whether a key that is pressed there is typed. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches('input, textarea, select, [role="combobox"]');
}

/** The commands of the two buttons at the side of a mouse. */
const COMMANDS_BY_MOUSE_BUTTON: Readonly<Record<number, AnyCommandId>> = {
  3: 'history.back',
  4: 'history.forward',
};

/** Listens for the buttons of a mouse that have a command; returns the function that stops listening. */
export function listenForMouseButtons(page: Window, run: (id: AnyCommandId) => void): () => void {
  function onMouseUp(event: MouseEvent): void {
    const id = COMMANDS_BY_MOUSE_BUTTON[event.button];
    if (id === undefined) return;
    // Otherwise the browser would leave the page on this mouse button.
    event.preventDefault();
    // What is behind an open dialog stays as it is.
    if (page.document.querySelector(DIALOGS) === null) run(id);
  }
  page.addEventListener('mouseup', onMouseUp);
  return () => page.removeEventListener('mouseup', onMouseUp);
}

/**
 * Listens for the keys of commands; returns the function that stops listening.
 * @param getBindings returns the keys as the settings have them now
 */
export function listenForKeys(
  page: Window,
  getBindings: () => KeyBindings,
  run: (id: AnyCommandId) => void,
): () => void {
  function onKeyDown(event: KeyboardEvent): void {
    // A dialog, menu or field that handled the key has stopped the event or called `preventDefault`.
    if (event.defaultPrevented || event.isComposing) return;
    const name = toKeyCombinationName(event);
    const id = getBindings().findCommand(name);
    if (id === undefined) return;
    const isInDialog = event.target instanceof HTMLElement && event.target.closest(DIALOGS) !== null;
    // The user who leaves the computer locks it from anywhere.
    if (
      (isInDialog && id !== 'window.lock') ||
      ((isSingleCharacterKey(name) || FIELD_KEYS.has(name)) && isTyping(event.target))
    )
      return;
    // Prevented even if the command is not available: F5 must never reload the page.
    event.preventDefault();
    if (!event.repeat || mayRepeat(id)) run(id);
  }
  /**
   * Search fields and dialogs stop key events from bubbling; in the capture phase, the key that locks and keys without a
   * meaning in a search field are handled first.
   */
  function onCapturedKey(event: KeyboardEvent): void {
    const name = toKeyCombinationName(event);
    const isOfSearch = event.target instanceof HTMLElement && event.target.matches('[data-search]');
    const isOurs = isOfSearch && !isSingleCharacterKey(name) && !FIELD_KEYS.has(name);
    if (!isOurs && getBindings().findCommand(name) !== 'window.lock') return;
    onKeyDown(event);
    // A search with suggestions would pass the key on to them, where it would act again.
    if (event.defaultPrevented) event.stopPropagation();
  }
  page.addEventListener('keydown', onCapturedKey, true);
  page.addEventListener('keydown', onKeyDown);
  return () => {
    page.removeEventListener('keydown', onCapturedKey, true);
    page.removeEventListener('keydown', onKeyDown);
  };
}
