import type { InboxCounts } from '#contract/notifications.ts';
import type { ReadableDb } from '#main/engine/sqlite/db.ts';
import { emptySql, sql, type Sql } from '#main/engine/sqlite/sql.ts';
import { compareNewestFirst } from '#main/engine/cache/query/page.ts';
import { mergePendingAndStoredRows } from '#main/engine/cache/query/rank-range.ts';
import type { ListPosition } from '#main/engine/cache/tables/cursor.ts';
import {
  isInSection,
  type InboxSection,
  type InboxThread,
  type InboxThreads,
  type SectionWindow,
} from './threads.ts';

/** A thread with pending read flags, and the number of its unread notifications without them. */
interface PendingThread extends InboxThread {
  readonly storedUnread: number;
}

const COLUMNS = sql<InboxThread>`created_at AS at, row, notifications, unread`;

/** The table by the index of a section, and the condition of the section. */
const SECTIONS: Readonly<Record<InboxSection, { readonly from: Sql; readonly where: Sql }>> = {
  inbox: { from: sql`inbox_thread INDEXED BY inbox_thread_newest`, where: sql`TRUE` },
  // Without snoozed notifications no thread is back: the others are all.
  back: { from: sql`inbox_thread INDEXED BY inbox_thread_newest`, where: sql`FALSE` },
  rest: { from: sql`inbox_thread INDEXED BY inbox_thread_newest`, where: sql`TRUE` },
  // SQLite uses the partial index only for a condition without a bound value.
  unread: { from: sql`inbox_thread INDEXED BY inbox_thread_unread`, where: sql`unread > 0` },
  read: { from: sql`inbox_thread INDEXED BY inbox_thread_newest`, where: sql`unread = 0` },
};

const NOT_REPLACED = sql` AND thread NOT IN (SELECT thread FROM pending_thread)`;

/** Returns the query of stored threads of a section. */
export function buildSectionQuery(
  section: InboxSection,
  { after, offset, limit }: SectionWindow,
  hasPending: boolean,
): Sql<InboxThread> {
  const { from, where } = SECTIONS[section];
  const behind = after === null ? emptySql : sql` AND (created_at, row) < (${after.at}, ${after.row})`;
  return sql`SELECT ${COLUMNS} FROM ${from} WHERE ${where}${behind}${hasPending ? NOT_REPLACED : emptySql}
    ORDER BY created_at DESC, row DESC LIMIT ${limit} OFFSET ${offset}`;
}

/** Returns the query of the number of stored threads of a section, before a position where one is given. */
export function buildSectionCountQuery(
  section: InboxSection,
  before: ListPosition | null,
): Sql<{ count: number }> {
  const { from, where } = SECTIONS[section];
  const ahead = before === null ? emptySql : sql` AND (created_at, row) > (${before.at}, ${before.row})`;
  return sql`SELECT count(*) AS count FROM ${from} WHERE ${where}${ahead}`;
}

/** Returns the threads whose number of unread notifications pending read flags change, newest first. */
function listPendingThreads(db: ReadableDb): readonly PendingThread[] {
  return db
    .all(sql<PendingThread>`
      SELECT created_at AS at, row, notifications, unread + delta AS unread, unread AS storedUnread
      FROM pending_thread CROSS JOIN inbox_thread USING (thread)`)
    .toSorted(compareNewestFirst);
}

/** All threads of the inbox, read from the table that has them, with pending read flags applied. */
export class ThreadsStoredInTable implements InboxThreads {
  readonly #db: ReadableDb;
  readonly #pending: readonly PendingThread[];
  readonly #countMessages: () => Omit<InboxCounts, 'rows'>;

  /** @param countMessages returns the number of notifications, and of unread ones, with pending changes */
  constructor(db: ReadableDb, hasPending: boolean, countMessages: () => Omit<InboxCounts, 'rows'>) {
    this.#db = db;
    this.#pending = hasPending ? listPendingThreads(db) : [];
    this.#countMessages = countMessages;
  }

  get counts(): InboxCounts {
    return { rows: this.size('inbox'), ...this.#countMessages() };
  }

  size(section: InboxSection): number {
    // A count of the read ones would look at all of them; there are fewer unread ones.
    return section === 'read' ? this.size('inbox') - this.size('unread') : this.#count(section, null);
  }

  read(section: InboxSection, { after, offset, limit }: SectionWindow): readonly InboxThread[] {
    const pending = this.#pending.filter(
      (thread) => isInSection(thread, section) && (after === null || compareNewestFirst(after, thread) < 0),
    );
    const hasPending = this.#pending.length > 0;
    const stored = (skipped: number, most: number): readonly InboxThread[] =>
      this.#db.all(buildSectionQuery(section, { after, offset: skipped, limit: most }, hasPending));
    return mergePendingAndStoredRows(
      { rank: offset, limit },
      { pending, stored, compare: compareNewestFirst },
    );
  }

  findByNewest(row: number): InboxThread | undefined {
    const pending = this.#pending.find((thread) => thread.row === row);
    if (pending !== undefined) return pending;
    return this.#db.get(sql<InboxThread>`
      SELECT ${COLUMNS} FROM inbox_thread
      WHERE thread = (SELECT thread FROM notification WHERE notification.row = ${row}) AND row = ${row}`);
  }

  countBefore(section: InboxSection, position: ListPosition): number {
    return this.#count(section, position);
  }

  #count(section: InboxSection, before: ListPosition | null): number {
    const stored = this.#db.get(buildSectionCountQuery(section, before))?.count ?? 0;
    const others = this.#pending.filter(
      (thread) => before === null || compareNewestFirst(thread, before) < 0,
    );
    const replaced = others.filter(({ storedUnread }) => isInSection({ unread: storedUnread }, section));
    const replacing = others.filter((thread) => isInSection(thread, section));
    return stored - replaced.length + replacing.length;
  }
}
