import {
  createPluralTexts,
  toObliqueCase,
  ARABIC_COUNTED_NOUNS,
  ARABIC_NUMBER_ALONE,
} from '#contract/text/ar/counted.ts';
import type { Translation } from '#contract/text/translation.ts';
import type * as english from '../en/missing.ts';

/** Strings of records that the service no longer returns, in Arabic. */
export const missingRecordTexts = {
  missing: {
    title: 'لم تعد في الخدمة',
    ...createPluralTexts(
      'lead',
      toObliqueCase(ARABIC_COUNTED_NOUNS.day),
      (days) =>
        `توقفت الخدمة عن إعادة هذه السجلات. آخر ما عُرف عنها يبقى قابلًا للقراءة هنا: إلى أن تؤكد إن كان فيها عمل مفتوح، ثم مدة ${days}. ويبقى مدة أطول مع تذكير أو تغيير لم يُرسل.`,
    ),
    failed: 'تعذّرت قراءة هذه السجلات.',
    ...createPluralTexts(
      'heldLead',
      ARABIC_COUNTED_NOUNS.record,
      (records) =>
        `المفقود ضمن {{kind}}: ${records}، وهذا جزء كبير منها. يبقى في قائمته إلى أن تؤكد. إن لم تكن تتوقع ذلك فاسأل مسؤول الخدمة أولًا.`,
    ),
    ...createPluralTexts(
      'beingChecked',
      ARABIC_NUMBER_ALONE,
      (count) => `ما يُتحقق منه أيضًا مع المزامنات التالية، مئة في كل مرة: ${count}.`,
    ),
    ...createPluralTexts('takeOut', ARABIC_NUMBER_ALONE, (count) => `الإزالة من القائمة (${count})`),
    ...createPluralTexts(
      'takeOutQuestion',
      toObliqueCase(ARABIC_COUNTED_NOUNS.record),
      (records) => `إزالة ${records} من القائمة؟`,
    ),
    ...createPluralTexts(
      'takeOutWhat',
      toObliqueCase(ARABIC_COUNTED_NOUNS.day),
      (days) =>
        `تبقى قراءتها هنا ممكنة مدة ${days} على الأقل. إن أعادت الخدمة أحدها من جديد فإنه يعود إلى قائمته مع تذكيراته وملاحظاته.`,
    ),
    takeOutYes: 'الإزالة من القائمة',
    takeOutNo: 'الإبقاء في القائمة',
    openLead: 'ما زال في هذه السجلات عمل مفتوح. تحقق من كل منها ثم أكّد.',
    seen: 'تأكيد',
    notConfirmed: 'لم يُحفظ التأكيد.',
    ...createPluralTexts('closed', ARABIC_COUNTED_NOUNS.record, (records) => `أُزيل من القوائم: ${records}`),
    cut: 'بعض السجلات المفقودة غير معروضة.',
    reason: { gone: 'لم يعد في الخدمة', forbidden: 'لم يعد يُسمح لك برؤيته' },
    since: 'أُزيل من القوائم {{when}}',
    review: 'توجد مراجعة مفتوحة',
    ...createPluralTexts(
      'reminders',
      ARABIC_COUNTED_NOUNS.reminder,
      (reminders) => `التذكيرات المضبوطة: ${reminders}`,
    ),
    ...createPluralTexts('unsent', ARABIC_COUNTED_NOUNS.change, (changes) => `لم يُرسل: ${changes}`),
    read: 'إظهار آخر محتوى معروف',
    hide: 'إخفاء',
    loading: 'يجري تحميل آخر محتوى معروف',
    lastKnown: 'استُلم آخر مرة {{when}}. لم يعد السجل في الخدمة، لذا قد لا يكون هذا محدّثًا.',
    hidden:
      'لم تعد الخدمة تسمح لك برؤية هذا السجل، لذا أُخفي محتواه هنا أيضًا. تبقى تذكيراتك وملاحظاتك وتغييراتك المعلّقة.',
    unnamed: { requisition: 'طلب فحص', form: 'نموذج', notification: 'إشعار' },
  },
} as const satisfies Translation<typeof english.missingRecordTexts>;
