import type { Translation } from '#contract/text/translation.ts';
import type * as english from '../en/missing.ts';

/** Strings of records that the service no longer returns, in Arabic. */
export const missingRecordTexts = {} as const satisfies Translation<typeof english.missingRecordTexts>;
