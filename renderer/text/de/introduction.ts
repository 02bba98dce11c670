import type { Translation } from '#contract/text/translation.ts';
import type * as english from '../en/introduction.ts';

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
        title: 'Die Startseite zeigt, was zu tun ist',
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
