import { createPluralTexts, ARABIC_COUNTED_NOUNS, ARABIC_NUMBER_ALONE } from '#contract/text/ar/counted.ts';
import type { Translation } from '#contract/text/translation.ts';
import type * as english from '../en/toasts.ts';

const ALL = '{{all, number}}';

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
    notUndone: 'لم يعد التراجع ممكنًا لأن شيئًا ما تغيّر أو أُرسل منذ ذلك الحين. لم يتغيّر شيء الآن.',
    nothingToUndo: 'لا يوجد ما يمكن التراجع عنه.',
    reviewUndone: 'تم التراجع عن المراجعة: {{name}}',
    ...createPluralTexts(
      'reviewsUndone',
      ARABIC_COUNTED_NOUNS.review,
      (reviews) => `تم التراجع عن: ${reviews}.`,
    ),
    reviewsPartlyUndone:
      'المراجعات التي تم التراجع عنها: {{undone, number}}. التي لم يتم التراجع عنها، وهي في «النشاط»: {{left, number}}.',
    ordersPartlyUndone:
      'طلبات الفحص التي تم التراجع عنها: {{undone, number}}. التي لم يتم التراجع عنها، وهي في «النشاط»: {{left, number}}.',
    markedRead: 'عُلِّم كمقروء: {{name}}',
    markedUnread: 'عُلِّم كغير مقروء: {{name}}',
    unreadAgain: 'عاد غير مقروء: {{name}}',
    readAgain: 'عاد مقروءًا: {{name}}',
    snoozeUndone: 'أُلغي التأجيل: {{name}}',
    ...createPluralTexts(
      'snoozesUndone',
      ARABIC_COUNTED_NOUNS.notification,
      (notifications) => `أُلغي تأجيل: ${notifications}.`,
    ),
    hiddenAgain: 'عاد مؤجَّلًا: {{name}}',
    ...createPluralTexts(
      'hiddenAgainSeveral',
      ARABIC_COUNTED_NOUNS.notification,
      (notifications) => `عاد مؤجَّلًا: ${notifications}.`,
    ),
    show: 'عرض',
    draftSaved: 'مسودة {{name}} محفوظة على هذا الحاسوب، في «النشاط». وهي لا تُرسَل.',
    unsentFormDeleted: 'حُذف {{name}} من هذا الحاسوب. ولم يكن قد أُرسل.',
    pdfRemoved: 'أُزيل ملف PDF الخاص بـ {{name}} من هذا الحاسوب. وهو لا يزال لدى الخدمة.',
    pdfNotPrinted: 'لم يُطبع ملف PDF الخاص بـ {{name}}، لأن سجله أُغلق قبل أن تُرسم كل الصفحات.',
    nameSaved: 'الاسم {{name}} محفوظ على هذا الحاسوب. وهو لا يُرسَل.',
    nameRemoved: 'أُزيل الاسم {{name}} من هذا الحاسوب.',
    templateSaved: 'القالب {{name}} محفوظ على هذا الحاسوب.',
    templateRemoved: 'أُزيل القالب {{name}} من هذا الحاسوب.',
    templateReplacedInput: 'حلّ القالب {{name}} محل ما أدخلته.',
    viewSaved: 'العرض {{name}} محفوظ على هذا الحاسوب.',
    viewRemoved: 'أُزيل العرض {{name}} من هذا الحاسوب.',
    saved: {
      ordered: 'طلب الفحص {{name}} محفوظ على هذا الحاسوب. ولم يصل إلى الخدمة بعد.',
      ...createPluralTexts(
        'severalOrdered',
        ARABIC_COUNTED_NOUNS.requisition,
        (requisitions) => `محفوظ على هذا الحاسوب ولم يصل إلى الخدمة بعد: ${requisitions}.`,
      ),
      edited: 'تغيير {{name}} محفوظ على هذا الحاسوب. ولم يصل إلى الخدمة بعد.',
      reviewAsked: 'طلب مراجعة {{name}} محفوظ على هذا الحاسوب. ولم يصل إلى الخدمة بعد.',
      formCreated: 'النموذج {{name}} محفوظ على هذا الحاسوب. ولم يصل إلى الخدمة بعد.',
      formDeleted: 'حذف {{name}} محفوظ على هذا الحاسوب. ولا يزال النموذج لدى الخدمة.',
      requestsChanged: 'طلبات تعبئة {{name}} محفوظة على هذا الحاسوب. ولم تصل إلى الخدمة بعد.',
      requestWithdrawn: 'سحب أحد طلبات {{name}} محفوظ على هذا الحاسوب. ولم يصل إلى الخدمة بعد.',
      ...createPluralTexts(
        'severalShared',
        ARABIC_COUNTED_NOUNS.requisition,
        (requisitions) => `ستجري مشاركته مع المرضى: ${requisitions}. ينتظر ذلك في «النشاط» حتى الإرسال.`,
      ),
      shared: 'سيُشارَك {{name}} مع المريض. ينتظر ذلك في «النشاط» حتى الإرسال.',
      published: 'سيُنشر {{name}}. ينتظر ذلك في «النشاط» حتى الإرسال.',
    },
    sent: {
      ordered: 'طلب الفحص {{name}} لدى الخدمة.',
      ...createPluralTexts(
        'severalOrdered',
        ARABIC_COUNTED_NOUNS.requisition,
        (requisitions) => `أصبح لدى الخدمة: ${requisitions}.`,
      ),
      edited: 'تغيير {{name}} لدى الخدمة.',
      reviewAsked: 'طلب مراجعة {{name}} لدى الخدمة.',
      formCreated: 'النموذج {{name}} لدى الخدمة. وهو غير منشور.',
      formDeleted: 'حُذف {{name}} لدى الخدمة.',
      requestsChanged: 'طلبات تعبئة {{name}} لدى الخدمة.',
      requestWithdrawn: 'سُحب طلب {{name}} لدى الخدمة.',
      ...createPluralTexts(
        'severalShared',
        ARABIC_COUNTED_NOUNS.requisition,
        (requisitions) => `مشارَك مع المرضى لدى الخدمة: ${requisitions}.`,
      ),
      shared: '{{name}} مشارَك مع المريض لدى الخدمة.',
      published: '{{name}} منشور لدى الخدمة.',
    },
    ...createPluralTexts(
      'someShared',
      ARABIC_NUMBER_ALONE,
      (count) => `أُرسل منها بالفعل ${count} من ${ALL}؛ ربما رآها المرضى.`,
    ),
    ...createPluralTexts(
      'restNotShared',
      ARABIC_NUMBER_ALONE,
      (count) => `أُرسل منها بالفعل ${count} من ${ALL}؛ ربما رآها المرضى. والباقي غير مشارَك.`,
    ),
    ...createPluralTexts(
      'sharesLeft',
      ARABIC_NUMBER_ALONE,
      (count) => `تعذّر التراجع عن ${count} منها: رُفض ذلك أو ينتظر قرارًا في «النشاط».`,
    ),
    changeDiscarded: 'تم تجاهل «{{what}}» الخاص بـ {{name}} من التغييرات المعلّقة في «النشاط».',
    draftDiscarded: 'تم تجاهل مسودة {{name}} من المسودات على هذا الحاسوب.',
    followUpSet: 'وُضعت علامة متابعة على {{name}} على هذا الحاسوب.',
    followUpChanged: 'تغيّرت علامة متابعة {{name}} على هذا الحاسوب.',
    followUpCleared: 'أُزيلت علامة متابعة {{name}} من هذا الحاسوب.',
    snoozed: 'أُخفي الإشعار «{{name}}» من «الوارد» حتى {{when}}؛ وهو في العرض «المؤجَّلة».',
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
    unsnoozed: 'يظهر الإشعار «{{name}}» في «الوارد» كما كان.',
    fileSaved: 'حُفظ {{file}} في المجلد {{folder}}.',
  },
} as const satisfies Translation<typeof english.toastTexts>;
