import {
  createPluralTexts,
  toObliqueCase,
  ARABIC_COUNTED_NOUNS,
  ARABIC_NUMBER_ALONE,
} from '#contract/text/ar/counted.ts';
import type { Translation } from '#contract/text/translation.ts';
import type * as english from '../en/accounts.ts';

/** Strings of accounts and settings, in Arabic. */
export const accountAndSettingsTexts = {
  account: {
    welcome: 'مرحبًا بك في Intray',
    welcomeHint:
      'يعرض Intray طلبات الفحص والنماذج والإشعارات في عيادتك، وما يحتاج إلى عمل أولًا. تبقى السجلات قابلة للقراءة من دون شبكة، وما تغيّره يُحفظ على هذا الحاسوب إلى أن يصل إلى الخدمة.',
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
    baseUrlHelp: 'مثلًا clinic.example.org',
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
      baseUrl: 'أدخل اسم مضيف الخدمة، مثلًا clinic.example.org. الاتصال دائمًا عبر https.',
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

/** Strings of exporting and importing the local store of an account, in Arabic. */
export const exportAndImportTexts = {
  transfer: {
    export: 'تصدير',
    exportNamed: 'تصدير البيانات المحلية لـ {{name}}',
    import: 'استيراد',
    importNamed: 'استيراد بيانات محلية إلى {{name}}',
    exportTitle: 'تصدير البيانات المحلية لـ {{name}}',
    exportAll: 'تصدير كل الحسابات',
    exportAllTitle: 'تصدير البيانات المحلية لكل الحسابات',
    exportAllFiles:
      'لكل حساب ملف خاص به يحمل معرّف الحساب في اسمه. يُستثنى الحساب الذي لا يمكن قراءة ملفاته الآن، كأن يكون مقفلًا.',
    exportLead:
      'يحتوي الملف على ما هو موجود على هذا الحاسوب فقط: التغييرات التي ليست في الخدمة، والمسودات، والأسماء، والملاحظات، والعروض، والتذكيرات. ولا يحتوي على سجلات الخدمة وملفات PDF. احفظ أولًا ما كتبته في المحرّر وفي الحقول الأخرى: لا يعيده الاستيراد.',
    exportWarning:
      'لا تفتح الملف إلا عبارة المرور هذه، ولا يستطيع أحد استعادتها. يستورد المستخدم نفسه الملف على هذا الحاسوب أو على آخر.',
    importTitle: 'استيراد بيانات محلية إلى {{name}}',
    importLead:
      'يجب أن يأتي الملف من العنوان نفسه ومن المستخدم نفسه. يُبحث أولًا في الخدمة عما فيه من طلبات ونشر ومراجعات؛ ولا يرسلها من جديد غيرك.',
    confirmUser: 'لا يُعرف هل هذا الملف لمستخدم هذا الحساب. ضع علامة في المربع إن كان له.',
    sameUser: 'صدّر الملفَ مستخدمُ هذا الحساب',
    passphrase: 'عبارة المرور',
    again: 'عبارة المرور نفسها مرة أخرى',
    tooShort: '{{least, number}} حرفًا على الأقل.',
    differs: 'عبارتا المرور مختلفتان.',
    choosePlace: 'اختيار مكان والتصدير',
    exporting: 'يجري التصدير والتحقق',
    chooseFile: 'اختيار الملف والاستيراد',
    importing: 'يجري الاستيراد',
    cancel: 'إلغاء',
    close: 'إغلاق',
    exportedTitle: 'تم التصدير والتحقق',
    exportedTo: 'أُعيدت قراءة الملف {{file}} وفُكّ تشفيره وقورن.',
    exportedNoFile: 'لا توجد في أي حساب بيانات محلية يمكن قراءتها.',
    exportedNothing: 'كل التغييرات في الخدمة.',
    ...createPluralTexts(
      'exportedChanges',
      ARABIC_COUNTED_NOUNS.change,
      (changes) => `ما فيه وليس في الخدمة: ${changes}.`,
    ),
    importedTitle: 'تم الاستيراد',
    ...createPluralTexts(
      'importedChanges',
      ARABIC_COUNTED_NOUNS.change,
      (changes) => `أُضيف إلى صندوق الصادر: ${changes}.`,
    ),
    ...createPluralTexts(
      'importedUncertain',
      ARABIC_NUMBER_ALONE,
      (count) => `ما قد وصل إلى الخدمة ويُبحث عنه: ${count}.`,
    ),
    ...createPluralTexts(
      'importedKnown',
      ARABIC_NUMBER_ALONE,
      (count) => `ما كان هنا من قبل وتُخطّي: ${count}.`,
    ),
    ...createPluralTexts(
      'importedDiffering',
      ARABIC_NUMBER_ALONE,
      (count) => `ما ينتظر منها هنا بمحتوى آخر: ${count}. احتفظ بالملف إلى أن يُرسل.`,
    ),
    ...createPluralTexts(
      'importedOthers',
      ARABIC_COUNTED_NOUNS.entry,
      (entries) => `أُضيف غير ذلك: ${entries}.`,
    ),
    exportUnsent: 'تصدير التغييرات غير المرسلة',
    unsentExported: 'صُدّرت جميعها، وأُعيدت قراءة كل ملف وقورن: {{files}}',
    confirmExported: 'الحذف مع الاحتفاظ بالملف المصدّر',
  },
} as const satisfies Translation<typeof english.exportAndImportTexts>;

/** Strings of signing out, removing accounts and wiping, in Arabic. */
export const accountRemovalTexts = {
  removal: {
    start: { 'sign-out': 'تسجيل الخروج', remove: 'إزالة', wipe: 'إزالة كل الحسابات' },
    startNamed: {
      'sign-out': 'تسجيل الخروج من {{name}}',
      remove: 'إزالة {{name}}',
      wipe: 'إزالة كل الحسابات',
    },
    question: {
      'sign-out': 'تسجيل الخروج من {{name}}؟',
      remove: 'إزالة {{name}} من هذا الحاسوب؟',
      wipe: 'إزالة كل الحسابات من هذا الحاسوب؟',
    },
    goes: {
      'sign-out':
        'تُحذف من هذا الحاسوب الرموز والمفتاح وكل سجلات هذا الحساب وملفات PDF والأسماء والملاحظات والمسودات. يبقى العنوان والمستخدم في القائمة لتسجيل الدخول التالي.',
      remove:
        'تُحذف من هذا الحاسوب الرموز والمفتاح وكل سجلات هذا الحساب وملفات PDF والأسماء والملاحظات والمسودات. ويخرج الحساب من قائمة الحسابات أيضًا.',
      wipe: 'تُحذف من هذا الحاسوب الرموز والمفاتيح وكل سجلات جميع الحسابات وملفات PDF والأسماء والملاحظات والمسودات. تصبح قائمة الحسابات فارغة. تبقى الإعدادات.',
    },
    service: 'لا يُحذف شيء في الخدمة. تبقى الملفات التي حفظتها أو طبعتها في أماكن أخرى.',
    looking: 'يجري البحث عن تغييرات لم تُرسل',
    nothingUnsent: 'كل التغييرات في الخدمة.',
    ...createPluralTexts('unsent', ARABIC_COUNTED_NOUNS.change, (changes) => `ليس في الخدمة: ${changes}.`),
    tick_zero: 'لحذف الحساب من دونها صدّرها، أو ضع علامة على كل منها لتجاهله.',
    tick_one: 'لحذف الحساب من دونه صدّره، أو ضع علامة عليه لتجاهله.',
    tick_two: 'لحذف الحساب من دونهما صدّرهما، أو ضع علامة على كل منهما لتجاهله.',
    tick_few: 'لحذف الحساب من دونها صدّرها، أو ضع علامة على كل منها لتجاهله.',
    tick_many: 'لحذف الحساب من دونها صدّرها، أو ضع علامة على كل منها لتجاهله.',
    tick_other: 'لحذف الحساب من دونها صدّرها، أو ضع علامة على كل منها لتجاهله.',
    unsentList: 'تغييرات ليست في الخدمة',
    ...createPluralTexts(
      'unsentElsewhere',
      ARABIC_COUNTED_NOUNS.change,
      (changes) => `{{name}}: ليس في الخدمة: ${changes}.`,
    ),
    oneByOne: 'صدّر كل الحسابات، أو أزل أولًا وعلى حدة كل حساب فيه تغييرات غير مرسلة.',
    openFirst: 'افتح الحساب لإرسالها.',
    decideFirst: 'لا يُرسل قبل أن تقرر بشأنه في «النشاط».',
    mayHaveArrived: 'ربما وصل إلى الخدمة: قرّر بشأنه في «النشاط» أولًا أو صدّره.',
    unreadable: 'لا يفتح أي مفتاح ملفات {{name}}. لا يمكن سرد التغييرات غير المرسلة فيها، وستُفقد.',
    ...createPluralTexts(
      'oldFiles',
      ARABIC_COUNTED_NOUNS.file,
      (files) =>
        `{{name}}: ما نُقل جانبًا أو استُبدل وفيه تغييرات: ${files}. لا يمكن سرد التغييرات غير المرسلة فيها، وستُفقد.`,
    ),
    locked: '{{name}} مقفل برقم PIN ويبقى. لا يمكن سرد تغييراته غير المرسلة.',
    unlockFirst:
      'افتحه برقم PIN ثم يمكن إزالته. إن فُقد رقم PIN ورمز الاسترداد فيستطيع مسؤول هذا الحاسوب إزالته.',
    acceptUnreadable: 'حذف الملفات مع أن ما لم يُرسل فيها غير معروف',
    sendNow: 'إرسال الآن',
    sending: 'يجري الإرسال',
    confirm: { 'sign-out': 'تسجيل الخروج والحذف', remove: 'الحذف والإزالة', wipe: 'حذف الكل' },
    ...createPluralTexts(
      'confirmDiscard',
      toObliqueCase(ARABIC_COUNTED_NOUNS.change),
      (changes) => `تجاهل ${changes} ثم الحذف`,
    ),
    deleting: 'يجري الحذف',
    keep: 'إبقاء كل شيء',
    doneTitle: {
      'sign-out': 'سُجّل خروجك من {{name}}.',
      remove: 'أُزيل {{name}} من هذا الحاسوب.',
      ...createPluralTexts(
        'wipe',
        ARABIC_COUNTED_NOUNS.account,
        (accounts) => `أُزيل من هذا الحاسوب: ${accounts}.`,
      ),
    },
    doneHint:
      'تم التحقق: عدد الملفات والمجلدات التي حُذفت {{files, number}}، وحُذف المفتاح والرموز من سلسلة المفاتيح. الإيصال في سجل الوصول.',
    doneHintNoKeychain:
      'تم التحقق: عدد الملفات والمجلدات التي حُذفت {{files, number}}. تعذّر الوصول إلى سلسلة مفاتيح: إن كانت على هذا الحاسوب سلسلة فقد تبقى الرموز فيها. الإيصال في removals.json في مجلد البيانات.',
    ...createPluralTexts(
      'doneForeign',
      ARABIC_COUNTED_NOUNS.file,
      (files) => `تُرك ما لم ينشئه Intray: ${files}.`,
    ),
    dismiss: 'إغلاق',
  },
} as const satisfies Translation<typeof english.accountRemovalTexts>;
