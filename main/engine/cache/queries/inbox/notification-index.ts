import type { PendingState } from '#contract/records.ts';
import type { ReadableDb } from '#main/engine/sqlite/db.ts';
import { toSqlList, emptySql, sql, type Sql } from '#main/engine/sqlite/sql.ts';
import { readChangesSince, getLastRevision } from '#main/engine/cache/ingest/change-feed.ts';
import type { ListPosition } from '#main/engine/cache/tables/cursor.ts';
import { compareNewestFirst } from '#main/engine/cache/query/page.ts';

/** The fields of a cached notification that filters and threads need. */
export interface IndexedNotification {
  readonly row: number;
  readonly id: string;
  /** When it was created; the smallest number where that is unknown. */
  readonly at: number;
  readonly isUnread: boolean;
  /** State of its pending changes; null where there are none. */
  readonly pending: PendingState | null;
  readonly user: string;
  readonly aboutKind: string;
  readonly aboutId: string;
  readonly createdBy: string;
  /**
   * Number of the thread: the same for all notifications to one recipient about one object. A notification
   * without an object has a thread of its own.
   */
  readonly thread: number;
}

interface Row extends Omit<IndexedNotification, 'isUnread' | 'pending' | 'thread'> {
  readonly read: 0 | 1;
}

const COLUMNS = sql<Row>`row, id, created_at AS at, read, user, about_kind AS aboutKind, about_id AS aboutId,
  created_by AS createdBy`;

function toNotifications(db: ReadableDb, where: Sql): readonly Row[] {
  return db.all(sql<Row>`SELECT ${COLUMNS} FROM notification ${where} ORDER BY created_at DESC, row DESC`);
}

/** Returns the index in a list, newest first, at which a notification is or would be. */
function findPlace(notifications: readonly IndexedNotification[], position: ListPosition): number {
  let low = 0;
  let high = notifications.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const notification = notifications[middle];
    if (notification !== undefined && compareNewestFirst(notification, position) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * All cached notifications in memory, without pending changes. Grouping them into threads under any filter
 * needs all of them at once, but only a few words of each. The index is updated from the cache's change feed.
 */
export class NotificationIndex {
  #notifications: IndexedNotification[] = [];
  readonly #byRow = new Map<number, IndexedNotification>();
  readonly #threads = new Map<string, number>();
  readonly #words = new Map<string, string>();
  #revision: number | null = null;

  /** All notifications, newest first. */
  get notifications(): readonly IndexedNotification[] {
    return this.#notifications;
  }

  /** Returns the notifications behind a position, newest first; all of them for null. */
  after(position: ListPosition | null): readonly IndexedNotification[] {
    return position === null
      ? this.#notifications
      : this.#notifications.slice(findPlace(this.#notifications, { ...position, row: position.row - 1 }));
  }

  /** Returns the notification in a table row. */
  at(row: number): IndexedNotification | undefined {
    return this.#byRow.get(row);
  }

  /** Updates the index from the cache. */
  update(db: ReadableDb): void {
    const changed = this.#revision === null ? null : readChangesSince(db, this.#revision);
    if (changed?.ids.has('notification') !== false) this.#read(db, changed?.ids.get('notification') ?? null);
    this.#revision = changed?.revision ?? getLastRevision(db);
  }

  /** @param ids null for all */
  #read(db: ReadableDb, ids: ReadonlySet<string> | null): void {
    const rows = ids === null ? [] : toNotifications(db, sql`WHERE id IN ${toSqlList(ids)}`);
    // The row of a removed record cannot be found by its id any more.
    if (ids === null || rows.length < ids.size) this.#readAll(db);
    else for (const row of rows) this.#replace(row);
  }

  #readAll(db: ReadableDb): void {
    this.#byRow.clear();
    this.#threads.clear();
    this.#notifications = toNotifications(db, emptySql).map((row) => this.#keep(row));
  }

  #replace(row: Row): void {
    const known = this.#byRow.get(row.row);
    if (known !== undefined) this.#notifications.splice(findPlace(this.#notifications, known), 1);
    this.#notifications.splice(findPlace(this.#notifications, row), 0, this.#keep(row));
  }

  #keep({ row, id, at, read, user, aboutKind, aboutId, createdBy }: Row): IndexedNotification {
    const thread = this.#threadOf(JSON.stringify(aboutId === '' ? [row] : [user, aboutKind, aboutId]));
    const notification: IndexedNotification = {
      row,
      id,
      at,
      isUnread: read === 0,
      pending: null,
      user: this.#word(user),
      aboutKind: this.#word(aboutKind),
      aboutId,
      createdBy: this.#word(createdBy),
      thread,
    };
    this.#byRow.set(row, notification);
    return notification;
  }

  #threadOf(name: string): number {
    const known = this.#threads.get(name);
    if (known !== undefined) return known;
    this.#threads.set(name, this.#threads.size);
    return this.#threads.size - 1;
  }

  /** Interns a word: there are few different ones, and many notifications share them. */
  #word(text: string): string {
    const known = this.#words.get(text);
    if (known !== undefined) return known;
    this.#words.set(text, text);
    return text;
  }
}
