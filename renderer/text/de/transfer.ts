import type { Translation } from '#contract/text/translation.ts';
import type * as english from '../en/transfer.ts';

/** Strings of exporting and importing the local store of an account, in German. */
export const exportAndImportTexts = {
  transfer: {
    export: 'Exportieren',
    exportNamed: 'Lokale Daten von {{name}} exportieren',
    import: 'Importieren',
    importNamed: 'Lokale Daten in {{name}} importieren',
    exportTitle: 'Lokale Daten von {{name}} exportieren',
    exportAll: 'Alle Konten exportieren',
    exportAllTitle: 'Lokale Daten aller Konten exportieren',
    exportAllFiles:
      'Jedes Konto erhält eine eigene Datei, mit der ID des Kontos im Namen. Ein Konto, dessen Dateien jetzt nicht gelesen werden können, etwa weil es gesperrt ist, wird ausgelassen.',
    exportLead:
      'Die Datei enthält, was nur auf diesem Computer ist: Änderungen, die nicht beim Dienst sind, Entwürfe, Namen, Notizen, Ansichten und Erinnerungen. Datensätze und PDFs des Dienstes sind nicht darin. Speichern Sie vorher, was Sie in andere Formulare eingegeben haben: Ein Import bringt es nicht zurück.',
    exportWarning:
      'Nur diese Passphrase öffnet die Datei, und niemand kann sie wiederherstellen. Dieselbe Person importiert die Datei auf diesem oder einem anderen Computer.',
    importTitle: 'Lokale Daten in {{name}} importieren',
    importLead:
      'Die Datei muss von derselben Adresse und derselben Person stammen. Nach Anforderungen, Veröffentlichungen und Prüfungen darin wird zuerst beim Dienst gesucht; nur Sie senden sie erneut.',
    confirmUser:
      'Es ist nicht bekannt, ob diese Datei von der Person dieses Kontos stammt. Kreuzen Sie das Kästchen an, wenn ja.',
    sameUser: 'Die Datei wurde von der Person dieses Kontos exportiert',
    passphrase: 'Passphrase',
    again: 'Dieselbe Passphrase noch einmal',
    tooShort: 'Mindestens {{least, number}} Zeichen.',
    differs: 'Die beiden Passphrasen sind verschieden.',
    choosePlace: 'Ort wählen und exportieren',
    exporting: 'Wird exportiert und geprüft',
    chooseFile: 'Datei wählen und importieren',
    importing: 'Wird importiert',
    cancel: 'Abbrechen',
    close: 'Schließen',
    exportedTitle: 'Exportiert und geprüft',
    exportedTo: 'Die Datei {{file}} wurde zurückgelesen, entschlüsselt und verglichen.',
    exportedNoFile: 'Kein Konto hat lokale Daten, die gelesen werden können.',
    exportedNothing: 'Alle Änderungen sind beim Dienst.',
    exportedChanges_one: 'Eine Änderung darin ist nicht beim Dienst.',
    exportedChanges_other: '{{count, number}} Änderungen darin sind nicht beim Dienst.',
    importedTitle: 'Importiert',
    importedChanges_one: 'Eine Änderung wurde dem Ausgang hinzugefügt.',
    importedChanges_other: '{{count, number}} Änderungen wurden dem Ausgang hinzugefügt.',
    importedUncertain_one: 'Eine ist möglicherweise beim Dienst angekommen und wird gesucht.',
    importedUncertain_other:
      '{{count, number}} sind möglicherweise beim Dienst angekommen und werden gesucht.',
    importedKnown_one: 'Eine war schon hier und wurde übersprungen.',
    importedKnown_other: '{{count, number}} waren schon hier und wurden übersprungen.',
    importedDiffering_one:
      'Eine davon wartet hier mit anderem Inhalt. Behalten Sie die Datei, bis diese gesendet ist.',
    importedDiffering_other:
      '{{count, number}} davon warten hier mit anderem Inhalt. Behalten Sie die Datei, bis diese gesendet sind.',
    importedOthers_one: 'Ein anderer Eintrag wurde hinzugefügt.',
    importedOthers_other: '{{count, number}} andere Einträge wurden hinzugefügt.',
    exportUnsent: 'Nicht gesendete Änderungen exportieren',
    unsentExported: 'Alle sind exportiert, und jede Datei wurde zurückgelesen und verglichen: {{files}}',
    confirmExported: 'Löschen und den Export behalten',
  },
} as const satisfies Translation<typeof english.exportAndImportTexts>;
