import type { Translation } from '#contract/text/translation.ts';
import type * as english from '../en/forms.ts';

/** Strings of the list of forms and of the completion requests, in Arabic. */
export const formTexts = {} as const satisfies Translation<typeof english.formTexts>;
