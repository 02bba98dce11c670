import type { Translation } from '#contract/text/translation.ts';
import type * as english from '../en/transfer.ts';

/** Strings of exporting and importing the local store of an account, in Arabic. */
export const transfer = {} as const satisfies Translation<typeof english.transfer>;
