import type { GetKeyLabel } from '#renderer/shared/use-key-label.ts';
import { getKeyCharacter, getKeyLabel } from '#renderer/ui/keyboard.ts';
import { COMMANDS, type AnyCommandId } from './commands.ts';

/** The parts of a keyboard event that identify the key. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

const LATIN_LETTER = /^[a-z]$/i;

/**
 * Formats a key press as the registry spells it: `Ctrl+1`, `Shift+F6`, `J`. The Mac's Command key counts as
 * Ctrl.
 */
export function formatKey(press: KeyPress): string {
  const key = getKeyCharacter(press);
  const isLetter = LATIN_LETTER.test(key);
  const isNamed = key.length > 1;
  const control = press.ctrlKey || press.metaKey ? 'Ctrl+' : '';
  const alt = press.altKey ? 'Alt+' : '';
  // For other characters (`?`) Shift is already part of the character, so it is only named for letters and
  // named keys.
  const shift = press.shiftKey && (isLetter || isNamed) ? 'Shift+' : '';
  return `${control}${alt}${shift}${isLetter ? key.toUpperCase() : key}`;
}

/** Command id by key. */
export const KEY_TO_COMMAND: ReadonlyMap<string, AnyCommandId> = new Map(
  COMMANDS.flatMap(({ id, keys }) => keys.map((key) => [key, id] as const)),
);

/** Returns the function that names the first key of a command. */
export function createKeyLabels(isMac: boolean): GetKeyLabel {
  return (id) => {
    const key = COMMANDS.find((command) => command.id === id)?.keys[0];
    return key === undefined ? undefined : getKeyLabel(key, isMac);
  };
}

/**
 * Returns whether a key is a single character, with or without Shift. Such keys must not run commands while
 * the user types.
 */
export function isSingleCharacterKey(name: string): boolean {
  return /^(Shift\+)?.$/u.test(name);
}

/** Keys that have their own meaning in a text field. */
const FIELD_KEYS: ReadonlySet<string> = new Set(['Escape', 'Ctrl+A', 'Ctrl+Z']);

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches('input, textarea, select, [role="combobox"]');
}

/** Listens for the registered keys; returns the function that stops listening. */
export function listenForKeys(page: Window, run: (id: AnyCommandId) => void): () => void {
  function onKeyDown(event: KeyboardEvent): void {
    // A dialog, menu or field that handled the key has stopped the event or called `preventDefault`.
    if (event.defaultPrevented || event.isComposing) return;
    const name = formatKey(event);
    const id = KEY_TO_COMMAND.get(name);
    if (id === undefined) return;
    const isInDialog =
      event.target instanceof HTMLElement &&
      event.target.closest('[role="dialog"], [role="alertdialog"]') !== null;
    if (isInDialog || ((isSingleCharacterKey(name) || FIELD_KEYS.has(name)) && isTyping(event.target)))
      return;
    // Prevented even if the command is not available: F5 must never reload the page.
    event.preventDefault();
    run(id);
  }
  /**
   * A search field stops all key events from bubbling; in the capture phase, keys without a meaning in the
   * field are handled first.
   */
  function onSearchKey(event: KeyboardEvent): void {
    const name = formatKey(event);
    const isOurs = !isSingleCharacterKey(name) && !FIELD_KEYS.has(name);
    if (isOurs && event.target instanceof HTMLElement && event.target.matches('[data-search]'))
      onKeyDown(event);
  }
  page.addEventListener('keydown', onSearchKey, true);
  page.addEventListener('keydown', onKeyDown);
  return () => {
    page.removeEventListener('keydown', onSearchKey, true);
    page.removeEventListener('keydown', onKeyDown);
  };
}
