import { ARABIC_COUNTED_NOUNS, createPluralTexts } from '#contract/text/ar/counted.ts';
import type { Translation } from '#contract/text/translation.ts';
import type * as english from '../en/toasts.ts';

/** Strings of the messages about what was done, in Arabic. */
export const toastTexts = {
  toast: {
    label: 'الرسائل',
    dismiss: 'إخفاء',
    unnamed: {
      requisition: 'طلب فحص بلا اسم',
      form: 'نموذج بلا اسم',
      notification: 'إشعار بلا عنوان',
    },
    undo: 'تراجع',
    changeDiscarded: 'تم تجاهل «{{what}}» الخاص بـ {{name}} من التغييرات المعلّقة في «النشاط».',
    draftDiscarded: 'تم تجاهل مسودة {{name}} من المسودات على هذا الحاسوب.',
    followUpSet: 'وُضعت علامة متابعة على {{name}} على هذا الحاسوب.',
    followUpChanged: 'تغيّرت علامة متابعة {{name}} على هذا الحاسوب.',
    followUpCleared: 'أُزيلت علامة متابعة {{name}} من هذا الحاسوب.',
    shared: 'سيُشارَك {{name}} مع المريض. ينتظر ذلك في «النشاط» حتى الإرسال.',
    snoozed: 'أُخفي {{name}} من «الوارد» حتى {{when}}؛ وهو في العرض «المؤجَّلة».',
    ...createPluralTexts(
      'snoozedSeveral',
      ARABIC_COUNTED_NOUNS.notification,
      (notifications) => `أُخفي من «الوارد» حتى {{when}}: ${notifications}؛ تجدها في العرض «المؤجَّلة».`,
    ),
    ...createPluralTexts(
      'unsnoozedSeveral',
      ARABIC_COUNTED_NOUNS.notification,
      (notifications) => `يظهر في «الوارد» كما كان: ${notifications}.`,
    ),
    unsnoozed: 'يظهر {{name}} في «الوارد» كما كان.',
    published: 'سيُنشر {{name}}. ينتظر ذلك في «النشاط» حتى الإرسال.',
    fileSaved: 'حُفظ {{file}} في المجلد {{folder}}.',
  },
} as const satisfies Translation<typeof english.toastTexts>;
