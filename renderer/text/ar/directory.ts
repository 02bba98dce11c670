import type { Translation } from '#contract/text/translation.ts';
import type * as english from '../en/directory.ts';

/** Strings of local names, related records, follow-up marks and typical durations, in Arabic. */
export const directoryTexts = {} as const satisfies Translation<typeof english.directoryTexts>;
