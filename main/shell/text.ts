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
import { errorTexts as arabicErrors } from '#contract/text/ar/errors.ts';
import { mainProcessTexts as arabicTexts } from '#contract/text/ar/system.ts';
import { errorTexts as germanErrors } from '#contract/text/de/errors.ts';
import { mainProcessTexts as germanTexts } from '#contract/text/de/system.ts';
import { errorTexts as englishErrors } from '#contract/text/en/errors.ts';
import { mainProcessTexts as englishTexts } from '#contract/text/en/system.ts';
import { createTranslator, toStrings } from '#contract/text/translator.ts';
import type { TextKey, Translation } from '#contract/text/translation.ts';

const ENGLISH = { ...englishTexts, error: englishErrors.error };
const CATALOGS: Readonly<Record<Language, Translation<typeof ENGLISH>>> = {
  en: ENGLISH,
  de: { ...germanTexts, error: germanErrors.error },
  ar: { ...arabicTexts, error: arabicErrors.error },
};

export type MainProcessTextKey = TextKey<typeof ENGLISH>;

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
export function getMainProcessText(
  key: MainProcessTextKey,
  values: Readonly<Record<string, string | number>> = {},
): string {
  return texts.translate(key, values);
}

/** Returns the locale of what the main process shows, for example `de-AT`. */
export function getMainLocale(): string {
  return texts.locale;
}

/** Joins texts to a list of the chosen language, for example `2 appointments, 1 message`. */
export function joinTextsAsList(parts: readonly string[]): string {
  return new Intl.ListFormat(texts.locale, { type: 'unit' }).format(parts);
}

/** Returns the names of all screens, and of the kinds of records that have windows of their own, in all languages. */
export function listWindowNamesInAllLanguages(): readonly string[] {
  return LANGUAGES.flatMap((language) => {
    const { screen = {}, recordWindow = {} } = CATALOGS[language];
    return [...Object.values(screen), ...Object.values(recordWindow)];
  });
}

/** Calls a function after each change of the language; it replaces the function of an earlier call. */
export function setMainLanguageListener(onChanged: () => void): void {
  handleChange = onChanged;
}

/**
 * Chooses the language of what the main process shows.
 * @param systemLocale BCP 47 tag of the system's formats
 */
export function setMainProcessLanguage(
  choice: LanguageChoice,
  systemLocale: string = app.getSystemLocale(),
): void {
  const language = chooseLanguage(choice, app.getPreferredSystemLanguages());
  const locale = chooseLocale(language, systemLocale);
  if (texts.locale === locale) return;
  texts = createTexts(locale);
  handleChange();
}
