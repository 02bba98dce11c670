/** The languages of the catalogs. English is the one that the others fall back to. */
export const LANGUAGES = ['en', 'de', 'ar'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The setting: a language, or the language of the operating system. */
export type LanguageChoice = 'system' | Language;

/** The languages whose texts no speaker has reviewed yet. */
export const UNREVIEWED_LANGUAGES: ReadonlySet<Language> = new Set<Language>(['de', 'ar']);

/** The name of each language in itself. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  ar: 'العربية',
};

const RIGHT_TO_LEFT: ReadonlySet<Language> = new Set<Language>(['ar']);
/** The locale of a language where the region of the system is not known. */
const LOCALES_WITHOUT_REGION: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de', ar: 'ar' };

/** The digits and the calendar of PDFs, ids and what is typed into dates, also where a region uses others. */
const FORMAT_EXTENSIONS: Readonly<Record<Language, string>> = { en: '', de: '', ar: '-u-ca-gregory-nu-latn' };

const TAG = /^([a-z]{2,3})(?:[-_][A-Za-z]{4})?(?:[-_]([A-Za-z]{2}|\d{3}))?(?:$|[-_.@])/;

/**
 * Returns the language that Intray shows.
 * @param choice the setting
 * @param preferred BCP 47 tags of the operating system, the most wanted first; tags of other languages are skipped
 * @returns the first preferred language that has a catalog; English where none has one
 */
export function chooseLanguage(choice: LanguageChoice, preferred: readonly string[]): Language {
  if (choice !== 'system') return choice;
  for (const tag of preferred) {
    const wanted = TAG.exec(tag)?.[1];
    const known = LANGUAGES.find((language) => language === wanted);
    if (known !== undefined) return known;
  }
  return 'en';
}

/**
 * Returns the locale of dates, numbers and lists: the language with the region of the system, for example `de-AT`.
 * @param systemLocale BCP 47 tag of the system's formats, for example `en-AT`; null or another text where it is unknown
 */
export function chooseLocale(language: Language, systemLocale: string | null): string {
  const region = TAG.exec(systemLocale ?? '')?.[2]?.toUpperCase();
  const locale = region === undefined ? LOCALES_WITHOUT_REGION[language] : `${language}-${region}`;
  return `${locale}${FORMAT_EXTENSIONS[language]}`;
}

/** Returns the direction in which a language is written. */
export function getTextDirection(language: Language): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.has(language) ? 'rtl' : 'ltr';
}

/** Returns the language of a locale, for example `de` of `de-AT`; English for one without a catalog. */
export function getLanguageOfLocale(locale: string): Language {
  return chooseLanguage('system', [locale]);
}
