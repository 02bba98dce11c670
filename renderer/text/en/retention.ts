/** Strings of the time after which copies are removed from this computer. */
export const retention = {
  retention: {
    title: 'Copies on this computer',
    after: 'Remove copies that were not used for',
    days_one: '{{count, number}} day',
    days_other: '{{count, number}} days',
    limited_one: 'The administrator of this computer allows at most {{count, number}} day.',
    limited_other: 'The administrator of this computer allows at most {{count, number}} days.',
    stopped: 'Nothing is removed while the policy of this computer cannot be used.',
    what: 'These copies are removed: PDFs that were not opened, former versions of records, last copies of records that the service no longer returns, and the records of an account that was not opened. Nothing changes on the service, and an account that is opened again downloads its records.',
    stays:
      'These copies stay: the records of this account’s lists, unsent changes, drafts, names, notes and reminders, the PDFs that are downloaded automatically, and everything that an unsent change or a draft refers to.',
  },
};
