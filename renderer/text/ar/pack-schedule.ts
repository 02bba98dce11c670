import { createPluralTexts, ARABIC_COUNTED_NOUNS } from '#contract/text/ar/counted.ts';
import type { Translation } from '#contract/text/translation.ts';
import type * as english from '../en/pack-schedule.ts';

/** Strings of the downtime packs that are made by themselves before each shift, in Arabic. */
export const packScheduleTexts = {
  packs: {
    title: 'حزمة التوقف قبل كل مناوبة',
    lead: 'ينشئ Intray حزمة اليوم تلقائيًا في هذه الأوقات ما دام مفتوحًا وغير مقفل، وإلا فحالما يصبح كذلك. وتحل محل الحزمة السابقة في المجلد عندما تكتمل الجديدة. وعند التشغيل تُنشأ حزمة على الفور.',
    folder: 'المجلد',
    noFolder: 'لم يُختر أي مجلد',
    chooseFolder: 'اختيار المجلد',
    folderFirst: 'اختر مجلدًا أولًا.',
    times: 'أوقات اليوم',
    timesHelp: '{{most}} على الأكثر، قبل بداية كل مناوبة. مثال: 06:30، 14:30',
    timesWrong: 'أدخل من وقت واحد إلى {{most}} من الأوقات مثل 06:30.',
    passwordKept:
      'يحتفظ Intray بكلمة المرور هذه، مشفّرةً مع سجلات الحساب، إلى أن يوقَف إنشاء الحزم. وعلى من يحتاج إلى حزمة أن يعرفها: لا يمكن فتح الملف من دونها.',
    save: 'حفظ',
    unchanged: 'لم يتغيّر شيء.',
    switchOn: 'تشغيل',
    switchOff: 'إيقاف ونسيان كلمة المرور',
    renew: 'تغيير كلمة المرور',
    makeNow: 'إنشاء حزمة الآن',
    making: 'يجري إنشاء حزمة.',
    settings: 'الإعدادات',
    setUp: 'إعداد الحزم',
    off: 'لا تُنشأ حزمة توقف قبل نوباتك. معها تبقى طلبات اليوم وملفات PDF مقروءة عند تعطل الحاسوب أو الشبكة.',
    none: 'لا توجد حزمة توقف بعد.',
    ofToday: 'حزمة التوقف لهذا اليوم، {{when}}.',
    of: 'حزمة التوقف بتاريخ {{when}}.',
    old: 'حزمة التوقف أقدم من يوم: تاريخها {{when}}.',
    gone: 'لم تعد حزمة التوقف بتاريخ {{when}} في مجلدها.',
    ...createPluralTexts(
      'missing',
      ARABIC_COUNTED_NOUNS.requisition,
      (requisitions) => `لا تضم ملفات PDF لما يلي: ${requisitions}.`,
    ),
    failed: 'فشلت المحاولة الأخيرة، {{when}}. {{why}}',
    folderGone: 'لم يعد مجلد الحزم موجودًا. اختره من جديد في الإعدادات.',
    tooLarge: 'لا يتسع كشف اليوم في حزمة.',
  },
} as const satisfies Translation<typeof english.packScheduleTexts>;
