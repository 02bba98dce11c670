import type { PageReadCounts } from '#main/engine/cache/ingest/protocol.ts';

interface PageEdges {
  readonly offset: number;
  readonly end: number;
  /** The first and last records of a page, each with its position in the list. */
  readonly places: readonly (readonly [place: number, name: string])[];
}

/**
 * Compares the few records that consecutive pages share. Where all pages agree, the list did not move while
 * it was read, and nothing was missed between them.
 */
export class PageOverlapChecker {
  readonly #pages: PageEdges[] = [];

  /** Adds a page and its offset. */
  add(offset: number, { records, first, last }: Pick<PageReadCounts, 'records' | 'first' | 'last'>): void {
    const end = offset + records;
    const head = first.map((name, index) => [offset + index, name] as const);
    const tail = last.map((name, index) => [end - last.length + index, name] as const);
    this.#pages.push({ offset, end, places: [...head, ...tail] });
  }

  /**
   * By how many positions records at the front moved the list towards its end while it was read, where that
   * is all that can have happened: every page begins with a record of an earlier one, and none is further in
   * front than before. Else null.
   */
  get shift(): number | null {
    const known = new Map<string, number>();
    let shift = 0;
    for (const { offset, places } of this.#sortPages()) {
      const [, beginning = ''] = places[0] ?? [];
      if (known.size === 0 ? offset !== 0 : !known.has(beginning)) return null;
      const moves = places.map(([place, name]) => place - (known.get(name) ?? place));
      if (moves.some((move) => move < 0)) return null;
      shift += Math.max(...moves);
      for (const [place, name] of places) known.set(name, place);
    }
    return shift;
  }

  /**
   * Whether the pages are contiguous from the beginning, each shares a record with earlier ones, and all
   * agree.
   */
  get agree(): boolean {
    const known = new Map<number, string>();
    let end = 0;
    for (const page of this.#sortPages()) {
      const shared = page.places.filter(([place]) => known.has(place));
      const isJoined = end === 0 ? page.offset === 0 : shared.length > 0;
      if (!isJoined || shared.some(([place, name]) => known.get(place) !== name)) return false;
      for (const [place, name] of page.places) known.set(place, name);
      end = Math.max(end, page.end);
    }
    return true;
  }

  #sortPages(): readonly PageEdges[] {
    return this.#pages.toSorted((left, right) => left.offset - right.offset);
  }
}
