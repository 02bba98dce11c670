import type { Translation } from '#contract/text/translation.ts';
import type * as english from '../en/requisitions.ts';

/** Strings of the worklist of requisitions, in Arabic. */
export const worklistTexts = {} as const satisfies Translation<typeof english.worklistTexts>;
