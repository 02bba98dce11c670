import type { ListOrder } from '#contract/health.ts';
import type { Dates } from './shelf.ts';

/** What one record tells about the order of the list that it stands in. */
export interface SortDates extends Dates {
  readonly id: string;
}

type Claim = Exclude<ListOrder, 'mixed'>;

/** What a claim makes of two neighbours: below zero they contradict it, above zero they speak for it. */
const CLAIMS: Readonly<Record<Claim, (before: SortDates, after: SortDates) => number>> = {
  'updated-newest': (before, after) => before.updatedAt - after.updatedAt,
  'updated-oldest': (before, after) => after.updatedAt - before.updatedAt,
  'created-newest': (before, after) => before.createdAt - after.createdAt,
  'created-oldest': (before, after) => after.createdAt - before.createdAt,
  id: (before, after) => (before.id === after.id ? 0 : before.id < after.id ? 1 : -1),
};
const NAMES = Object.keys(CLAIMS) as readonly Claim[]; // the keys of the object above

/** So many neighbours have to speak for an order before it is believed. */
const EVIDENCE = 8;

/** Whether the records stand by their last update, newest first. */
export function isNewestFirst(records: readonly SortDates[]): boolean {
  return records.every((record, index) => {
    const before = records[index - 1];
    return before === undefined || CLAIMS['updated-newest'](before, record) >= 0;
  });
}

/**
 * Learns the order of a list (service's document, section 4.3: not shown) from its pages. Pages that overlap need no
 * comparison with each other: where each is in order, so is the list.
 */
export class ListOrderWatch {
  readonly #support = new Map<Claim, number>(NAMES.map((name) => [name, 0]));
  #pairs = 0;

  /** Looks at the records of one page, in its order. */
  page(records: readonly SortDates[]): void {
    for (const [index, record] of records.entries()) {
      const before = records[index - 1];
      if (before !== undefined) this.#compare(before, record);
    }
  }

  /** The order; `mixed` where it is none of the known ones, null where too little was seen to tell. */
  get verdict(): ListOrder | null {
    if (this.#pairs < EVIDENCE) return null;
    if (this.#support.size === 0) return 'mixed';
    // Where several would do, the records do not tell which one it is.
    const spokenFor = [...this.#support].filter(([, count]) => count >= EVIDENCE);
    return spokenFor.length === 1 ? (spokenFor[0]?.[0] ?? null) : null;
  }

  /** Whether all that was seen stands newest first, by its update or by its creation. */
  get isNewestFirst(): boolean {
    const newest = (['updated-newest', 'created-newest'] as const).map(
      (name) => this.#support.get(name) ?? 0,
    );
    return Math.max(...newest) >= EVIDENCE;
  }

  #compare(before: SortDates, after: SortDates): void {
    this.#pairs += 1;
    for (const [name, count] of this.#support) {
      const speaks = CLAIMS[name](before, after);
      if (speaks < 0) this.#support.delete(name);
      else if (speaks > 0) this.#support.set(name, count + 1);
    }
  }
}
