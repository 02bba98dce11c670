import type { Translation } from '#contract/text/translation.ts';
import type * as english from '../en/help.ts';

/** Strings of the help, in Arabic. */
export const helpTexts = {
  help: {
    title: 'المساعدة',
    pages: 'صفحة المساعدة',
    close: 'إغلاق',
    page: {
      guide: 'كيف يُستخدم Intray',
      news: 'الجديد',
      about: 'حول Intray والتراخيص',
      support: 'ملف للدعم',
    },
    keys: {
      title: 'المفاتيح الأولى',
      all: 'كل المفاتيح',
    },
    words: {
      title: 'الكلمات',
      requisition: {
        name: 'طلب فحص',
        means: 'طلب فحص لمريض، مع نتائجه ومراجعاته.',
      },
      form: {
        name: 'نموذج',
        means: 'أسئلة يجيب عنها المرضى. ما يرونه هو إصداره المنشور.',
      },
      request: {
        name: 'طلب تعبئة',
        means: 'أن يُطلب من مريض تعبئة نموذج.',
      },
      notification: {
        name: 'إشعار',
        means: 'رسالة من الخدمة إلى مستخدم؛ وهي في «الوارد».',
      },
      pendingChange: {
        name: 'تغيير معلّق',
        means: 'ما تغيّر هنا ولم يصل إلى الخدمة بعد. يُعرض في «النشاط».',
      },
      draft: {
        name: 'مسودة',
        means: 'ما كُتب في محرّر ولم يُحفظ تغييرًا. تبقى على هذا الحاسوب.',
      },
      demo: {
        name: 'العيادة التجريبية',
        means: 'عيادة مختلقة على هذا الحاسوب لتجربة كل شيء دون ضرر.',
      },
    },
    offline: {
      title: 'دون شبكة',
      read: 'تابع القراءة: كل السجلات التي استُلمت موجودة على هذا الحاسوب. يقول الشريط في الأسفل مدى حداثتها.',
      save: 'تابع العمل: تُحفظ التغييرات على هذا الحاسوب وتُرسل متى أمكن الوصول إلى الخدمة. لا حاجة إلى إدخال أي شيء مرتين.',
      look: 'انظر بعد ذلك في «النشاط»: التغييرات التي تحتاج إلى قرار في الأعلى.',
      pack: 'قبل انقطاع مخطّط له، أنشئ حزمة التوقف لليوم في شاشة «اليوم». تُفتح دون Intray.',
    },
    ask: {
      title: 'من تسأل',
      account: {
        name: 'تسجيل الدخول والرموز والصلاحيات',
        who: 'مسؤول خدمة السجلات السريرية',
      },
      computer: {
        name: 'هذا الحاسوب والطابعات والتحديثات',
        who: 'مسؤول هذا الحاسوب',
      },
      records: {
        name: 'ما يقوله السجل',
        who: 'العيادة أو المنشأة التي كتبته: يعرض Intray السجلات كما ترسلها الخدمة',
      },
      support: {
        name: 'Intray نفسه',
        who: 'الدعم لديك، مع ملف الدعم',
      },
    },
    news: {
      version: 'الإصدار {{version}}',
      all: 'أحدث التغييرات بالتفصيل، بالإنجليزية',
    },
    about: {
      own: 'Intray برنامج حر بموجب رخصة MIT.',
      packages: 'الحزم المرفقة',
      failed: 'تعذّرت قراءة قائمة الحزم.',
      count_zero: 'لا يحتوي Intray على حزم من آخرين.',
      count_one: 'يحتوي Intray على حزمة واحدة من آخرين. اضغط عليها لقراءة رخصتها.',
      count_two: 'يحتوي Intray على حزمتين من آخرين. اضغط على إحداهما لقراءة رخصتها.',
      count_few: 'يحتوي Intray على {{count, number}} حزم من آخرين. اضغط على واحدة لقراءة رخصتها.',
      count_many: 'يحتوي Intray على {{count, number}} حزمة من آخرين. اضغط على واحدة لقراءة رخصتها.',
      count_other: 'يحتوي Intray على {{count, number}} حزمة من آخرين. اضغط على واحدة لقراءة رخصتها.',
      unnamed: 'لا رخصة مذكورة',
      noText: 'ليس للحزمة نص رخصة.',
    },
    support: {
      title: 'ملف للدعم',
      lead: 'الإصدارات والإعدادات وفحص هذا الحاسوب والأعداد ونهاية السجل التقني. لا يحتوي على سجلات أو أسماء أو معرّفات أو رموز. ترى النص كله قبل حفظه؛ لا يُرسل شيء.',
      collect: 'جمع',
      again: 'جمع من جديد',
      collecting: 'يجري الجمع، يستغرق ذلك بضع ثوانٍ.',
      save: 'حفظ في ملف',
      copy: 'نسخ',
      saved: 'حُفظ: {{path}}',
      content: 'نص الملف',
    },
  },
} as const satisfies Translation<typeof english.helpTexts>;

