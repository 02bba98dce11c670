import { getLanguageOfLocale } from '#contract/languages.ts';
import type { PdfState } from '#contract/pdfs.ts';
import { downtimePackTexts as germanTexts } from '#contract/text/de/downtime-pack.ts';
import { downtimePackTexts as englishTexts } from '#contract/text/en/downtime-pack.ts';
import { escapeInvisibleCharactersOfId } from '#contract/visible-id.ts';

/** The standard font of the margin has no Arabic letters, so that an Arabic line would be blank: it is English. */
const STAMPS = {
  en: { texts: englishTexts, toLocale: (locale: string) => locale },
  de: { texts: germanTexts, toLocale: (locale: string) => locale },
  ar: { texts: englishTexts, toLocale: () => 'en-GB' },
} as const;

function insert(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_placeholder, name: string) => values[name] ?? '');
}

/** Returns the title of a pack, which lists of windows show. It contains no patient data. */
export function getPackTitle(locale: string): string {
  return STAMPS[getLanguageOfLocale(locale)].texts.title;
}

/** In which zone and language a stamp is written. */
export interface StampFormat {
  /** IANA name. */
  readonly zone: string;
  /** BCP 47 tag. */
  readonly locale: string;
}

/**
 * Returns the line for the margin: the time of the PDF and the end of the requisition's id, to tell printed
 * pages apart.
 */
export function formatPdfMarginStamp(
  { id, fetchedAt, isStale }: PdfState,
  isUnsent: boolean,
  { zone, locale }: StampFormat,
): string {
  const { texts, toLocale } = STAMPS[getLanguageOfLocale(locale)];
  const format = new Intl.DateTimeFormat(toLocale(locale), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: zone,
  });
  const end = escapeInvisibleCharactersOfId(Array.from(id).slice(-6).join(''));
  return [
    insert(texts.asOf, { when: format.format(fetchedAt ?? 0), zone }),
    insert(texts.requisition, { end }),
    ...(isStale ? [texts.stale] : []),
    ...(isUnsent ? [texts.unsent] : []),
  ].join(' \u00b7 ');
}
