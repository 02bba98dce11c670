import { asksForRecipients, isForAccountUser, type InboxListRow } from '#contract/notifications.ts';
import { iteratePages, type PageStart } from '#contract/paginate.ts';
import { createLatestRequestGuard } from '../async.ts';
import type { InboxListAndRecordStore, InboxSource } from './inbox-source.ts';

/** Number of rows per read: the maximum of `limit` in the contract. */
const PAGE = 500;

/** The part of the list in which to look for an unread row. */
interface SearchedPart {
  /** The rank of the first row to look at. */
  readonly rank: number;
  /** The row at which the part ends; it is not looked at. Without one, the part ends with the list. */
  readonly until?: string;
}

/** Returns whether no unread row can come after these: the list shows unread ones first, and one of these is read. */
function isPastUnread(rows: readonly InboxListRow[], unreadFirst: boolean): boolean {
  return unreadFirst && rows.some(({ unread }) => unread === 0);
}

/** Reads a part of the list until it finds an unread row; null if there is none, or if `isWanted` has become false. */
async function findUnread(
  { store, source }: Pick<InboxListAndRecordStore['list'], 'store' | 'source'>,
  { rank, until }: SearchedPart,
  isUnread: (row: InboxListRow) => boolean,
  isWanted: () => boolean,
): Promise<string | null> {
  const { filter } = store.getState();
  const ask = (place: PageStart<string>) =>
    source.list({ filter, limit: PAGE, ...('after' in place ? place : { at: { rank } }) });
  for await (const page of iteratePages(ask)) {
    if (!page.ok || !isWanted()) return null;
    const { items } = page.value;
    const end = items.findIndex(({ id }) => id === until);
    const found = items.slice(0, end < 0 ? items.length : end).find(isUnread);
    if (found !== undefined) return found.id;
    if (end >= 0 || isPastUnread(items, filter.order.unreadFirst)) return null;
  }
  return null;
}

interface MoveToNextUnreadDeps extends Pick<InboxListAndRecordStore, 'list' | 'currentRow' | 'select'> {
  /** The user of the open account; null where it is not known. */
  readonly ownUser: () => string | null;
  readonly parse: InboxSource['parse'];
}

/**
 * Creates the function that returns whether a row of the list counts as unread: in a list that asks for recipients, also
 * where it is for another user.
 */
function createUnreadTest(
  { list, parse, ownUser }: Pick<MoveToNextUnreadDeps, 'list' | 'parse' | 'ownUser'>,
  marked: ReadonlySet<string>,
): (row: InboxListRow) => boolean {
  const own = asksForRecipients(parse(list.store.getState().filter).terms) ? null : ownUser();
  return ({ id, unread, user }) => unread > 0 && !marked.has(id) && isForAccountUser(user, own);
}

/**
 * Creates the function that makes the unread row after a row the current one, else the first unread one above. Rows
 * that were marked as read since the list was loaded do not count, nor do rows for other users where the search asks for
 * no recipients. Returns whether it has done so at once; if rows that are not loaded have to be read first, it does so
 * later, unless another row has become the current one or the list has another query by then.
 */
export function createMoveToNextUnread({
  list,
  currentRow,
  select,
  ownUser,
  parse,
}: MoveToNextUnreadDeps): (id: string) => boolean {
  const marked = new Set<string>();
  const latest = createLatestRequestGuard();
  list.store.subscribe((now, before) => {
    if (now.rows !== before.rows) marked.clear();
  });

  async function searchOn(
    id: string,
    parts: readonly SearchedPart[],
    isUnread: (row: InboxListRow) => boolean,
  ): Promise<void> {
    const isLatest = latest.begin();
    const { filter } = list.store.getState();
    const isWanted = (): boolean =>
      isLatest() && filter === list.store.getState().filter && currentRow.getState().selected === id;
    for (const part of parts) {
      const next = await findUnread(list, part, isUnread, isWanted);
      if (!isWanted()) return;
      const row = next === null ? null : await list.find([next]);
      if (row !== null && isWanted()) return select(row.id);
    }
  }

  return (id) => {
    latest.cancel();
    marked.add(id);
    const isUnread = createUnreadTest({ list, parse, ownUser }, marked);
    const { rows, first, isEnd, filter } = list.store.getState();
    const at = rows.findIndex((row) => row.id === id);
    const below = rows.slice(at + 1);
    const above = rows.slice(0, Math.max(0, at));
    const isBelowLoaded = isEnd || isPastUnread(below, filter.order.unreadFirst);
    const next = below.find(isUnread) ?? (isBelowLoaded && first === 0 ? above.find(isUnread) : undefined);
    if (next !== undefined) {
      select(next.id);
      return true;
    }
    const parts = [
      ...(isBelowLoaded ? [] : [{ rank: first + rows.length }]),
      ...(isBelowLoaded && first === 0 ? [] : [{ rank: 0, until: id }]),
    ];
    void searchOn(id, parts, isUnread);
    return false;
  };
}
