import type { Translation } from '#contract/text/translation.ts';
import type * as english from '../en/updates.ts';

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
