import type { Translation } from '#contract/text/translation.ts';
import type * as english from '../en/lock.ts';

/** Strings of the lock screen, of the warning before the lock, and of the PIN in the settings, in Arabic. */
export const lock = {} as const satisfies Translation<typeof english.lock>;
