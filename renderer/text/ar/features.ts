import type { Translation } from '#contract/text/translation.ts';
import type * as english from '../en/features.ts';

/** Strings of records, by kind, in Arabic. */
export const recordTextsByKind = {} as const satisfies Translation<typeof english.recordTextsByKind>;
