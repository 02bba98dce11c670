import { neutralizeDirectionControls } from '../visible-id.ts';

const FIRST_STRONG_ISOLATE = '\u2068';
const POP_DIRECTIONAL_ISOLATE = '\u2069';
/** Letters that are written from right to left, and characters that change the direction of others. */
const CHANGES_DIRECTION =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Bidi_Control}]/u;
const ONLY_DIGITS = /^\p{N}*$/u;

/**
 * Returns a value as it is put into a sentence. A value that may be of the other direction is isolated, so that it
 * neither moves the words around it nor is moved by them; what would turn its own letters is made harmless.
 * @param direction of the sentence
 */
export function isolateDirectionOfValue(value: string, direction: 'ltr' | 'rtl'): string {
  const shown = neutralizeDirectionControls(value);
  const isSafe = direction === 'ltr' ? !CHANGES_DIRECTION.test(shown) : ONLY_DIGITS.test(shown);
  return isSafe ? shown : `${FIRST_STRONG_ISOLATE}${shown}${POP_DIRECTIONAL_ISOLATE}`;
}
