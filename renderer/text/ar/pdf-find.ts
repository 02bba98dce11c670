import type { Translation } from '#contract/text/translation.ts';
import type * as english from '../en/pdf-find.ts';

/** Strings of the search in a PDF, in Arabic. */
export const pdfFindTexts = {
  pdfFind: {
    label: 'البحث في هذا الملف',
    open: 'بحث',
    count: '{{at, number}} من {{all, number}}',
    countPartial: '{{at, number}} من {{all, number}} في الجزء الذي جرى البحث فيه',
    searching: 'جارٍ البحث',
    nothing: 'لم يُعثر على شيء.',
    nothingPartial: 'لم يُعثر على شيء في الجزء الذي أمكن البحث فيه.',
    noText: 'لا يحتوي هذا الملف على نص يمكن البحث فيه، وربما كان صورة ممسوحة ضوئيًا.',
    noSteps: 'لم يُعثر على شيء بعد.',
    next: 'النتيجة التالية',
    previous: 'النتيجة السابقة',
    close: 'إغلاق البحث',
  },
} as const satisfies Translation<typeof english.pdfFindTexts>;
