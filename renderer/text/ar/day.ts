import type { Translation } from '#contract/text/translation.ts';
import type * as english from '../en/day.ts';

/** Strings of the day sheet: appointments, preparing a day for offline use, printing and the downtime pack, in Arabic. */
export const dayTexts = {} as const satisfies Translation<typeof english.dayTexts>;
