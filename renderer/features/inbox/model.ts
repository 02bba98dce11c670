import type { NotificationRow } from '#contract/notifications.ts';

/** What a notification is called: its title, else the beginning of its text, else nothing. */
export function headline({ title, text }: Pick<NotificationRow, 'title' | 'text'>): string {
  if (title.trim() !== '') return title;
  return text.trim().split(/\r?\n/, 1)[0] ?? '';
}
