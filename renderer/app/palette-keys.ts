import { useCallback, useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react';

/**
 * Why the Enter key does not choose the first entry, which typing alone has marked: it acts on several records; a search has failed, so
 * that it is unknown what has the words; or it is one of several that were found after the key was pressed.
 */
export type EnterHold = 'many' | 'failed' | 'several';

/** What the keys of the palette need to know. */
interface PaletteKeysOptions {
  /** Returns whether the user has moved to the marked entry, by a key or the pointer, since something was typed. */
  readonly hasMoved: () => boolean;
  /** Notes that a key has moved to an entry, or that another text was typed. */
  readonly noteMoved: (hasMoved: boolean) => void;
  /** Returns why Enter alone does not choose an entry, by its key in the list, or the first where `key` is null; null where it does. */
  readonly getHold: (key: string | null) => EnterHold | null;
  /** Called with the Enter key before a key has moved to an entry; returns whether it has handled that. */
  readonly onEnterAtFirst: () => boolean;
  readonly onClose: () => void;
}

interface PaletteKeys {
  /** Why an Enter has chosen nothing, until the user moves to an entry; null where none has. */
  readonly hold: EnterHold | null;
  /** Says that Enter chooses an entry only after a key has moved to it. */
  readonly askToMove: (hold: EnterHold) => void;
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
 * Hook that notices when the pointer marks an entry by moving to it. A list that appears or scrolls under a resting pointer is no move,
 * and neither is a move on the entry that is marked already: typing alone has marked that.
 * @param onMoved called when the pointer moves to an entry that is not the marked one
 * @returns `isMarked`, stable: whether the marked entry is the one that the pointer has moved to; and `forget`, to call when another text is typed
 */
export function usePointedEntry(onMoved: () => void): {
  readonly isMarked: () => boolean;
  readonly forget: () => void;
} {
  const pointed = useRef<string | null>(null);
  const place = useRef('');
  const onPointer = useEffectEvent(({ target, clientX, clientY, pointerType }: PointerEvent) => {
    const before = place.current;
    place.current = `${clientX} ${clientY}`;
    if (before === '' || before === place.current || pointerType === 'touch') return;
    const entry = target instanceof Element ? target.closest<HTMLElement>('[role="menuitem"]') : null;
    const key = entry?.dataset['key'];
    if (key === undefined || key === pointed.current || key === getMarkedKey()) return;
    pointed.current = key;
    onMoved();
  });
  useEffect(() => {
    const listening = new AbortController();
    const options = { capture: true, signal: listening.signal };
    // The first of the two comes before React Aria marks the entry.
    for (const kind of ['pointerover', 'pointermove'] as const)
      window.addEventListener(kind, (event) => onPointer(event), options);
    return () => listening.abort();
  }, []);
  const isMarked = useCallback(() => pointed.current !== null && pointed.current === getMarkedKey(), []);
  const forget = useCallback(() => {
    pointed.current = null;
  }, []);
  return { isMarked, forget };
}

/**
 * Hook that handles the keys of the palette: Escape closes it, whatever is typed, so that no further key acts in it. An entry that
 * Enter must not choose by itself is marked as the first one by typing alone, so Enter chooses it only after a key has moved to it.
 */
export function usePaletteKeys(options: PaletteKeysOptions): PaletteKeys {
  const { hasMoved, noteMoved, getHold, onEnterAtFirst, onClose } = options;
  const [hold, setHold] = useState<EnterHold | null>(null);
  function take(event: KeyboardEvent): void {
    event.preventDefault();
    event.stopPropagation();
  }
  return {
    hold,
    askToMove: setHold,
    reset: () => {
      noteMoved(false);
      setHold(null);
    },
    onKeyDownCapture: (event) => {
      if (event.nativeEvent.isComposing) return;
      const marked = getMarkedKey();
      const isHeld = !hasMoved() && getHold(marked) !== null;
      if (event.key === 'Escape') {
        take(event);
        onClose();
      } else if (event.key === 'Enter' && !hasMoved()) {
        if (onEnterAtFirst()) take(event);
      } else if (MOVING_KEYS.has(event.key)) {
        // The first such key moves to the entry that is marked already.
        if (isHeld && marked !== null) take(event);
        noteMoved(true);
        setHold(null);
      }
    },
  };
}
