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

/** A requisition with pending changes, as the worklist judges and shows it. */
export type PendingCandidate = Candidate &
  Pick<RequisitionSummary, 'row' | 'pending'> & { readonly record: Requisition };

interface Position {
  readonly id: string;
  readonly row: number;
}

/** What the worklist is made of at one moment: the cache, what waits, and what the desk keeps besides. */
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

  /** The numbers of the rows that are not shown as they are cached, as a JSON array; null where there are none. */
  get hidden(): string | null {
    return this.#overlay.requisition.withPending.hidden;
  }

  /** Every requisition with pending changes, as it will be. */
  withPending(): readonly PendingCandidate[] {
    return this.#overlay.requisition.withPending.rows.map((pending) => this.#candidateOf(pending));
  }

  /** Requisitions in the cache that are not as they were when somebody looked at them last. */
  changed(): readonly Position[] {
    const writeSequence = `${this.localData.version()} ${String(this.cache.pragma('data_version'))}`;
    if (this.#changed !== null && writeSequence === this.#changedAt) return this.#changed;
    this.#changed = this.changedAmong([...this.localData.viewedVersions('requisition').keys()]);
    this.#changedAt = writeSequence;
    return this.#changed;
  }

  /** The same of these alone. */
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
