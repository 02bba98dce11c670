/** How urgent an age is: amber from a week on, red from two, and what is overdue. */
export type AgeTone = 'calm' | 'amber' | 'red';

const AMBER_DAYS = 7;
const RED_DAYS = 14;

/** The tone of something that waits for so many days. */
export function ageTone(days: number): AgeTone {
  if (days < AMBER_DAYS) return 'calm';
  return days < RED_DAYS ? 'amber' : 'red';
}
