import type { Requisition } from '#contract/requisition.ts';
import type { Connection } from '#main/engine/store/db.ts';
import { listed, sql } from '#main/engine/store/sql.ts';
import { mentionsInRequisition } from '../mentions.ts';
import type { DeskView } from '../overlay/desk-view.ts';
import type { LaidRow } from '../overlay/laid-rows.ts';
import type { Overlay } from '../overlay/overlay.ts';
import type { RequisitionSummary } from '../requisitions.ts';
import { columnsOf } from './columns.ts';
import { Keepsakes } from './keepsakes.ts';
import type { Candidate } from './matches.ts';
import { searchedText } from './searched-text.ts';

type Laid = LaidRow<Requisition, RequisitionSummary>;

/** A requisition with pending changes, as the worklist judges and shows it. */
export type LaidCandidate = Candidate &
  Pick<RequisitionSummary, 'row' | 'pending'> & { readonly record: Requisition };

interface Place {
  readonly id: string;
  readonly row: number;
}

/** What the worklist is made of at one moment: the cache, what waits, and what the desk keeps besides. */
export class Ground {
  readonly cache: Connection;
  readonly keepsakes: Keepsakes;
  readonly #overlay: Overlay;
  readonly #now: () => number;
  readonly #candidates = new WeakMap<Laid, LaidCandidate>();
  #changed: readonly Place[] | null = null;
  #changedAt = '';

  /** @param now epoch milliseconds */
  constructor(cache: Connection, desk: DeskView, overlay: Overlay, now: () => number) {
    this.cache = cache;
    this.keepsakes = new Keepsakes(desk);
    this.#overlay = overlay;
    this.#now = now;
  }

  /** Epoch milliseconds. */
  get now(): number {
    return this.#now();
  }

  /** The numbers of the rows that are not shown as they are cached, as a JSON array; null where there are none. */
  get hidden(): string | null {
    return this.#overlay.requisition.laid.hidden;
  }

  /** Every requisition with pending changes, as it will be. */
  laid(): readonly LaidCandidate[] {
    return this.#overlay.requisition.laid.rows.map((laid) => this.#candidateOf(laid));
  }

  /** Requisitions in the cache that are not as they were when somebody looked at them last. */
  changed(): readonly Place[] {
    const moment = `${this.keepsakes.version()} ${String(this.cache.pragma('data_version'))}`;
    if (this.#changed !== null && moment === this.#changedAt) return this.#changed;
    this.#changed = this.changedAmong([...this.keepsakes.looks('requisition').keys()]);
    this.#changedAt = moment;
    return this.#changed;
  }

  /** The same of these alone. */
  changedAmong(ids: readonly string[]): readonly Place[] {
    const looks = this.keepsakes.looks('requisition');
    const looked = ids.filter((id) => looks.has(id));
    if (looked.length === 0) return [];
    return this.cache
      .all(sql<Place & { hash: string }>`
        SELECT id, row, hex(hash) AS hash FROM requisition
        WHERE id IN ${listed(looked)}`)
      .filter(({ id, hash }) => looks.get(id) !== hash);
  }

  #candidateOf(laid: Laid): LaidCandidate {
    const known = this.#candidates.get(laid);
    if (known !== undefined) return known;
    const { record } = laid;
    const candidate: LaidCandidate = {
      id: record.id,
      row: laid.row.row,
      pending: laid.row.pending,
      record,
      columns: columnsOf(record),
      text: searchedText(record),
      people: [...mentionsInRequisition(record).keys()],
    };
    this.#candidates.set(laid, candidate);
    return candidate;
  }
}
