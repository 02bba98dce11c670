import type { Translation } from '#contract/text/translation.ts';
import type * as english from '../en/query.ts';

/** Strings of the search, the filters, the order and the rows of every list, in Arabic. */
export const listQueryTexts = {} as const satisfies Translation<typeof english.listQueryTexts>;

/** Strings of lists and records of every kind, in Arabic. */
export const recordTexts = {} as const satisfies Translation<typeof english.recordTexts>;
