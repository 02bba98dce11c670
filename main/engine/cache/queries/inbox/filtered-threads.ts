import type { ReadableDb } from '#main/engine/sqlite/db.ts';
import { emptySql, sql, toSqlList, type Sql } from '#main/engine/sqlite/sql.ts';
import { compareNewestFirst } from '#main/engine/cache/query/page.ts';
import type { AdaptiveRowsPerSlice } from '#main/engine/cache/query/rows-per-slice.ts';
import type { ListPosition } from '#main/engine/cache/tables/cursor.ts';
import { toRowsOfIds } from './conditions.ts';
import {
  buildMatchingSource,
  buildThreadScanQuery,
  groupRows,
  hasUnreadInThread,
  isNewestOfThread,
  listScanSlices,
  readThreads,
  type MatchNotification,
  type ThreadPlace,
  type ScannedIndex,
} from './filter-scan.ts';
import {
  isInSection,
  type InboxSection,
  type InboxThread,
  type InboxThreads,
  type SectionWindow,
  type ThreadCounts,
} from './threads.ts';

/** A filter of the inbox, and how its notifications are found. */
export interface ScannedFilter {
  readonly match: MatchNotification;
  readonly index: ScannedIndex;
  /** As `index`, for reading the unread ones alone. */
  readonly unreadIndex: ScannedIndex;
  /** The rows that all matching notifications are in, where these are few; otherwise null. */
  readonly rows: readonly number[] | null;
  readonly rowsPerSlice: AdaptiveRowsPerSlice;
  /** Maximum number of threads that are sorted in memory. */
  readonly mostSorted: number;
  /** Which of the matching notifications are unread. */
  readonly unread: 'all' | 'some' | 'none';
  /** The ids of the notifications that were snoozed and whose time has come. */
  readonly back: readonly string[];
  readonly hasPending: boolean;
}

/** Where the threads of a section are: in memory, sorted, or found by a scan under a further condition. */
type SectionSource = { readonly sorted: readonly InboxThread[] } | { readonly and: Sql };

const NOTHING: SectionSource = { sorted: [] };

/**
 * The threads of a filter, found by reading the notifications, newest first: the newest matching one of a thread
 * stands for it. A page ends that as soon as it is full.
 */
export class ThreadsOfFilter implements InboxThreads {
  readonly #db: ReadableDb;
  readonly #filter: ScannedFilter;
  readonly #sizes = new Map<InboxSection, number>();
  /** All threads, newest first; null where they are found by a scan. */
  readonly #all: readonly InboxThread[] | null;
  #counts: ThreadCounts | null = null;
  #back: ReadonlyMap<number, InboxThread> | null = null;
  #unread: SectionSource | null = null;

  constructor(db: ReadableDb, filter: ScannedFilter) {
    this.#db = db;
    this.#filter = filter;
    const { rows, match } = filter;
    this.#all = rows && [...groupRows(db, match, rows).values()].toSorted(compareNewestFirst);
  }

  get counts(): ThreadCounts {
    this.#counts ??= this.#all === null ? this.#countAll() : sumUp(this.#all);
    return this.#counts;
  }

  size(section: InboxSection): number {
    const known = this.#sizes.get(section);
    if (known !== undefined) return known;
    const size = this.#measure(section);
    this.#sizes.set(section, size);
    return size;
  }

  read(section: InboxSection, { after, offset, limit }: SectionWindow): readonly InboxThread[] {
    const source = this.#toSource(section);
    if ('and' in source) return this.#complete(this.#scan(source.and, { after, offset, limit }));
    const behind = source.sorted.filter((thread) => after === null || compareNewestFirst(after, thread) < 0);
    return behind.slice(offset, offset + limit);
  }

