import type { KeyboardEvent } from 'react';
import { getRowStepOfKey } from './list-hooks.ts';

/** Number of buttons that the keys Page Up and Page Down move over. */
const PAGE_ITEMS = 5;

/**
 * Moves the focus between the buttons of a column with the arrow, page, Home and End keys. Put on the element around the
 * buttons.
 */
export function moveFocusBetweenButtonsByKey(event: KeyboardEvent<HTMLElement>): void {
  const positions = getRowStepOfKey(event.key, PAGE_ITEMS);
  if (positions === null || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('button:not(:disabled)')];
  const from = items.findIndex((item) => item === document.activeElement);
  if (from === -1) return;
  event.preventDefault();
  const to = Math.max(0, Math.min(items.length - 1, from + positions));
  items[to]?.focus();
}

/**
 * The character of a key press. On a keyboard with a non-Latin layout, a letter key counts as the Latin
 * letter at its position, so that J, K and E work there as well. Other characters, and letters of any Latin
 * layout, are unchanged.
 */
export function getLatinKeyCharacter({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  const isOtherLetter = /^\p{L}$/u.test(key) && !/^\p{Script=Latin}$/u.test(key);
  const letter = isOtherLetter ? /^Key([A-Z])$/.exec(code)?.[1] : undefined;
  return letter === undefined ? key : letter.toLowerCase();
}
