import type { Translation } from '#contract/text/translation.ts';
import type * as english from '../en/computer.ts';

/** Strings of the policy of this computer and of its check, in Arabic. */
export const computerTexts = {} as const satisfies Translation<typeof english.computerTexts>;
