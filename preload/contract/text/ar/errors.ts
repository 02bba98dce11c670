import type { Translation } from '../translation.ts';
import type * as english from '../en/errors.ts';

/** Sentences for the error codes, in Arabic. */
export const errorTexts = {} as const satisfies Translation<typeof english.errorTexts>;
