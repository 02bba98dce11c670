import type { InboxRow } from '#contract/inbox.ts';
import type { Text } from '#renderer/text/text.ts';
import type { Format } from '#renderer/ui/format.ts';

interface Grouping {
  readonly format: Pick<Format, 'isoDay' | 'date'>;
  /** The day of the desk, as `2026-03-12`. */
  readonly today: string;
  readonly unreadFirst: boolean;
}

const DAY_MS = 86_400_000;

/** The heading under which a line stands: `Unread` where those come first, else its day in the zone of the desk. */
export function groupLabel(
  text: Text,
  { unread, createdAt }: Pick<InboxRow, 'unread' | 'createdAt'>,
  { format, today, unreadFirst }: Grouping,
): string {
  if (unreadFirst && unread > 0) return text('inbox.group.unread');
  if (createdAt === null) return text('inbox.group.noDay');
  const age = Date.parse(today) - Date.parse(format.isoDay(createdAt));
  if (age === 0) return text('inbox.group.today');
  return age === DAY_MS ? text('inbox.group.yesterday') : format.date(createdAt);
}
