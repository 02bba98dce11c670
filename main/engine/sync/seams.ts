import type { StoredPage } from '#main/engine/cache/protocol.ts';

interface Page {
  readonly offset: number;
  readonly end: number;
  /** Places in the list and what stands there, at both edges of the page. */
  readonly places: readonly (readonly [place: number, name: string])[];
}

/**
 * Compares what pages that follow each other say about the few records that they share. Where all agree, nothing moved while
 * they were read, and nothing was missed between them.
 */
export class Seams {
  readonly #pages: Page[] = [];

  /** Notes a page and where it begins. */
  add(offset: number, { records, first, last }: Pick<StoredPage, 'records' | 'first' | 'last'>): void {
    const end = offset + records;
    const head = first.map((name, index) => [offset + index, name] as const);
    const tail = last.map((name, index) => [end - last.length + index, name] as const);
    this.#pages.push({ offset, end, places: [...head, ...tail] });
  }

  /** Whether the pages follow each other from the beginning on, each shares a record with those before, and all agree. */
  get agree(): boolean {
    const known = new Map<number, string>();
    let end = 0;
    for (const page of this.#pages.toSorted((left, right) => left.offset - right.offset)) {
      const shared = page.places.filter(([place]) => known.has(place));
      const isJoined = end === 0 ? page.offset === 0 : shared.length > 0;
      if (!isJoined || shared.some(([place, name]) => known.get(place) !== name)) return false;
      for (const [place, name] of page.places) known.set(place, name);
      end = Math.max(end, page.end);
    }
    return true;
  }
}
