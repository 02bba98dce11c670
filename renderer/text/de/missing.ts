import type { Translation } from '#contract/text/translation.ts';
import type * as english from '../en/missing.ts';

/** Strings of records that the service no longer returns, in German. */
export const missingRecordTexts = {
  missing: {
    title: 'Nicht mehr beim Dienst',
    lead_one:
      'Der Dienst liefert diese Datensätze nicht mehr. Was zuletzt von ihnen bekannt war, bleibt hier lesbar: wo etwas offen ist, bis Sie bestätigen, dann noch {{count, number}} Tag. Mit einer Erinnerung oder einer nicht gesendeten Änderung bleibt es länger.',
    lead_other:
      'Der Dienst liefert diese Datensätze nicht mehr. Was zuletzt von ihnen bekannt war, bleibt hier lesbar: wo etwas offen ist, bis Sie bestätigen, dann noch {{count, number}} Tage. Mit einer Erinnerung oder einer nicht gesendeten Änderung bleibt es länger.',
    failed: 'Diese Datensätze konnten nicht gelesen werden.',
    heldLead_one:
      'Unter {{kind}} fehlt ein Datensatz, und das ist ein großer Teil davon. Er bleibt in seiner Liste, bis Sie bestätigen. Wenn Sie das nicht erwartet haben, fragen Sie zuerst die Administration des Dienstes.',
    heldLead_other:
      'Unter {{kind}} fehlen {{count, number}} Datensätze, und das ist ein großer Teil davon. Sie bleiben in ihrer Liste, bis Sie bestätigen. Wenn Sie das nicht erwartet haben, fragen Sie zuerst die Administration des Dienstes.',
    beingChecked_one: 'Ein weiterer wird bei den nächsten Synchronisierungen geprüft.',
    beingChecked_other:
      '{{count, number}} weitere werden bei den nächsten Synchronisierungen geprüft, jeweils hundert.',
    takeOut_one: 'Aus der Liste entfernen',
    takeOut_other: 'Diese {{count, number}} aus der Liste entfernen',
    takeOutQuestion_one: 'Einen Datensatz aus seiner Liste entfernen?',
    takeOutQuestion_other: '{{count, number}} Datensätze aus ihrer Liste entfernen?',
    takeOutWhat_one:
      'Sie können hier noch mindestens {{count, number}} Tag gelesen werden. Liefert der Dienst einen wieder, kommt er mit seinen Erinnerungen und Notizen in seine Liste zurück.',
    takeOutWhat_other:
      'Sie können hier noch mindestens {{count, number}} Tage gelesen werden. Liefert der Dienst einen wieder, kommt er mit seinen Erinnerungen und Notizen in seine Liste zurück.',
    takeOutYes: 'Aus der Liste entfernen',
    takeOutNo: 'In der Liste behalten',
    openLead: 'Zu diesen Datensätzen ist noch etwas offen. Sehen Sie jeden durch und bestätigen Sie dann.',
    seen: 'Bestätigen',
    notConfirmed: 'Die Bestätigung wurde nicht gespeichert.',
    closed_one: 'Ein Datensatz aus den Listen entfernt',
    closed_other: '{{count, number}} Datensätze aus den Listen entfernt',
    cut: 'Einige fehlende Datensätze stehen hier nicht.',
    reason: { gone: 'Nicht mehr beim Dienst', forbidden: 'Sie dürfen ihn nicht mehr sehen' },
    since: 'aus den Listen entfernt {{when}}',
    review: 'Eine Prüfung ist offen',
    reminders_one: 'Eine Erinnerung ist gesetzt',
    reminders_other: '{{count, number}} Erinnerungen sind gesetzt',
    unsent_one: 'Eine Änderung wurde nicht gesendet',
    unsent_other: '{{count, number}} Änderungen wurden nicht gesendet',
    read: 'Zuletzt bekannten Inhalt zeigen',
    hide: 'Ausblenden',
    loading: 'Der zuletzt bekannte Inhalt wird geladen',
    lastKnown:
      'Zuletzt empfangen {{when}}. Der Datensatz ist nicht mehr beim Dienst, daher ist dies möglicherweise nicht aktuell.',
    hidden:
      'Der Dienst lässt Sie diesen Datensatz nicht mehr sehen, daher ist sein Inhalt auch hier verborgen. Ihre eigenen Erinnerungen, Notizen und ausstehenden Änderungen bleiben.',
    unnamed: { requisition: 'Eine Anforderung', form: 'Ein Formular', notification: 'Eine Mitteilung' },
  },
} as const satisfies Translation<typeof english.missingRecordTexts>;
