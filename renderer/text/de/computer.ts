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
    unread:
      'Was die Administration dieses Computers erlaubt, konnte nicht gelesen werden. Was nicht erlaubt ist, wird erst beim Versuch abgelehnt.',
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

/** Strings of the updates in the settings, in German. */
export const appUpdateTexts = {
  updates: {
    title: 'Updates',
    channel: 'Versionen',
    channels: { stable: 'Stabil', beta: 'Beta, zum Testen' },
    fixed: {
      stable: 'Stabile Versionen. Über Updates entscheidet die Administration dieses Computers.',
      beta: 'Beta-Versionen. Über Updates entscheidet die Administration dieses Computers.',
    },
    off: 'Updates verwaltet die Administration dieses Computers. Intray sucht nicht danach.',
    check: 'Nach Updates suchen',
    checking: 'Suche läuft…',
    never: 'Noch nicht gesucht.',
    upToDate: 'Intray {{version}} ist aktuell. Gesucht {{when}}.',
    lastChecked: 'Sie haben Intray {{version}}. Die letzte erfolgreiche Suche war am {{when}}.',
    available: 'Intray {{version}} vom {{date}} ist verfügbar. Sie haben {{current}}.',
    downloading: 'Wird heruntergeladen… {{percent}} %',
    ready: 'Intray {{version}} kann installiert werden.',
    install: 'Neu starten und installieren',
    installing: 'Das Konto wird geschlossen und das Update installiert…',
    byAdministrator:
      'Es wird so installiert wie Intray selbst: von der Paketverwaltung oder der Administration dieses Computers.',
    kept: 'Was auf diesem Computer gespeichert ist, bleibt, auch nicht gesendete Änderungen.',
    notes: 'Was in {{version}} neu ist',
    noNotes: 'Es gibt keine Versionshinweise.',
    more: '{{count, number}} weitere Zeichen zeigen',
    notRead: 'Der Stand der Updates konnte nicht gelesen werden.',
    obstacle: {
      sending:
        'Gerade wird eine Änderung an den Dienst gesendet. Versuchen Sie es erneut, wenn sie gesendet ist.',
      unsaved:
        'Dieser Computer hat keinen Schlüsselbund, daher gingen nicht gesendete Änderungen verloren. Warten Sie, bis sie gesendet sind, und versuchen Sie es dann erneut.',
    },
    failure: {
      'no-key':
        'Diese Ausgabe von Intray hat keinen Schlüssel, um Updates zu prüfen, und installiert daher keine.',
      address:
        'Die Adresse der Updates ist nicht brauchbar. Wenden Sie sich an die Administration dieses Computers.',
      offline: 'Der Update-Server ist nicht erreichbar.',
      timeout: 'Der Update-Server hat zu lange nicht geantwortet.',
      'no-answer': 'Der Update-Server hat keine Updates für Intray.',
      redirected: 'Der Update-Server hat Intray an eine andere Adresse geleitet. Intray ist nicht gefolgt.',
      'too-large': 'Die Datei vom Update-Server ist zu groß. Es wurde nichts gespeichert.',
      unreadable: 'Die Antwort des Update-Servers kann nicht gelesen werden. Es wurde nichts geändert.',
      'wrong-signature':
        'Das Update ist nicht von den Herstellern von Intray signiert. Es wurde nichts geändert. Wenden Sie sich an den Support.',
      older:
        'Der Update-Server bietet eine ältere Version an als zuvor. Es wurde nichts geändert. Wenden Sie sich an den Support.',
      'wrong-file': 'Die heruntergeladene Datei ist nicht die signierte. Sie wurde gelöscht.',
      storage: 'Das Update konnte auf diesem Computer nicht gespeichert werden.',
      'not-installed':
        'Das Update konnte nicht installiert werden. Die bisherige Version bleibt in Gebrauch.',
    },
  },
} as const satisfies Translation<typeof english.appUpdateTexts>;
