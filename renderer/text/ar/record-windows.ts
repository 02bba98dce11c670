import { mainProcessTexts } from '#contract/text/ar/system.ts';
import type { Translation } from '#contract/text/translation.ts';
import type * as english from '../en/record-windows.ts';

/** Strings of windows that show one record, in Arabic. */
export const recordWindowTexts = {
  recordWindow: {
    title: mainProcessTexts.recordWindow,
    open: 'فتح في نافذة مستقلة',
    tooMany: 'يمكن فتح {{limit, number}} نوافذ على الأكثر لسجلات منفردة. أغلق إحداها أولًا.',
  },
} as const satisfies Translation<typeof english.recordWindowTexts>;
