import type { Translation } from '#contract/text/translation.ts';
import type * as english from '../en/retention.ts';

/** Strings of the time after which copies are removed from this computer, in Arabic. */
export const retention = {} as const satisfies Translation<typeof english.retention>;
