import type { Translation } from '#contract/text/translation.ts';
import type * as english from '../en/removal.ts';

/** Strings of signing out, removing accounts and wiping, in Arabic. */
export const removalTexts = {} as const satisfies Translation<typeof english.removalTexts>;
