import type { InboxLine } from '#contract/inbox.ts';
import type { NotificationRow } from '#contract/notification.ts';
import { err, ok, type Result } from '#contract/result.ts';
import type { ReadableDb } from '#main/engine/store/db.ts';
import { listed, sql } from '#main/engine/store/sql.ts';
import { readCursor, writeCursor, type ListName } from '../cursor.ts';
import { NOTIFICATIONS, type NotificationSummary } from '../notifications.ts';
import { byNewest } from '../page.ts';
import { bit } from '../summary.ts';
import type { Alert } from './book.ts';
import type { Line } from './inbox.ts';

/** A part of the inbox that is in the order of time within itself. */
interface Section {
  readonly name: ListName;
  readonly lines: readonly Line[];
}

/** Alerts as the contract has them, in their order. */
export function alertRows(cache: ReadableDb, alerts: readonly Alert[]): readonly NotificationRow[] {
  const stored = cache.all(sql<NotificationSummary>`
    SELECT ${NOTIFICATIONS.columns} FROM notification WHERE row IN ${listed(alerts.map(({ row }) => row))}`);
  const byRow = new Map(stored.map((summary) => [summary.row, summary]));
  return alerts.flatMap(({ row, isUnread, pending }) => {
    const summary = byRow.get(row);
    return summary === undefined
      ? []
      : [NOTIFICATIONS.hydrate({ ...summary, read: bit(!isUnread), pending })];
  });
}

/** Lines of the inbox in their order. */
export function inboxLines(cache: ReadableDb, lines: readonly Line[]): readonly InboxLine[] {
  const rows = alertRows(
    cache,
    lines.map(({ newest }) => newest),
  );
  return rows.flatMap((row, index) => {
    const line = lines[index];
    if (line === undefined) return [];
    const { alerts, unread, newest } = line;
    return [{ ...row, alerts, unread, createdBy: newest.createdBy }];
  });
}

function sectionsOf(lines: readonly Line[], unreadFirst: boolean): readonly Section[] {
  if (!unreadFirst) return [{ name: 'inbox', lines }];
  return [
    { name: 'unread', lines: lines.filter(({ unread }) => unread > 0) },
    { name: 'read', lines: lines.filter(({ unread }) => unread === 0) },
  ];
}

/** The sections from after a place on. A place of another order is refused. */
function sectionsAfter(sections: readonly Section[], after: string | undefined): Result<readonly Section[]> {
  if (after === undefined) return ok(sections);
  for (const [index, section] of sections.entries()) {
    const place = readCursor(section.name, after);
    if (!place.ok || place.value === null) continue;
    const { value } = place;
    const lines = section.lines.filter(({ newest }) => byNewest(value, newest) < 0);
    return ok([{ ...section, lines }, ...sections.slice(index + 1)]);
  }
  return err('invalid-input', { detail: 'after: not a place in this list' });
}

interface Asked {
  readonly unreadFirst: boolean;
  readonly limit: number;
  readonly after?: string | undefined;
}

/** The lines of one page, and where the next begins; null at the end. A line that moves meanwhile may be met twice, or not at all. */
export function linePage(
  lines: readonly Line[],
  { unreadFirst, limit, after }: Asked,
): Result<{ readonly lines: readonly Line[]; readonly next: string | null }> {
  const sections = sectionsAfter(sectionsOf(lines, unreadFirst), after);
  if (!sections.ok) return sections;
  // One more than asked for tells whether anything follows.
  const found = sections.value
    .flatMap(({ name, lines: among }) => among.slice(0, limit + 1).map((line) => ({ name, line })))
    .slice(0, limit + 1);
  const last = found[limit - 1];
  const isEnd = found.length <= limit || last === undefined;
  const next = isEnd ? null : writeCursor(last.name, last.line.newest);
  return ok({ lines: found.slice(0, limit).map(({ line }) => line), next });
}
