import type { Translation } from '#contract/text/translation.ts';
import type * as english from '../en/disabled.ts';

/** Why a button cannot act now, in Arabic. */
export const disabledTexts = {
  disabled: {
    todayShown: 'يُعرض اليوم الحاضر بالفعل.',
    preparing: 'يجري تحضير اليوم.',
    dayLoading: 'لم يُقرأ اليوم بعد.',
    favouriteEmpty: 'أدخل قيمة أولًا.',
    favouriteLong: 'هذا أطول من أن يكون في المفضلة.',
    viewSame: 'تُظهر القائمة هذا العرض كما حُفظ.',
    viewNameSame: 'أدخل اسمًا آخر أولًا.',
    nothingTicked: 'حدّد طلب فحص أولًا.',
    updating: 'يجري البحث عن تحديث أو تنزيله أو تثبيته.',
    running: 'هذا قيد التنفيذ.',
    fitted: 'الصفحات ملائمة للعرض بالفعل.',
    noNotifications: 'لا يوجد إشعار لتعليمه.',
    marking: 'يجري تعليم الإشعارات.',
    counting: 'لم تُعدّ الإشعارات بعد.',
    removalFirst: 'قرّر أولًا بشأن كل ما سيُفقد.',
  },
} as const satisfies Translation<typeof english.disabledTexts>;
