import { ok, type Result } from './result.ts';

/** Where a page begins: behind a cursor, or at the front of the list. */
export interface PageStart<Cursor> {
  readonly after?: Cursor;
}

/**
 * Yields the pages of a list by keyset pagination. After an error there is no further page, and a caller that
 * stops early requests none.
 * @param ask requests the page behind a cursor
 * @param first where the first page begins; default: the front of the list
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

/** The items of a list up to a limit, and where the next page begins. */
export interface ItemsWithNextCursor<Cursor, Item> {
  readonly items: readonly Item[];
  /** Where the next page begins; null where these are all items. */
  readonly next: Cursor | null;
}

/** Maximum number of pages and items to read. Default: no limit. */
export interface MaxPagesAndItems {
  readonly pages?: number;
  /** Maximum number of items; the last page may exceed it. */
  readonly items?: number;
}

/**
 * Returns the items of a list from its pages, or the error of the first page that failed.
 * @param ask requests the page behind a cursor
 */
export async function collectItemsFromPages<Cursor, Item>(
  ask: (place: PageStart<Cursor>) => Promise<Result<ItemsWithNextCursor<Cursor, Item>>>,
  { pages: maxPages = Infinity, items: maxItems = Infinity }: MaxPagesAndItems = {},
): Promise<Result<ItemsWithNextCursor<Cursor, Item>>> {
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
