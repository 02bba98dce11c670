import type { Translation } from '#contract/text/translation.ts';
import type * as english from '../en/help.ts';

/** Strings of the help, in German. */
export const helpTexts = {
  help: {
    title: 'Hilfe',
    pages: 'Seite der Hilfe',
    close: 'Schließen',
    page: {
      guide: 'So wird Intray benutzt',
      news: 'Neuigkeiten',
      about: 'Über Intray und Lizenzen',
      support: 'Datei für den Support',
    },
    keys: {
      title: 'Die ersten Tasten',
      all: 'Alle Tasten',
    },
    words: {
      title: 'Die Wörter',
      requisition: {
        name: 'Anforderung',
        means: 'Ein Auftrag für eine Untersuchung eines Patienten, mit Befunden und Prüfungen.',
      },
      form: {
        name: 'Formular',
        means: 'Fragen, die Patienten beantworten. Sie sehen die veröffentlichte Version.',
      },
      request: {
        name: 'Anfrage',
        means: 'Dass ein Patient gebeten ist, ein Formular auszufüllen.',
      },
      notification: {
        name: 'Mitteilung',
        means: 'Eine Nachricht des Dienstes an einen Benutzer; sie steht im Posteingang.',
      },
      pendingChange: {
        name: 'Ausstehende Änderung',
        means: 'Was hier geändert wurde und noch nicht beim Dienst ist. Sie steht unter Aktivität.',
      },
      draft: {
        name: 'Entwurf',
        means:
          'Was in einen Editor getippt und nicht als Änderung gespeichert wurde. Er bleibt auf diesem Computer.',
      },
      demo: {
        name: 'Demo-Klinik',
        means: 'Eine erfundene Klinik auf diesem Computer, um alles gefahrlos auszuprobieren.',
      },
    },
    offline: {
      title: 'Ohne Netzwerk',
      read: 'Lesen Sie weiter: Alle empfangenen Datensätze sind auf diesem Computer. Die Leiste unten sagt, wie aktuell sie sind.',
      save: 'Arbeiten Sie weiter: Änderungen werden auf diesem Computer gespeichert und gesendet, sobald der Dienst erreichbar ist. Nichts muss zweimal eingegeben werden.',
      look: 'Sehen Sie danach unter Aktivität nach: Änderungen, die eine Entscheidung brauchen, stehen oben.',
      pack: 'Erstellen Sie vor einem geplanten Ausfall auf der Seite „Tag“ das Ausfallpaket des Tages. Es öffnet sich ohne Intray.',
    },
    ask: {
      title: 'Wen fragen',
      account: {
        name: 'Anmeldung, Token, Rechte',
        who: 'Die Administration des Clinical Records Service',
      },
      computer: {
        name: 'Dieser Computer, Drucker, Aktualisierungen',
        who: 'Die Administration dieses Computers',
      },
      records: {
        name: 'Der Inhalt eines Datensatzes',
        who: 'Die Klinik oder Einrichtung, die ihn geschrieben hat: Intray zeigt Datensätze so, wie der Dienst sie sendet',
      },
      support: {
        name: 'Intray selbst',
        who: 'Ihr Support, mit der Datei für den Support',
      },
    },
    news: {
      version: 'Änderungen der Version {{version}}',
      all: 'Die neuesten Änderungen im Einzelnen, auf Englisch',
    },
    about: {
      own: 'Intray ist freie Software unter der MIT-Lizenz.',
      packages: 'Mitgelieferte Pakete',
      failed: 'Die Liste der Pakete konnte nicht gelesen werden.',
      count_one: 'Intray enthält ein Paket von anderen. Drücken Sie darauf, um seine Lizenz zu lesen.',
      count_other:
        'Intray enthält {{count, number}} Pakete von anderen. Drücken Sie auf eines, um seine Lizenz zu lesen.',
      unnamed: 'keine Lizenz genannt',
      noText: 'Das Paket hat keinen Lizenztext.',
    },
    support: {
      title: 'Datei für den Support',
      lead: 'Versionen, Einstellungen, die Prüfung dieses Computers, Anzahlen und das Ende des Protokolls. Sie enthält keine Datensätze, Namen, IDs oder Token. Sie sehen den ganzen Text, bevor Sie ihn speichern; nichts wird gesendet.',
      collect: 'Zusammenstellen',
      again: 'Neu zusammenstellen',
      collecting: 'Wird zusammengestellt, das dauert einige Sekunden.',
      save: 'Als Datei speichern',
      copy: 'Kopieren',
      saved: 'Gespeichert: {{path}}',
      content: 'Text der Datei',
    },
  },
} as const satisfies Translation<typeof english.helpTexts>;

