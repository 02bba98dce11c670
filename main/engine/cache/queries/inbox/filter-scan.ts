import type { ReadableDb } from '#main/engine/sqlite/db.ts';
import { emptySql, sql, toSqlList, type Sql } from '#main/engine/sqlite/sql.ts';
import type { AdaptiveRowsPerSlice } from '#main/engine/cache/query/rows-per-slice.ts';
import type { ListPosition } from '#main/engine/cache/tables/cursor.ts';
import { groupIntoThreads, type InboxThread, type MatchingNotification } from './threads.ts';

/** The conditions of a filter on a notification, with pending changes applied. */
export interface NotificationMatch {
  /** Whether it matches the filter. */
  readonly where: Sql;
  readonly isUnread: Sql;
  /** Whether it was snoozed and its time has come. */
  readonly isBack: Sql;
}

/** Returns the conditions of a filter for the notification with this name in a query. */
export type MatchNotification = (table: Sql) => NotificationMatch;

/** The index that has the notifications of a filter newest first, and what the query must say to use it. */
export interface ScannedIndex {
  readonly from: Sql;
  readonly where: Sql;
}

/** All notifications, newest first. */
export const SCAN_BY_TIME: ScannedIndex = {
  from: sql`notification INDEXED BY notification_scan`,
  where: sql`TRUE`,
};
/** SQLite uses the partial index of unread rows only where the condition itself says so. */
export const SCAN_UNREAD_BY_TIME: ScannedIndex = {
  from: sql`notification INDEXED BY notification_unread`,
  where: sql`notification.read = 0`,
};

/** Returns the index of the notifications to one recipient, newest first. */
export function toIndexOfRecipient(user: string): ScannedIndex {
  return { from: sql`notification INDEXED BY notification_user`, where: sql`notification.user = ${user}` };
}

const SCANNED = sql`notification`;
const NEWER = sql`newer`;
const MINE = sql`mine`;

/** A part of a scan: the notifications behind `after`, to `end`; null leaves an end open. */
export interface ScanSlice {
  readonly after: ListPosition | null;
  readonly end: ListPosition | null;
}

function isWithin({ after, end }: ScanSlice): Sql {
  const behind = after === null ? emptySql : sql` AND (created_at, row) < (${after.at}, ${after.row})`;
  return end === null ? behind : sql`${behind} AND (created_at, row) >= (${end.at}, ${end.row})`;
}

/** Returns the FROM and WHERE clauses of the notifications of a filter in a slice. */
export function buildMatchingSource(match: MatchNotification, index: ScannedIndex, slice: ScanSlice): Sql {
  return sql`${index.from} WHERE ${index.where}${isWithin(slice)} AND ${match(SCANNED).where}`;
}

/** The condition for the newest matching notification of its thread, which stands for the thread. */
export function isNewestOfThread(match: MatchNotification): Sql {
  return sql`NOT EXISTS (
    SELECT 1 FROM notification AS newer INDEXED BY notification_thread
    WHERE newer.thread = notification.thread AND newer.thread <> 0
      AND (newer.created_at, newer.row) > (notification.created_at, notification.row) AND ${match(NEWER).where})`;
}

/** The condition for a notification whose thread has a matching unread one. */
export function hasUnreadInThread(match: MatchNotification): Sql {
  const { where, isUnread } = match(MINE);
  return sql`EXISTS (
    SELECT 1 FROM notification AS mine INDEXED BY notification_thread
    WHERE mine.thread = notification.thread AND mine.thread <> 0 AND ${isUnread} AND ${where})`;
}

/** The place of a thread under a filter. */
export interface ThreadPlace extends ListPosition {
  readonly thread: number;
}

/** Returns the query of threads in a slice, newest first. @param and a further condition on their newest notification */
export function buildThreadScanQuery(
  match: MatchNotification,
  index: ScannedIndex,
  slice: ScanSlice,
  { and, limit }: { readonly and: Sql; readonly limit: number },
): Sql<ThreadPlace> {
  return sql`SELECT created_at AS at, row, thread
    FROM ${buildMatchingSource(match, index, slice)} AND ${isNewestOfThread(match)}${and}
    ORDER BY created_at DESC, row DESC LIMIT ${limit}`;
}

/**
 * Yields the slices of a scan behind a position: each is short, so that a read can be abandoned after any of them. A
 * slice whose scan ends early teaches nothing about its length.
 */
export function* listScanSlices(
  db: ReadableDb,
  index: ScannedIndex,
  rowsPerSlice: AdaptiveRowsPerSlice,
  after: ListPosition | null,
): Generator<ScanSlice> {
  let position = after;
  for (;;) {
    const { rows } = rowsPerSlice;
    const end = db.get(sql<ListPosition>`
      SELECT created_at AS at, row FROM ${index.from} WHERE ${index.where}${isWithin({ after: position, end: null })}
      ORDER BY created_at DESC, row DESC LIMIT 1 OFFSET ${rows - 1}`);
    const learn = rowsPerSlice.begin();
    yield { after: position, end: end ?? null };
    if (end === undefined) return;
    learn(rows);
    position = end;
  }
}

function group(
  db: ReadableDb,
  match: MatchNotification,
  from: Sql,
  where: Sql,
): ReadonlyMap<number, InboxThread> {
  const { where: matches, isUnread, isBack } = match(MINE);
  return groupIntoThreads(
    db.all(sql<MatchingNotification>`
      SELECT mine.thread AS thread, mine.created_at AS at, mine.row AS row, NOT (${isUnread}) AS read, ${isBack} AS back
      FROM ${from} WHERE ${where} AND ${matches}`),
  );
}

/** Returns these threads under a filter by their numbers, those without a matching notification left out. */
export function readThreads(
  db: ReadableDb,
  match: MatchNotification,
  threads: Iterable<number>,
): ReadonlyMap<number, InboxThread> {
  const from = sql`notification AS mine INDEXED BY notification_thread`;
  return group(db, match, from, sql`mine.thread IN ${toSqlList(threads)} AND mine.thread <> 0`);
}

/** Returns the threads under a filter of which all matching notifications are in these rows. */
export function groupRows(
  db: ReadableDb,
  match: MatchNotification,
  rows: readonly number[],
): ReadonlyMap<number, InboxThread> {
  return group(db, match, sql`notification AS mine`, sql`mine.row IN ${toSqlList(rows)}`);
}

/**
 * Returns the rows whose text contains a normalized text, slice by slice; null where there are more than `most`, of which
 * a scan soon finds a page.
 */
export function findRowsWithText(
  db: ReadableDb,
  text: string,
  rowsPerSlice: AdaptiveRowsPerSlice,
  most: number,
): readonly number[] | null {
  let until = db.get(sql<{ row: number | null }>`SELECT max(row) AS row FROM notification_text`)?.row ?? 0;
  const found: number[] = [];
  while (until > 0) {
    const { rows } = rowsPerSlice;
    const learn = rowsPerSlice.begin();
    const inSlice = db.all(sql<{ row: number }>`
      SELECT row FROM notification_text
      WHERE row <= ${until} AND row > ${until - rows} AND instr(text, ${text}) > 0 LIMIT ${most + 1}`);
    found.push(...inSlice.map(({ row }) => row));
    if (found.length > most) return null;
    learn(rows);
    until -= rows;
  }
  return found;
}
