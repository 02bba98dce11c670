import type { Requisition } from '#contract/requisitions.ts';
import type { Connection } from '#main/engine/sqlite/db.ts';
import { listed, sql } from '#main/engine/sqlite/sql.ts';
import { findRequisitionReferences } from '#main/engine/cache/tables/mentions.ts';
import type { LocalView } from '#main/engine/cache/pending/local-view.ts';
import type { PendingRow } from '#main/engine/cache/pending/pending-list.ts';
import type { Overlay } from '#main/engine/cache/pending/overlay.ts';
import type { RequisitionSummary } from '#main/engine/cache/lists/requisitions.ts';
import { toColumns } from '#main/engine/cache/tables/requisition-columns.ts';
import { LocalDataView } from '#main/engine/cache/pending/local-data.ts';
import type { Candidate } from './matches.ts';
import { searchedText } from '#main/engine/cache/tables/search-text.ts';

type WithPending = PendingRow<Requisition, RequisitionSummary>;

/** A requisition with pending changes applied, as the worklist filters and shows it. */
export type PendingCandidate = Candidate &
  Pick<RequisitionSummary, 'row' | 'pending'> & { readonly record: Requisition };

interface Position {
  readonly id: string;
  readonly row: number;
}

/** What the queries of requisitions share: the cache, pending changes and the local data. */
export class QueryContext {
  readonly cache: Connection;
  readonly localData: LocalDataView;
  readonly #overlay: Overlay;
  readonly #now: () => number;
  readonly #candidates = new WeakMap<WithPending, PendingCandidate>();
  #changed: readonly Position[] | null = null;
  #changedAt = '';

  /** @param now epoch milliseconds */
  constructor(cache: Connection, local: LocalView, overlay: Overlay, now: () => number) {
    this.cache = cache;
    this.localData = new LocalDataView(local);
    this.#overlay = overlay;
    this.#now = now;
  }

  /** Epoch milliseconds. */
  get now(): number {
    return this.#now();
  }

  /**
   * The numbers of the table rows that are replaced by pending ones, as a JSON array; null where there are
   * none.
   */
  get hidden(): string | null {
    return this.#overlay.requisition.withPending.hidden;
  }

  /** Returns every requisition with pending changes, with these applied. */
  withPending(): readonly PendingCandidate[] {
    return this.#overlay.requisition.withPending.rows.map((pending) => this.#candidateOf(pending));
  }

  /** Returns the cached requisitions that have changed since the user last viewed them. */
  changed(): readonly Position[] {
    const version = `${this.localData.version()} ${String(this.cache.pragma('data_version'))}`;
    if (this.#changed !== null && version === this.#changedAt) return this.#changed;
    this.#changed = this.changedAmong([...this.localData.viewedVersions('requisition').keys()]);
    this.#changedAt = version;
    return this.#changed;
  }

  /** As `changed`, for some ids. */
  changedAmong(ids: readonly string[]): readonly Position[] {
    const looks = this.localData.viewedVersions('requisition');
    const looked = ids.filter((id) => looks.has(id));
    if (looked.length === 0) return [];
    return this.cache
      .all(sql<Position & { hash: string }>`
        SELECT id, row, hex(hash) AS hash FROM requisition
        WHERE id IN ${listed(looked)}`)
      .filter(({ id, hash }) => looks.get(id) !== hash);
  }

  #candidateOf(pending: WithPending): PendingCandidate {
    const known = this.#candidates.get(pending);
    if (known !== undefined) return known;
    const { record } = pending;
    const candidate: PendingCandidate = {
      id: record.id,
      row: pending.row.row,
      pending: pending.row.pending,
      record,
      columns: toColumns(record),
      text: searchedText(record),
      people: [...findRequisitionReferences(record).keys()],
    };
    this.#candidates.set(pending, candidate);
    return candidate;
  }
}
