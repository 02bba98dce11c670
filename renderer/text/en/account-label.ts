/** Strings of the names that users give to accounts. */
export const accountLabelTexts = {
  accountLabel: {
    edit: 'Name',
    editNamed: 'Name of {{name}}',
    field: 'Name of this account',
    help: 'For example the ward or the clinic. It stays on this computer; empty shows the address.',
    tooLong: 'A name has at most {{most, number}} characters and no line breaks.',
    save: 'Save the name',
  },
} as const;
