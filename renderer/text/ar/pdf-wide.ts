import type { Translation } from '#contract/text/translation.ts';
import type * as english from '../en/pdf-wide.ts';

/** Strings of the button that widens a record and its PDF, in Arabic. */
export const pdfWideTexts = {
  pdfWide: { widen: 'توسيع', narrow: 'إظهار القائمة' },
} as const satisfies Translation<typeof english.pdfWideTexts>;
