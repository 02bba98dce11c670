import type { WorklistSort, WorklistTab } from '#contract/requisitions.ts';
import type { SortedPosition } from './page.ts';

/** A position in a list, and the number of rows up to it, itself included. */
export interface KnownRank {
  readonly position: SortedPosition;
  readonly rank: number;
}

/** A list without search terms, whose rows do not depend on the time. */
export interface UnfilteredWorklist {
  readonly tab: WorklistTab;
  readonly order: WorklistSort;
}

/** Maximum number of positions that are kept: those of one pull at the scroll bar. */
const MAX_KNOWN = 64;

/**
 * Where the last searches for a rank in one list ended. A scroll bar that is being pulled asks for one rank after another, and
 * the next is found from the nearest of these instead of from an end of the list.
 */
export class KnownRanks {
  #list = '';
  #known: readonly KnownRank[] = [];

  /**
   * Returns the nearest known position; null where none is known.
   * @param version changes with every change of the list's rows
   */
  findNearest(request: UnfilteredWorklist, version: string, rank: number): KnownRank | null {
    if (toKey(request, version) !== this.#list) return null;
    const getDistance = (known: KnownRank): number => Math.abs(known.rank - rank);
    return this.#known.reduce<KnownRank | null>(
      (nearest, known) => (nearest === null || getDistance(known) < getDistance(nearest) ? known : nearest),
      null,
    );
  }

  /** Keeps a position that was found, and forgets those of another list or version. */
  add(request: UnfilteredWorklist, version: string, found: KnownRank): void {
    const list = toKey(request, version);
    const others = list === this.#list ? this.#known.filter(({ rank }) => rank !== found.rank) : [];
    this.#list = list;
    this.#known = [...others, found].slice(-MAX_KNOWN);
  }
}

function toKey({ tab, order }: UnfilteredWorklist, version: string): string {
  return JSON.stringify([tab, order, version]);
}
