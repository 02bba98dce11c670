import { createPluralTexts, toObliqueCase, ARABIC_COUNTED_NOUNS } from '#contract/text/ar/counted.ts';
import type { Translation } from '#contract/text/translation.ts';
import type * as english from '../en/accounts.ts';

/** Strings of accounts and settings, in Arabic. */
export const accountAndSettingsTexts = {
  account: {
    welcome: 'مرحبًا بك في Intray',
    welcomeHint: 'طلبات الفحص والنماذج والإشعارات في عيادتك، مقروءة مع الشبكة ومن دونها.',
    demoTitle: 'ألقِ نظرة أولًا',
    demoHint: 'تعمل العيادة التجريبية على هذا الحاسوب فقط، بمرضى وهميين. لا تغادر أي بيانات الحاسوب.',
    openDemo: 'فتح العيادة التجريبية',
    demoName: 'العيادة التجريبية',
    serviceTitle: 'تسجيل الدخول إلى عيادتك',
    serviceHint:
      'يعطيك مسؤول الخدمة العنوان والرموز. تُحفظ الرموز في سلسلة مفاتيح هذا الحاسوب، أو إلى أن يُغلق Intray إن لم توجد.',
    addTitle: 'إضافة عيادة',
    listTitle: 'الحسابات على هذا الحاسوب',
    current: 'مفتوح الآن',
    open: 'فتح',
    openNamed: 'فتح {{name}}',
    opening: 'يجري الفتح',
    unknownUser: 'المستخدم غير مذكور',
    added: 'أُضيف {{when}}',
    renew: 'تجديد الرموز',
    renewTitle: 'رموز جديدة لـ {{name}}',
    renewHint: 'تبقى سجلات الحساب وإعداداته كما هي.',
    cancel: 'إلغاء',
    ownerTitle: 'هل هذه الرموز لـ {{owner}}؟',
    ownerHint:
      'لا تذكر الرموز صاحبها. يحتوي هذا الحساب في {{host}} على سجلات {{owner}} وتغييراته المعلّقة. برموز مستخدم آخر ستُرسل تلك التغييرات باسم خاطئ.',
    ownerVariables:
      'تأتي الرموز من بيئة هذا الحاسوب ولا تذكر صاحبها. يحتوي الحساب في {{host}} على سجلات {{owner}} وتغييراته المعلّقة. إلى أن تؤكد ذلك لا يُفتح سجل ولا يُرسل تغيير. إن كانت لمستخدم آخر فسجّل الدخول أدناه بدلًا من ذلك.',
    ownerSame: 'هي لـ {{owner}}',
    ownerOther: 'إضافتها كحساب آخر',
    ownerUnknown: 'المستخدم الذي سجّل الدخول هنا في {{when}}',
    failedTitle: 'تعذّر فتح الحساب.',
    failedSafe: 'لم يُحذف شيء.',
    tryAgain: 'إعادة المحاولة',
    keyHint:
      'إن تغيّرت سلسلة مفاتيح النظام فاستعدها ثم أعد المحاولة. وإلا فيمكنك المتابعة من دون الملفات القديمة.',
    moveAway: 'نقل الملفات القديمة والبدء من جديد',
    moveAwayQuestion: 'نقل ملفات {{name}}؟',
    moveAwayRecords: 'تُنزَّل السجلات من الخدمة من جديد.',
    moveAwayUnsent: 'تبقى التغييرات المعلّقة في الملفات القديمة. لا يمكن قراءتها إلا بالمفتاح القديم.',
    moveAwayKept: 'لا يُحذف شيء. تُنقل الملفات القديمة إلى مجلد منفصل على هذا الحاسوب يحمل التاريخ في اسمه.',
    moveAwayYes: 'نقلها والبدء من جديد',
    moveAwayNo: 'إبقاء الملفات',
    baseUrl: 'العنوان الأساسي',
    baseUrlHelp: 'مثلًا https://clinic.example.org',
    accessToken: 'رمز الوصول',
    jwt: 'رمز JWT',
    userId: 'معرّف المستخدم الخاص بك',
    userIdHelp: 'يبدأ بـ user_. اختياري.',
    userIdHint: 'قُرئ من رمز JWT ولم يُتحقق منه. غيّره إن لم يكن لك.',
    signIn: 'تسجيل الدخول',
    signingIn: 'يجري تسجيل الدخول',
    save: 'حفظ الرموز',
    saving: 'يجري حفظ الرموز',
    ...createPluralTexts(
      'summary',
      toObliqueCase(ARABIC_COUNTED_NOUNS.field),
      (fields) => `يُرجى الانتباه إلى ${fields}:`,
    ),
    wrong: {
      baseUrlEmpty: 'أدخل العنوان الأساسي.',
      baseUrl: 'أدخل عنوان https باسم مضيف ومن دون مسار.',
      accessTokenEmpty: 'أدخل رمز الوصول.',
      jwtEmpty: 'أدخل رمز JWT.',
      token: 'لا يحتوي الرمز على مسافات أو فواصل أسطر أو محارف خاصة.',
      userId: 'يبدأ معرّف المستخدم بـ user_ ولا يحتوي على مسافات.',
    },
  },
  settings: {
    appearance: 'المظهر',
    theme: 'السمة',
    themes: { system: 'مثل النظام', light: 'فاتح', dark: 'داكن', contrast: 'تباين عالٍ' },
    density: 'الصفوف',
    densities: { comfortable: 'مريحة، سطران', compact: 'متراصّة، سطر واحد' },
    languageTitle: 'اللغة',
    language: 'لغة Intray',
    languageSystem: 'مثل النظام ({{language}})',
    languageUnreviewed: '{{language}} (لم يراجعها متحدث باللغة)',
    languageUnshown: {
      catalog:
        'تعذّر تحميل نصوص {{language}}، لذا يظهر Intray بالإنجليزية. شغّل Intray من جديد؛ وإن لم ينفع ذلك فثبّته من جديد.',
      letters:
        'ليس في هذا الحاسوب خط يحتوي على حروف اللغة المختارة، لذا يظهر Intray بالإنجليزية. ثبّت خطًا، مثل Noto Sans Arabic، وشغّل Intray من جديد.',
    },
    languageHelp: 'تبقى نصوص الخدمة باللغة التي كُتبت بها.',
    timesTitle: 'الأوقات',
    timeZone: 'المنطقة الزمنية',
    timeZoneHelp: 'تُعرض كل الأيام والأوقات في هذه المنطقة الزمنية.',
    timeZoneSystem: 'مثل النظام ({{zone}})',
    timeZoneShow: 'إظهار المناطق الزمنية',
    startTitle: 'عند التشغيل',
    openAtStart: 'فتح',
    opens: { last: 'آخر حساب استُخدم', demo: 'العيادة التجريبية', ask: 'السؤال كل مرة' },
    about: 'حول البرنامج',
    version: 'الإصدار',
    host: 'يعمل على',
    hosts: { electron: 'برنامج Electron', 'stand-in': 'متصفح النظام (مضيف بديل)' },
    platform: 'النظام',
    notSaved: 'لم يُحفظ الإعداد.',
  },
} as const satisfies Translation<typeof english.accountAndSettingsTexts>;

