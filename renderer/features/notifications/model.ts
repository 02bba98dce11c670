import type { NotificationRow } from '#contract/notification.ts';
import { shorten } from '#renderer/ui/format.ts';

// The service may send any text as a kind; more than this is no name.
const KIND_LENGTH = 100;

/** What a notification is called: its title, else the beginning of its text, else nothing. */
export function headline({ title, text }: Pick<NotificationRow, 'title' | 'text'>): string {
  if (title.trim() !== '') return title;
  return text.trim().split(/\r?\n/, 1)[0] ?? '';
}

/** The kind a notification is about, for people: `refill_request` reads `Refill request`. */
export function aboutWord(kind: string): string {
  const words = shorten(kind, KIND_LENGTH).replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
