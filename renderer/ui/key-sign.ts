/**
 * The sign of a key press. Where the layout of the keyboard has another script than Latin, a letter goes by the place of its key, so
 * that J, K and E work there as well. Signs that are no letters, and Latin letters of any layout, stay as they are.
 */
export function keySign({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  const isOtherLetter = /^\p{L}$/u.test(key) && !/^\p{Script=Latin}$/u.test(key);
  const letter = isOtherLetter ? /^Key([A-Z])$/.exec(code)?.[1] : undefined;
  return letter === undefined ? key : letter.toLowerCase();
}

/** A key of the registry as it stands on the keyboard: the Mac has a command key where others have Ctrl. */
export function keyLabel(key: string, isMac: boolean): string {
  return isMac ? key.replace('Ctrl+', '⌘').replace('Shift+', '⇧') : key;
}
