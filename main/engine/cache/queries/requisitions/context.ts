import type { Requisition } from '#contract/requisitions.ts';
import type { Clock } from '#main/base/clock.ts';
import type { Connection } from '#main/engine/sqlite/db.ts';
import { toSqlList, sql } from '#main/engine/sqlite/sql.ts';
import type { ReadOnlyLocalStoreView } from '#main/engine/cache/pending/local-view.ts';
import type { PendingOverlay } from '#main/engine/cache/pending/overlay.ts';
import {
  createAdaptiveRowsPerSlice,
  type AdaptiveRowsPerSliceByReadKind,
} from '#main/engine/cache/query/rows-per-slice.ts';
import { LocalAnnotationsReader } from '#main/engine/cache/pending/local-data.ts';
import { KnownRanks, type KnownRank, type UnfilteredWorklist } from './known-ranks.ts';

interface Position {
  readonly id: string;
  readonly row: number;
}

/** What the queries of requisitions share: the cache, pending changes and the local data. */
export class WorklistQueryContext {
  readonly cache: Connection;
  readonly localData: LocalAnnotationsReader;
  readonly slices: AdaptiveRowsPerSliceByReadKind;
  readonly #overlay: PendingOverlay;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #knownRanks = new KnownRanks();
  #changed: readonly Position[] | null = null;
  #changedAt = '';

  /**
   * @param clock its monotonic time decides how much a slice of a long read scans
   */
  constructor(
    cache: Connection,
    local: ReadOnlyLocalStoreView,
    overlay: PendingOverlay,
    clock: Pick<Clock, 'now' | 'monotonic'>,
  ) {
    this.cache = cache;
    this.slices = createAdaptiveRowsPerSlice(() => clock.monotonic());
    this.localData = new LocalAnnotationsReader(local);
    this.#overlay = overlay;
    this.#clock = clock;
  }

  /** The current time, epoch milliseconds. */
  get now(): number {
    return this.#clock.now();
  }

  /** Whether there are requisitions with pending changes. */
  get hasPending(): boolean {
    return this.#overlay.requisition.hasPending;
  }

  /** Returns the requisition in a row with pending changes, with these applied. */
  recordWithPending(row: number): Requisition | null {
    return this.#overlay.requisition.rows.get(row)?.record ?? null;
  }

  /** Returns a text that changes with every commit of the cache or the local store. */
  get version(): string {
    return `${this.localData.version()} ${String(this.cache.pragma('data_version'))}`;
  }

  /** Returns the position in an unfiltered list whose rank is known and nearest to this one; null where none is. */
  findNearestKnownRank(request: UnfilteredWorklist, rank: number): KnownRank | null {
    return this.#knownRanks.findNearest(request, this.version, rank);
  }

  /** Keeps a position in an unfiltered list, until something changes. */
  keepKnownRank(request: UnfilteredWorklist, known: KnownRank): void {
    this.#knownRanks.add(request, this.version, known);
  }

  /** Returns the cached requisitions that have changed since the user last viewed them. */
  changedSinceViewed(): readonly Position[] {
    const version = this.version;
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
