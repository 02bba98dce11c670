import { mainProcessTexts } from '#contract/text/en/system.ts';

/** Strings of windows that show one record. */
export const recordWindowTexts = {
  recordWindow: {
    title: mainProcessTexts.recordWindow,
    open: 'Open in its own window',
    tooMany: 'At most {{limit, number}} windows of single records can be open. Close one of them first.',
  },
} as const;
