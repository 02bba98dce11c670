import { app } from 'electron';
import i18next from 'i18next';
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
import { mainProcessTexts as arabicTexts } from '#contract/text/ar/system.ts';
import { mainProcessTexts as germanTexts } from '#contract/text/de/system.ts';
import { mainProcessTexts as englishTexts } from '#contract/text/en/system.ts';
import type { TextKey, Translation } from '#contract/text/translation.ts';

const CATALOGS: Readonly<Record<Language, Translation<typeof englishTexts>>> = {
  en: englishTexts,
  de: germanTexts,
  ar: arabicTexts,
};

export type MainProcessTextKey = TextKey<typeof englishTexts>;

const instance = i18next.createInstance();
void instance.init({
  lng: 'en-GB',
  fallbackLng: 'en',
  load: 'languageOnly',
  resources: Object.fromEntries(LANGUAGES.map((language) => [language, { translation: CATALOGS[language] }])),
  initAsync: false,
  // Nothing here is HTML: a value is isolated instead of escaped, so that its direction does not change the sentence.
  interpolation: {
    escape: (value) =>
      isolateDirectionOfValue(value, getTextDirection(getLanguageOfLocale(instance.language))),
  },
});

/** Returns a string of the main process in the chosen language; `count` chooses its plural form. */
export function getMainProcessText(
  key: MainProcessTextKey,
  values: Readonly<Record<string, string | number>> = {},
): string {
  return instance.t(key, values);
}

/** Returns the locale of what the main process shows, for example `de-AT`. */
export function getMainLocale(): string {
  return instance.language;
}

/** Joins texts to a list of the chosen language, for example `2 appointments, 1 message`. */
export function joinTexts(texts: readonly string[]): string {
  return new Intl.ListFormat(instance.language, { type: 'unit' }).format(texts);
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
  instance.off('languageChanged');
  instance.on('languageChanged', onChanged);
}

/** Chooses the language of what the main process shows. */
export function setMainProcessLanguage(choice: LanguageChoice): void {
  const language = chooseLanguage(choice, app.getPreferredSystemLanguages());
  const locale = chooseLocale(language, app.getSystemLocale());
  if (instance.language !== locale) void instance.changeLanguage(locale);
}
