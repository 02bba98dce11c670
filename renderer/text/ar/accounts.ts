import type { Translation } from '#contract/text/translation.ts';
import type * as english from '../en/accounts.ts';

/** Strings of accounts and settings, in Arabic. */
export const accountTexts = {} as const satisfies Translation<typeof english.accountTexts>;
