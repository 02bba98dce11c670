import { SERVICE_ASSUMPTIONS } from '#contract/assumptions.ts';
import type { Kind } from '#contract/records.ts';
import type { StoredChange } from '#main/engine/local/protocol.ts';

/** Maximum number of smaller pages that are tried after slow responses. */
const MAX_SMALLER = 3;

interface SlowList {
  readonly limit: number;
  readonly smaller: number;
}

type Listing = Pick<StoredChange, 'number' | 'kind'>;

/**
 * The sizes of the pages in which the list of a change is read. A service that takes too long for a page is
 * asked for a smaller one at the next attempt at the change, not at once: other changes are sent in between. In
 * memory only.
 */
export class ListPageSizes {
  /** By the number of a change whose list was too slow, the size of the page to request next. */
  readonly #slow = new Map<number, SlowList>();
  /** Numbers of the changes whose list was too slow in every size of page. */
  readonly #exhausted = new Set<number>();
  /** By kind, the size of page that arrived in time after larger ones did not. */
  readonly #learned = new Map<Kind, number>();

  /** Returns the size of the first page to request, in records. */
  getLimit({ number, kind }: Listing): number {
    return this.#slow.get(number)?.limit ?? this.#learned.get(kind) ?? SERVICE_ASSUMPTIONS.pageLimit.value;
  }

  /** Notes that the list of a change was read in time. */
  noteRead({ number, kind }: Listing): void {
    const slow = this.#slow.get(number);
    if (slow !== undefined) this.#learned.set(kind, slow.limit);
    this.#slow.delete(number);
    this.#exhausted.delete(number);
  }

  /** Notes that a page took too long. Without a smaller one left, the next attempt begins with the largest again. */
  noteSlow(listing: Listing): void {
    const { number, kind } = listing;
    const limit = Math.ceil(this.getLimit(listing) / 2);
    const smaller = (this.#slow.get(number)?.smaller ?? 0) + 1;
    if (smaller <= MAX_SMALLER) return void this.#slow.set(number, { limit, smaller });
    this.#slow.delete(number);
    this.#learned.delete(kind);
    this.#exhausted.add(number);
  }

  /** Whether the list of a change was too slow, and a size remains that has not been tried. */
  isTrying({ number }: Pick<Listing, 'number'>): boolean {
    return this.#slow.has(number) && !this.#exhausted.has(number);
  }
}
