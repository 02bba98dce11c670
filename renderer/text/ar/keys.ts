import type { Translation } from '#contract/text/translation.ts';
import type * as english from '../en/keys.ts';

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
    pdf: { find: 'البحث في الملف', next: 'النتيجة التالية', previous: 'النتيجة السابقة' },
  },
} as const satisfies Translation<typeof english.keyTexts>;
