/** Strings of the welcome and the tour. */
export const welcomeAndTourTexts = {
  introduction: {
    demo: 'Look at the demo clinic',
    demoHint: 'Its patients are made up, and no data leaves this computer. A short tour begins.',
    signIn: 'Sign in to yours',
    signInHint: 'For that you need the address of the service and two tokens, from its administrator.',
    progress: 'Step {{step, number}} of {{count, number}}',
    next: 'Next',
    back: 'Back',
    skip: 'Skip the tour',
    again: 'The tour can be started again from the Help menu.',
    firstQueue: 'Open the first list: {{name}}',
    finish: 'End the tour',
    steps: {
      home: {
        title: 'Home shows what needs work',
        body: 'Each line is a list with its count, the most urgent first. Press a line to open its list; the charts open lists as well.',
      },
      search: {
        title: 'Find a patient, a test or a status',
        body: 'Type a part of a name. Enter leads to the first row that matches; the buttons below narrow the list further.',
      },
      list: {
        title: 'Work through a list by keyboard',
        body: 'Arrow keys move from row to row, and Enter opens the record beside the list. A review that you complete goes on to the next one and can be undone for a moment.',
      },
      status: {
        title: 'Nothing waits for the network',
        body: 'What you change is saved on this computer first and sent when the service can be reached. This bar says how recent the records are and what is not sent yet.',
      },
      navigation: {
        title: 'Everything else is here',
        body: 'The numbers count what needs work. With Ctrl+K or ⌘K you find any action, record or patient, and the question mark lists all keys.',
      },
    },
  },
} as const;
