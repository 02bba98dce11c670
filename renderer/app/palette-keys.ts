import { useState, type KeyboardEvent } from 'react';

/** What the keys of the palette need to know. */
interface PaletteKeysOptions {
  /** Returns whether a key has moved to an entry since something was typed. */
  readonly hasMoved: () => boolean;
  /** Notes that a key has moved to an entry, or that another text was typed. */
  readonly noteMoved: (hasMoved: boolean) => void;
  /** Returns the entry that Enter would choose, by its key in the list, or the first where `key` is null. */
  readonly isForMany: (key: string | null) => boolean;
  /** Called with the Enter key before a key has moved to an entry; returns whether it has handled that. */
  readonly onEnterAtFirst: () => boolean;
  readonly onClose: () => void;
}

interface PaletteKeys {
  /** Whether Enter was pressed on an entry that acts on several records, which the user had not moved to. */
  readonly isMoveNeeded: boolean;
  /** Says that Enter chooses the entry only after a key has moved to it. */
  readonly askToMove: () => void;
  /** Call when another text is typed. */
  readonly reset: () => void;
  /** Takes the keys before the field and the list get them. */
  readonly onKeyDownCapture: (event: KeyboardEvent) => void;
}

const MOVING_KEYS: ReadonlySet<string> = new Set(['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp']);

/** Returns the key of the entry that is marked in the list; null where none is. */
function getMarkedKey(): string | null {
  const id = document.activeElement?.getAttribute('aria-activedescendant') ?? '';
  return document.getElementById(id)?.dataset['key'] ?? null;
}

/**
 * Hook that handles the keys of the palette: Escape closes it, whatever is typed, so that no further key acts in it. An entry that acts
 * on several records is marked as the first one by typing alone, so Enter chooses it only after a key has moved to it.
 */
export function usePaletteKeys(options: PaletteKeysOptions): PaletteKeys {
  const { hasMoved, noteMoved, isForMany, onEnterAtFirst, onClose } = options;
  const [isMoveNeeded, setMoveNeeded] = useState(false);
  function take(event: KeyboardEvent): void {
    event.preventDefault();
    event.stopPropagation();
  }
  return {
    isMoveNeeded,
    askToMove: () => setMoveNeeded(true),
    reset: () => {
      noteMoved(false);
      setMoveNeeded(false);
    },
    onKeyDownCapture: (event) => {
      if (event.nativeEvent.isComposing) return;
      const marked = getMarkedKey();
      const isHeld = !hasMoved() && isForMany(marked);
      if (event.key === 'Escape') {
        take(event);
        onClose();
      } else if (event.key === 'Enter' && !hasMoved()) {
        if (onEnterAtFirst()) take(event);
      } else if (MOVING_KEYS.has(event.key)) {
        // The first such key moves to the entry that is marked already.
        if (isHeld && marked !== null) take(event);
        noteMoved(true);
        setMoveNeeded(false);
      }
    },
  };
}
