import { createPluralTexts, toObliqueCase, ARABIC_COUNTED_NOUNS } from '#contract/text/ar/counted.ts';
import type { Translation } from '#contract/text/translation.ts';
import type * as english from '../en/removal.ts';

/** Strings of signing out, removing accounts and wiping, in Arabic. */
export const accountRemovalTexts = {
  removal: {
    start: { 'sign-out': 'تسجيل الخروج', remove: 'إزالة', wipe: 'إزالة كل الحسابات' },
    startNamed: {
      'sign-out': 'تسجيل الخروج من {{name}}',
      remove: 'إزالة {{name}}',
      wipe: 'إزالة كل الحسابات',
    },
    question: {
      'sign-out': 'تسجيل الخروج من {{name}}؟',
      remove: 'إزالة {{name}} من هذا الحاسوب؟',
      wipe: 'إزالة كل الحسابات من هذا الحاسوب؟',
    },
    goes: {
      'sign-out':
        'تُحذف من هذا الحاسوب الرموز والمفتاح وكل سجلات هذا الحساب وملفات PDF والأسماء والملاحظات والمسودات. يبقى العنوان والمستخدم في القائمة لتسجيل الدخول التالي.',
      remove:
        'تُحذف من هذا الحاسوب الرموز والمفتاح وكل سجلات هذا الحساب وملفات PDF والأسماء والملاحظات والمسودات. ويخرج الحساب من قائمة الحسابات أيضًا.',
      wipe: 'تُحذف من هذا الحاسوب الرموز والمفاتيح وكل سجلات جميع الحسابات وملفات PDF والأسماء والملاحظات والمسودات. تصبح قائمة الحسابات فارغة. تبقى الإعدادات.',
    },
    service: 'لا يُحذف شيء في الخدمة. تبقى الملفات التي حفظتها أو طبعتها في أماكن أخرى.',
    looking: 'يجري البحث عن تغييرات لم تُرسل',
    nothingUnsent: 'كل التغييرات في الخدمة.',
    ...createPluralTexts('unsent', ARABIC_COUNTED_NOUNS.change, (changes) => `ليس في الخدمة: ${changes}.`),
    tick: 'لحذف الحساب من دونها صدّرها، أو ضع علامة على كل منها لتجاهله.',
    unsentList: 'تغييرات ليست في الخدمة',
    ...createPluralTexts(
      'unsentElsewhere',
      ARABIC_COUNTED_NOUNS.change,
      (changes) => `{{name}}: ليس في الخدمة: ${changes}.`,
    ),
    oneByOne: 'صدّر كل الحسابات، أو أزل أولًا وعلى حدة كل حساب فيه تغييرات غير مرسلة.',
    openFirst: 'افتح الحساب لإرسالها.',
    mayHaveArrived: 'ربما وصل إلى الخدمة: قرّر بشأنه في «النشاط» أولًا أو صدّره.',
    unreadable: 'لا يفتح أي مفتاح ملفات {{name}}. لا يمكن سرد ما لم يُرسل؛ وسيُفقد معها.',
    locked: '{{name}} مقفل برقم PIN ويبقى. لا يمكن سرد تغييراته غير المرسلة.',
    unlockFirst:
      'افتحه برقم PIN ثم يمكن إزالته. إن فُقد رقم PIN ورمز الاسترداد فيستطيع مسؤول هذا الحاسوب إزالته.',
    acceptUnreadable: 'حذف الملفات مع أن ما لم يُرسل فيها غير معروف',
    sendNow: 'إرسال الآن',
    sending: 'يجري الإرسال',
    confirm: { 'sign-out': 'تسجيل الخروج والحذف', remove: 'الحذف والإزالة', wipe: 'حذف الكل' },
    ...createPluralTexts(
      'confirmDiscard',
      toObliqueCase(ARABIC_COUNTED_NOUNS.change),
      (changes) => `تجاهل ${changes} ثم الحذف`,
    ),
    deleting: 'يجري الحذف',
    keep: 'إبقاء كل شيء',
    doneTitle: {
      'sign-out': 'سُجّل خروجك من {{name}}.',
      remove: 'أُزيل {{name}} من هذا الحاسوب.',
      ...createPluralTexts(
        'wipe',
        ARABIC_COUNTED_NOUNS.account,
        (accounts) => `أُزيل من هذا الحاسوب: ${accounts}.`,
      ),
    },
    doneHint:
      'تم التحقق: عدد الملفات والمجلدات التي حُذفت {{files, number}}، وحُذف المفتاح والرموز من سلسلة المفاتيح. الإيصال في سجل الوصول.',
    doneHintNoKeychain:
      'تم التحقق: عدد الملفات والمجلدات التي حُذفت {{files, number}}. لا توجد سلسلة مفاتيح على هذا الحاسوب. الإيصال في removals.json في مجلد البيانات.',
    ...createPluralTexts(
      'doneForeign',
      ARABIC_COUNTED_NOUNS.file,
      (files) => `تُرك ما لم ينشئه Intray: ${files}.`,
    ),
    dismiss: 'إغلاق',
  },
} as const satisfies Translation<typeof english.accountRemovalTexts>;