/** Strings of the names that users give to accounts, in Arabic. */
export const accountLabelTexts = {
  accountLabel: {
    edit: 'تسمية',
    editNamed: 'تسمية {{name}}',
    field: 'اسم هذا الحساب',
    help: 'مثلًا القسم أو العيادة. يبقى الاسم على هذا الحاسوب، وإذا تُرك فارغًا ظهر العنوان.',
    tooLong: 'لا يزيد الاسم على {{most, number}} محرفًا ولا يحتوي على فواصل أسطر.',
    save: 'حفظ الاسم',
  },
} as const satisfies Translation<typeof english.accountLabelTexts>;

/** Strings of the setting for the size of texts, in Arabic. */
export const textSizeTexts = {
  undoTime: {
    title: 'التراجع',
    label: 'مهلة التراجع',
    ...createPluralTexts('seconds', ARABIC_COUNTED_NOUNS.second),
    help: 'تنتظر المراجعة والمشاركة والنشر هذه المدة على هذا الحاسوب قبل إرسالها ليمكن التراجع عنها. وتبقى محفوظة أيضًا إذا قُفل Intray أو أُغلق في أثناء ذلك، ثم تُرسَل بعده.',
  },
  textSize: {
    label: 'حجم النص',
    percent: '{{percent}} %',
    other: '{{size}}، اختير من قائمة «عرض»',
    help: 'يكبر معه كل ما في النافذة أو يصغر، كما في تكبير قائمة «عرض». ويبقى بعد إعادة التشغيل.',
  },
} as const satisfies Translation<typeof english.textSizeTexts>;
