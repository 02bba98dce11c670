import type { KeyboardEvent } from 'react';
import { keySign } from '#renderer/ui/key-sign.ts';

interface EditorActions {
  readonly onSave: () => void;
  readonly onLeave: () => void;
}

type Wish = 'save' | 'leave' | null;

function getWish({ key, code, ctrlKey, metaKey }: KeyboardEvent): Wish {
  if (key === 'Escape') return 'leave';
  const isSave = key === 'Enter' || keySign({ key, code }).toLowerCase() === 's';
  return isSave && (ctrlKey || metaKey) ? 'save' : null;
}

/** Whether a press belongs to the editor: a list or a question that is open above it has keys of its own. */
function isOurs(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.nativeEvent.isComposing) return false;
  return event.target instanceof Element && event.currentTarget.contains(event.target);
}

/**
 * The keys of an editor: Ctrl+S and Ctrl+Enter save, Escape leaves. Single signs are held back from the keys of the desk:
 * the list that they move is not on screen.
 */
export function useEditorKeys({ onSave, onLeave }: EditorActions): (event: KeyboardEvent) => void {
  return (event) => {
    if (!isOurs(event)) return;
    const wish = getWish(event);
    if (wish === null) {
      if (event.key.length === 1 && !event.ctrlKey && !event.metaKey) event.stopPropagation();
      return;
    }
    event.preventDefault();
    if (wish === 'save') onSave();
    else onLeave();
  };
}
