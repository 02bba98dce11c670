import type { InboxCounts, InboxTerm } from '#contract/inbox.ts';
import type { Connection } from '#main/engine/store/db.ts';
import type { Place } from '../cursor.ts';
import type { Overlay } from '../overlay/overlay.ts';
import type { Keepsakes } from '../worklist/keepsakes.ts';
import { InboxBook, type Alert } from './book.ts';
import { testOf } from './filter.ts';

/** A thread under a filter: the newest alert that it finds, and how many it finds. */
export interface Line {
  readonly newest: Alert;
  alerts: number;
  unread: number;
}

/** What a filter finds, folded into threads; lines by their newest alert, newest first. */
export interface Folded {
  readonly lines: readonly Line[];
  readonly counts: InboxCounts;
}

/** Filters of which the answers are kept until anything changes: a list asks for page after page, and for its counts. */
const MOST_KEPT = 8;

/** The notifications of the cache with what waits for them, folded into threads. */
export class Inbox {
  readonly cache: Connection;
  readonly keepsakes: Keepsakes;
  readonly #overlay: Overlay;
  readonly #book = new InboxBook();
  /** Those for which something waits, as they will be, by row. */
  #marked: ReadonlyMap<number, Alert> = new Map();
  #version = '';
  readonly #kept = new Map<string, Folded>();

  constructor(cache: Connection, overlay: Overlay, keepsakes: Keepsakes) {
    this.cache = cache;
    this.keepsakes = keepsakes;
    this.#overlay = overlay;
  }

  /** Alerts that a filter finds, newest first, from after a place on; null is the beginning. So many at most. */
  find(terms: readonly InboxTerm[], after: Place | null, limit: number): readonly Alert[] {
    this.#follow();
    const finds = testOf(terms, this);
    const found: Alert[] = [];
    for (const alert of this.#book.after(after)) {
      const shown = this.#shown(alert);
      if (!finds(shown)) continue;
      found.push(shown);
      if (found.length === limit) break;
    }
    return found;
  }

  /** What a filter finds, folded. */
  fold(terms: readonly InboxTerm[]): Folded {
    this.#follow();
    const name = JSON.stringify(terms);
    const kept = this.#kept.get(name);
    if (kept !== undefined) return kept;
    const folded = this.#fold(terms);
    if (this.#kept.size >= MOST_KEPT) this.#kept.clear();
    this.#kept.set(name, folded);
    return folded;
  }

  /** All alerts of the thread of the alert in a row of the table, newest first. */
  thread(row: number): readonly Alert[] {
    this.#follow();
    const thread = this.#book.at(row)?.thread;
    return this.#book.alerts.filter((alert) => alert.thread === thread).map((alert) => this.#shown(alert));
  }

  /** The newest alert about an object, by the names of the service. */
  about(object: string, id: string): Alert | undefined {
    this.#follow();
    return this.#book.alerts.find(({ aboutKind, aboutId }) => aboutKind === object && aboutId === id);
  }

  #shown(alert: Alert): Alert {
    return this.#marked.get(alert.row) ?? alert;
  }

  #fold(terms: readonly InboxTerm[]): Folded {
    const byThread = new Map<number, Line>();
    const counts = { alerts: 0, unread: 0 };
    for (const alert of this.find(terms, null, Infinity)) {
      const line = byThread.get(alert.thread) ?? { newest: alert, alerts: 0, unread: 0 };
      if (line.alerts === 0) byThread.set(alert.thread, line);
      line.alerts += 1;
      counts.alerts += 1;
      if (!alert.isUnread) continue;
      line.unread += 1;
      counts.unread += 1;
    }
    const lines = [...byThread.values()];
    return { lines, counts: { ...counts, lines: lines.length } };
  }

  /** Forgets what was folded before anything changed. */
  #follow(): void {
    const version = `${this.keepsakes.version()} ${String(this.cache.pragma('data_version'))}`;
    if (version === this.#version) return;
    this.#version = version;
    this.#book.update(this.cache);
    this.#marked = this.#markedNow();
    this.#kept.clear();
  }

  #markedNow(): ReadonlyMap<number, Alert> {
    const marked = new Map<number, Alert>();
    for (const { row } of this.#overlay.notification.laid.rows) {
      const alert = this.#book.at(row.row);
      if (alert !== undefined) {
        marked.set(row.row, { ...alert, isUnread: row.read === 0, pending: row.pending });
      }
    }
    return marked;
  }
}
