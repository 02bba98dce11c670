/** What is chosen for notices of the operating system. */
export const alerts = {
  alerts: {
    title: 'Notices of new alerts',
    level: 'What a notice says',
    levels: { nothing: 'Nothing', kind: 'How many, of what kind', full: 'Everything' },
    says: {
      nothing: 'No notice is shown. The inbox and the number beside it count new alerts all the same.',
      kind: 'For example: 3 new alerts: 2 appointments, 1 message. Nobody at the screen reads more.',
      full: 'Title and text of the newest alert, which may name patients. They stay in the list of the operating system until somebody clears them.',
    },
  },
} as const;
