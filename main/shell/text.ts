import { app } from 'electron';
import {
  chooseLanguage,
  chooseLocale,
  getLanguageOfLocale,
  getTextDirection,
  type Language,
  LANGUAGES,
  type LanguageChoice,
} from '#contract/languages.ts';
import { isolateDirectionOfValue } from '#contract/text/isolate.ts';
import { systemTexts as arabicTexts } from '#contract/text/ar/system.ts';
import { systemTexts as germanTexts } from '#contract/text/de/system.ts';
import { systemTexts as englishTexts } from '#contract/text/en/system.ts';
import { createTranslator, toStrings, type TextKey } from '#contract/text/translator.ts';
import type { Translation } from '#contract/text/translation.ts';

const CATALOGS: Readonly<Record<Language, Translation<typeof englishTexts>>> = {
  en: englishTexts,
  de: germanTexts,
  ar: arabicTexts,
};

export type MainTextKey = TextKey<typeof englishTexts>;

const STRINGS = new Map(LANGUAGES.map((language) => [language, toStrings(CATALOGS[language])]));

function createTexts(locale: string) {
  const language = getLanguageOfLocale(locale);
  return {
    locale,
    translate: createTranslator({
      locale,
      catalogs: [language, 'en' as const].map((each) => ({
        language: each,
        strings: STRINGS.get(each) ?? new Map<string, string>(),
      })),
      // A value is isolated, so that its direction does not change the sentence.
      escape: (value) => isolateDirectionOfValue(value, getTextDirection(language)),
    }),
  };
}

let texts = createTexts('en-GB');
let handleChange = (): void => {};

/** Returns a string of the main process in the chosen language; `count` chooses its plural form. */
export function getMainText(
  key: MainTextKey,
  values: Readonly<Record<string, string | number>> = {},
): string {
  return texts.translate(key, values);
}

/** Joins texts to a list of the chosen language, for example `2 appointments, 1 message`. */
export function joinTexts(parts: readonly string[]): string {
  return new Intl.ListFormat(texts.locale, { type: 'unit' }).format(parts);
}

/** Returns the names of all screens in all languages. */
export function listScreenNamesInAllLanguages(): readonly string[] {
  return LANGUAGES.flatMap((language) => Object.values(CATALOGS[language].screen ?? {}));
}

/** Calls a function after each change of the language; it replaces the function of an earlier call. */
export function setMainLanguageListener(onChanged: () => void): void {
  handleChange = onChanged;
}

/** Chooses the language of what the main process shows. */
export function setMainProcessLanguage(choice: LanguageChoice): void {
  const language = chooseLanguage(choice, app.getPreferredSystemLanguages());
  const locale = chooseLocale(language, app.getSystemLocale());
  if (texts.locale === locale) return;
  texts = createTexts(locale);
  handleChange();
}
