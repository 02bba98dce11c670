import type { Kind } from '#contract/records.ts';
import type { Clock } from '#main/base/clock.ts';
import { SECOND } from '#main/base/durations.ts';
import {
  appendToChangeFeed,
  ChangedIdCollector,
  getCacheRevision,
  type CommittedChange,
} from './change-feed.ts';
import { enlargePageCache, resetPageCache } from '#main/engine/sqlite/connection.ts';
import type { Connection, WritableDb } from '#main/engine/sqlite/db.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { addToCachedCount } from '../tables/sync-state.ts';
import { forgetQueuedBodies, storeQueuedBodies } from '../tables/body-blocks.ts';
import { forgetQueuedIdReferences, storeQueuedIdReferences } from '../tables/id-references.ts';
import { indexQueuedTexts } from '../tables/search-text.ts';
import { dropQueuedInboxThreadUpdates, assignThreadsToQueuedRows } from '../tables/inbox-threads.ts';
import {
  forgetRowsQueuedForGroups,
  storeGroupsAndOpenReviewsOfQueuedRows,
} from '../tables/requisition-groups.ts';
import { forgetQueuedCodeUsageCounts, storeQueuedCodeUsageCounts } from '../tables/usage.ts';

/**
 * Writes what is queued in memory: bodies, and the tables derived from the written rows. Call it at the end of each page and
 * before every commit.
 */
export function storeAllQueuedRows(db: WritableDb): void {
  storeQueuedBodies(db);
  storeQueuedIdReferences(db);
  storeQueuedCodeUsageCounts(db);
  storeGroupsAndOpenReviewsOfQueuedRows(db);
  assignThreadsToQueuedRows(db);
}

/** Drops all that is queued, after the rows were rolled back. */
export function forgetAllQueuedRows(db: WritableDb): void {
  forgetQueuedBodies(db);
  forgetQueuedIdReferences(db);
  forgetQueuedCodeUsageCounts(db);
  forgetRowsQueuedForGroups(db);
  dropQueuedInboxThreadUpdates(db);
}

/**
 * Maximum number of rows in one transaction. Every commit writes each touched index page, so a few large
 * transactions cost far less than many small ones.
 */
const BATCH_ROWS = 20_000;
/** The maximum age of a batch: at first, so that what arrives is soon shown, and at most, while writing goes on for long. */
const FIRST_BATCH_AGE = SECOND;
const LAST_BATCH_AGE = 5 * SECOND;
/** The maximum age in between is this share of the time since when pages have been written without a pause. */
const AGE_SHARE = 1 / 4;
/** A pause of this length ends a long run of writes. */
const PAUSE = 2 * SECOND;

/** A batch of this many rows changes more pages than a connection usually keeps in memory. */
const LARGE_BATCH_ROWS = 5_000;
/** Kibibytes of pages that the connection may keep while batches are large: those that do not fit are written twice. */
const LARGE_CACHE_KIB = 128_000;

interface KindChanges {
  readonly ids: ChangedIdCollector;
  added: number;
}

/**
 * One transaction that stays open over several pages. It is committed at a maximum number of rows or a
 * maximum age, whichever comes first. Changes are only emitted after the commit.
 */
export class WriteBatch {
  readonly #db: Connection;
  readonly #clock: Clock;
  readonly #onCommit: (changes: readonly CommittedChange[]) => void;
  #changes = new Map<Kind, KindChanges>();
  #rows = 0;
  #startedAt = 0;
  /** Since when pages have been written without a pause. */
  #busySince = Number.NEGATIVE_INFINITY;
  #endedAt = Number.NEGATIVE_INFINITY;
  #hasLargeCache = false;
  #revision: number;

  constructor(db: Connection, clock: Clock, onCommit: (changes: readonly CommittedChange[]) => void) {
    this.#db = db;
    this.#clock = clock;
    this.#onCommit = onCommit;
    this.#revision = getCacheRevision(db);
  }

  get isOpen(): boolean {
    return this.#db.inTransaction;
  }

  /** Opens the transaction unless one is open. */
  begin(): void {
    if (this.isOpen) return;
    this.#db.execute(sql`BEGIN IMMEDIATE`);
    this.#startedAt = this.#clock.monotonic();
    if (this.#startedAt - this.#endedAt > PAUSE) this.#busySince = this.#startedAt;
  }

  /** How old the open batch may become before it is committed, in milliseconds. */
  get maxAge(): number {
    const busy = this.#clock.monotonic() - this.#busySince;
    return Math.min(LAST_BATCH_AGE, Math.max(FIRST_BATCH_AGE, busy * AGE_SHARE));
  }

  /** Records that a row was written or removed, for the change that the commit emits. */
  recordWrite(kind: Kind, change: 'added' | 'changed' | 'removed', id: string): void {
    const known = this.#changes.get(kind) ?? { ids: new ChangedIdCollector(), added: 0 };
    known.ids.add(id);
    if (change === 'added') known.added += 1;
    if (change === 'removed') known.added -= 1;
    this.#changes.set(kind, known);
    this.#rows += 1;
  }

  get isDue(): boolean {
    return this.#rows >= BATCH_ROWS || this.#clock.monotonic() - this.#startedAt >= this.maxAge;
  }

  /** Commits the open transaction and emits its changes. Throws SQLite's errors; then nothing is emitted. */
  commit(): void {
    if (!this.isOpen) return;
    indexQueuedTexts(this.#db);
    storeAllQueuedRows(this.#db);
    const committed = [...this.#changes].map(([kind, { ids, added }]): CommittedChange => {
      const change = { revision: this.#revision + 1, kind, ids: ids.list };
      appendToChangeFeed(this.#db, change);
      addToCachedCount(this.#db, kind, added);
      return change;
    });
    this.#db.execute(sql`COMMIT`);
    if (committed.length > 0) this.#revision += 1;
    const isLarge = this.#rows >= LARGE_BATCH_ROWS;
    this.#forget();
    this.#onCommit(committed);
    if (isLarge) this.#keepPages(true);
  }

  /** Rolls the open transaction back. */
  rollback(): void {
    // SQLite rolls back by itself after some errors, such as a full disk.
    if (this.isOpen) this.#db.execute(sql`ROLLBACK`);
    forgetAllQueuedRows(this.#db);
    this.#forget();
  }

  /** Frees the memory that large batches have needed, where no more of them follow. */
  releasePages(): void {
    this.#keepPages(false);
  }

  #keepPages(areMany: boolean): void {
    if (areMany === this.#hasLargeCache) return;
    this.#hasLargeCache = areMany;
    if (areMany) enlargePageCache(this.#db, LARGE_CACHE_KIB);
    else resetPageCache(this.#db);
  }

  #forget(): void {
    this.#changes = new Map();
    this.#rows = 0;
    this.#endedAt = this.#clock.monotonic();
  }
}
