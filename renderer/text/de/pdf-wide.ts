import type { Translation } from '#contract/text/translation.ts';
import type * as english from '../en/pdf-wide.ts';

/** Strings of the button that widens a record and its PDF, in German. */
export const pdfWideTexts = {
  pdfWide: { widen: 'Verbreitern', narrow: 'Liste zeigen' },
} as const satisfies Translation<typeof english.pdfWideTexts>;
