import type { Translation } from '../translation.ts';
import type * as english from '../en/system.ts';
import { countForms, NOUNS, NUMBER } from './counted.ts';

/** Strings that the main process shows, in Arabic. */
export const systemTexts = {
  screen: {
    home: 'الرئيسية',
    requisitions: 'طلبات الفحص',
    forms: 'النماذج',
    'completion-requests': 'طلبات التعبئة',
    notifications: 'الوارد',
    day: 'اليوم',
    outbox: 'النشاط',
    directory: 'الأسماء',
    account: 'الحسابات',
    'access-log': 'سجل الوصول',
    settings: 'الإعدادات',
  },
  menu: {
    file: 'ملف',
    syncNow: 'مزامنة الآن',
    lock: 'قفل',
    closeWindow: 'إغلاق النافذة',
    quit: 'إنهاء',
    edit: 'تحرير',
    undo: 'تراجع',
    redo: 'إعادة',
    cut: 'قص',
    copy: 'نسخ',
    paste: 'لصق',
    selectAll: 'تحديد الكل',
    go: 'انتقال',
    search: 'بحث',
    view: 'عرض',
    actualSize: 'الحجم الفعلي',
    zoomIn: 'تكبير',
    zoomOut: 'تصغير',
    fullScreen: 'ملء الشاشة',
    reload: 'إعادة التحميل',
    developerTools: 'أدوات المطورين',
    window: 'نافذة',
    minimize: 'تصغير النافذة',
    zoomWindow: 'تكبير النافذة',
    bringAllToFront: 'إحضار الكل إلى الأمام',
    help: 'مساعدة',
    keys: 'اختصارات لوحة المفاتيح',
    tour: 'جولة في Intray',
    check: 'فحص هذا الحاسوب',
    updates: 'البحث عن تحديثات',
    about: 'حول Intray',
    services: 'الخدمات',
    hide: 'إخفاء Intray',
    hideOthers: 'إخفاء البقية',
    showAll: 'إظهار الكل',
  },
  fileKind: { exportFile: 'ملف تصدير Intray' },
  dialog: {
    cancel: 'إلغاء',
    stay: 'البقاء',
    quit: {
      ...countForms('message', NOUNS.change, (changes) => `لم يُرسل بعد: ${changes}`),
      ...countForms(
        'detail',
        NUMBER,
        () =>
          'لا توجد سلسلة مفاتيح على هذا الحاسوب، لذا لا يستطيع Intray حفظ ما لم يُرسل بعد إغلاقه. إذا أنهيت البرنامج الآن فسيُفقد.',
      ),
      yes: 'الإنهاء مع فقدانها',
    },
    switchAccount: {
      ...countForms('message', NOUNS.change, (changes) => `لم يُرسل بعد من هذا الحساب: ${changes}`),
      ...countForms(
        'detail',
        NUMBER,
        () =>
          'ينتظر ذلك إلى أن تفتح هذا الحساب من جديد. لا توجد سلسلة مفاتيح على هذا الحاسوب: ما لم يُرسل قبل إغلاق Intray يُفقد.',
      ),
      yes: 'تبديل الحساب',
    },
    signIn: {
      message: 'تسجيل الدخول إلى {{host}}؟',
      detail: 'لا يستخدم أي حساب على هذا الحاسوب {{host}} حتى الآن. يُرسل إليه رمز الوصول ورمز JWT.',
      yes: 'تسجيل الدخول',
    },
    videoCall: {
      message: 'فتح مكالمة الفيديو هذه في المتصفح؟',
      detail: 'تقود إلى {{host}}، خارج Intray.',
      yes: 'فتح المكالمة',
    },
    noPage: {
      message: 'لا يستطيع Intray عرض صفحته',
      detail:
        'ما حُفظ آمن على هذا الحاسوب. أعد المحاولة. إن لم يُجدِ ذلك فأعد تشغيل الحاسوب أو اطلب من المسؤول تثبيت Intray من جديد.',
      tryAgain: 'إعادة المحاولة',
      close: 'إغلاق',
    },
    hangingPage: {
      message: 'Intray لا يستجيب',
      detail:
        'يمكنك الانتظار أو تحميل الصفحة من جديد. ما حُفظ آمن على هذا الحاسوب؛ وقد يُفقد نص كُتب في اللحظة الأخيرة.',
      wait: 'انتظار',
      loadAgain: 'تحميل من جديد',
    },
  },
  systemNotification: {
    ...countForms('unreadBadge', NUMBER, (count) => `غير مقروء: ${count}`),
    ...countForms('title', NOUNS.notification, (notifications) => `الجديد: ${notifications}`),
    kind: {
      ...countForms('appointment', NOUNS.appointment),
      ...countForms('message', NOUNS.message),
      ...countForms('requisition', NOUNS.requisition),
      ...countForms('form', NOUNS.form),
      ...countForms('prescription', NOUNS.prescription),
      ...countForms('other', NUMBER, (count) => `غير ذلك: ${count}`),
    },
    ...countForms('titleAndMore', NUMBER, (count) => `{{title}} (و${count} غيره)`),
    signedOut: 'سُجّل خروج Intray',
    signedOutBody: 'لا يُجلب شيء ولا يُرسل حتى تُدخل رموز جديدة. ما على هذا الحاسوب يبقى قابلًا للقراءة.',
    ...countForms('reminders', NOUNS.reminder, (reminders) => `حان وقت: ${reminders}`),
    remindersBody: 'تقود إليها الشاشة الأولى في Intray.',
  },
} as const satisfies Translation<typeof english.systemTexts>;
