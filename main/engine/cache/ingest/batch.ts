import type { Kind } from '#contract/records.ts';
import type { Clock } from '#main/base/clock.ts';
import { SECOND } from '#main/base/durations.ts';
import { appendChange, ChangedIds, lastRevision, type Change } from './change-feed.ts';
import type { Connection } from '#main/engine/sqlite/db.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { addCached } from '../tables/sync-state.ts';
import { indexQueued } from '../tables/search-text.ts';

/** Rows of one transaction. Every commit writes each touched index page, so few large ones cost far less than many. */
const BATCH_ROWS = 20_000;
export const BATCH_MS = SECOND;

interface KindChanges {
  readonly ids: ChangedIds;
  added: number;
}

/**
 * One transaction that stays open over several pages. It is committed after so many rows or so long a time, whichever
 * comes first; what changed is told only after the commit.
 */
export class WriteBatch {
  readonly #db: Connection;
  readonly #clock: Clock;
  readonly #onCommit: (changes: readonly Change[]) => void;
  #changes = new Map<Kind, KindChanges>();
  #rows = 0;
  #startedAt = 0;
  #revision: number;

  constructor(db: Connection, clock: Clock, onCommit: (changes: readonly Change[]) => void) {
    this.#db = db;
    this.#clock = clock;
    this.#onCommit = onCommit;
    this.#revision = lastRevision(db);
  }

  get isOpen(): boolean {
    return this.#db.inTransaction;
  }

  /** Opens the transaction where none is open. */
  begin(): void {
    if (this.isOpen) return;
    this.#db.execute(sql`BEGIN IMMEDIATE`);
    this.#startedAt = this.#clock.monotonic();
  }

  /** Notes a row that was written or taken out. */
  wrote(kind: Kind, change: 'added' | 'changed' | 'removed', id: string): void {
    const known = this.#changes.get(kind) ?? { ids: new ChangedIds(), added: 0 };
    known.ids.add(id);
    if (change === 'added') known.added += 1;
    if (change === 'removed') known.added -= 1;
    this.#changes.set(kind, known);
    this.#rows += 1;
  }

  get isDue(): boolean {
    return this.#rows >= BATCH_ROWS || this.#clock.monotonic() - this.#startedAt >= BATCH_MS;
  }

  /** Commits what is open, then tells of it. Throws what SQLite throws; nothing is told then. */
  commit(): void {
    if (!this.isOpen) return;
    indexQueued(this.#db);
    const told = [...this.#changes].map(([kind, { ids, added }]): Change => {
      const change = { revision: this.#revision + 1, kind, ids: ids.list };
      appendChange(this.#db, change);
      addCached(this.#db, kind, added);
      return change;
    });
    this.#db.execute(sql`COMMIT`);
    if (told.length > 0) this.#revision += 1;
    this.#forget();
    this.#onCommit(told);
  }

  /** Drops what is open, all of it. */
  rollback(): void {
    // SQLite itself has rolled back after some errors, a full disk among them.
    if (this.isOpen) this.#db.execute(sql`ROLLBACK`);
    this.#forget();
  }

  #forget(): void {
    this.#changes = new Map();
    this.#rows = 0;
  }
}