/** Strings of the keyboard shortcuts, in Arabic. */
export const keyTexts = {
  keys: {
    title: 'اختصارات لوحة المفاتيح',
    close: 'إغلاق',
    hint: 'لا تعمل اختصارات الحرف الواحد أثناء الكتابة. اضغط مفتاحًا في القائمة لتغييره؛ وتبقى مفاتيح شريط القوائم كما هي.',
    single: 'اختصارات الحرف الواحد',
    singleOn: 'مفعّلة',
    singleOff: 'معطّلة: فقط المفاتيح مع Ctrl والمفاتيح ذات الأسماء مثل F5',
    change: 'تغيير المفتاح: {{command}} {{keys}}',
    press: 'اضغط مفتاحًا: {{command}}. ‏Esc يلغي.',
    pressShort: 'اضغط مفتاحًا',
    none: 'بلا مفتاح',
    reserved: 'لا يمكن استخدام هذا المفتاح.',
    taken: 'مستخدم بالفعل: {{command}}',
    reset: 'استعادة المفاتيح الأصلية',
    names: {
      Ctrl: 'Ctrl',
      Shift: 'Shift',
      Enter: 'Enter',
      Escape: 'Esc',
      Insert: 'Insert',
      Delete: 'Delete',
      Backspace: 'Backspace',
      Home: 'Home',
      End: 'End',
      PageUp: 'Page Up',
      PageDown: 'Page Down',
    },
    groups: {
      move: 'في القائمة',
      record: 'مع السجل',
      go: 'الانتقال إلى',
      app: 'برنامج Intray',
      editor: 'في المحرّر',
      pdf: 'في ملف PDF',
    },
    editor: { save: 'حفظ', leave: 'إغلاق؛ ويبقى ما كتبته مسودة' },
    pdf: {
      find: 'البحث في الملف',
      next: 'النتيجة التالية',
      previous: 'النتيجة السابقة',
      close: 'إغلاق البحث',
    },
  },
} as const satisfies Translation<typeof english.keyTexts>;

/** Strings of the welcome and the tour, in Arabic. */
export const welcomeAndTourTexts = {
  introduction: {
    demo: 'تصفّح العيادة التجريبية',
    demoHint: 'مرضاها غير حقيقيين، ولا تغادر أي بيانات هذا الحاسوب. تبدأ جولة قصيرة.',
    signIn: 'تسجيل الدخول إلى عيادتك',
    signInHint: 'تحتاج لذلك إلى عنوان الخدمة ورمزين من مسؤولها.',
    progress: 'الخطوة {{step, number}} من {{count, number}}',
    next: 'التالي',
    back: 'السابق',
    skip: 'تخطي الجولة',
    again: 'يمكن بدء الجولة من جديد من قائمة «مساعدة».',
    firstQueue: 'فتح القائمة الأولى: {{name}}',
    finish: 'إنهاء الجولة',
    steps: {
      home: {
        title: 'تُظهر الصفحة الرئيسية ما يحتاج إلى عمل',
        body: 'كل سطر قائمة مع عددها، والأكثر إلحاحًا أولًا. اضغط على سطر لفتح قائمته؛ والرسوم البيانية تفتح قوائم أيضًا.',
      },
      search: {
        title: 'ابحث عن مريض أو فحص أو حالة',
        body: 'اكتب جزءًا من الاسم. ينقلك مفتاح الإدخال إلى أول سطر مطابق، وتضيّق الأزرار في الأسفل القائمة أكثر.',
      },
      list: {
        title: 'أنجز القائمة بلوحة المفاتيح',
        body: 'تنقلك مفاتيح الأسهم من سطر إلى سطر، ويفتح مفتاح الإدخال السجل بجانب القائمة. إكمال مراجعة ينقلك إلى التالية ويمكن التراجع عنه لبرهة.',
      },
      status: {
        title: 'لا شيء ينتظر الشبكة',
        body: 'ما تغيّره يُحفظ أولًا على هذا الحاسوب ويُرسل عندما يمكن الوصول إلى الخدمة. يبيّن هذا الشريط مدى حداثة السجلات وما لم يُرسل بعد.',
      },
      navigation: {
        title: 'كل ما تبقّى هنا',
        body: 'تعدّ الأرقام ما يحتاج إلى عمل. باستخدام Ctrl+K أو ⌘K تجد أي إجراء أو سجل أو مريض، وتعرض علامة الاستفهام كل المفاتيح.',
      },
    },
  },
} as const satisfies Translation<typeof english.welcomeAndTourTexts>;