/** Strings of the keyboard shortcuts, in German. */
export const keyTexts = {
  keys: {
    title: 'Tastenkürzel',
    close: 'Schließen',
    hint: 'Kürzel aus einem einzelnen Buchstaben sind beim Tippen aus. Drücken Sie eine Taste in der Liste, um sie zu ändern; die des Menüs bleiben, wie sie sind.',
    single: 'Kürzel aus einem Buchstaben',
    singleOn: 'Ein',
    singleOff: 'Aus: nur Tasten mit Strg und benannte Tasten wie F5',
    change: 'Taste ändern: {{command}} {{keys}}',
    press: 'Taste drücken: {{command}}. Esc bricht ab.',
    pressShort: 'Taste drücken',
    none: 'Keine Taste',
    reserved: 'Diese Taste kann nicht verwendet werden.',
    taken: 'Schon vergeben: {{command}}',
    reset: 'Ursprüngliche Tasten wiederherstellen',
    names: {
      Ctrl: 'Strg',
      Shift: 'Umschalt',
      Enter: 'Eingabe',
      Escape: 'Esc',
      Insert: 'Einfg',
      Delete: 'Entf',
      Backspace: 'Rücktaste',
      Home: 'Pos1',
      End: 'Ende',
      PageUp: 'Bild auf',
      PageDown: 'Bild ab',
    },
    groups: {
      move: 'In einer Liste',
      record: 'Mit einem Datensatz',
      go: 'Gehe zu',
      app: 'Intray',
      editor: 'In einem Editor',
      pdf: 'In einem PDF',
    },
    editor: { save: 'Speichern', leave: 'Schließen; Ihre Eingaben bleiben als Entwurf' },
    pdf: {
      find: 'Im PDF suchen',
      next: 'Nächster Treffer',
      previous: 'Vorheriger Treffer',
      close: 'Suche schließen',
    },
  },
} as const satisfies Translation<typeof english.keyTexts>;

/** Strings of the welcome and the tour, in German. */
export const welcomeAndTourTexts = {
  introduction: {
    demo: 'Die Demo-Klinik ansehen',
    demoHint:
      'Ihre Patienten sind erfunden, und keine Daten verlassen diesen Computer. Ein kurzer Rundgang beginnt.',
    signIn: 'Bei Ihrer Klinik anmelden',
    signInHint: 'Dafür brauchen Sie die Adresse des Dienstes und zwei Tokens von dessen Administration.',
    progress: 'Schritt {{step, number}} von {{count, number}}',
    next: 'Weiter',
    back: 'Zurück',
    skip: 'Rundgang überspringen',
    again: 'Der Rundgang kann im Menü „Hilfe“ erneut gestartet werden.',
    firstQueue: 'Die erste Liste öffnen: {{name}}',
    finish: 'Rundgang beenden',
    steps: {
      home: {
        title: 'Die Übersicht zeigt, was zu tun ist',
        body: 'Jede Zeile ist eine Liste mit ihrer Anzahl, die dringendste zuerst. Klicken Sie auf eine Zeile, um ihre Liste zu öffnen; auch die Diagramme öffnen Listen.',
      },
      search: {
        title: 'Einen Patienten, eine Untersuchung oder einen Status finden',
        body: 'Geben Sie einen Teil eines Namens ein. Die Eingabetaste führt zur ersten passenden Zeile; die Schaltflächen darunter grenzen die Liste weiter ein.',
      },
      list: {
        title: 'Eine Liste mit der Tastatur abarbeiten',
        body: 'Die Pfeiltasten führen von Zeile zu Zeile, die Eingabetaste öffnet den Datensatz neben der Liste. Nach einer abgeschlossenen Befundprüfung geht es mit der nächsten weiter; sie kann für kurze Zeit zurückgenommen werden.',
      },
      status: {
        title: 'Nichts wartet auf das Netz',
        body: 'Was Sie ändern, wird zuerst auf diesem Computer gespeichert und gesendet, sobald der Dienst erreichbar ist. Diese Leiste sagt, wie aktuell die Datensätze sind und was noch nicht gesendet ist.',
      },
      navigation: {
        title: 'Alles Weitere finden Sie hier',
        body: 'Die Zahlen zählen, was zu tun ist. Mit Strg+K oder ⌘K finden Sie jede Aktion, jeden Datensatz und jeden Patienten; das Fragezeichen zeigt alle Tasten.',
      },
    },
  },
} as const satisfies Translation<typeof english.welcomeAndTourTexts>;
