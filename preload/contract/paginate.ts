import { ok, type Result } from './result.ts';

/** Where a page begins: behind a cursor, or at the front of the list. */
export interface PageStart<Cursor> {
  readonly after?: Cursor;
}

/**
 * Yields the pages of a list, each asked for from where the one before ended (keyset pagination). After an error there is no
 * further page, and a caller that stops early asks for none.
 * @param ask asks for the page at a place
 * @param first where the first page begins; at the front of the list where it is left out
 */
export async function* iteratePages<Cursor, Page extends { readonly next: Cursor | null }>(
  ask: (place: PageStart<Cursor>) => Promise<Result<Page>>,
  first: PageStart<Cursor> = {},
): AsyncGenerator<Result<Page>, void> {
  for (let place: PageStart<Cursor> | null = first; place !== null; ) {
    const page: Result<Page> = await ask(place);
    yield page;
    place = page.ok && page.value.next !== null ? { after: page.value.next } : null;
  }
}

/** The first items of a list. */
export interface CollectedItems<Cursor, Item> {
  readonly items: readonly Item[];
  /** Where the next page begins; null where these are all items. */
  readonly next: Cursor | null;
}

/** After how many pages or items a reading ends, whether there are more or not; no limit where it is left out. */
export interface CollectLimits {
  readonly pages?: number;
  /** The last page may exceed it. */
  readonly items?: number;
}

/**
 * Returns the items of a list from its pages, or the error of the first page that failed.
 * @param ask asks for the page at a place
 */
export async function collectPages<Cursor, Item>(
  ask: (place: PageStart<Cursor>) => Promise<Result<CollectedItems<Cursor, Item>>>,
  { pages: maxPages = Infinity, items: maxItems = Infinity }: CollectLimits = {},
): Promise<Result<CollectedItems<Cursor, Item>>> {
  const items: Item[] = [];
  let next: Cursor | null = null;
  let pages = 0;
  for await (const page of iteratePages(ask)) {
    if (!page.ok) return page;
    items.push(...page.value.items);
    next = page.value.next;
    pages += 1;
    if (pages >= maxPages || items.length >= maxItems) break;
  }
  return ok({ items, next });
}
