import type { Translation } from '#contract/text/translation.ts';
import type * as english from '../en/toasts.ts';

/** Strings of the messages about what was done, in German. */
export const toastTexts = {
  toast: {
    label: 'Meldungen',
    dismiss: 'Ausblenden',
    unnamed: {
      requisition: 'Unbenannte Anforderung',
      form: 'Unbenanntes Formular',
      notification: 'Benachrichtigung ohne Titel',
    },
    undo: 'Rückgängig',
    changeDiscarded:
      '„{{what}}“ zu {{name}} wurde aus den ausstehenden Änderungen unter Aktivität verworfen.',
    draftDiscarded: 'Der Entwurf zu {{name}} wurde aus den Entwürfen auf diesem Computer verworfen.',
    followUpSet: '{{name}} liegt auf diesem Computer auf Wiedervorlage.',
    followUpChanged: 'Die Wiedervorlage von {{name}} wurde auf diesem Computer geändert.',
    followUpCleared: 'Die Wiedervorlage von {{name}} wurde von diesem Computer entfernt.',
    shared: '{{name}} wird für den Patienten freigegeben. Bis zum Senden wartet das unter Aktivität.',
    snoozed:
      '{{name}} ist bis {{when}} aus dem Posteingang ausgeblendet; zu finden in der Ansicht „Zurückgestellt“.',
    snoozedSeveral_one:
      'Eine Mitteilung ist bis {{when}} aus dem Posteingang ausgeblendet; zu finden in der Ansicht „Zurückgestellt“.',
    snoozedSeveral_other:
      '{{count, number}} Mitteilungen sind bis {{when}} aus dem Posteingang ausgeblendet; zu finden in der Ansicht „Zurückgestellt“.',
    unsnoozedSeveral_one: 'Eine Mitteilung steht wieder wie zuvor im Posteingang.',
    unsnoozedSeveral_other: '{{count, number}} Mitteilungen stehen wieder wie zuvor im Posteingang.',
    unsnoozed: '{{name}} steht wieder wie zuvor im Posteingang.',
    published: '{{name}} wird veröffentlicht. Bis zum Senden wartet das unter Aktivität.',
    fileSaved: '{{file}} wurde im Ordner {{folder}} gespeichert.',
  },
} as const satisfies Translation<typeof english.toastTexts>;
