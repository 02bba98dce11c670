import type { Translation } from '#contract/text/translation.ts';
import type * as english from '../en/home.ts';

/** Strings of the home screen, in Arabic. */
export const homeTexts = {} as const satisfies Translation<typeof english.homeTexts>;
