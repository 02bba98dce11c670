import type { Translation } from '#contract/text/translation.ts';
import type * as english from '../en/account-label.ts';

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
