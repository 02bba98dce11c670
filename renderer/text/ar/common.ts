import type { Translation } from '#contract/text/translation.ts';
import type * as english from '../en/common.ts';

/** Strings of the settings of system notifications, in Arabic. */
export const systemNotificationTexts = {} as const satisfies Translation<
  typeof english.systemNotificationTexts
>;

/** Strings of the frame around every screen: navigation, status bar, banners, shortcuts, failures, in Arabic. */
export const frameTexts = {} as const satisfies Translation<typeof english.frameTexts>;
