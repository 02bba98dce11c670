import {
  createPluralTexts,
  ARABIC_NUMBER_ALONE,
  toObliqueCase,
  ARABIC_COUNTED_NOUNS,
} from '#contract/text/ar/counted.ts';
import type { Translation } from '#contract/text/translation.ts';
import type * as english from '../en/computer.ts';

/** Strings of the policy of this computer and of its check, in Arabic. */
export const policyAndComputerCheckTexts = {
  policy: {
    lastGood: 'لا يمكن استخدام سياسة هذا الحاسوب، لذا تبقى آخر سياسة صالحة سارية. {{place}}: {{reason}}',
    strict:
      'لا يمكن استخدام سياسة هذا الحاسوب، لذا لا تُحفظ ملفات PDF ولا تُطبع ولا يُحدَّث شيء. يبقى كل شيء قابلًا للقراءة. {{place}}: {{reason}}',
    place: '{{file}}، السطر {{line}}',
    fixed: 'حدّده مسؤول هذا الحاسوب.',
    limited: 'لا يسمح مسؤول هذا الحاسوب بأكثر من «{{level}}».',
    noSaving: 'لا يسمح مسؤول هذا الحاسوب بحفظ ملفات PDF.',
    noPrinting: 'لا يسمح مسؤول هذا الحاسوب بطباعة ملفات PDF.',
    noOpening: 'لا يسمح مسؤول هذا الحاسوب بفتح ملفات PDF في برامج أخرى، لأنها تستطيع الحفظ والطباعة.',
  },
  check: {
    title: 'فحص هذا الحاسوب',
    running: 'يجري الفحص. يستغرق ذلك بضع ثوانٍ.',
    fine: 'كل شيء سليم.',
    ...createPluralTexts('wrong', ARABIC_NUMBER_ALONE, (count) => `عدد ما لا يعمل: ${count}.`),
    labels: {
      versions: 'الإصدارات',
      policy: 'السياسة',
      folder: 'مجلد البيانات',
      keychain: 'سلسلة المفاتيح',
      database: 'قاعدة البيانات المشفّرة',
      proxy: 'الخادم الوكيل',
      service: 'الخدمة',
      clock: 'الساعة',
      sandbox: 'العزل',
      printing: 'الطباعة',
      'pdf-program': 'برنامج PDF',
    },
    states: { fine: 'سليم', attention: 'جدير بالعلم', wrong: 'لا يعمل', skipped: 'لم يُفحص' },
    copy: 'نسخ',
    again: 'الفحص من جديد',
    close: 'إغلاق',
    privacy: 'لا يذكر التقرير شيئًا عن المرضى ولا يحتوي على أي رموز.',
    show: 'فحص هذا الحاسوب',
  },
} as const satisfies Translation<typeof english.policyAndComputerCheckTexts>;

/** Strings of the time after which copies are removed from this computer, in Arabic. */
export const retentionTexts = {
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
} as const satisfies Translation<typeof english.retentionTexts>;