  findByNewest(row: number): InboxThread | undefined {
    const found = this.#db.get(sql<{ thread: number }>`
      SELECT thread FROM notification WHERE notification.row = ${row}`);
    if (found === undefined) return undefined;
    const thread = readThreads(this.#db, this.#filter.match, [found.thread]).get(found.thread);
    return thread?.row === row ? thread : undefined;
  }

  countBefore(section: InboxSection, position: ListPosition): number {
    const source = this.#toSource(section);
    if ('and' in source) return this.#count(source.and, position);
    return source.sorted.filter((thread) => compareNewestFirst(thread, position) < 0).length;
  }

  /** Returns where the threads of a section are. Those that are back are few, and of the others there are many. */
  #toSource(section: InboxSection): SectionSource {
    if (this.#all !== null) return { sorted: this.#all.filter((thread) => isInSection(thread, section)) };
    if (section === 'inbox') return { and: emptySql };
    const back = this.#listBack();
    if (section === 'back') return { sorted: [...back.values()].toSorted(compareNewestFirst) };
    const others =
      back.size === 0 ? emptySql : sql` AND notification.thread NOT IN ${toSqlList(back.keys())}`;
    const { unread, match } = this.#filter;
    if (section === 'rest') return { and: others };
    if (unread !== 'some') return (section === 'unread') === (unread === 'all') ? { and: others } : NOTHING;
    if (section === 'read') return { and: sql`${others} AND NOT ${hasUnreadInThread(match)}` };
    this.#unread ??= this.#sortUnread(back) ?? { and: sql`${others} AND ${hasUnreadInThread(match)}` };
    return this.#unread;
  }

  #listBack(): ReadonlyMap<number, InboxThread> {
    const { back, match } = this.#filter;
    if (this.#back !== null) return this.#back;
    const found =
      back.length === 0
        ? []
        : this.#db.all(sql<{ thread: number }>`
            SELECT DISTINCT thread FROM notification WHERE row IN ${toRowsOfIds(back)} AND ${match(sql`notification`).where}`);
    const threads = readThreads(
      this.#db,
      match,
      found.map(({ thread }) => thread),
    );
    this.#back = new Map([...threads].filter(([, thread]) => isInSection(thread, 'back')));
    return this.#back;
  }

  /** Returns the threads with unread notifications, newest first; null where there are too many to sort them. */
  #sortUnread(back: ReadonlyMap<number, InboxThread>): SectionSource | null {
    const { match, unreadIndex, rowsPerSlice, mostSorted, hasPending } = this.#filter;
    const found = new Set<number>();
    const { where, isUnread } = match(sql`notification`);
    if (hasPending) {
      const marked = this.#db.all(sql<{ thread: number }>`
        SELECT DISTINCT thread FROM notification
        WHERE row IN (SELECT row FROM pending_notification WHERE read = 0) AND ${where} LIMIT ${mostSorted + 1}`);
      for (const { thread } of marked) found.add(thread);
    }
    for (const slice of listScanSlices(this.#db, unreadIndex, rowsPerSlice, null)) {
      const threads = this.#db.all(sql<{ thread: number }>`
        SELECT DISTINCT thread FROM ${buildMatchingSource(match, unreadIndex, slice)} AND ${isUnread}
        LIMIT ${mostSorted + 1}`);
      for (const { thread } of threads) found.add(thread);
      if (found.size > mostSorted) return null;
    }
    const threads = readThreads(
      this.#db,
      match,
      [...found].filter((thread) => !back.has(thread)),
    );
    return { sorted: [...threads.values()].toSorted(compareNewestFirst) };
  }

  /** Returns the places of threads, slice by slice. */
  #scan(and: Sql, { after, offset, limit }: SectionWindow): readonly ThreadPlace[] {
    const { match, index, rowsPerSlice } = this.#filter;
    const found: ThreadPlace[] = [];
    let skipped = offset;
    for (const slice of listScanSlices(this.#db, index, rowsPerSlice, after)) {
      // A count of those that are skipped would test each of them as well.
      const most = skipped + limit - found.length;
      const places = this.#db.all(buildThreadScanQuery(match, index, slice, { and, limit: most }));
      found.push(...places.slice(skipped));
      skipped = Math.max(0, skipped - places.length);
      if (found.length >= limit) break;
    }
    return found;
  }

  /** Returns threads with the numbers of their matching notifications, in the order of the places. */
  #complete(places: readonly ThreadPlace[]): readonly InboxThread[] {
    const threads = readThreads(
      this.#db,
      this.#filter.match,
      places.map(({ thread }) => thread),
    );
    return places.flatMap(({ thread }) => threads.get(thread) ?? []);
  }

  #measure(section: InboxSection): number {
    if (section === 'inbox') return this.counts.rows;
    if (section === 'rest') return this.size('inbox') - this.size('back');
    // A count of the read ones would look at all of them; there are fewer unread ones.
    if (section === 'read') return this.size('rest') - this.size('unread');
    const source = this.#toSource(section);
    return 'and' in source ? this.#count(source.and, null) : source.sorted.length;
  }

  /** Returns how many threads the scan finds before a position; null is its end. */
  #count(and: Sql, before: ListPosition | null): number {
    const { index, rowsPerSlice } = this.#filter;
    let count = 0;
    for (const slice of listScanSlices(this.#db, index, rowsPerSlice, null)) {
      const isLast = before !== null && (slice.end === null || compareNewestFirst(before, slice.end) <= 0);
      count += this.#countSlice(isLast ? sql`${and}${isBefore(before)}` : and, slice);
      if (isLast) break;
    }
    return count;
  }

  #countSlice(and: Sql, slice: Parameters<typeof buildMatchingSource>[2]): number {
    const { match, index } = this.#filter;
    const found = this.#db.get(sql<{ count: number }>`
      SELECT count(*) AS count FROM ${buildMatchingSource(match, index, slice)} AND ${isNewestOfThread(match)}${and}`);
    return found?.count ?? 0;
  }

  #countAll(): ThreadCounts {
    const { match, index, rowsPerSlice } = this.#filter;
    const all = { rows: 0, notifications: 0, unread: 0 };
    for (const slice of listScanSlices(this.#db, index, rowsPerSlice, null)) {
      const found = this.#db.get(sql<ThreadCounts>`
        SELECT coalesce(sum(${isNewestOfThread(match)}), 0) AS rows, count(*) AS notifications,
          coalesce(sum(${match(sql`notification`).isUnread}), 0) AS unread
        FROM ${buildMatchingSource(match, index, slice)}`);
      if (found === undefined) continue;
      all.rows += found.rows;
      all.notifications += found.notifications;
      all.unread += found.unread;
    }
    return all;
  }
}

function sumUp(threads: readonly InboxThread[]): ThreadCounts {
  const sum = (count: (thread: InboxThread) => number): number =>
    threads.reduce((all, thread) => all + count(thread), 0);
  return {
    rows: threads.length,
    notifications: sum(({ notifications }) => notifications),
    unread: sum(({ unread }) => unread),
  };
}

function isBefore({ at, row }: ListPosition): Sql {
  return sql` AND (created_at, row) > (${at}, ${row})`;
}
