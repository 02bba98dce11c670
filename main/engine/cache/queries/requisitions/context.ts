import type { Requisition } from '#contract/requisitions.ts';
import type { Connection } from '#main/engine/sqlite/db.ts';
import { toSqlList, sql } from '#main/engine/sqlite/sql.ts';
import type { LocalStoreView } from '#main/engine/cache/pending/local-view.ts';
import type { PendingOverlay } from '#main/engine/cache/pending/overlay.ts';
import { LocalDataView } from '#main/engine/cache/pending/local-data.ts';

interface Position {
  readonly id: string;
  readonly row: number;
}

/** What the queries of requisitions share: the cache, pending changes and the local data. */
export class WorklistQueryContext {
  readonly cache: Connection;
  readonly localData: LocalDataView;
  readonly #overlay: PendingOverlay;
  readonly #now: () => number;
  #changed: readonly Position[] | null = null;
  #changedAt = '';

  /** @param now epoch milliseconds */
  constructor(cache: Connection, local: LocalStoreView, overlay: PendingOverlay, now: () => number) {
    this.cache = cache;
    this.localData = new LocalDataView(local);
    this.#overlay = overlay;
    this.#now = now;
  }

  /** Epoch milliseconds. */
  get now(): number {
    return this.#now();
  }

  /** Whether there are requisitions with pending changes. */
  get hasPending(): boolean {
    return this.#overlay.requisition.hasPending;
  }

  /** Returns the requisition in a row with pending changes, with these applied. */
  recordWithPending(row: number): Requisition | null {
    return this.#overlay.requisition.rows.get(row)?.record ?? null;
  }

  /** Returns the cached requisitions that have changed since the user last viewed them. */
  changedSinceViewed(): readonly Position[] {
    const version = `${this.localData.version()} ${String(this.cache.pragma('data_version'))}`;
    if (this.#changed !== null && version === this.#changedAt) return this.#changed;
    this.#changed = this.changedSinceViewedAmong([...this.localData.viewedVersions('requisition').keys()]);
    this.#changedAt = version;
    return this.#changed;
  }

  /** As `changedSinceViewed`, for some ids. */
  changedSinceViewedAmong(ids: readonly string[]): readonly Position[] {
    const looks = this.localData.viewedVersions('requisition');
    const looked = ids.filter((id) => looks.has(id));
    if (looked.length === 0) return [];
    return this.cache
      .all(sql<Position & { hash: string }>`
        SELECT id, row, hex(hash) AS hash FROM requisition
        WHERE id IN ${toSqlList(looked)}`)
      .filter(({ id, hash }) => looks.get(id) !== hash);
  }
}
