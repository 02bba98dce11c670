import i18next from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import { type Language, getLanguageOfLocale, getTextDirection } from '#contract/languages.ts';
import type { AppError } from '#contract/result.ts';
import { setFormatLocale } from '#renderer/ui/format.ts';
import { englishTexts } from './en/index.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof englishTexts };
  }
}

/** The catalogs besides English, which is in the first bundle; each is loaded when its language is chosen. */
const CATALOGS: Readonly<Record<Exclude<Language, 'en'>, () => Promise<object>>> = {
  de: async () => (await import('./de/index.ts')).germanTexts,
  ar: async () => (await import('./ar/index.ts')).arabicTexts,
};

const instance = i18next.createInstance();
void instance.use(initReactI18next).init({
  lng: 'en-GB',
  // A sentence that a catalog lacks is shown in English.
  fallbackLng: 'en',
  load: 'languageOnly',
  resources: { en: { translation: englishTexts } },
  initAsync: false,
  // React escapes what it shows; escaping twice would show `&amp;` in names.
  interpolation: { escapeValue: false },
});

/** Returns the string of a typed key, for code outside of components. */
export const translate = instance.t;
export type TextFunction = typeof translate;

/** Hook that returns a string by its typed key. The component is drawn again when the language changes. */
export function useText(): TextFunction {
  return useTranslation('translation', { i18n: instance }).t;
}

/** Hook that returns the locale of texts, dates and numbers, for example `de-AT`. */
export function useLocale(): string {
  return useTranslation('translation', { i18n: instance }).i18n.language;
}

/** Returns the sentence for an error in the chosen language, with the service's own message where it sent one. */
export function getErrorSentence({ code, serverWords }: AppError): string {
  const sentence = translate(`error.${code}`);
  return serverWords === undefined ? sentence : translate('errorSaid', { sentence, words: serverWords });
}

/** Joins texts to a list of the chosen language, for example `draft, sent and reviewed`. */
export function joinTexts(texts: readonly string[], type: 'conjunction' | 'unit' = 'conjunction'): string {
  return new Intl.ListFormat(instance.language, { type }).format(texts);
}

let wantedLocale = instance.language;

async function loadCatalog(language: Language): Promise<void> {
  if (language === 'en' || instance.hasResourceBundle(language, 'translation')) return;
  instance.addResourceBundle(language, 'translation', await CATALOGS[language]());
}

/**
 * Shows the page in the language of a locale, with its direction and its formats. Of several calls the last one counts.
 * @param locale for example `de-AT`; a language without a catalog is English
 */
export async function showLocale(locale: string): Promise<void> {
  wantedLocale = locale;
  const language = getLanguageOfLocale(locale);
  await loadCatalog(language);
  if (wantedLocale !== locale) return;
  setFormatLocale(locale);
  document.documentElement.lang = locale;
  document.documentElement.dir = getTextDirection(language);
  await instance.changeLanguage(locale);
}
