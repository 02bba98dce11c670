import { DIALOGS } from './keys.ts';

/** What was typed for the palette before its field had the focus. */
let typed = '';

function isForField({ ctrlKey, metaKey, altKey, isComposing, target }: KeyboardEvent): boolean {
  const isInDialog = target instanceof Element && target.closest(DIALOGS) !== null;
  return !ctrlKey && !metaKey && !altKey && !isComposing && !isInDialog;
}

/**
 * Collects what the user types for the palette while its code is read and its field has no focus yet: a fast user would
 * otherwise find something else, and the Enter key would choose it. That key itself is dropped: nothing is found yet.
 * @param isTaking whether keys are for the palette
 * @returns the function that stops listening
 */
export function collectPaletteTypeAhead(target: Window, isTaking: () => boolean): () => void {
  function onKeyDown(event: KeyboardEvent): void {
    if (!isTaking()) {
      typed = '';
      return;
    }
    if (!isForField(event)) return;
    if (event.key.length === 1) typed += event.key;
    else if (event.key === 'Backspace') typed = typed.slice(0, -1);
    else if (event.key !== 'Enter') return;
    event.preventDefault();
    event.stopPropagation();
  }
  target.addEventListener('keydown', onKeyDown, { capture: true });
  return () => target.removeEventListener('keydown', onKeyDown, { capture: true });
}

/** Forgets what was collected: the palette has closed. */
export function clearPaletteTypeAhead(): void {
  typed = '';
}

/** Types what was collected into the field of the palette, by the events of a user's own typing. */
export function insertPaletteTypeAhead(field: HTMLInputElement): void {
  const text = typed;
  typed = '';
  if (text === '') return;
  const own = { bubbles: true, inputType: 'insertText', data: text };
  field.dispatchEvent(new InputEvent('beforeinput', own));
  // The setter of the element itself: React notices no change that goes through its own.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new InputEvent('input', own));
}
