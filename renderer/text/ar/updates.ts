import type { Translation } from '#contract/text/translation.ts';
import type * as english from '../en/updates.ts';

/** Strings of the updates in the settings, in Arabic. */
export const updateTexts = {} as const satisfies Translation<typeof english.updateTexts>;
