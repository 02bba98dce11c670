import { createPluralTexts, toObliqueCase, ARABIC_COUNTED_NOUNS } from '#contract/text/ar/counted.ts';
import type { Translation } from '#contract/text/translation.ts';
import type * as english from '../en/retention.ts';

/** Strings of the time after which copies are removed from this computer, in Arabic. */
export const retention = {
  retention: {
    title: 'النسخ على هذا الحاسوب',
    after: 'إزالة النسخ التي لم تُستخدم منذ',
    ...createPluralTexts('days', ARABIC_COUNTED_NOUNS.day),
    ...createPluralTexts(
      'limited',
      toObliqueCase(ARABIC_COUNTED_NOUNS.day),
      (days) => `الحد الأقصى الذي يسمح به مسؤول هذا الحاسوب: ${days}.`,
    ),
    stopped: 'لا يُزال شيء ما دامت سياسة هذا الحاسوب غير صالحة للاستخدام.',
    what: 'تُزال هذه النسخ: ملفات PDF التي لم تُفتح، والإصدارات السابقة من السجلات، والنسخ الأخيرة من السجلات التي لم تعد الخدمة تعيدها، وسجلات الحساب الذي لم يُفتح. لا يتغير شيء في الخدمة، والحساب الذي يُفتح من جديد ينزّل سجلاته.',
    stays:
      'تبقى هذه النسخ: سجلات قوائم هذا الحساب، والتغييرات غير المرسلة، والمسودات، والأسماء، والملاحظات، والتذكيرات، وملفات PDF التي تُنزَّل تلقائيًا، وكل ما يشير إليه تغيير غير مرسل أو مسودة.',
  },
} as const satisfies Translation<typeof english.retention>;
