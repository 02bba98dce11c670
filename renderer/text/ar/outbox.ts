import type { Translation } from '#contract/text/translation.ts';
import type * as english from '../en/outbox.ts';

/** Strings of the outbox screen: changes that need a decision, pending changes and sent changes, in Arabic. */
export const outboxScreenTexts = {} as const satisfies Translation<typeof english.outboxScreenTexts>;

/** Strings of pending changes: one vocabulary for every screen that shows them, in Arabic. */
export const pendingChangeTexts = {} as const satisfies Translation<typeof english.pendingChangeTexts>;
