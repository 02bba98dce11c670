import {
  createPluralTexts,
  toObliqueCase,
  ARABIC_COUNTED_NOUNS,
  ARABIC_NUMBER_ALONE,
} from '#contract/text/ar/counted.ts';
import type { Translation } from '#contract/text/translation.ts';
import type * as english from '../en/form-editors.ts';

/** Strings of the form editors and of the actions on a form, in Arabic. */
export const formEditorTexts = {
  formEditor: {
    title: { create: 'نموذج جديد', edit: 'تعديل النموذج', ask: 'الطلب من المرضى' },
    new: 'نموذج جديد',
    edit: 'تعديل',
    ask: 'الطلب من المرضى',
    save: { create: 'حفظ النموذج', edit: 'حفظ التغييرات' },
    ...createPluralTexts(
      'saveAsk',
      toObliqueCase(ARABIC_COUNTED_NOUNS.patient),
      (patients) => `الطلب من ${patients}`,
    ),
    ...createPluralTexts(
      'saveWithdraw',
      toObliqueCase(ARABIC_COUNTED_NOUNS.completionRequest),
      (requests) => `سحب ${requests}`,
    ),
    ...createPluralTexts(
      'saveAskAndWithdraw',
      toObliqueCase(ARABIC_COUNTED_NOUNS.completionRequest),
      (requests) => `{{ask}}، وسحب ${requests}`,
    ),
    needed: 'الاسم مطلوب. كل الحقول الأخرى اختيارية.',
    name: 'الاسم',
    description: 'الوصف',
    descriptionHelp: 'ما يسأل عنه النموذج.',
    unpublished: 'ما يراه المرضى',
    unpublishedNo: 'يرى المرضى أحدث إصدار',
    unpublishedYes: 'في أحدث إصدار تغييرات لا يراها المرضى بعد',
    users: 'من يستطيع استخدامه',
    everyone: 'الجميع',
    some: 'البعض',
    setsGo: 'ستُمسح القيود ضمن «البعض» لأن الجميع يستطيعون استخدام النموذج.',
    setsIdle: 'لا أثر للقيود الموجودة ما دام الجميع يستطيعون استخدام النموذج.',
    otherLimits:
      'تقيّد الخدمة هذا النموذج بطريقة أخرى لا يستطيع Intray عرضها. يبقى هذا القيد إلا إذا اخترت «الجميع».',
    sets: {
      medicalCenters: 'المراكز الطبية',
      specializations: 'التخصصات',
      peerGroups: 'مجموعات الأقران',
      individuals: 'أفراد',
    },
    setsHelp:
      'اختر بالاسم أو المعرّف، أو اكتب أو ألصق معرّفات كاملة واضغط Enter. افصل بين المعرّفات بمسافات أو فواصل أو أسطر جديدة.',
    noMatch: 'لا يوجد معرّف معروف مطابق. يمكنك كتابة معرّف كامل والضغط على Enter.',
    list: 'المختار: {{what}}',
    remove: 'إزالة {{what}}',
    refused: {
      prefix: '{{id}} نوع آخر من المعرّفات: يحتاج هذا الحقل إلى معرّف يبدأ بـ {{prefix}}.',
      id: '{{id}} ليس معرّفًا. اختر واحدًا من القائمة أو اكتب المعرّف الكامل: يبدأ بـ {{prefix}}.',
      idPlain: 'لا يمكن أن يكون {{id}} معرّفًا: هو طويل جدًا أو يحتوي على محارف لا يمكن حفظها.',
      twice: '{{id}} في القائمة بالفعل.',
      known: 'طُلبت التعبئة من {{id}} بالفعل.',
      ...createPluralTexts('more', ARABIC_NUMBER_ALONE, (count) => `ما لم يُضف أيضًا: ${count}.`),
    },
    wrong: {
      missing: {
        name: 'أدخل اسمًا.',
        ask: 'اختر مريضًا واحدًا على الأقل للطلب منه أو طلبًا واحدًا لسحبه.',
      },
      'too-long': {
        name: 'عدد أحرف الاسم {{count, number}}. الحد الأقصى 500.',
        description: 'عدد أحرف الوصف {{count, number}}. الحد الأقصى 65,536.',
      },
      characters: 'يحتوي على محارف لا يمكن حفظها.',
      'no-users':
        'لن يستطيع أحد استخدام هذا النموذج. اختر مركزًا طبيًا أو تخصصًا أو مجموعة أقران أو شخصًا، أو اختر «الجميع».',
      'only-other-limits':
        'لا يستطيع Intray حفظ نموذج ليس له إلا قيود لا يستطيع عرضها. اختر مركزًا طبيًا أو تخصصًا أو مجموعة أقران أو شخصًا، أو اختر «الجميع».',
      'too-many': 'عدد الإدخالات كبير جدًا. الحد الأقصى 1,000.',
    },
    excluded: {
      ...createPluralTexts(
        'certain',
        ARABIC_NUMBER_ALONE,
        (count) => `من لم يعد يستطيع استخدامه: ${count} من أصل {{all, number}} طُلب منهم بالفعل:`,
      ),
      ...createPluralTexts(
        'certainAll',
        ARABIC_COUNTED_NOUNS.patient,
        (patients) => `لا يستطيع استخدامه بعد الآن أي ممن طُلب منهم بالفعل (${patients}):`,
      ),
      ...createPluralTexts(
        'perhaps',
        ARABIC_NUMBER_ALONE,
        (count) => `من ليس مدرجًا بين الأفراد: ${count} من أصل {{all, number}} طُلب منهم بالفعل:`,
      ),
      ...createPluralTexts(
        'perhapsAll',
        ARABIC_COUNTED_NOUNS.patient,
        (patients) => `ليس مدرجًا بين الأفراد أي ممن طُلب منهم بالفعل (${patients}):`,
      ),
      perhapsWhy:
        'هل ما زالوا يستطيعون استخدامه يتوقف على القيود الأخرى. لا يعرف Intray أعضاء المراكز الطبية والتخصصات ومجموعات الأقران.',
    },
    patients: 'المرضى المطلوب منهم',
    patientsHelp:
      'يظهر النموذج في بوابتهم متى وصل الطلب إلى الخدمة. افصل بين المعرّفات بمسافات أو فواصل أو أسطر جديدة.',
    before: {
      ended: 'طُلب منه من قبل؛ عبّأه أو سُحب الطلب؛ سيُطلب منه من جديد',
      withdrawn: 'طُلب منه من قبل؛ سُحب الطلب؛ سيُطلب منه من جديد',
    },
    beforeFailed: 'تعذّرت قراءة الطلبات السابقة إلى هؤلاء المرضى.',
    askedNow: 'طُلب منهم بالفعل',
    askedNone: 'لم تُطلب تعبئته من أحد.',
    withdraw: 'سحب الطلب',
    withdrawOf: 'سحب الطلب: {{who}}',
    keepAsked: 'إبقاء الطلب',
    keepAskedOf: 'إبقاء الطلب: {{who}}',
    withdrawn: 'سيُسحب الطلب',
    withdrawAll: 'سحب كل الطلبات',
    keepAll: 'إبقاء كل الطلبات',
    publish: {
      everyone: 'نشر للجميع',
      ...createPluralTexts(
        'people',
        toObliqueCase(ARABIC_COUNTED_NOUNS.person),
        (people) => `نشر لعدد: ${people}`,
      ),
      some: 'نشر لمن يستطيعون استخدامه',
      noUsers: 'نشر (لا يستطيع أحد استخدامه بعد)',
      question: 'نشر هذا النموذج؟',
      what: 'سيرى المرضى أحدث إصدار:',
      whatNew: 'سيرى المرضى الإصدار الأول من النموذج.',
      ...createPluralTexts(
        'asked',
        ARABIC_COUNTED_NOUNS.patient,
        (patients) => `من طُلبت منهم التعبئة وسيرون هذا الإصدار: ${patients}.`,
      ),
      askedNone: 'لم تُطلب تعبئته من أحد بعد.',
      before: 'إلى ذلك الحين يرى المرضى:',
      beforeNothing: 'إلى ذلك الحين لا يرى المرضى النموذج.',
      ...createPluralTexts(
        'unsent',
        ARABIC_COUNTED_NOUNS.change,
        (changes) => `ما يُرسل أولًا من هذا النموذج: ${changes}.`,
      ),
      untilSent: 'يمكن التراجع عنه حتى الإرسال، لا بعده.',
      undo: 'التراجع عن النشر',
      undoHint: 'لم يُرسل بعد، لذلك لا يراه المرضى.',
      nothing: 'لا شيء للنشر: يرى المرضى أحدث إصدار.',
      no: 'رجوع',
      waits: 'النشر: {{state}}',
      waitsHint: 'طُلب بالفعل ويتم مرة واحدة فقط. يفتحه في «النشاط».',
    },
    delete: {
      button: 'حذف',
      question: 'حذف هذا النموذج؟',
      ...createPluralTexts(
        'asked',
        ARABIC_COUNTED_NOUNS.completionRequest,
        (requests) => `ما يُسحب من المفتوح: ${requests}. يختفي النموذج من بوابة المرضى المعنيين.`,
      ),
      askedNone: 'لم تُطلب تعبئته من أحد.',
      ...createPluralTexts(
        'unsent',
        ARABIC_COUNTED_NOUNS.change,
        (changes) => `ما يُفقد من هذا النموذج: ${changes}.`,
      ),
      ...createPluralTexts(
        'held',
        ARABIC_COUNTED_NOUNS.change,
        (changes) => `ما لا يُرسل الآن من هذا النموذج: ${changes}. يُرسل ذلك إذا تراجعت عن الحذف.`,
      ),
      local: 'هو على هذا الحاسوب فقط ويُحذف فورًا.',
      service: 'يبقى هنا إلى أن تحذفه الخدمة. يمكنك التراجع إلى أن يُرسل ذلك.',
      yes: 'حذف النموذج',
      no: 'إبقاء النموذج',
      undo: 'التراجع عن الحذف',
      undoFailed: 'تعذّر التراجع.',
      waits: 'الحذف: {{state}}',
    },
    isDeleted: 'النموذج معلّم للحذف. تراجع عن الحذف أولًا.',
    isDeletedOnItsWay: 'يجري حذف النموذج.',
  },
} as const satisfies Translation<typeof english.formEditorTexts>;
