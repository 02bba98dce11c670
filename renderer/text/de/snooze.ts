import type { Translation } from '#contract/text/translation.ts';
import type * as english from '../en/snooze.ts';

/** Strings of snoozed notifications, in German. */
export const snoozeTexts = {
  snooze: {
    title: 'Zurückstellen',
    ask: 'Bis wann zurückstellen?',
    choice: {
      hour: 'In einer Stunde',
      evening: 'Heute Abend',
      tomorrow: 'Morgen früh',
      date: 'An einem Tag',
    },
    day: 'Wieder zeigen am',
    dayHelp: 'Am Morgen dieses Tages, um 8 Uhr.',
    badDate: 'Wählen Sie einen Tag in der Zukunft.',
    cancel: 'Abbrechen',
    until: 'Zurückgestellt bis {{when}}, nur auf diesem Computer.',
    back: 'Zurückgestellt bis {{when}}: Die Zeit ist gekommen.',
    showNow: 'Jetzt zeigen',
    done: 'Erledigt',
    failed: 'Ob sie zurückgestellt ist, konnte nicht gelesen werden.',
    rowBack: 'wieder da',
    rowUntil: 'bis {{when}}',
    view: 'Zurückgestellt',
  },
} as const satisfies Translation<typeof english.snoozeTexts>;
