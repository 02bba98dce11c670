import type { Translation } from '../translation.ts';
import type * as english from '../en/system.ts';

/** Strings that the main process shows, in Arabic. */
export const systemTexts = { screen: {} } as const satisfies Translation<typeof english.systemTexts>;
