import { createPluralTexts, ARABIC_COUNTED_NOUNS, ARABIC_NUMBER_ALONE } from '#contract/text/ar/counted.ts';
import type { Translation } from '#contract/text/translation.ts';
import type * as english from '../en/transfer.ts';

/** Strings of exporting and importing the local store of an account, in Arabic. */
export const exportAndImportTexts = {
  transfer: {
    export: 'تصدير',
    exportNamed: 'تصدير البيانات المحلية لـ {{name}}',
    import: 'استيراد',
    importNamed: 'استيراد بيانات محلية إلى {{name}}',
    exportTitle: 'تصدير البيانات المحلية لـ {{name}}',
    exportAll: 'تصدير كل الحسابات',
    exportAllTitle: 'تصدير البيانات المحلية لكل الحسابات',
    exportAllFiles:
      'لكل حساب ملف خاص به يحمل معرّف الحساب في اسمه. يُستثنى الحساب الذي لا يمكن قراءة ملفاته الآن، كأن يكون مقفلًا.',
    exportLead:
      'يحتوي الملف على ما هو موجود على هذا الحاسوب فقط: التغييرات التي ليست في الخدمة، والمسودات، والأسماء، والملاحظات، والعروض، والتذكيرات. ولا يحتوي على سجلات الخدمة وملفات PDF. احفظ أولًا ما كتبته في النماذج الأخرى: لا يعيده الاستيراد.',
    exportWarning:
      'لا تفتح الملف إلا عبارة المرور هذه، ولا يستطيع أحد استعادتها. يستورد المستخدم نفسه الملف على هذا الحاسوب أو على آخر.',
    importTitle: 'استيراد بيانات محلية إلى {{name}}',
    importLead:
      'يجب أن يأتي الملف من العنوان نفسه ومن المستخدم نفسه. يُبحث أولًا في الخدمة عما فيه من طلبات ونشر ومراجعات؛ ولا يرسلها من جديد غيرك.',
    confirmUser: 'لا يُعرف هل هذا الملف لمستخدم هذا الحساب. ضع علامة في المربع إن كان له.',
    sameUser: 'صدّر الملفَ مستخدمُ هذا الحساب',
    passphrase: 'عبارة المرور',
    again: 'عبارة المرور نفسها مرة أخرى',
    tooShort: '{{least, number}} حرفًا على الأقل.',
    differs: 'عبارتا المرور مختلفتان.',
    choosePlace: 'اختيار مكان والتصدير',
    exporting: 'يجري التصدير والتحقق',
    chooseFile: 'اختيار الملف والاستيراد',
    importing: 'يجري الاستيراد',
    cancel: 'إلغاء',
    close: 'إغلاق',
    exportedTitle: 'تم التصدير والتحقق',
    exportedTo: 'أُعيدت قراءة الملف {{file}} وفُكّ تشفيره وقورن.',
    exportedNoFile: 'لا توجد في أي حساب بيانات محلية يمكن قراءتها.',
    exportedNothing: 'كل التغييرات في الخدمة.',
    ...createPluralTexts(
      'exportedChanges',
      ARABIC_COUNTED_NOUNS.change,
      (changes) => `ما فيه وليس في الخدمة: ${changes}.`,
    ),
    importedTitle: 'تم الاستيراد',
    ...createPluralTexts(
      'importedChanges',
      ARABIC_COUNTED_NOUNS.change,
      (changes) => `أُضيف إلى صندوق الصادر: ${changes}.`,
    ),
    ...createPluralTexts(
      'importedUncertain',
      ARABIC_NUMBER_ALONE,
      (count) => `ما قد وصل إلى الخدمة ويُبحث عنه: ${count}.`,
    ),
    ...createPluralTexts(
      'importedKnown',
      ARABIC_NUMBER_ALONE,
      (count) => `ما كان هنا من قبل وتُخطّي: ${count}.`,
    ),
    ...createPluralTexts(
      'importedDiffering',
      ARABIC_NUMBER_ALONE,
      (count) => `ما ينتظر منها هنا بمحتوى آخر: ${count}. احتفظ بالملف إلى أن يُرسل.`,
    ),
    ...createPluralTexts(
      'importedOthers',
      ARABIC_COUNTED_NOUNS.entry,
      (entries) => `أُضيف غير ذلك: ${entries}.`,
    ),
    exportUnsent: 'تصدير التغييرات غير المرسلة',
    unsentExported: 'صُدّرت جميعها، وأُعيدت قراءة كل ملف وقورن: {{files}}',
    confirmExported: 'الحذف مع الاحتفاظ بالملف المصدّر',
  },
} as const satisfies Translation<typeof english.exportAndImportTexts>;
