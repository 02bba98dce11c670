import type { Translation } from '#contract/text/translation.ts';
import type * as english from '../en/computer.ts';

/** Strings of the policy of this computer and of its check, in German. */
export const policyAndComputerCheckTexts = {
  policy: {
    lastGood:
      'Die Richtlinie dieses Computers kann nicht verwendet werden, daher gilt die letzte brauchbare weiter. {{place}}: {{reason}}',
    strict:
      'Die Richtlinie dieses Computers kann nicht verwendet werden, daher werden PDFs weder gespeichert noch gedruckt, und es wird nichts aktualisiert. Alles bleibt lesbar. {{place}}: {{reason}}',
    place: '{{file}}, Zeile {{line}}',
    fixed: 'Von der Administration dieses Computers festgelegt.',
    limited: 'Die Administration dieses Computers erlaubt höchstens „{{level}}“.',
    noSaving: 'Die Administration dieses Computers erlaubt nicht, PDFs zu speichern.',
    noPrinting: 'Die Administration dieses Computers erlaubt nicht, PDFs zu drucken.',
    noOpening:
      'Die Administration dieses Computers erlaubt nicht, PDFs in anderen Programmen zu öffnen, weil diese speichern und drucken können.',
  },
  check: {
    title: 'Diesen Computer prüfen',
    running: 'Die Prüfung läuft. Das dauert einige Sekunden.',
    fine: 'Alles ist in Ordnung.',
    wrong_one: 'Etwas funktioniert nicht.',
    wrong_other: '{{count, number}} Dinge funktionieren nicht.',
    labels: {
      versions: 'Versionen',
      policy: 'Richtlinie',
      folder: 'Datenordner',
      keychain: 'Schlüsselbund',
      database: 'Verschlüsselte Datenbank',
      proxy: 'Netzwerkproxy',
      service: 'Dienst',
      clock: 'Uhr',
      sandbox: 'Abschottung (Sandbox)',
      printing: 'Drucken',
      'pdf-program': 'PDF-Programm',
    },
    states: {
      fine: 'In Ordnung',
      attention: 'Gut zu wissen',
      wrong: 'Funktioniert nicht',
      skipped: 'Nicht geprüft',
    },
    copy: 'Kopieren',
    again: 'Erneut prüfen',
    close: 'Schließen',
    privacy: 'Der Bericht sagt nichts über Patienten und enthält keine Token.',
    show: 'Diesen Computer prüfen',
  },
} as const satisfies Translation<typeof english.policyAndComputerCheckTexts>;

/** Strings of the time after which copies are removed from this computer, in German. */
export const retentionTexts = {
  retention: {
    title: 'Kopien auf diesem Computer',
    after: 'Kopien entfernen, die nicht verwendet wurden seit',
    days_one: '{{count, number}} Tag',
    days_other: '{{count, number}} Tagen',
    limited_one: 'Die Administration dieses Computers erlaubt höchstens {{count, number}} Tag.',
    limited_other: 'Die Administration dieses Computers erlaubt höchstens {{count, number}} Tage.',
    stopped: 'Solange die Richtlinie dieses Computers nicht verwendet werden kann, wird nichts entfernt.',
    what: 'Diese Kopien werden entfernt: PDFs, die nicht geöffnet wurden, frühere Versionen von Datensätzen, letzte Kopien von Datensätzen, die der Dienst nicht mehr liefert, und die Datensätze eines Kontos, das nicht geöffnet wurde. Beim Dienst ändert sich nichts, und ein wieder geöffnetes Konto lädt seine Datensätze herunter.',
    stays:
      'Diese Kopien bleiben: die Datensätze der Listen dieses Kontos, nicht gesendete Änderungen, Entwürfe, Namen, Notizen und Erinnerungen, die automatisch heruntergeladenen PDFs und alles, worauf sich eine nicht gesendete Änderung oder ein Entwurf bezieht.',
  },
} as const satisfies Translation<typeof english.retentionTexts>;
