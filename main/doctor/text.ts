import { getLanguageOfLocale, getTextDirection, type Language } from '#contract/languages.ts';
import { computerCheckTexts as arabicTexts } from '#contract/text/ar/computer-check.ts';
import { errorTexts as arabicErrors } from '#contract/text/ar/errors.ts';
import { computerCheckTexts as germanTexts } from '#contract/text/de/computer-check.ts';
import { errorTexts as germanErrors } from '#contract/text/de/errors.ts';
import { computerCheckTexts as englishTexts } from '#contract/text/en/computer-check.ts';
import { errorTexts as englishErrors } from '#contract/text/en/errors.ts';
import { isolateDirectionOfValue } from '#contract/text/isolate.ts';
import { createTranslator, toStrings } from '#contract/text/translator.ts';
import type { TextKey, Translation } from '#contract/text/translation.ts';

const ENGLISH = { ...englishTexts, error: englishErrors.error };
const CATALOGS: Readonly<Record<Language, Translation<typeof ENGLISH>>> = {
  en: ENGLISH,
  de: { ...germanTexts, error: germanErrors.error },
  ar: { ...arabicTexts, error: arabicErrors.error },
};

/** A duration in one unit, which is written in the language of the sentence. */
interface Duration {
  readonly amount: number;
  readonly unit: 'minute' | 'hour' | 'day' | 'year';
}

/** A text that is the same in every language, or a sentence of the catalogs with its values. */
export type CheckSentence =
  | string
  | { readonly key: TextKey<typeof ENGLISH>; readonly values?: Readonly<Record<string, SentenceValue>> };
/** Several sentences are joined by semicolons. */
type SentenceValue = number | CheckSentence | Duration | readonly CheckSentence[];

/** Returns the function that writes sentences in the language of a locale. */
function createText(locale: string) {
  const language = getLanguageOfLocale(locale);
  return createTranslator({
    locale,
    catalogs: [language, 'en' as const].map((each) => ({
      language: each,
      strings: toStrings(CATALOGS[each]),
    })),
    // Values are isolated by `writeValue`: only it knows what is a sentence of its own.
    escape: (value) => value,
  });
}

function writeValue(value: SentenceValue, locale: string): string | number {
  if (typeof value === 'number') return value;
  if (typeof value === 'object' && 'unit' in value)
    return new Intl.NumberFormat(locale, { style: 'unit', unit: value.unit, unitDisplay: 'long' }).format(
      value.amount,
    );
  const sentences = typeof value === 'object' && !('key' in value) ? value : [value];
  return isolateDirectionOfValue(
    sentences.map((each) => writeSentence(each, locale)).join('; '),
    getTextDirection(getLanguageOfLocale(locale)),
  );
}

/**
 * Writes a sentence in a language.
 * @param locale for example `de-AT`; a language without a catalog is English
 */
export function writeSentence(sentence: CheckSentence, locale: string): string {
  if (typeof sentence === 'string') return sentence;
  const values = Object.entries(sentence.values ?? {}).map(
    ([name, value]) => [name, writeValue(value, locale)] as const,
  );
  const written: Readonly<Record<string, string | number>> = Object.fromEntries(values);
  return createText(locale)(sentence.key, written);
}
