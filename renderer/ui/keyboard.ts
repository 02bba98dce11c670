/**
 * The character of a key press. On a keyboard with a non-Latin layout, a letter key counts as the Latin
 * letter at its position, so that J, K and E work there as well. Other characters, and letters of any Latin
 * layout, are unchanged.
 */
export function getLatinKeyCharacter({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  const isOtherLetter = /^\p{L}$/u.test(key) && !/^\p{Script=Latin}$/u.test(key);
  const letter = isOtherLetter ? /^Key([A-Z])$/.exec(code)?.[1] : undefined;
  return letter === undefined ? key : letter.toLowerCase();
}
