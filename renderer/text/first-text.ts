import { createContext, useContext, useSyncExternalStore } from 'react';
import { type Language, chooseLocale, getLanguageOfLocale, getTextDirection } from '#contract/languages.ts';
import type { AppError } from '#contract/result.ts';
import { isolateDirectionOfValue } from '#contract/text/isolate.ts';
import {
  createTranslator,
  toStrings,
  type Catalog,
  type PlaceholderValues,
  type StringsByKey,
} from '#contract/text/translator.ts';
import type { TextKey } from '#contract/text/translation.ts';
import { setFormatLocale } from '#renderer/ui/format.ts';
import { hasFontForLetters } from '#renderer/ui/letters.ts';
import { firstTexts } from './en/first.ts';

/** The catalogs besides English; each is loaded as a whole when its language is chosen. */
const CATALOGS: Readonly<Record<Exclude<Language, 'en'>, () => Promise<Catalog>>> = {
  de: async () => (await import('./de/index.ts')).germanTexts,
  ar: async () => (await import('./ar/index.ts')).arabicTexts,
};

/** The English strings that are read: those of the first screen, and all others once `text.ts` is. */
const ENGLISH = { language: 'en', strings: new Map(toStrings(firstTexts)) };
/** The strings of the languages that were chosen before. */
const loaded = new Map<Language, StringsByKey>([['en', ENGLISH.strings]]);

/**
 * Returns a string of the first screen or of the frame in one language, by its typed key; `count` among the values chooses its
 * plural form.
 */
export type FirstTextFunction = (key: TextKey<typeof firstTexts>, values?: PlaceholderValues) => string;

/** Adds English strings to those of the first screen. */
export function addEnglishTexts(texts: Catalog): void {
  for (const [key, text] of toStrings(texts)) ENGLISH.strings.set(key, text);
}

/** A language that cannot be shown: its catalog cannot be loaded, or no font of this computer has its letters. */
export interface UnshownLanguage {
  readonly language: Language;
  readonly why: 'catalog' | 'letters';
}

/** Two letters of each language that the font of the program does not have. */
const LETTERS_OF_SYSTEM_FONTS: Readonly<Partial<Record<Language, readonly [string, string]>>> = {
  ar: ['ع', 'س'],
};

/** The function that returns the strings of one language, and its locale. */
export interface Texts {
  /** For example `de-AT`. */
  readonly locale: string;
  readonly text: FirstTextFunction;
  /** The chosen language where it cannot be shown, so that English is; otherwise null. */
  readonly unshown: UnshownLanguage | null;
}

function createTexts(locale: string, unshown: UnshownLanguage | null = null): Texts {
  const language = getLanguageOfLocale(locale);
  const strings = loaded.get(language);
  return {
    locale,
    unshown,
    text: createTranslator({
      locale,
      // A sentence that a catalog lacks is shown in English.
      catalogs: strings === undefined ? [ENGLISH] : [{ language, strings }, ENGLISH],
      // React escapes what it shows as HTML; what is left to do to a value is to keep its direction to itself.
      escape: (value) => isolateDirectionOfValue(value, getTextDirection(language)),
    }),
  };
}

let current = createTexts('en-GB');
const listeners = new Set<() => void>();

/** Returns a string of the first screen in the chosen language, for code outside of components. */
export const translateFirst: FirstTextFunction = (key, values) => current.text(key, values);

/** The strings that components show: inside of `LanguageProvider` those of the chosen language, outside of it English. */
export const TextContext = createContext(current);

function followLanguage(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}

/** Hook that returns the strings of the chosen language, and draws the component again when it changes. */
export function useTextsOfChosenLanguage(): Texts {
  return useSyncExternalStore(followLanguage, () => current);
}

/**
 * Hook that returns a string of the first screen by its typed key. Components read the language from one context: to watch
 * it in every component makes a page slow to draw.
 */
export function useFirstText(): FirstTextFunction {
  return useContext(TextContext).text;
}

/** Hook that returns the locale of texts, dates and numbers, for example `de-AT`. */
export function useLocale(): string {
  return useContext(TextContext).locale;
}

/** Returns the sentence for an error in the chosen language, with the service's own message where it sent one. */
export function getErrorSentence({ code, serverWords }: AppError): string {
  const sentence = translateFirst(`error.${code}`);
  return serverWords === undefined ? sentence : translateFirst('errorSaid', { sentence, words: serverWords });
}

/** Joins texts to a list of the chosen language, for example `draft, sent and reviewed`. */
export function joinTexts(texts: readonly string[], type: 'conjunction' | 'unit' = 'conjunction'): string {
  return new Intl.ListFormat(current.locale, { type }).format(texts);
}

let wantedLocale = current.locale;

/** Loads a catalog where that has not happened yet, and returns whether it is there. */
async function loadCatalog(language: Language): Promise<boolean> {
  if (language === 'en' || loaded.has(language)) return true;
  try {
    loaded.set(language, toStrings(await CATALOGS[language]()));
    return true;
  } catch (thrown) {
    // The page reports it to the log.
    reportError(thrown);
    return false;
  }
}

/** Hook that returns the chosen language where it cannot be shown, so that English is; otherwise null. */
export function useUnshownLanguage(): UnshownLanguage | null {
  return useContext(TextContext).unshown;
}

/** Returns why a language cannot be shown; null where it can. Loads its catalog. */
async function findUnshown(language: Language): Promise<UnshownLanguage | null> {
  const letters = LETTERS_OF_SYSTEM_FONTS[language];
  if (letters !== undefined && !hasFontForLetters(letters)) return { language, why: 'letters' };
  return (await loadCatalog(language)) ? null : { language, why: 'catalog' };
}

/**
 * Shows the page in the language of a locale, with its direction and its formats. Of several calls the last one counts.
 * Where the language cannot be shown the page is English, with the formats of the same region.
 * @param locale for example `de-AT`; a language without a catalog is English
 */
export async function switchPageToLocale(locale: string): Promise<void> {
  wantedLocale = locale;
  const wanted = getLanguageOfLocale(locale);
  const unshown = await findUnshown(wanted);
  if (wantedLocale !== locale) return;
  const language = unshown === null ? wanted : 'en';
  const shown = unshown === null ? locale : chooseLocale(language, locale);
  setFormatLocale(shown);
  current = createTexts(shown, unshown);
  document.documentElement.lang = shown;
  document.documentElement.dir = getTextDirection(language);
  for (const handleChange of listeners) handleChange();
}
