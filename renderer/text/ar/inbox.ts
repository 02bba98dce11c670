import type { Translation } from '#contract/text/translation.ts';
import type * as english from '../en/inbox.ts';

/** Strings of the inbox and of appointments, in Arabic. */
export const inboxTexts = {} as const satisfies Translation<typeof english.inboxTexts>;
