import { asksForRecipients, type InboxCounts, type InboxSearchTerm } from '#contract/notifications.ts';
import type { Connection } from '#main/engine/sqlite/db.ts';
import { emptySql, sql, toSqlList, type Sql } from '#main/engine/sqlite/sql.ts';
import type { LocalAnnotationsReader } from '#main/engine/cache/pending/local-data.ts';
import type { PendingOverlay } from '#main/engine/cache/pending/overlay.ts';
import { parseIdSearch } from '#main/engine/cache/query/filter.ts';
import { findNewestRows, type ListTable } from '#main/engine/cache/query/page.ts';
import type { AdaptiveRowsPerSliceByReadKind } from '#main/engine/cache/query/rows-per-slice.ts';
import type { ListPosition } from '#main/engine/cache/tables/cursor.ts';
import { PENDING_NOTIFICATION_TABLE } from '#main/engine/cache/tables/pending-tables.ts';
import { normalizeText } from '#main/engine/cache/tables/search-text.ts';
import { getCachedCount } from '#main/engine/cache/tables/sync-state.ts';
import type { WorklistQueryContext } from '../requisitions/context.ts';
import {
  buildInboxCondition,
  type InboxConditionInput,
  listEndedSnoozes,
  listSnoozedNotificationIds,
  toRowsOfIds,
} from './conditions.ts';
import {
  SCAN_BY_TIME,
  findRowsWithText,
  readThreads,
  toIndexOfRecipient,
  SCAN_UNREAD_BY_TIME,
  type MatchNotification,
} from './filter-scan.ts';
import { ThreadsOfFilter, type ScannedFilter } from './filtered-threads.ts';
import { listCorrectedThreads, ThreadsStoredInTable, type CorrectedThreads } from './stored-threads.ts';
import type { InboxThreads } from './threads.ts';

/** A notification that matches a filter, by its place in the list and its id. */
export interface FoundNotification extends ListPosition {
  readonly id: string;
}

/** Maximum number of filters of which counts are kept until something changes: a list requests several pages. */
const MAX_STORED = 8;
/** Maximum number of notifications that are sorted in memory; of more, a scan soon finds a page. */
const MAX_SORTED = 2_000;

/** The table and sort columns by which notifications are listed, newest first. */
const PLACES: ListTable<FoundNotification> = {
  kind: 'notification',
  columns: sql<FoundNotification>`row, created_at AS at, id`,
  order: sql`created_at`,
  table: sql`notification`,
  scan: SCAN_BY_TIME.from,
  pendingTable: PENDING_NOTIFICATION_TABLE,
};

const BY_RECIPIENT = sql`notification INDEXED BY notification_user`;
const FOR_OTHERS: InboxSearchTerm = { field: 'mine', value: false, isNot: false };
const UNREAD: InboxSearchTerm = { field: 'unread', value: true, isNot: false };

/** Returns which of the notifications of a filter are unread, as far as it says so. */
function toUnreadOnes(terms: readonly InboxSearchTerm[]): ScannedFilter['unread'] {
  for (const term of terms) if (term.field === 'unread') return term.value === term.isNot ? 'none' : 'all';
  return 'some';
}

/** Returns the recipient whose whole id a filter asks for; null where there is none. */
function findWholeRecipient(terms: readonly InboxSearchTerm[]): string | null {
  for (const term of terms) {
    if (term.field !== 'to' || term.isNot) continue;
    const word = parseIdSearch(term.value);
    if ('whole' in word) return word.whole;
  }
  return null;
}

/** The stored notifications by the index that finds those of a filter in their order. */
function toIndexedTable(terms: readonly InboxSearchTerm[]): Sql {
  const isForUnread = terms.some((term) => term.field === 'unread' && term.value && !term.isNot);
  return isForUnread ? SCAN_UNREAD_BY_TIME.from : SCAN_BY_TIME.from;
}

/** The cached notifications with pending changes applied, under a filter and grouped into threads. */
export class InboxQueries {
  readonly cache: Connection;
  readonly localData: LocalAnnotationsReader;
  readonly #overlay: PendingOverlay;
  readonly #slices: AdaptiveRowsPerSliceByReadKind;
  readonly #mostSorted: number;
  readonly accountUser: string | null;
  #version = '';
  readonly #stored = new Map<string, InboxThreads>();

