import type { Translation } from '#contract/text/translation.ts';
import type * as english from '../en/text-size.ts';

/** Strings of the setting for the size of texts, in Arabic. */
export const textSizeTexts = {
  textSize: {
    label: 'حجم النص',
    percent: '{{percent}} %',
    other: '{{size}}، اختير من قائمة «عرض»',
    help: 'يكبر معه كل ما في النافذة أو يصغر، كما في تكبير قائمة «عرض». ويبقى بعد إعادة التشغيل.',
  },
} as const satisfies Translation<typeof english.textSizeTexts>;
