import { COMPUTER_CHECK_LABELS } from '#contract/computer-check.ts';

/** Strings of the policy of this computer and of its check. */
export const computerTexts = {
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