  /** @param mostSorted maximum number of notifications that are sorted in memory */
  constructor(
    cache: Connection,
    overlay: PendingOverlay,
    {
      localData,
      slices,
      accountUser = null,
    }: Pick<WorklistQueryContext, 'localData' | 'slices'> & { readonly accountUser?: string | null },
    mostSorted = MAX_SORTED,
  ) {
    this.cache = cache;
    this.localData = localData;
    this.#slices = slices;
    this.#mostSorted = mostSorted;
    this.accountUser = accountUser;
    this.#overlay = overlay;
  }

  /** Returns at most `limit` notifications of a filter, newest first, behind a position; null is the beginning. */
  find(
    terms: readonly InboxSearchTerm[],
    position: ListPosition | null,
    limit: number,
  ): readonly FoundNotification[] {
    return findNewestRows(this.cache, PLACES, {
      from: toIndexedTable(terms),
      where: this.#where(terms, sql`NULL`),
      pendingWhere: this.#hasPending ? this.#where(terms, sql`pending`) : null,
      window: { position, limit, end: null },
    });
  }

  /** Returns the number of notifications of a filter. */
  count(terms: readonly InboxSearchTerm[]): number {
    const { stored, pending } = this.#buildSources(terms, toIndexedTable(terms));
    const query = sql<{ count: number }>`
      SELECT (SELECT count(*) FROM ${stored}) + (SELECT count(*) FROM ${pending}) AS count`;
    return this.cache.get(query)?.count ?? 0;
  }

  /** Returns how many notifications of a filter are for other users than that of the account; none where it asks for recipients. */
  countOthers(terms: readonly InboxSearchTerm[]): InboxCounts['others'] {
    const ranges = this.#listRangesOfOthers();
    if (ranges.length === 0 || asksForRecipients(terms)) return { notifications: 0, unread: 0 };
    if (terms.length > 0) {
      const { notifications, unread } = this.listThreads([...terms, FOR_OTHERS]).counts;
      return { notifications, unread };
    }
    const notifications = ranges.reduce((sum, range) => sum + this.#countStored(range), 0);
    return { notifications, unread: this.count([UNREAD, FOR_OTHERS]) };
  }

  /** Returns the threads of a filter. */
  listThreads(terms: readonly InboxSearchTerm[]): InboxThreads {
    this.#follow();
    const name = JSON.stringify(terms);
    const known = this.#stored.get(name);
    if (known !== undefined) return known;
    const threads =
      terms.length === 0
        ? new ThreadsStoredInTable(this.cache, this.#listCorrected(), () => this.#countAll())
        : new ThreadsOfFilter(this.cache, this.#toScannedFilter(terms));
    if (this.#stored.size >= MAX_STORED) this.#stored.clear();
    this.#stored.set(name, threads);
    return threads;
  }

  get #hasPending(): boolean {
    return this.#overlay.notification.hasPending;
  }

  #where(terms: readonly InboxSearchTerm[], pending: Sql): Sql {
    this.#follow();
    return this.#toCondition(terms, { table: sql`notification`, read: sql`read`, pending });
  }

  /** The FROM and WHERE clauses of a filter, for stored notifications and for those with pending changes. */
  #buildSources(
    terms: readonly InboxSearchTerm[],
    from: Sql,
  ): { readonly stored: Sql; readonly pending: Sql } {
    const { notReplaced, from: pendingFrom } = PENDING_NOTIFICATION_TABLE;
    const replaced = this.#hasPending ? sql` AND ${notReplaced}` : emptySql;
    return {
      stored: sql`${from} WHERE ${this.#where(terms, sql`NULL`)}${replaced}`,
      pending: sql`${pendingFrom} WHERE ${this.#where(terms, sql`pending`)}`,
    };
  }

  /** Returns the conditions of a filter. Pending changes change the read mark of a notification alone. */
  #toMatch(terms: readonly InboxSearchTerm[], back: readonly string[]): MatchNotification {
    const hasPending = this.#hasPending;
    return (table) => {
      const read = hasPending
        ? sql`coalesce((
            SELECT changed.read FROM pending_notification AS changed WHERE changed.row = ${table}.row), ${table}.read)`
        : sql`${table}.read`;
      const pending = hasPending
        ? sql`(SELECT changed.pending FROM pending_notification AS changed WHERE changed.row = ${table}.row)`
        : sql`NULL`;
      return {
        where: this.#toCondition(terms, { table, read, pending }),
        isUnread: sql`${read} = 0`,
        isBack: back.length === 0 ? sql`0` : sql`${table}.row IN ${toRowsOfIds(back)}`,
      };
    };
  }

