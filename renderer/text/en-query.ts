/** What the search, the filters, the order and the lines of every list say. */
export const query = {
  query: {
    filters: 'Filters',
    removeFilter: 'Remove the filter {{what}}',
    not: 'Not {{what}}',
    yes: 'yes',
    no: 'no',
    sortLabel: 'Sort the list',
    problem: {
      'no-value': '“{{token}}” says nothing yet. Write what to look for after it.',
      'unknown-operator':
        '“{{token}}” is no filter of this search. Put it between quotes to look for the words.',
      'bad-date': '“{{token}}” holds no date. Write 2026-03-12, today, 7d, <2d or 2026-03-01..2026-03-12.',
      'bad-value': '“{{token}}” cannot be looked for. Its choices are in the filters.',
      'too-many': '“{{token}}” is one more than can be looked for at once.',
    },
    problemsRest: 'Everything else you wrote holds.',
    empty: {
      tab: 'Nothing is in this tab.',
      tabSafe: 'The other tabs say how many they hold.',
      all: 'Show all',
    },
    line: {
      changed: 'Changed since you looked',
      followedUp: 'Followed up',
      reminder: 'Reminder has come',
    },
  },
} as const;
