import { COMPUTER_CHECK_LABELS } from '#contract/computer-check.ts';

/** Strings of the policy of this computer and of its check. */
export const policyAndComputerCheckTexts = {
  policy: {
    lastGood:
      'The policy of this computer cannot be used, so the last usable one still applies. {{place}}: {{reason}}',
    strict:
      'The policy of this computer cannot be used, so PDFs are neither saved nor printed and nothing is updated. Everything stays readable. {{place}}: {{reason}}',
    place: '{{file}}, line {{line}}',
    fixed: 'Fixed by the administrator of this computer.',
    limited: 'The administrator of this computer does not allow more than “{{level}}”.',
    noSaving: 'The administrator of this computer does not allow PDFs to be saved.',
    noPrinting: 'The administrator of this computer does not allow PDFs to be printed.',
    noOpening:
      'The administrator of this computer does not allow PDFs to be opened in other programs, because those can save and print.',
  },
  check: {
    title: 'Check this computer',
    running: 'Checking. This takes a few seconds.',
    fine: 'Nothing is wrong.',
    wrong_one: 'One thing does not work.',
    wrong_other: '{{count, number}} things do not work.',
    labels: COMPUTER_CHECK_LABELS,
    states: { fine: 'Fine', attention: 'Worth knowing', wrong: 'Does not work', skipped: 'Not checked' },
    copy: 'Copy',
    again: 'Check again',
    close: 'Close',
    privacy: 'The report says nothing about patients and contains no tokens.',
    show: 'Check this computer',
  },
} as const;

/** Strings of the time after which copies are removed from this computer. */
export const retentionTexts = {
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