  #toCondition(
    terms: readonly InboxSearchTerm[],
    columns: Pick<InboxConditionInput, 'table' | 'read' | 'pending'>,
  ): Sql {
    const { localData } = this;
    return buildInboxCondition(terms, { ...columns, localData, accountUser: this.accountUser });
  }

  #toScannedFilter(terms: readonly InboxSearchTerm[]): ScannedFilter {
    const back = listEndedSnoozes(this.localData);
    const unread = toUnreadOnes(terms);
    const recipient = findWholeRecipient(terms);
    const ofRecipient = recipient === null ? null : toIndexOfRecipient(recipient);
    const byTime = unread === 'all' && !this.#hasPendingUnread() ? SCAN_UNREAD_BY_TIME : SCAN_BY_TIME;
    return {
      match: this.#toMatch(terms, back),
      index: ofRecipient ?? byTime,
      unreadIndex: ofRecipient ?? SCAN_UNREAD_BY_TIME,
      rows: ofRecipient === null ? this.#findFewRows(terms) : null,
      rowsPerSlice: terms.some(({ field }) => field === 'text') ? this.#slices.texts : this.#slices.columns,
      mostSorted: this.#mostSorted,
      unread,
      back,
      hasPending: this.#hasPending,
    };
  }

  /** Returns the rows that have a searched text, where they are few and a text is found in texts alone; otherwise null. */
  #findFewRows(terms: readonly InboxSearchTerm[]): readonly number[] | null {
    for (const term of terms) {
      if (term.field !== 'text' || term.isNot) continue;
      const text = normalizeText(term.value);
      if (this.localData.idsNamed(text).size > 0) continue;
      return findRowsWithText(this.cache, text, this.#slices.texts, this.#mostSorted);
    }
    return null;
  }

  /** Whether a pending change makes a notification unread, so that the index of unread ones lacks it. */
  #hasPendingUnread(): boolean {
    if (!this.#hasPending) return false;
    return this.cache.get(sql`SELECT 1 FROM pending_notification WHERE read = 0 LIMIT 1`) !== undefined;
  }

  /** Returns the threads that pending read flags or snoozes change. */
  #listCorrected(): CorrectedThreads {
    const withSnoozes = this.#listThreadsOf([...this.localData.snoozes().keys()]);
    const match = this.#toMatch([], listEndedSnoozes(this.localData));
    const shown = withSnoozes.length === 0 ? new Map() : readThreads(this.cache, match, withSnoozes);
    return listCorrectedThreads(this.cache, this.#hasPending, withSnoozes, shown);
  }

  #listThreadsOf(ids: readonly string[]): readonly number[] {
    if (ids.length === 0) return [];
    const found = this.cache.all(sql<{ thread: number }>`
      SELECT DISTINCT thread FROM notification WHERE id IN ${toSqlList(ids)}`);
    return found.map(({ thread }) => thread);
  }

  #countAll(): { readonly notifications: number; readonly unread: number } {
    const unread = this.count([UNREAD]);
    const snoozed = toSqlList(listSnoozedNotificationIds(this.localData));
    const hidden = this.cache.get(sql<{ count: number }>`
      SELECT count(*) AS count FROM notification WHERE id IN ${snoozed}`);
    return { notifications: getCachedCount(this.cache, 'notification') - (hidden?.count ?? 0), unread };
  }

  /** Returns the ranges of the index by recipient that hold notifications for other users: none where there are none. */
  #listRangesOfOthers(): readonly Sql[] {
    const user = this.accountUser;
    if (user === null) return [];
    return [sql`user > '' AND user < ${user}`, sql`user > ${user}`].filter(
      (range) => this.cache.get(sql`SELECT 1 FROM ${BY_RECIPIENT} WHERE ${range} LIMIT 1`) !== undefined,
    );
  }

  /** Returns the number of stored notifications in a range of the index by recipient, without snoozed ones. */
  #countStored(range: Sql): number {
    const found = this.cache.get(sql<{ count: number }>`
      SELECT count(*) AS count FROM ${BY_RECIPIENT} WHERE ${range} AND ${this.#where([], sql`NULL`)}`);
    return found?.count ?? 0;
  }

  /** Drops cached results after a change. */
  #follow(): void {
    const version = `${this.localData.version()} ${String(this.cache.pragma('data_version'))}`;
    if (version === this.#version) return;
    this.#version = version;
    this.#stored.clear();
  }
}
