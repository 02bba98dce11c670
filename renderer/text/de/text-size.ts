import type { Translation } from '#contract/text/translation.ts';
import type * as english from '../en/text-size.ts';

/** Strings of the setting for the size of texts, in German. */
export const textSizeTexts = {
  textSize: {
    label: 'Textgröße',
    percent: '{{percent}} %',
    other: '{{size}}, im Menü „Ansicht“ gewählt',
    help: 'Alles im Fenster wird damit größer oder kleiner, wie mit dem Zoom im Menü „Ansicht“. Nach einem Neustart bleibt es so.',
  },
} as const satisfies Translation<typeof english.textSizeTexts>;
