import type { Translation } from '#contract/text/translation.ts';
import type * as english from '../en/unsaved-input.ts';

/** Strings about what was typed in editors and dialogs and is not saved, in Arabic. */
export const unsavedInputTexts = {
  unsavedInput: {
    kept: 'لم يُحفظ بعد، لكن ما كُتب باقٍ: {{what}}.',
    form: {
      reminder: 'تذكير',
      'request-reminder': 'تذكير بطلب تعبئة',
      name: 'اسم',
      'account-label': 'اسم حساب',
      view: 'اسم عرض محفوظ',
      template: 'اسم قالب',
      snooze: 'يوم انتهاء تأجيل',
      'pending-change': 'تغيير معدَّل في صندوق الصادر',
      'sign-in': 'عنوان ومستخدم لتسجيل الدخول',
      'pack-times': 'أوقات حزم التوقف',
      'pdf-space': 'المساحة المخصصة لملفات PDF',
    },
    open: 'الذهاب إليه',
    discard: 'تجاهل',
  },
} as const satisfies Translation<typeof english.unsavedInputTexts>;
