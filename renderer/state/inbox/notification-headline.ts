import type { BasicNotificationRow } from '#contract/notifications.ts';

/** The heading of a notification: its title, else the beginning of its text, else an empty string. */
export function getNotificationHeadline({
  title,
  text,
}: Pick<BasicNotificationRow, 'title' | 'text'>): string {
  if (title.trim() !== '') return title;
  return text.trim().split(/\r?\n/, 1)[0] ?? '';
}
