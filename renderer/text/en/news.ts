/**
 * What matters most in the newest version to its users, the most important first. Each sentence sums up entries
 * of CHANGELOG.md.
 */
export const newsTexts = {
  news: {
    palette:
      'The palette finds every button and menu of a screen by a few letters, with its key or the reason why it cannot act.',
    undo: 'After a change a message says what was saved, and whether it is on this computer or on the service. A review, a share or a publication can be undone before it is sent; the settings say for how long.',
    waits:
      'The list of requisitions says which ones wait for their results longer than is usual, and can be sorted by it.',
    patients:
      'Activity names the patient of every pending or closed change of a requisition, with the birth date or number where one is known, and so does the question before a change is discarded.',
    snooze: 'A notification can be snoozed: it leaves the inbox until its time and is then first.',
    packs: 'A downtime pack can be made by itself before each shift. Home says how old it is.',
    templates: 'A new requisition can begin with a template, also with a set of tests.',
    windows: 'A record can have a window of its own beside the main one.',
  },
} as const;
