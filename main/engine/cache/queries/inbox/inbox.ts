import type { InboxCounts, InboxSearchTerm } from '#contract/notifications.ts';
import type { Connection } from '#main/engine/sqlite/db.ts';
import type { ListPosition } from '#main/engine/cache/tables/cursor.ts';
import type { PendingOverlay } from '#main/engine/cache/pending/overlay.ts';
import type { LocalDataView } from '#main/engine/cache/pending/local-data.ts';
import { NotificationIndex, type IndexedNotification } from './notification-index.ts';
import { createInboxMatcher } from './filter.ts';

/** A thread under a filter: the newest matching notification and the number of matching ones. */
export interface ThreadSummary {
  readonly newest: IndexedNotification;
  notifications: number;
  unread: number;
}

/** The result of a filter, grouped into threads; newest first, by the newest notification of each. */
export interface ThreadedInbox {
  readonly rows: readonly ThreadSummary[];
  readonly counts: InboxCounts;
}

/**
 * Maximum number of filters whose results are cached until something changes: a list requests several pages
 * and its counts.
 */
const MAX_STORED = 8;

/** The cached notifications with pending changes applied, grouped into threads. */
export class InboxIndex {
  readonly cache: Connection;
  readonly localData: LocalDataView;
  readonly #overlay: PendingOverlay;
  readonly #index = new NotificationIndex();
  /** Notifications with pending changes applied, by row. */
  #marked: ReadonlyMap<number, IndexedNotification> = new Map();
  #version = '';
  readonly #stored = new Map<string, ThreadedInbox>();

  constructor(cache: Connection, overlay: PendingOverlay, localData: LocalDataView) {
    this.cache = cache;
    this.localData = localData;
    this.#overlay = overlay;
  }

  /**
   * Returns at most `limit` notifications of a filter, newest first, starting behind a position; null is the
   * beginning.
   */
  find(
    terms: readonly InboxSearchTerm[],
    after: ListPosition | null,
    limit: number,
  ): readonly IndexedNotification[] {
    this.#follow();
    const finds = createInboxMatcher(terms, this);
    const found: IndexedNotification[] = [];
    for (const notification of this.#index.after(after)) {
      const shown = this.#shown(notification);
      if (!finds(shown)) continue;
      found.push(shown);
      if (found.length === limit) break;
    }
    return found;
  }

  /** Returns the result of a filter, grouped into threads. */
  groupIntoThreads(terms: readonly InboxSearchTerm[]): ThreadedInbox {
    this.#follow();
    const name = JSON.stringify(terms);
    const stored = this.#stored.get(name);
    if (stored !== undefined) return stored;
    const threaded = this.#groupIntoThreads(terms);
    if (this.#stored.size >= MAX_STORED) this.#stored.clear();
    this.#stored.set(name, threaded);
    return threaded;
  }

  /** Returns all notifications of the thread of the notification in a table row, newest first. */
  thread(row: number): readonly IndexedNotification[] {
    this.#follow();
    const thread = this.#index.at(row)?.thread;
    return this.#index.notifications
      .filter((notification) => notification.thread === thread)
      .map((notification) => this.#shown(notification));
  }

  /** Returns the newest notification about an object, by the service's names. */
  findNewestAbout(object: string, id: string): IndexedNotification | undefined {
    this.#follow();
    return this.#index.notifications.find(({ aboutKind, aboutId }) => aboutKind === object && aboutId === id);
  }

  #shown(notification: IndexedNotification): IndexedNotification {
    return this.#marked.get(notification.row) ?? notification;
  }

  #groupIntoThreads(terms: readonly InboxSearchTerm[]): ThreadedInbox {
    const byThread = new Map<number, ThreadSummary>();
    const counts = { notifications: 0, unread: 0 };
    for (const notification of this.find(terms, null, Infinity)) {
      const row = byThread.get(notification.thread) ?? { newest: notification, notifications: 0, unread: 0 };
      if (row.notifications === 0) byThread.set(notification.thread, row);
      row.notifications += 1;
      counts.notifications += 1;
      if (!notification.isUnread) continue;
      row.unread += 1;
      counts.unread += 1;
    }
    const rows = [...byThread.values()];
    return { rows, counts: { ...counts, rows: rows.length } };
  }

  /** Updates the index and drops cached results after a change. */
  #follow(): void {
    const version = `${this.localData.version()} ${String(this.cache.pragma('data_version'))}`;
    if (version === this.#version) return;
    this.#version = version;
    this.#index.update(this.cache);
    this.#marked = this.#markedNow();
    this.#stored.clear();
  }

  #markedNow(): ReadonlyMap<number, IndexedNotification> {
    const marked = new Map<number, IndexedNotification>();
    for (const { row, pending, record } of this.#overlay.notification.rows.values()) {
      const notification = this.#index.at(row);
      if (notification !== undefined) {
        marked.set(row, { ...notification, isUnread: !record.read, pending });
      }
    }
    return marked;
  }
}
