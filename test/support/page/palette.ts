import { fireEvent, waitFor } from '@testing-library/dom';

/** Returns the first element of a selector; fails where there is none. */
export function getElement(selector: string): Element {
  const found = document.querySelector(selector);
  if (found === null) throw new Error(`There is no ${selector}.`);
  return found;
}

/** Presses a key while nothing has the focus. */
export const pressKey = (key: string, own: object = {}): boolean =>
  fireEvent.keyDown(document.body, { key, ...own });

/** The palette of a page, open. */
interface OpenPalette {
  readonly type: (value: string) => boolean;
  readonly list: () => readonly Element[];
  /** Returns the entries as text. */
  readonly read: () => readonly string[];
  /** Chooses the entry that begins with these words, once there is one. */
  readonly choose: (start: string) => Promise<Element>;
}

/**
 * Opens the palette. Its entries are found by their text: asking for roles and names in a list this long takes seconds in the test's
 * DOM.
 */
export async function openPalette(): Promise<OpenPalette> {
  pressKey('k', { ctrlKey: true });
  const field = await waitFor(() => getElement('[role="dialog"] input'));
  const type = (value: string): boolean => fireEvent.change(field, { target: { value } });
  const list = (): readonly Element[] => [...document.querySelectorAll('[role="dialog"] [role="menuitem"]')];
  const read = (): readonly string[] => list().map(({ textContent }) => textContent);
  const choose = async (start: string): Promise<Element> => {
    const item = await waitFor(() => {
      const found = list().find(({ textContent }) => textContent.startsWith(start));
      if (found === undefined)
        throw new Error(`The palette has no entry that begins with ${start}, but ${read().join(', ')}.`);
      return found;
    });
    fireEvent.click(item);
    return item;
  };
  return { type, choose, list, read };
}
