import type { Translation } from '#contract/text/translation.ts';
import type * as english from '../en/snooze.ts';

/** Strings of snoozed notifications, in Arabic. */
export const snoozeTexts = {
  snooze: {
    title: 'تأجيل',
    ask: 'إلى متى يُؤجَّل؟',
    choice: {
      hour: 'بعد ساعة',
      evening: 'هذا المساء',
      tomorrow: 'صباح الغد',
      date: 'في يوم معيّن',
    },
    day: 'إظهاره مجددًا في',
    dayHelp: 'صباح ذلك اليوم، الساعة الثامنة.',
    badDate: 'اختر يومًا في المستقبل.',
    cancel: 'إلغاء',
    until: 'مؤجَّل حتى {{when}}، على هذا الحاسوب فقط.',
    back: 'كان مؤجَّلًا حتى {{when}}: حان وقته.',
    showNow: 'إظهار الآن',
    done: 'تم',
    failed: 'تعذّرت قراءة حالة التأجيل.',
    rowBack: 'عاد',
    rowUntil: 'حتى {{when}}',
    view: 'المؤجَّلة',
  },
} as const satisfies Translation<typeof english.snoozeTexts>;
