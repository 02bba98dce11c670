import type { InboxSearchTerm } from '#contract/notifications.ts';
import type { Connection } from '#main/engine/sqlite/db.ts';
import { emptySql, sql, toSqlList, type Sql } from '#main/engine/sqlite/sql.ts';
import type { LocalAnnotationsReader } from '#main/engine/cache/pending/local-data.ts';
import type { PendingOverlay } from '#main/engine/cache/pending/overlay.ts';
import { compareNewestFirst, findNewestRows, type ListTable } from '#main/engine/cache/query/page.ts';
import type { ListPosition } from '#main/engine/cache/tables/cursor.ts';
import { PENDING_NOTIFICATION_TABLE } from '#main/engine/cache/tables/pending-tables.ts';
import { getCachedCount } from '#main/engine/cache/tables/sync-state.ts';
import { buildInboxCondition, listSnoozedNotificationIds, toRowsOfIds } from './conditions.ts';
import { listCorrectedThreads, ThreadsStoredInTable, type CorrectedThreads } from './stored-threads.ts';
import {
  ThreadsGroupedInMemory,
  groupIntoThreads,
  type InboxThreads,
  type MatchingNotification,
} from './threads.ts';

/** A notification that matches a filter, by its place in the list and its id. */
export interface FoundNotification extends ListPosition {
  readonly id: string;
}

/**
 * Maximum number of filters whose results are cached until something changes: a list requests several pages
 * and its counts.
 */
const MAX_STORED = 8;

const BY_TIME = sql`notification INDEXED BY notification_scan`;
const UNREAD_BY_TIME = sql`notification INDEXED BY notification_unread`;

/** The table and sort columns by which notifications are listed, newest first. */
const PLACES: ListTable<FoundNotification> = {
  kind: 'notification',
  columns: sql<FoundNotification>`row, created_at AS at, id`,
  order: sql`created_at`,
  table: sql`notification`,
  scan: BY_TIME,
  pendingTable: PENDING_NOTIFICATION_TABLE,
};

/** The stored notifications by the index that finds those of a filter in their order. */
function toIndexedTable(terms: readonly InboxSearchTerm[]): Sql {
  // SQLite uses the partial index of unread rows only where the condition itself says so.
  const isForUnread = terms.some((term) => term.field === 'unread' && term.value && !term.isNot);
  return isForUnread ? UNREAD_BY_TIME : BY_TIME;
}

/** The cached notifications with pending changes applied, under a filter and grouped into threads. */
export class InboxQueries {
  readonly cache: Connection;
  readonly localData: LocalAnnotationsReader;
  readonly #overlay: PendingOverlay;
  #version = '';
  readonly #stored = new Map<string, InboxThreads>();

  constructor(cache: Connection, overlay: PendingOverlay, localData: LocalAnnotationsReader) {
    this.cache = cache;
    this.localData = localData;
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

  /** Returns the threads of a filter. */
  listThreads(terms: readonly InboxSearchTerm[]): InboxThreads {
    this.#follow();
    const name = JSON.stringify(terms);
    const known = this.#stored.get(name);
    if (known !== undefined) return known;
    const threads =
      terms.length === 0
        ? new ThreadsStoredInTable(this.cache, this.#listCorrected(), () => this.#countAll())
        : new ThreadsGroupedInMemory(
            [...groupIntoThreads(this.#listMatching(terms, emptySql)).values()].toSorted(compareNewestFirst),
          );
    if (this.#stored.size >= MAX_STORED) this.#stored.clear();
    this.#stored.set(name, threads);
    return threads;
  }

  get #hasPending(): boolean {
    return this.#overlay.notification.hasPending;
  }

  #where(terms: readonly InboxSearchTerm[], pending: Sql): Sql {
    this.#follow();
    return buildInboxCondition(terms, { localData: this.localData, pending });
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

  /** Returns the notifications of a filter that meet a further condition. */
  #listMatching(terms: readonly InboxSearchTerm[], and: Sql): readonly MatchingNotification[] {
    const { stored, pending } = this.#buildSources(terms, sql`notification`);
    const over = [...this.localData.snoozes()].filter(([, { isOver }]) => isOver).map(([id]) => id);
    const back = over.length === 0 ? sql`0` : sql`row IN ${toRowsOfIds(over)}`;
    const columns = sql`thread, created_at AS at, row, read, ${back} AS back`;
    const found = this.cache.all(sql<MatchingNotification>`SELECT ${columns} FROM ${stored}${and}`);
    if (!this.#hasPending) return found;
    return [...found, ...this.cache.all(sql<MatchingNotification>`SELECT ${columns} FROM ${pending}${and}`)];
  }

  /** Returns the threads that pending read flags or snoozes change. */
  #listCorrected(): CorrectedThreads {
    const snoozed = [...this.localData.snoozes().keys()];
    const withSnoozes = this.#listThreadsOf(snoozed);
    const isOne = sql` AND thread IN ${toSqlList(withSnoozes)} AND thread <> 0`;
    const shown = withSnoozes.length === 0 ? [] : this.#listMatching([], isOne);
    return listCorrectedThreads(this.cache, this.#hasPending, withSnoozes, groupIntoThreads(shown));
  }

  #listThreadsOf(ids: readonly string[]): readonly number[] {
    if (ids.length === 0) return [];
    const found = this.cache.all(sql<{ thread: number }>`
      SELECT DISTINCT thread FROM notification WHERE id IN ${toSqlList(ids)}`);
    return found.map(({ thread }) => thread);
  }

  #countAll(): { readonly notifications: number; readonly unread: number } {
    const unread = this.count([{ field: 'unread', value: true, isNot: false }]);
    const snoozed = toSqlList(listSnoozedNotificationIds(this.localData));
    const hidden = this.cache.get(sql<{ count: number }>`
      SELECT count(*) AS count FROM notification WHERE id IN ${snoozed}`);
    return { notifications: getCachedCount(this.cache, 'notification') - (hidden?.count ?? 0), unread };
  }

  /** Drops cached results after a change. */
  #follow(): void {
    const version = `${this.localData.version()} ${String(this.cache.pragma('data_version'))}`;
    if (version === this.#version) return;
    this.#version = version;
    this.#stored.clear();
  }
}
