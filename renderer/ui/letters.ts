const SIZE = 48;

/** Returns the pixels of one letter in the font of the page; null where nothing can be drawn, as in tests without a screen. */
function drawLetter(letter: string): Uint8ClampedArray | null {
  const canvas = document.createElement('canvas');
  canvas.width = SIZE;
  canvas.height = SIZE;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) return null;
  context.font = `24px ${getComputedStyle(document.body).fontFamily}`;
  context.fillText(letter, 8, 32);
  return context.getImageData(0, 0, SIZE, SIZE).data;
}

/**
 * Returns whether a font of this computer has the letters of a script. A missing letter is drawn as a box or not at all, so
 * that two of them look the same.
 * @param letters two letters of the script that look different
 */
export function hasFontForLetters(letters: readonly [string, string]): boolean {
  const [first, second] = [drawLetter(letters[0]), drawLetter(letters[1])];
  if (first === null || second === null) return true;
  return first.some((value, at) => value !== second[at]);
}
