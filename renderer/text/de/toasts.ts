import type { Translation } from '#contract/text/translation.ts';
import type * as english from '../en/toasts.ts';

export const toastTexts = {
  toast: {
    label: 'Meldungen',
    dismiss: 'Ausblenden',
    unnamed: {
      requisition: 'Unbenannte Anforderung',
      form: 'Unbenanntes Formular',
      notification: 'Mitteilung ohne Titel',
    },
    undo: 'Rückgängig',
    notUndone:
      'Das lässt sich nicht mehr rückgängig machen, weil seitdem etwas geändert oder gesendet wurde. Es wurde nichts geändert.',
    nothingToUndo: 'Es gibt nichts rückgängig zu machen.',
    reviewUndone: 'Die Prüfung wurde rückgängig gemacht: {{name}}',
    reviewsUndone_one: '{{count, number}} Prüfung wurde rückgängig gemacht.',
    reviewsUndone_other: '{{count, number}} Prüfungen wurden rückgängig gemacht.',
    reviewsPartlyUndone:
      'Rückgängig gemachte Prüfungen: {{undone, number}}. Nicht rückgängig gemacht, siehe Aktivität: {{left, number}}.',
    ordersPartlyUndone:
      'Zurückgenommene Anforderungen: {{undone, number}}. Nicht zurückgenommen, siehe Aktivität: {{left, number}}.',
    markedRead: 'Als gelesen markiert: {{name}}',
    markedUnread: 'Als ungelesen markiert: {{name}}',
    unreadAgain: 'Wieder ungelesen: {{name}}',
    readAgain: 'Wieder gelesen: {{name}}',
    snoozeUndone: 'Nicht mehr zurückgestellt: {{name}}',
    snoozesUndone_one: 'Eine Mitteilung ist nicht mehr zurückgestellt.',
    snoozesUndone_other: '{{count, number}} Mitteilungen sind nicht mehr zurückgestellt.',
    hiddenAgain: 'Wieder zurückgestellt: {{name}}',
    hiddenAgainSeveral_one: 'Eine Mitteilung ist wieder zurückgestellt.',
    hiddenAgainSeveral_other: '{{count, number}} Mitteilungen sind wieder zurückgestellt.',
    show: 'Anzeigen',
    draftSaved:
      'Der Entwurf zu {{name}} ist auf diesem Computer gespeichert, unter Aktivität. Er wird nicht gesendet.',
    unsentFormDeleted: '{{name}} wurde von diesem Computer gelöscht. Es war noch nicht gesendet.',
    pdfRemoved:
      'Das PDF zu {{name}} wurde von diesem Computer entfernt. Beim Dienst gibt es das PDF weiterhin.',
    pdfNotPrinted:
      'Das PDF zu {{name}} wurde nicht gedruckt: Der Datensatz wurde verlassen, bevor alle Seiten gezeichnet waren.',
    nameSaved: 'Der Name {{name}} ist auf diesem Computer gespeichert. Er wird nicht gesendet.',
    nameRemoved: 'Der Name {{name}} wurde von diesem Computer entfernt.',
    templateSaved: 'Die Vorlage {{name}} ist auf diesem Computer gespeichert.',
    templateRemoved: 'Die Vorlage {{name}} wurde von diesem Computer entfernt.',
    templateReplacedInput: 'Die Vorlage {{name}} hat Ihre Eingaben ersetzt.',
    viewSaved: 'Die Ansicht {{name}} ist auf diesem Computer gespeichert.',
    viewRemoved: 'Die Ansicht {{name}} wurde von diesem Computer entfernt.',
    saved: {
      ordered: 'Die Anforderung {{name}} ist auf diesem Computer gespeichert, noch nicht beim Dienst.',
      severalOrdered_one: 'Die Anforderung ist auf diesem Computer gespeichert, noch nicht beim Dienst.',
      severalOrdered_other:
        '{{count, number}} Anforderungen sind auf diesem Computer gespeichert, noch nicht beim Dienst.',
      edited: 'Die Änderung zu {{name}} ist auf diesem Computer gespeichert, noch nicht beim Dienst.',
      reviewAsked:
        'Die Bitte um Prüfung von {{name}} ist auf diesem Computer gespeichert, noch nicht beim Dienst.',
      formCreated: 'Das Formular {{name}} ist auf diesem Computer gespeichert, noch nicht beim Dienst.',
      formDeleted:
        'Die Löschung von {{name}} ist auf diesem Computer gespeichert. Beim Dienst ist es noch vorhanden.',
      requestsChanged:
        'Die Anfragen zu {{name}} sind auf diesem Computer gespeichert, noch nicht beim Dienst.',
      requestWithdrawn:
        'Die Rücknahme einer Anfrage zu {{name}} ist auf diesem Computer gespeichert, noch nicht beim Dienst.',
      severalShared_one:
        'Eine Anforderung wird für ihren Patienten freigegeben. Bis zum Senden wartet das unter Aktivität.',
      severalShared_other:
        '{{count, number}} Anforderungen werden für ihre Patienten freigegeben. Bis zum Senden wartet das unter Aktivität.',
      shared: '{{name}} wird für den Patienten freigegeben. Bis zum Senden wartet das unter Aktivität.',
      published: '{{name}} wird veröffentlicht. Bis zum Senden wartet das unter Aktivität.',
    },
    sent: {
      ordered: 'Die Anforderung {{name}} ist beim Dienst.',
      severalOrdered_one: 'Die Anforderung ist beim Dienst.',
      severalOrdered_other: '{{count, number}} Anforderungen sind beim Dienst.',
      edited: 'Die Änderung zu {{name}} ist beim Dienst.',
      reviewAsked: 'Die Bitte um Prüfung von {{name}} ist beim Dienst.',
      formCreated: 'Das Formular {{name}} ist beim Dienst. Es ist nicht veröffentlicht.',
      formDeleted: '{{name}} ist beim Dienst gelöscht.',
      requestsChanged: 'Die Anfragen zu {{name}} sind beim Dienst.',
      requestWithdrawn: 'Die Anfrage zu {{name}} ist beim Dienst zurückgezogen.',
      severalShared_one: 'Eine Anforderung ist beim Dienst für ihren Patienten freigegeben.',
      severalShared_other: '{{count, number}} Anforderungen sind beim Dienst für ihre Patienten freigegeben.',
      shared: '{{name}} ist beim Dienst für den Patienten freigegeben.',
      published: '{{name}} ist beim Dienst veröffentlicht.',
    },
    someShared_one:
      '{{count, number}} von {{all, number}} wurde schon gesendet; der Patient hat sie möglicherweise gesehen.',
    someShared_other:
      '{{count, number}} von {{all, number}} wurden schon gesendet; die Patienten haben sie möglicherweise gesehen.',
    restNotShared_one:
      '{{count, number}} von {{all, number}} wurde schon gesendet; der Patient hat sie möglicherweise gesehen. Der Rest ist nicht freigegeben.',
    restNotShared_other:
      '{{count, number}} von {{all, number}} wurden schon gesendet; die Patienten haben sie möglicherweise gesehen. Der Rest ist nicht freigegeben.',
    sharesLeft_one:
      'Eine davon ließ sich nicht zurücknehmen: Sie wurde abgelehnt oder wartet auf eine Entscheidung, unter Aktivität.',
    sharesLeft_other:
      '{{count, number}} davon ließen sich nicht zurücknehmen: Sie wurden abgelehnt oder warten auf eine Entscheidung, unter Aktivität.',
    changeDiscarded:
      '„{{what}}“ zu {{name}} wurde aus den ausstehenden Änderungen unter Aktivität verworfen.',
    draftDiscarded: 'Der Entwurf zu {{name}} wurde aus den Entwürfen auf diesem Computer verworfen.',
    followUpSet: '{{name}} liegt auf diesem Computer auf Wiedervorlage.',
    followUpChanged: 'Die Wiedervorlage von {{name}} wurde auf diesem Computer geändert.',
    followUpCleared: 'Die Wiedervorlage von {{name}} wurde von diesem Computer entfernt.',
    snoozed:
      'Die Mitteilung „{{name}}“ ist bis {{when}} aus dem Posteingang ausgeblendet; zu finden in der Ansicht „Zurückgestellt“.',
    snoozedSeveral_one:
      'Eine Mitteilung ist bis {{when}} aus dem Posteingang ausgeblendet; zu finden in der Ansicht „Zurückgestellt“.',
    snoozedSeveral_other:
      '{{count, number}} Mitteilungen sind bis {{when}} aus dem Posteingang ausgeblendet; zu finden in der Ansicht „Zurückgestellt“.',
    unsnoozedSeveral_one: 'Eine Mitteilung steht wieder wie zuvor im Posteingang.',
    unsnoozedSeveral_other: '{{count, number}} Mitteilungen stehen wieder wie zuvor im Posteingang.',
    unsnoozed: 'Die Mitteilung „{{name}}“ steht wieder wie zuvor im Posteingang.',
    fileSaved: '{{file}} wurde im Ordner {{folder}} gespeichert.',
  },
} as const satisfies Translation<typeof english.toastTexts>;
