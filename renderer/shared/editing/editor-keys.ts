import type { KeyboardEvent } from 'react';
import { getLatinKeyCharacter } from '#renderer/ui/keyboard.ts';

/** Returns whether a key press saves an editor: Ctrl+S or Ctrl+Enter. */
export function isSaveKey({ key, code, ctrlKey, metaKey }: KeyboardEvent): boolean {
  const isSave = key === 'Enter' || getLatinKeyCharacter({ key, code }).toLowerCase() === 's';
  return isSave && (ctrlKey || metaKey);
}

/**
 * Returns whether a key event comes from the editor itself: an open list or dialog above it handles its own
 * keys.
 */
export function isFromEditor(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.nativeEvent.isComposing) return false;
  return event.target instanceof Element && event.currentTarget.contains(event.target);
}

/** Saves the editor that a save key was pressed in: for a page that has several of them, each a form of its own. */
export function submitEditorBySaveKey(event: KeyboardEvent): void {
  if (!isFromEditor(event) || !isSaveKey(event)) return;
  const form = event.target instanceof Element ? event.target.closest('form') : null;
  if (form === null) return;
  event.preventDefault();
  if (!event.repeat) form.requestSubmit();
}
