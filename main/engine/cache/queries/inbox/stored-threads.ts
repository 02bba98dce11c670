import type { ReadableDb } from '#main/engine/sqlite/db.ts';
import { emptySql, sql, toSqlList, type Sql } from '#main/engine/sqlite/sql.ts';
import { compareNewestFirst } from '#main/engine/cache/query/page.ts';
import { mergePendingAndStoredRows } from '#main/engine/cache/query/rank-range.ts';
import type { ListPosition } from '#main/engine/cache/tables/cursor.ts';
import {
  isInSection,
  type InboxSection,
  type InboxThread,
  type InboxThreads,
  type SectionWindow,
  type ThreadCounts,
} from './threads.ts';

/** A thread that differs from its row in the table: by pending read flags, or by snoozed notifications. */
export interface CorrectedThread {
  readonly thread: number;
  /** The row in the table. */
  readonly stored: InboxThread;
  /** The thread as it is shown; null where all its notifications are snoozed. */
  readonly shown: InboxThread | null;
}

const COLUMNS = sql<InboxThread>`created_at AS at, row, notifications, unread`;

/** The table by the index of a section, and the condition of the section. */
const SECTIONS: Readonly<Record<InboxSection, { readonly from: Sql; readonly where: Sql }>> = {
  inbox: { from: sql`inbox_thread INDEXED BY inbox_thread_newest`, where: sql`TRUE` },
  // A thread that is back has a snoozed notification, so that it is a corrected one.
  back: { from: sql`inbox_thread INDEXED BY inbox_thread_newest`, where: sql`FALSE` },
  rest: { from: sql`inbox_thread INDEXED BY inbox_thread_newest`, where: sql`TRUE` },
  // SQLite uses the partial index only for a condition without a bound value.
  unread: { from: sql`inbox_thread INDEXED BY inbox_thread_unread`, where: sql`unread > 0` },
  read: { from: sql`inbox_thread INDEXED BY inbox_thread_newest`, where: sql`unread = 0` },
};

/** Threads that differ from the table. */
export interface CorrectedThreads {
  /** Each once. */
  readonly threads: readonly CorrectedThread[];
  /** The condition that leaves them out of the table: empty, or beginning with AND. */
  readonly others: Sql;
}

/**
 * Returns the query of stored threads of a section.
 * @param others the condition that leaves the corrected ones out
 */
export function buildSectionQuery(
  section: InboxSection,
  { after, offset, limit }: SectionWindow,
  others: Sql,
): Sql<InboxThread> {
  const { from, where } = SECTIONS[section];
  const behind = after === null ? emptySql : sql` AND (created_at, row) < (${after.at}, ${after.row})`;
  return sql`SELECT ${COLUMNS} FROM ${from} WHERE ${where}${behind}${others}
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

interface StoredThread extends InboxThread {
  readonly thread: number;
}

/** Returns the threads whose number of unread notifications pending read flags change. */
function listThreadsWithPendingFlags(db: ReadableDb): readonly CorrectedThread[] {
  const found = db.all(sql<StoredThread & { readonly delta: number }>`
    SELECT thread, ${COLUMNS}, delta FROM pending_thread CROSS JOIN inbox_thread USING (thread)`);
  return found.map(({ thread, delta, ...stored }) => ({
    thread,
    stored,
    shown: { ...stored, unread: stored.unread + delta },
  }));
}

/**
 * Returns the threads that pending read flags or snoozes change.
 * @param withSnoozes the numbers of those that have a snoozed notification
 * @param shown these as they are shown, by their numbers
 */
export function listCorrectedThreads(
  db: ReadableDb,
  hasPending: boolean,
  withSnoozes: readonly number[],
  shown: ReadonlyMap<number, InboxThread>,
): CorrectedThreads {
  const flagged = hasPending ? listThreadsWithPendingFlags(db) : [];
  const notFlagged = hasPending ? sql` AND thread NOT IN (SELECT thread FROM pending_thread)` : emptySql;
  if (withSnoozes.length === 0) return { threads: flagged, others: notFlagged };
  const numbers = new Set(withSnoozes);
  const found = db.all(sql<StoredThread>`
    SELECT thread, ${COLUMNS} FROM inbox_thread WHERE thread IN ${toSqlList(numbers)}`);
  const snoozed = found.map(({ thread, ...stored }) => ({
    thread,
    stored,
    shown: shown.get(thread) ?? null,
  }));
  return {
    threads: [...flagged.filter(({ thread }) => !numbers.has(thread)), ...snoozed],
    others: sql`${notFlagged} AND thread NOT IN ${toSqlList(numbers)}`,
  };
}

/**
 * All threads of the inbox, read from the table that has them, with pending read flags and snoozes applied. Threads that
 * these change are in memory; there are few.
 */
export class ThreadsStoredInTable implements InboxThreads {
  readonly #db: ReadableDb;
  readonly #corrected: CorrectedThreads;
  /** The corrected threads that are shown, newest first. */
  readonly #shown: readonly InboxThread[];
  readonly #countMessages: () => Omit<ThreadCounts, 'rows'>;

  /**
   * @param countMessages returns the number of notifications, and of unread ones, without snoozed ones
   */
  constructor(db: ReadableDb, corrected: CorrectedThreads, countMessages: () => Omit<ThreadCounts, 'rows'>) {
    this.#db = db;
    this.#corrected = corrected;
    this.#shown = corrected.threads.flatMap(({ shown }) => shown ?? []).toSorted(compareNewestFirst);
    this.#countMessages = countMessages;
  }

  get counts(): ThreadCounts {
    return { rows: this.size('inbox'), ...this.#countMessages() };
  }

  size(section: InboxSection): number {
    // A count of the read ones would look at all of them; there are fewer unread ones.
    return section === 'read'
      ? this.size('inbox') - this.size('back') - this.size('unread')
      : this.#count(section, null);
  }

  read(section: InboxSection, { after, offset, limit }: SectionWindow): readonly InboxThread[] {
    const pending = this.#shown.filter(
      (thread) => isInSection(thread, section) && (after === null || compareNewestFirst(after, thread) < 0),
    );
    const { others } = this.#corrected;
    const stored = (skipped: number, most: number): readonly InboxThread[] =>
      this.#db.all(buildSectionQuery(section, { after, offset: skipped, limit: most }, others));
    return mergePendingAndStoredRows(
      { rank: offset, limit },
      { pending, stored, compare: compareNewestFirst },
    );
  }

  findByNewest(row: number): InboxThread | undefined {
    const shown = this.#shown.find((thread) => thread.row === row);
    if (shown !== undefined) return shown;
    const found = this.#db.get(sql<StoredThread>`
      SELECT thread, ${COLUMNS} FROM inbox_thread
      WHERE thread = (SELECT thread FROM notification WHERE notification.row = ${row}) AND row = ${row}`);
    const isCorrected = this.#corrected.threads.some(({ thread }) => thread === found?.thread);
    return isCorrected ? undefined : found;
  }

  countBefore(section: InboxSection, position: ListPosition): number {
    return this.#count(section, position);
  }

  #count(section: InboxSection, before: ListPosition | null): number {
    const stored = this.#db.get(buildSectionCountQuery(section, before))?.count ?? 0;
    const isCounted = (thread: InboxThread): boolean =>
      isInSection(thread, section) && (before === null || compareNewestFirst(thread, before) < 0);
    const replaced = this.#corrected.threads.filter((thread) => isCounted(thread.stored));
    return stored - replaced.length + this.#shown.filter(isCounted).length;
  }
}
