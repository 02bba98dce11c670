import { useEffect, useRef, type RefObject } from 'react';

export interface MenuChoice {
  readonly id: string;
  readonly label: string;
  /** Text at the right of the label, such as a count. */
  readonly aside?: string;
  /** Why the choice is unavailable now, shown below its label; null or left out where it is available. */
  readonly reason?: string | null;
}

export interface MenuGroup {
  readonly label: string;
  readonly choices: readonly MenuChoice[];
}

/** What the menu of a button offers. */
export interface PageMenu {
  readonly label: string;
  readonly groups: readonly MenuGroup[];
  /** Whether its choices are settings of a list, such as its order, and not actions. */
  readonly isChoice: boolean;
  readonly onChoose: (id: string) => void;
}

const MENUS = new WeakMap<Element, PageMenu>();

/**
 * Notes what the menu of a button offers: a closed menu has no elements, and its choices are offered by the palette all the same.
 * Returns the reference for the button.
 */
export function usePageMenu({
  label,
  groups,
  isChoice,
  onChoose,
}: PageMenu): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (button.current !== null) MENUS.set(button.current, { label, groups, isChoice, onChoose });
  }, [label, groups, isChoice, onChoose]);
  return button;
}

/** Returns what the menu of a button offers now; undefined for a button without a menu. */
export function getPageMenu(button: Element): PageMenu | undefined {
  return MENUS.get(button);
}
