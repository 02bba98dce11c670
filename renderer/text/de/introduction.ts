import type { Translation } from '#contract/text/translation.ts';
import type * as english from '../en/introduction.ts';

/** Strings of the welcome and the tour, in German. */
export const introductionTexts = {
  introduction: {
    demo: 'Die Demoklinik ansehen',
    demoHint:
      'Ihre Patienten sind erfunden, und keine Daten verlassen diesen Computer. Eine kurze Tour beginnt.',
    signIn: 'Bei Ihrer Klinik anmelden',
    signInHint: 'Dafür brauchen Sie die Adresse des Dienstes und zwei Token von dessen Administration.',
    progress: 'Schritt {{step, number}} von {{count, number}}',
    next: 'Weiter',
    back: 'Zurück',
    skip: 'Tour überspringen',
    again: 'Die Tour kann im Menü „Hilfe“ wieder begonnen werden.',
    firstQueue: 'Die erste Liste öffnen: {{name}}',
    finish: 'Tour beenden',
    steps: {
      home: {
        title: 'Die Startseite zeigt, was Arbeit macht',
        body: 'Jede Zeile ist eine Liste mit ihrer Anzahl, das Dringendste zuerst. Eine Zeile öffnet ihre Liste; auch die Diagramme öffnen Listen.',
      },
      search: {
        title: 'Patienten, Untersuchungen oder Status finden',
        body: 'Geben Sie einen Teil des Namens ein. Die Eingabetaste führt zur ersten passenden Zeile; die Schaltflächen darunter schränken die Liste weiter ein.',
      },
      list: {
        title: 'Eine Liste mit der Tastatur abarbeiten',
        body: 'Die Pfeiltasten gehen von Zeile zu Zeile, und die Eingabetaste öffnet den Datensatz neben der Liste. Eine abgeschlossene Prüfung führt zur nächsten und kann einen Moment lang rückgängig gemacht werden.',
      },
      status: {
        title: 'Nichts wartet auf das Netzwerk',
        body: 'Was Sie ändern, wird zuerst auf diesem Computer gespeichert und gesendet, sobald der Dienst erreichbar ist. Diese Leiste sagt, von wann die Datensätze sind und was noch nicht gesendet ist.',
      },
      navigation: {
        title: 'Alles andere ist hier',
        body: 'Die Zahlen zählen, was Arbeit macht. Mit Strg+K oder ⌘K finden Sie jede Aktion, jeden Datensatz und jeden Patienten, und das Fragezeichen zeigt alle Tasten.',
      },
    },
  },
} as const satisfies Translation<typeof english.introductionTexts>;
