import type { InboxRow } from '#contract/inbox.ts';
import type { NotificationRow } from '#contract/notification.ts';
import { err, ok, type Result } from '#contract/result.ts';
import type { ReadableDb } from '#main/engine/store/db.ts';
import { listed, sql } from '#main/engine/store/sql.ts';
import { readCursor, writeCursor, type ListName } from '../cursor.ts';
import { NOTIFICATIONS, type NotificationSummary } from '../notifications.ts';
import { byNewest } from '../page.ts';
import { bit } from '../summary.ts';
import type { IndexedNotification } from './book.ts';
import type { Line } from './inbox.ts';

/** A part of the inbox that is in the order of time within itself. */
interface Section {
  readonly name: ListName;
  readonly rows: readonly Line[];
}

/** Alerts as the contract has them, in their order. */
export function toNotificationRows(
  cache: ReadableDb,
  notifications: readonly IndexedNotification[],
): readonly NotificationRow[] {
  const stored = cache.all(sql<NotificationSummary>`
    SELECT ${NOTIFICATIONS.columns} FROM notification WHERE row IN ${listed(notifications.map(({ row }) => row))}`);
  const byRow = new Map(stored.map((summary) => [summary.row, summary]));
  return notifications.flatMap(({ row, isUnread, pending }) => {
    const summary = byRow.get(row);
    return summary === undefined
      ? []
      : [NOTIFICATIONS.hydrate({ ...summary, read: bit(!isUnread), pending })];
  });
}

/** Lines of the inbox in their order. */
export function toInboxRows(cache: ReadableDb, lines: readonly Line[]): readonly InboxRow[] {
  const rows = toNotificationRows(
    cache,
    lines.map(({ newest }) => newest),
  );
  return rows.flatMap((row, index) => {
    const line = lines[index];
    if (line === undefined) return [];
    const { notifications, unread, newest } = line;
    return [{ ...row, notifications, unread, createdBy: newest.createdBy }];
  });
}

function toSections(rows: readonly Line[], unreadFirst: boolean): readonly Section[] {
  if (!unreadFirst) return [{ name: 'inbox', rows }];
  return [
    { name: 'unread', rows: rows.filter(({ unread }) => unread > 0) },
    { name: 'read', rows: rows.filter(({ unread }) => unread === 0) },
  ];
}

/** The sections from after a place on. A place of another order is refused. */
function sectionsAfter(sections: readonly Section[], after: string | undefined): Result<readonly Section[]> {
  if (after === undefined) return ok(sections);
  for (const [index, section] of sections.entries()) {
    const position = readCursor(section.name, after);
    if (!position.ok || position.value === null) continue;
    const { value } = position;
    const rows = section.rows.filter(({ newest }) => byNewest(value, newest) < 0);
    return ok([{ ...section, rows }, ...sections.slice(index + 1)]);
  }
  return err('invalid-input', { detail: 'after: not a place in this list' });
}

interface Asked {
  readonly unreadFirst: boolean;
  readonly limit: number;
  readonly after?: string | undefined;
}

/** The lines of one page, and where the next begins; null at the end. A line that moves meanwhile may be met twice, or not at all. */
export function rowPage(
  rows: readonly Line[],
  { unreadFirst, limit, after }: Asked,
): Result<{ readonly rows: readonly Line[]; readonly next: string | null }> {
  const sections = sectionsAfter(toSections(rows, unreadFirst), after);
  if (!sections.ok) return sections;
  // One more than asked for tells whether anything follows.
  const found = sections.value
    .flatMap(({ name, rows: among }) => among.slice(0, limit + 1).map((row) => ({ name, row })))
    .slice(0, limit + 1);
  const last = found[limit - 1];
  const isEnd = found.length <= limit || last === undefined;
  const next = isEnd ? null : writeCursor(last.name, last.row.newest);
  return ok({ rows: found.slice(0, limit).map(({ row }) => row), next });
}
