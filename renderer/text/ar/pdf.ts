import type { Translation } from '#contract/text/translation.ts';
import type * as english from '../en/pdf.ts';

/** Strings of the PDF of a requisition, in Arabic. */
export const pdfTexts = {} as const satisfies Translation<typeof english.pdfTexts>;
