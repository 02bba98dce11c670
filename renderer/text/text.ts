/**
 * All strings of the page. What is read before the first screen imports `first-text.ts` instead, so that it brings the strings
 * of the first screen alone. Who imports this file has all English strings, because it is read before that.
 */
import type { PlaceholderValues } from '#contract/text/translator.ts';
import type { TextKey } from '#contract/text/translation.ts';
import { englishTexts } from './en/index.ts';
import { addEnglishTexts, translateFirst, useFirstText } from './first-text.ts';

export {
  getErrorSentence,
  joinTexts,
  switchPageToLocale,
  useLocale,
  useUnshownLanguage,
} from './first-text.ts';

addEnglishTexts(englishTexts);

/** Returns a string in one language, by its typed key; `count` among the values chooses its plural form. */
export type TextFunction = (key: TextKey<typeof englishTexts>, values?: PlaceholderValues) => string;

/** Returns the string of a typed key in the chosen language, for code outside of components. */
export const translate = translateFirst as TextFunction; // With this file, all keys have strings.

/** Hook that returns a string by its typed key. */
export function useText(): TextFunction {
  return useFirstText() as TextFunction; // With this file, all keys have strings.
}
