import i18next, { type i18n as Catalogs, type TFunction } from 'i18next';
import { createContext, useContext, useSyncExternalStore } from 'react';
import { type Language, chooseLocale, getLanguageOfLocale, getTextDirection } from '#contract/languages.ts';
import type { AppError } from '#contract/result.ts';
import { isolateDirectionOfValue } from '#contract/text/isolate.ts';
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

const instance: Catalogs = i18next.createInstance();
void instance.init({
  lng: 'en-GB',
  // A sentence that a catalog lacks is shown in English.
  fallbackLng: 'en',
  load: 'languageOnly',
  resources: { en: { translation: englishTexts } },
  initAsync: false,
  // React escapes what it shows as HTML; what is left to do to a value is to keep its direction to itself.
  interpolation: {
    escape: (value) =>
      isolateDirectionOfValue(value, getTextDirection(getLanguageOfLocale(instance.language))),
  },
});

export type TextFunction = TFunction;

/**
 * Wraps a text function so that it looks up each string without values once: the library walks along the path of its key
 * each time, and a page shows hundreds of them.
 */
function cacheStrings(text: TextFunction): TextFunction {
  const strings = new Map<unknown, unknown>();
  return new Proxy(text, {
    apply(target, self, args: readonly unknown[]): unknown {
      const [key] = args;
      if (args.length > 1) return Reflect.apply(target, self, args);
      if (!strings.has(key)) strings.set(key, Reflect.apply(target, self, args));
      return strings.get(key);
    },
  });
}

/** The function that returns the strings of one language, and its locale. */
export interface Texts {
  /** For example `de-AT`. */
  readonly locale: string;
  readonly text: TextFunction;
  /** The language whose catalog could not be loaded, so that English is shown; null where nothing is missing. */
  readonly unloaded: Language | null;
}

let current: Texts = {
  locale: instance.language,
  text: cacheStrings(instance.getFixedT(instance.language)),
  unloaded: null,
};

/** Returns the string of a typed key in the chosen language, for code outside of components. */
export const translate: TextFunction = new Proxy(instance.t, {
  apply: (_own, self, args: readonly unknown[]): unknown => Reflect.apply(current.text, self, args),
});

/** The strings that components show: inside of `LanguageProvider` those of the chosen language, outside of it English. */
export const TextContext = createContext(current);

function followLanguage(onChange: () => void): () => void {
  instance.on('languageChanged', onChange);
  return () => instance.off('languageChanged', onChange);
}

/** Hook that returns the strings of the chosen language, and draws the component again when it changes. */
export function useTextsOfChosenLanguage(): Texts {
  return useSyncExternalStore(followLanguage, () => current);
}

/**
 * Hook that returns a string by its typed key. Components read the language from one context: to watch it in every
 * component makes a page slow to draw.
 */
export function useText(): TextFunction {
  return useContext(TextContext).text;
}

/** Hook that returns the locale of texts, dates and numbers, for example `de-AT`. */
export function useLocale(): string {
  return useContext(TextContext).locale;
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

/** Loads a catalog where that has not happened yet, and returns whether it is there. */
async function loadCatalog(language: Language): Promise<boolean> {
  if (language === 'en' || instance.hasResourceBundle(language, 'translation')) return true;
  try {
    instance.addResourceBundle(language, 'translation', await CATALOGS[language]());
    return true;
  } catch (thrown) {
    // The page reports it to the log.
    reportError(thrown);
    return false;
  }
}

/** Hook that returns the language whose catalog could not be loaded, so that English is shown; otherwise null. */
export function useUnloadedLanguage(): Language | null {
  return useContext(TextContext).unloaded;
}

/**
 * Shows the page in the language of a locale, with its direction and its formats. Of several calls the last one counts.
 * Where its catalog cannot be loaded the page is English, with the formats of the same region.
 * @param locale for example `de-AT`; a language without a catalog is English
 */
export async function switchPageToLocale(locale: string): Promise<void> {
  wantedLocale = locale;
  const wanted = getLanguageOfLocale(locale);
  const isLoaded = await loadCatalog(wanted);
  if (wantedLocale !== locale) return;
  const language = isLoaded ? wanted : 'en';
  const shown = isLoaded ? locale : chooseLocale(language, locale);
  setFormatLocale(shown);
  current = {
    locale: shown,
    text: cacheStrings(instance.getFixedT(shown)),
    unloaded: isLoaded ? null : wanted,
  };
  document.documentElement.lang = shown;
  document.documentElement.dir = getTextDirection(language);
  await instance.changeLanguage(shown);
}
