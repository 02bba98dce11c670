import type { Translation } from '#contract/text/translation.ts';
import type * as english from '../en/computer.ts';

/** Strings of the policy of this computer and of its check, in German. */
export const computerTexts = {
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
} as const satisfies Translation<typeof english.computerTexts>;
