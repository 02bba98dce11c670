import { keySign } from '#renderer/ui/key-sign.ts';
import { COMMANDS, type AnyCommandId } from './commands.ts';

/** What a key press tells, without the page it happened in. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

const LATIN_LETTER = /^[a-z]$/i;

/** A key press as it is written in the registry: `Ctrl+1`, `Shift+F6`, `J`. The Mac's command key counts as Ctrl. */
export function keyName(press: KeyPress): string {
  const key = keySign(press);
  const isLetter = LATIN_LETTER.test(key);
  const isNamed = key.length > 1;
  const control = press.ctrlKey || press.metaKey ? 'Ctrl+' : '';
  const alt = press.altKey ? 'Alt+' : '';
  // Shift is part of the sign itself (`?`), and tells only letters and named keys apart.
  const shift = press.shiftKey && (isLetter || isNamed) ? 'Shift+' : '';
  return `${control}${alt}${shift}${isLetter ? key.toUpperCase() : key}`;
}

/** Which command a key asks for. */
export const KEY_TO_COMMAND: ReadonlyMap<string, AnyCommandId> = new Map(
  COMMANDS.flatMap(({ id, keys }) => keys.map((key) => [key, id] as const)),
);

/**
 * Whether a key is a single character, with Shift or without. Such keys must not act while the user types.
 */
export function isBareSign(name: string): boolean {
  return /^(Shift\+)?.$/u.test(name);
}

/** Keys that a field for text has a use of its own for. */
const FIELD_KEYS: ReadonlySet<string> = new Set(['Escape', 'Ctrl+A', 'Ctrl+Z']);

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches('input, textarea, select, [role="combobox"]');
}

/**
 * Listens for the keys of the registry; returns the function that stops listening.
 */
export function listenForKeys(page: Window, run: (id: AnyCommandId) => void): () => void {
  function onKeyDown(event: KeyboardEvent): void {
    // What a dialog, a menu or a field has taken for itself does not arrive here, or is marked as taken.
    if (event.defaultPrevented || event.isComposing) return;
    const name = keyName(event);
    const id = KEY_TO_COMMAND.get(name);
    if (id === undefined) return;
    const isInDialog =
      event.target instanceof HTMLElement &&
      event.target.closest('[role="dialog"], [role="alertdialog"]') !== null;
    if (isInDialog || ((isBareSign(name) || FIELD_KEYS.has(name)) && isTyping(event.target))) return;
    // The key is handled even if the command is not possible: F5 must never reload the page.
    event.preventDefault();
    run(id);
  }
  /** A search field keeps every key from the page: those that it has no use of its own for are taken before it. */
  function onSearchKey(event: KeyboardEvent): void {
    const name = keyName(event);
    const isOurs = !isBareSign(name) && !FIELD_KEYS.has(name);
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
