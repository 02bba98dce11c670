import { mainProcessTexts } from '#contract/text/de/system.ts';
import type { Translation } from '#contract/text/translation.ts';
import type * as english from '../en/record-windows.ts';

/** Strings of windows that show one record, in German. */
export const recordWindowTexts = {
  recordWindow: {
    title: mainProcessTexts.recordWindow,
    open: 'In eigenem Fenster öffnen',
    tooMany:
      'Höchstens {{limit, number}} Fenster einzelner Datensätze können offen sein. Schließen Sie zuerst eines davon.',
  },
} as const satisfies Translation<typeof english.recordWindowTexts>;
