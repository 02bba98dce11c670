/** Strings about what was typed in editors and dialogs and is not saved. */
export const unsavedInputTexts = {
  unsavedInput: {
    kept: 'Not saved yet, but kept: {{what}}.',
    form: {
      reminder: 'a reminder',
      'request-reminder': 'a reminder about a request',
      name: 'a name',
      'account-label': 'the name of an account',
      view: 'the name of a view',
      template: 'the name of a template',
      snooze: 'the day of a snooze',
      'pending-change': 'an edited change in the outbox',
      'sign-in': 'the address and the user of a sign-in',
      'pack-times': 'the times of downtime packs',
      'pdf-space': 'the space for PDFs',
    },
    open: 'Go there',
    discard: 'Discard',
  },
} as const;
