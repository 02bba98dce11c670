import { createPluralTexts, ARABIC_COUNTED_NOUNS } from '#contract/text/ar/counted.ts';
import type { Translation } from '#contract/text/translation.ts';
import type * as english from '../en/pdf.ts';

/** Strings of the PDF of a requisition, in Arabic. */
export const pdfTexts = {
  pdf: {
    title: 'ملف PDF',
    draft: 'الحالة لدى الخدمة: مسودة',
    loading: 'يجري تحميل ملف PDF',
    unknown: 'لا تعرف الخدمة طلب الفحص هذا بعد. يمكن تنزيل ملف PDF عندما يصبح الطلب في الخدمة.',
    notFound: 'لم تجد الخدمة ملف PDF لطلب الفحص هذا.',
    state: {
      none: 'ملف PDF ليس على هذا الحاسوب.',
      queued: 'بانتظار التنزيل.',
      arriving: 'يجري التنزيل.',
      here: 'نُزّل {{when}}',
      failed: 'تعذّر تنزيل ملف PDF.',
    },
    received: '{{received}} من {{size}}',
    receivedOnly: '{{received}} حتى الآن',
    fetch: 'تنزيل ملف PDF',
    fetchAgain: 'التنزيل من جديد',
    tryAgain: 'إعادة المحاولة',
    cancel: 'إلغاء',
    stale: 'تغيّر السجل منذ تنزيل ملف PDF هذا.',
    printedBefore: 'طُبع في {{when}} وتغيّر السجل منذ ذلك. قد تكون النسخ المطبوعة قديمة.',
    open: 'فتح',
    openHint: 'في برنامج PDF على هذا الحاسوب',
    saveCopy: 'حفظ نسخة',
    drag: 'سحب إلى الخارج',
    dragHint: 'اسحب الملف إلى برنامج أو مجلد آخر. بلوحة المفاتيح: «حفظ نسخة».',
    didPrint: 'هل طُبع؟',
    didPrintYes: 'نعم',
    didPrintNo: 'لا',
    didPrintWhy: 'يدوّن Intray النسخ المطبوعة ليخبرك لاحقًا بأن نسخة قد تكون قديمة.',
    print: 'طباعة',
    printing: 'يجري تجهيز الصفحات',
    drop: 'إزالة من هذا الحاسوب',
    dropQuestion: 'إزالة ملف PDF من هذا الحاسوب؟',
    dropWhat: 'يمكن تنزيله من جديد ما دام الوصول إلى الخدمة ممكنًا.',
    dropYes: 'إزالة',
    keepIt: 'إبقاؤه',
    notice: {
      opened: 'فُتح في برنامج PDF على هذا الحاسوب.',
      saved: 'حُفظ باسم {{path}}',
      fetched: 'تم تنزيل ملف PDF.',
      handedOver: 'سُلّمت الصفحات إلى الطابعة.',
      printed: 'سُجّل على أنه مطبوع.',
      dragged: 'سُحبت نسخة إلى الخارج. يحذف Intray نسخته بعد خمس عشرة دقيقة.',
    },
    notReread: 'قد يكون المعروض عن ملف PDF هذا قديمًا: تعذّرت قراءته من جديد.',
    notDone: 'فشلت العملية.',
    pages: 'صفحات ملف PDF',
    page: 'الصفحة {{page, number}} من {{count, number}}',
    ...createPluralTexts('pageCount', ARABIC_COUNTED_NOUNS.page),
    zoomIn: 'تكبير',
    zoomOut: 'تصغير',
    zoomFit: 'ملاءمة العرض',
    zoom: '{{percent}} %',
    drawing: 'يجري تجهيز المعاينة',
    unreadable: 'لا يمكن عرض ملف PDF هذا هنا. يمكن فتحه في برنامج PDF على هذا الحاسوب.',
    locked: 'يحتاج ملف PDF هذا إلى كلمة مرور، لذا لا يمكن عرضه هنا. يمكن فتحه في برنامج PDF على هذا الحاسوب.',
    tooLong:
      'عدد صفحات ملف PDF هذا يزيد على {{most, number}}، لذا لا يُعرض هنا. افتحه في برنامج PDF على هذا الحاسوب.',
    pageFailed: 'لا يمكن عرض هذه الصفحة.',
    noPrint: 'يمكن طباعته هنا متى أمكن عرض صفحاته.',
    tooManyPages: 'عدد صفحاته يزيد على {{most, number}}. اطبعه من برنامج PDF على هذا الحاسوب.',
    printLog: 'سجل الطباعة',
    printLogHint: 'على هذا الحاسوب فقط',
    printLogVersion: 'إصدار {{when}}',
    action: { opened: 'فُتح', printed: 'طُبع', saved: 'حُفظت نسخة' },
    size: { kilobytes: '{{amount}} ك.ب', megabytes: '{{amount}} م.ب' },
    settings: {
      title: 'ملفات PDF على هذا الحاسوب',
      keep: 'التنزيل تلقائيًا',
      keeps: {
        none: 'لا شيء',
        'needs-review': 'طلبات الفحص التي تحتاج إلى مراجعة',
        open: 'كل طلبات الفحص المفتوحة',
      },
      cap: 'الحجم الأقصى بالميغابايت',
      capHelp: 'من {{least, number}} إلى {{most, number}}. يُزال أولًا ما لم يُستخدم منذ أطول مدة.',
      capWrong: 'أدخل عددًا صحيحًا من {{least, number}} إلى {{most, number}}.',
      ...createPluralTexts(
        'held',
        ARABIC_COUNTED_NOUNS.pdf,
        (pdfs) => `على هذا الحاسوب: ${pdfs} ({{size}}).`,
      ),
      ...createPluralTexts('missing', ARABIC_COUNTED_NOUNS.pdf, (pdfs) => `ما زال ينبغي تنزيل: ${pdfs}.`),
      save: 'حفظ الحجم',
      notSaved: 'تعذّر حفظ الإعداد.',
    },
  },
} as const satisfies Translation<typeof english.pdfTexts>;

/** Strings of the search in a PDF, in Arabic. */
export const pdfFindTexts = {
  pdfFind: {
    label: 'البحث في هذا الملف',
    open: 'بحث',
    count: '{{at, number}} من {{all, number}}',
    countPartial: '{{at, number}} من {{all, number}} في الجزء الذي جرى البحث فيه',
    searching: 'جارٍ البحث',
    nothing: 'لم يُعثر على شيء.',
    nothingPartial: 'لم يُعثر على شيء في الجزء الذي أمكن البحث فيه.',
    noText: 'لا يحتوي هذا الملف على نص يمكن البحث فيه، وربما كان صورة ممسوحة ضوئيًا.',
    noSteps: 'لم يُعثر على شيء بعد.',
    next: 'النتيجة التالية',
    previous: 'النتيجة السابقة',
    close: 'إغلاق البحث',
  },
} as const satisfies Translation<typeof english.pdfFindTexts>;

/** Strings of the button that widens a record and its PDF, in Arabic. */
export const wideRecordButtonTexts = {
  pdfWide: { widen: 'توسيع', narrow: 'إظهار القائمة' },
} as const satisfies Translation<typeof english.wideRecordButtonTexts>;
