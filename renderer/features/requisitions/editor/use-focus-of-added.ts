import { useEffect, useRef, type RefObject } from 'react';

/** The element that contains the rows, and the function to call with the anchor of a row that the user adds. */
interface FocusOfAdded<E extends HTMLElement> {
  readonly ref: RefObject<E | null>;
  readonly focusAdded: (anchor: string) => void;
}

/** Moves the focus to a row that the user adds, once it is there. */
export function useFocusOnAddedRow<E extends HTMLElement>(): FocusOfAdded<E> {
  const ref = useRef<E>(null);
  const added = useRef<string | null>(null);
  useEffect(() => {
    if (added.current === null) return;
    const field = ref.current?.querySelector<HTMLElement>(`[data-anchor="${added.current}"]`);
    if (field === null || field === undefined) return;
    added.current = null;
    field.focus();
  });
  return {
    ref,
    focusAdded: (anchor) => {
      added.current = anchor;
    },
  };
}
