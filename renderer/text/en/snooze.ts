/** Strings of snoozed notifications. */
export const snoozeTexts = {
  snooze: {
    title: 'Snooze',
    ask: 'Snooze until when?',
    choice: {
      hour: 'In one hour',
      evening: 'This evening',
      tomorrow: 'Tomorrow morning',
      date: 'On a day',
    },
    day: 'Show it again on',
    dayHelp: 'In the morning of that day, at 8.',
    badDate: 'Choose a day in the future.',
    cancel: 'Cancel',
    until: 'Snoozed until {{when}}, on this computer only.',
    back: 'Snoozed until {{when}}: its time has come.',
    showNow: 'Show now',
    done: 'Done',
    failed: 'Whether it is snoozed could not be read.',
    rowBack: 'back',
    rowUntil: 'until {{when}}',
    view: 'Snoozed',
  },
} as const;
