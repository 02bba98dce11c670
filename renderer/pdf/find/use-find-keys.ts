import { useEffect, useRef, type RefObject } from 'react';
import { getLatinKeyCharacter } from '#renderer/ui/keyboard.ts';

interface FindKeys {
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  readonly onStep: (step: 1 | -1) => void;
  readonly onClose: () => void;
}

type FindAction = keyof Omit<FindKeys, 'isOpen'>;

/** Returns what a key does while the focus is in the pane of a PDF; null for nothing. */
function getAction(press: KeyboardEvent, isOpen: boolean): FindAction | null {
  const isControl = (press.ctrlKey || press.metaKey) && !press.altKey && !press.shiftKey;
  if (isControl && getLatinKeyCharacter(press).toLowerCase() === 'f') return 'onOpen';
  if (press.key === 'F3') return isOpen ? 'onStep' : 'onOpen';
  return press.key === 'Escape' && isOpen ? 'onClose' : null;
}

/** Listens for the keys of the search in a PDF while the focus is in its pane. */
export function useFindKeys(insideRef: RefObject<HTMLElement | null>, keys: FindKeys): void {
  const keysRef = useRef(keys);
  useEffect(() => {
    keysRef.current = keys;
  });
  useEffect(() => {
    const pane = insideRef.current?.closest<HTMLElement>('[data-pdf-pane]');
    const onKeyDown = (event: KeyboardEvent): void => {
      const action = event.defaultPrevented ? null : getAction(event, keysRef.current.isOpen);
      if (action === null) return;
      // Outside of the pane the same keys search the list and close the record.
      event.preventDefault();
      if (action === 'onStep') keysRef.current.onStep(event.shiftKey ? -1 : 1);
      else keysRef.current[action]();
    };
    pane?.addEventListener('keydown', onKeyDown);
    return () => pane?.removeEventListener('keydown', onKeyDown);
  }, [insideRef]);
}
