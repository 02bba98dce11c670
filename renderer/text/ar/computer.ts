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
    unread: 'تعذّرت قراءة ما يسمح به مسؤول هذا الحاسوب. لا يُرفض غير المسموح به إلا عند محاولته.',
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

/** Strings of the updates in the settings, in Arabic. */
export const appUpdateTexts = {
  updates: {
    title: 'التحديثات',
    channel: 'الإصدارات',
    channels: { stable: 'مستقرة', beta: 'تجريبية، للاختبار' },
    fixed: {
      stable: 'الإصدارات المستقرة. يقرر مسؤول هذا الحاسوب بشأن التحديثات.',
      beta: 'الإصدارات التجريبية. يقرر مسؤول هذا الحاسوب بشأن التحديثات.',
    },
    off: 'يدير مسؤول هذا الحاسوب التحديثات. لا يبحث Intray عنها.',
    check: 'البحث عن تحديثات',
    checking: 'يجري البحث…',
    never: 'لم يُبحث بعد.',
    upToDate: 'الإصدار {{version}} من Intray هو الأحدث. آخر بحث {{when}}.',
    lastChecked: 'لديك الإصدار {{version}} من Intray. كان آخر بحث ناجح في {{when}}.',
    available: 'الإصدار {{version}} من Intray بتاريخ {{date}} متاح. لديك {{current}}.',
    downloading: 'يجري التنزيل… {{percent}} %',
    ready: 'الإصدار {{version}} من Intray جاهز للتثبيت.',
    install: 'إعادة التشغيل للتثبيت',
    installing: 'يجري إغلاق الحساب والتثبيت…',
    byAdministrator: 'يُثبَّت كما ثُبّت Intray: بمدير الحزم أو بواسطة مسؤول هذا الحاسوب.',
    kept: 'يبقى ما هو محفوظ على هذا الحاسوب، والتغييرات غير المرسلة أيضًا.',
    notes: 'الجديد في {{version}}',
    noNotes: 'لا توجد ملاحظات عن الإصدار.',
    more: 'إظهار المزيد (عدد الأحرف: {{count, number}})',
    notRead: 'تعذّرت قراءة حالة التحديثات.',
    obstacle: {
      sending: 'يجري إرسال تغيير إلى الخدمة. أعد المحاولة بعد إرساله.',
      unsaved:
        'لا توجد سلسلة مفاتيح على هذا الحاسوب، لذا ستُفقد التغييرات غير المرسلة. انتظر إلى أن تُرسل ثم أعد المحاولة.',
    },
    failure: {
      'no-key': 'لا يحتوي هذا البناء من Intray على مفتاح للتحقق من التحديثات، لذا لا يثبّت أيًا منها.',
      address: 'عنوان التحديثات غير صالح للاستخدام. اسأل مسؤول هذا الحاسوب.',
      offline: 'تعذّر الوصول إلى خادم التحديثات.',
      timeout: 'استغرق خادم التحديثات وقتًا طويلًا في الرد.',
      'no-answer': 'لا توجد في خادم التحديثات تحديثات لـ Intray.',
      redirected: 'حوّل خادم التحديثات Intray إلى عنوان آخر. لم يتبعه Intray.',
      'too-large': 'الملف القادم من خادم التحديثات كبير جدًا. لم يُحفظ شيء.',
      unreadable: 'لا يمكن قراءة رد خادم التحديثات. لم يتغير شيء.',
      'wrong-signature': 'التحديث غير موقّع من صانعي Intray. لم يتغير شيء. اتصل بالدعم.',
      older: 'يعرض خادم التحديثات إصدارًا أقدم من ذي قبل. لم يتغير شيء. اتصل بالدعم.',
      'wrong-file': 'الملف المُنزَّل ليس الملف الموقّع. حُذف.',
      storage: 'تعذّر حفظ التحديث على هذا الحاسوب.',
      'not-installed': 'تعذّر تثبيت التحديث. يبقى الإصدار الحالي مستخدمًا.',
    },
  },
} as const satisfies Translation<typeof english.appUpdateTexts>;
