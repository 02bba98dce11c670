import { firstTexts } from './first.ts';

/** Strings of the help. */
export const helpTexts = {
  help: {
    title: 'Help',
    pages: 'Page of the help',
    close: 'Close',
    page: {
      guide: 'How Intray is used',
      news: 'What’s new',
      about: 'About and licences',
      support: 'File for support',
    },
    keys: {
      title: 'The first keys',
      all: 'All keys',
    },
    words: {
      title: 'The words',
      requisition: {
        name: 'Requisition',
        means: 'An order of a test for a patient, with its results and reviews.',
      },
      form: {
        name: 'Form',
        means: 'Questions that patients answer. Its published version is what they see.',
      },
      request: {
        name: 'Request',
        means: 'That a patient is asked to complete a form.',
      },
      notification: {
        name: 'Notification',
        means: 'A message of the service to a user; it is in the inbox.',
      },
      pendingChange: {
        name: 'Pending change',
        means: 'What was changed here and is not on the service yet. It is listed under Activity.',
      },
      draft: {
        name: 'Draft',
        means: 'What was typed into an editor and not saved as a change. It stays on this computer.',
      },
      demo: {
        name: 'Demo clinic',
        means: 'A made-up clinic on this computer, to try everything without harm.',
      },
    },
    offline: {
      title: 'Without a network',
      read: 'Go on reading: all records that were received are on this computer. The bar below says how recent they are.',
      save: 'Go on working: changes are saved on this computer and sent when the service can be reached. Nothing has to be entered twice.',
      look: 'Look under Activity afterwards: changes that need a decision are at the top.',
      pack: 'Before a planned outage, make the downtime pack of the day on the screen Day. It opens without Intray.',
    },
    ask: {
      title: 'Whom to ask',
      account: {
        name: 'Sign-in, tokens, rights',
        who: 'The administrator of the Clinical Records Service',
      },
      computer: {
        name: 'This computer, printers, updates',
        who: 'The administrator of this computer',
      },
      records: {
        name: 'What a record says',
        who: 'The clinic or facility that wrote it: Intray shows records as the service sends them',
      },
      support: {
        name: 'Intray itself',
        who: 'Your support, with the file for support',
      },
    },
    news: {
      version: 'Version {{version}}',
      all: 'The newest changes in detail, in English',
    },
    about: {
      own: 'Intray is free software under the MIT licence.',
      packages: 'Shipped packages',
      failed: 'The list of packages could not be read.',
      count_one: 'Intray contains one package of others. Press it to read its licence.',
      count_other: 'Intray contains {{count, number}} packages of others. Press one to read its licence.',
      unnamed: 'no licence named',
      noText: 'The package has no licence text.',
    },
    support: {
      title: 'File for support',
      lead: 'Versions, settings, the check of this computer, counts and the end of the log. It contains no records, names, ids or tokens. You see the whole text before you save it; nothing is sent.',
      collect: 'Collect',
      again: 'Collect again',
      collecting: 'Collecting, this takes a few seconds.',
      save: 'Save as a file',
      copy: 'Copy',
      saved: 'Saved: {{path}}',
      content: 'Text of the file',
    },
  },
} as const;

/** Strings of the keyboard shortcuts. */
export const keyTexts = {
  keys: {
    ...firstTexts.keys,
    title: 'Keyboard shortcuts',
    close: 'Close',
    hint: 'Single-letter shortcuts are off while you type. Press a key in the list to change it; those of the menu stay as they are.',
    single: 'Single-letter shortcuts',
    singleOn: 'On',
    singleOff: 'Off: only keys with Ctrl, and named keys such as F5',
    change: 'Change the key: {{command}} {{keys}}',
    press: 'Press a key: {{command}}. Escape cancels.',
    pressShort: 'Press a key',
    none: 'No key',
    reserved: 'This key cannot be used.',
    taken: 'Already used: {{command}}',
    reset: 'Restore the original keys',
    groups: {
      move: 'In a list',
      record: 'With a record',
      go: 'Go to',
      app: 'Intray',
      editor: 'In an editor',
      pdf: 'In a PDF',
    },
    editor: { save: 'Save', leave: 'Close; what you typed stays as a draft' },
    pdf: {
      find: 'Find in the PDF',
      next: 'Next match',
      previous: 'Previous match',
      close: 'Close the search',
    },
  },
} as const;

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
