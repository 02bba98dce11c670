import type { Translation } from '#contract/text/translation.ts';
import type * as english from '../en/access-log.ts';

/** Strings of the access log, in Arabic. */
export const accessLogTexts = {} as const satisfies Translation<typeof english.accessLogTexts>;
