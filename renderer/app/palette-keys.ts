import { useRef, useState, type KeyboardEvent } from 'react';

/** What the keys of the palette need to know. */
interface PaletteKeysOptions {
  /** Returns the entry that Enter would choose, by its key in the list, or the first where `key` is null. */
  readonly isForMany: (key: string | null) => boolean;
  readonly onClose: () => void;
}

interface PaletteKeys {
  /** Whether Enter was pressed on an entry that acts on several records, which the user had not moved to. */
  readonly isMoveNeeded: boolean;
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
export function usePaletteKeys({ isForMany, onClose }: PaletteKeysOptions): PaletteKeys {
  const hasMoved = useRef(false);
  const [isMoveNeeded, setMoveNeeded] = useState(false);
  function take(event: KeyboardEvent): void {
    event.preventDefault();
    event.stopPropagation();
  }
  return {
    isMoveNeeded,
    reset: () => {
      hasMoved.current = false;
      setMoveNeeded(false);
    },
    onKeyDownCapture: (event) => {
      if (event.nativeEvent.isComposing) return;
      const marked = getMarkedKey();
      const isHeld = !hasMoved.current && isForMany(marked);
      if (event.key === 'Escape') {
        take(event);
        onClose();
      } else if (event.key === 'Enter' && isHeld) {
        take(event);
        setMoveNeeded(true);
      } else if (MOVING_KEYS.has(event.key)) {
        // The first such key moves to the entry that is marked already.
        if (isHeld && marked !== null) take(event);
        hasMoved.current = true;
        setMoveNeeded(false);
      }
    },
  };
}
