import type { Translation } from '../translation.ts';
import type * as english from '../en/computer-check.ts';
import { ARABIC_COUNTED_NOUNS, createPluralTexts } from './counted.ts';

/** What the check of this computer finds, and what can be done about it, in Arabic. */
export const computerCheckTexts = {
  failed: 'فشل الفحص نفسه.',
  noEngine: 'تعذّر بدء عملية الفحص في {{folder}} ({{code}}).',
  noEngineAdvice: 'أفرغ بعض المساحة هناك، أو امنح هذا المستخدم حق الكتابة هناك.',
  policy: {
    none: 'لا توجد ({{file}}).',
    applies: '{{file}} سارية.',
    unusable: 'لا يمكن استخدام {{file}}: {{problems}}.',
    problemAt: 'السطر {{line}}: {{reason}}',
    lastGood: 'تبقى آخر سياسة صالحة سارية.',
    strict: 'لا تُحفظ ملفات PDF ولا تُطبع، ولا يُحدَّث شيء، إلى أن يصبح استخدامها ممكنًا.',
    lock: 'تُقفل النافذة بعد {{time}} من دون إدخال على الأكثر.',
    pin: 'يحتاج كل حساب في النافذة إلى رقم PIN.',
    advice: 'على المسؤول تصحيح الملف أو صلاحياته.',
  },
  folder: {
    notMade: '{{folder}} (لم يُنشأ بعد)',
    free: '{{place}}؛ المساحة الخالية {{megabytes, number}} ميغابايت.',
    full: '{{place}}؛ القرص ممتلئ (المساحة الخالية {{megabytes, number}} ميغابايت).',
    fullAdvice: 'أفرغ بعض المساحة؛ لا يمكن حفظ شيء.',
    littleAdvice: 'أفرغ بعض المساحة قبل أن يمتلئ القرص.',
    network: '{{place}}؛ على نظام ملفات شبكي ({{kind}}).',
    onServer: '{{place}}؛ على خادم.',
    networkAdvice:
      'أقفال الملفات والكتابة على القرص غير موثوقة هناك. ضع مجلد البيانات على قرص في هذا الحاسوب ‎(--data-dir)‎.',
    unsafe: 'يمكن لمستخدمين آخرين لهذا الحاسوب تغيير {{place}} ({{risk}})، لذا لا يستخدمه Intray.',
    unsafeAdvice:
      'اسحب صلاحيات المجموعة والآخرين ‎(chmod -R go=)‎ في Linux وmacOS، واجعل المجلد ملكًا لهذا المستخدم، وسمِّه بمساره لا برابط ‎(--data-dir)‎.',
    readable: 'يمكن لمستخدمين آخرين لهذا الحاسوب قراءة {{place}}: {{names}}.',
    readableAdvice: 'اسحب صلاحيات المجموعة والآخرين عن المجلد وكل ما فيه ‎(chmod -R go=)‎ في Linux وmacOS.',
    unwritable: 'لا يمكن الكتابة في {{place}} ({{code}}).',
    unwritableAdvice: 'امنح هذا المستخدم حق الكتابة هناك، أو اختر مجلدًا آخر ‎(--data-dir)‎.',
    riskInside: '{{name}}: {{risk}}',
    risk: {
      link: 'رابط',
      'not-a-folder': 'ليس مجلدًا',
      'other-owner': 'ملك لمستخدم آخر',
      'writable-by-others': 'يمكن للآخرين الكتابة فيه',
    },
  },
  keychain: {
    open: 'مفتوحة.',
    locked: 'مقفلة ({{detail}}).',
    none: 'لا توجد ({{detail}}).',
    lockedReplaced: 'مقفلة؛ تحل متغيرات البيئة محلها.',
    noneReplaced: 'لا توجد؛ تحل متغيرات البيئة محلها.',
    replacedAdvice: 'هذا يكفي للأمر الذي يعمل بلا نافذة.',
    unlockOnLinux:
      'افتح قفل سلسلة مفاتيح سطح المكتب؛ فتسجيل الدخول بلا كلمة مرور (ببصمة الإصبع أو تلقائيًا) يتركها مقفلة.',
    unlockOnMac: 'افتح قفل سلسلة المفاتيح «تسجيل الدخول» في تطبيق الوصول إلى سلسلة المفاتيح.',
    unlock: 'افتح قفلها وحاول مرة أخرى.',
    without: 'لا يبقى شيء محفوظًا بعد إغلاق النافذة، ويحتاج الأمر إلى هذه المتغيرات: {{names}}.',
  },
  database: {
    unusable: 'لا يمكن فتحها ({{error}}).',
    plain: 'ملفاتها غير مشفّرة.',
    encrypted: 'تُفتح في جميع أجزاء Intray؛ وملفاتها مشفّرة.',
    advice: 'ثبّت Intray من جديد؛ وإن لم ينفع ذلك فأرسل هذا التقرير إلى الدعم.',
  },
  noAddress: 'لا يذكر أي حساب ولا أي سياسة عنوانًا.',
  proxy: {
    none: 'لا يوجد: يُوصَل إلى الخدمة مباشرة.',
    unsupported: 'لا يمكن استخدام {{rule}} ({{detail}}).',
    unsupportedAdvice:
      'يستخدم Intray وكلاء http وhttps بلا كلمة مرور؛ أما SOCKS والوكلاء بكلمة مرور فغير مدعومين.',
  },
  service: {
    answers: '{{address}} يجيب.',
    notValidNow: 'شهادة {{address}} غير صالحة بحسب وقت هذا الحاسوب ({{detail}}).',
    notValidNowAdvice: 'إن كانت الساعة صحيحة فأخبر مسؤول الخدمة.',
    untrusted: 'لا يمكن الوثوق بشهادة {{address}} ({{detail}}).',
    untrustedAdvice: 'الوكيل الذي يفحص حركة البيانات يحتاج إلى شهادته في مخزن النظام؛ اسأل مسؤول الشبكة.',
    unreachable: 'لا يمكن الوصول إلى {{address}} ({{detail}}).',
    unreachableAdvice: 'يعمل Intray دون اتصال.',
  },
  clock: {
    unknown: 'الوقت هنا {{here}}؛ ولم تذكر الخدمة وقتها.',
    same: '{{here}}، كما في الخدمة.',
    ahead: 'الوقت هنا {{here}}، وهذه الساعة متقدمة عن الخدمة بمقدار {{difference}}.',
    behind: 'الوقت هنا {{here}}، وهذه الساعة متأخرة عن الخدمة بمقدار {{difference}}.',
    advice: 'اضبط تاريخ هذا الحاسوب ووقته، والأفضل من الشبكة.',
  },
  sandbox: {
    notElectron: 'لا يعمل Intray هنا على Electron، لذا لا يُستخدم عزل Chromium.',
    off: 'أُوقف بالخيار ‎--no-sandbox‎.',
    offAdvice: 'ابدأ Intray دون هذا الخيار.',
    system: 'عزل النظام.',
    root: 'لا يبدأ Chromium للمستخدم root.',
    rootAdvice: 'ابدأ Intray بمستخدم عادي.',
    helper: 'بالبرنامج المساعد الذي في الحزمة.',
    namespaces: 'بنطاقات أسماء المستخدمين.',
    forbidden: 'تمنع النواة نطاقات أسماء المستخدمين.',
    noneAllowed: 'لا تسمح النواة بأي نطاقات أسماء مستخدمين.',
    appArmor: 'يقصر AppArmor نطاقات أسماء المستخدمين على البرامج التي لها ملف تعريف.',
    advice:
      'ثبّت Intray من حزمة deb أو rpm التي تُعدّ ذلك، أو دع المسؤول يجعل chrome-sandbox ملكًا للمستخدم root بالوضع 4755.',
  },
  printing: {
    noSystem: 'لا يوجد نظام طباعة مثبّت.',
    unreadable: 'تعذّرت قراءة قائمة الطابعات.',
    noPrinter: 'لم يُعثر على طابعة.',
    advice: 'لا يمكن طباعة القوائم وكشوف اليوم وملفات PDF؛ أضف طابعة في إعدادات النظام.',
    ...createPluralTexts('printers', ARABIC_COUNTED_NOUNS.printer, (printers) => `${printers}.`),
  },
  pdfProgram: {
    system: 'برنامج النظام.',
    none: 'لا يوجد برنامج يفتح ملفات PDF.',
    noneAdvice: '«فتح» لا يعمل؛ تُعرض ملفات PDF في النافذة ويمكن حفظها. ثبّت برنامجًا لملفات PDF.',
  },
} as const satisfies Translation<typeof english.computerCheckTexts>;
