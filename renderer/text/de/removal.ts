import type { Translation } from '#contract/text/translation.ts';
import type * as english from '../en/removal.ts';

/** Strings of signing out, removing accounts and wiping, in German. */
export const accountRemovalTexts = {
  removal: {
    start: { 'sign-out': 'Abmelden', remove: 'Entfernen', wipe: 'Alle Konten entfernen' },
    startNamed: {
      'sign-out': 'Von {{name}} abmelden',
      remove: '{{name}} entfernen',
      wipe: 'Alle Konten entfernen',
    },
    question: {
      'sign-out': 'Von {{name}} abmelden?',
      remove: '{{name}} von diesem Computer entfernen?',
      wipe: 'Alle Konten von diesem Computer entfernen?',
    },
    goes: {
      'sign-out':
        'Token, Schlüssel und alle Datensätze, PDFs, Namen, Notizen und Entwürfe dieses Kontos werden von diesem Computer gelöscht. Adresse und Benutzer bleiben für die nächste Anmeldung in der Liste.',
      remove:
        'Token, Schlüssel und alle Datensätze, PDFs, Namen, Notizen und Entwürfe dieses Kontos werden von diesem Computer gelöscht. Es verschwindet auch aus der Liste der Konten.',
      wipe: 'Token, Schlüssel und alle Datensätze, PDFs, Namen, Notizen und Entwürfe aller Konten werden von diesem Computer gelöscht. Die Liste der Konten ist dann leer. Einstellungen bleiben.',
    },
    service:
      'Beim Dienst wird nichts gelöscht. Dateien, die Sie anderswo gespeichert oder gedruckt haben, bleiben dort.',
    looking: 'Nicht gesendete Änderungen werden gesucht',
    nothingUnsent: 'Alle Änderungen sind beim Dienst.',
    unsent_one: 'Eine Änderung ist nicht beim Dienst.',
    unsent_other: '{{count, number}} Änderungen sind nicht beim Dienst.',
    tick: 'Um das Konto ohne sie zu löschen, exportieren Sie sie, oder kreuzen Sie jede an, um sie zu verwerfen.',
    unsentList: 'Änderungen, die nicht beim Dienst sind',
    unsentElsewhere_one: '{{name}}: Eine Änderung ist nicht beim Dienst.',
    unsentElsewhere_other: '{{name}}: {{count, number}} Änderungen sind nicht beim Dienst.',
    oneByOne:
      'Exportieren Sie alle Konten, oder entfernen Sie ein Konto mit nicht gesendeten Änderungen zuerst für sich.',
    openFirst: 'Öffnen Sie das Konto, um sie zu senden.',
    mayHaveArrived:
      'Möglicherweise beim Dienst angekommen: Entscheiden Sie zuerst unter Aktivität darüber, oder exportieren Sie sie.',
    unreadable:
      'Kein Schlüssel öffnet die Dateien von {{name}}. Was nicht gesendet wurde, lässt sich nicht auflisten; es ginge mit ihnen verloren.',
    locked:
      '{{name}} ist mit seiner PIN gesperrt und bleibt. Nicht gesendete Änderungen lassen sich nicht auflisten.',
    unlockFirst:
      'Öffnen Sie es mit seiner PIN, dann kann es entfernt werden. Sind PIN und Wiederherstellungscode verloren, kann die Administration dieses Computers es entfernen.',
    acceptUnreadable: 'Dateien löschen, obwohl nicht bekannt ist, was darin nicht gesendet wurde',
    sendNow: 'Jetzt senden',
    sending: 'Wird gesendet',
    confirm: { 'sign-out': 'Abmelden und löschen', remove: 'Löschen und entfernen', wipe: 'Alle löschen' },
    confirmDiscard_one: 'Eine Änderung verwerfen und löschen',
    confirmDiscard_other: '{{count, number}} Änderungen verwerfen und löschen',
    deleting: 'Wird gelöscht',
    keep: 'Alles behalten',
    doneTitle: {
      'sign-out': 'Sie sind von {{name}} abgemeldet.',
      remove: '{{name}} wurde von diesem Computer entfernt.',
      wipe_one: 'Ein Konto wurde von diesem Computer entfernt.',
      wipe_other: '{{count, number}} Konten wurden von diesem Computer entfernt.',
    },
    doneHint:
      'Geprüft: {{files, number}} Dateien und Ordner sind weg, ebenso Schlüssel und Token im Schlüsselbund. Der Beleg steht im Zugriffsprotokoll.',
    doneHintNoKeychain:
      'Geprüft: {{files, number}} Dateien und Ordner sind weg. Dieser Computer hat keinen Schlüsselbund. Der Beleg steht in removals.json im Datenordner.',
    doneForeign_one: 'Eine Datei, die Intray nicht angelegt hat, blieb zurück.',
    doneForeign_other: '{{count, number}} Dateien, die Intray nicht angelegt hat, blieben zurück.',
    dismiss: 'Schließen',
  },
} as const satisfies Translation<typeof english.accountRemovalTexts>;
