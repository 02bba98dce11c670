/** The pages of the inbox: of its threads in the sections of an order. */
import type { PageStartWithoutCursor } from '#contract/paging.ts';
import { err, ok, type Result } from '#contract/result.ts';
import type { EpochMs } from '#contract/time.ts';
import { getRowsAndHashes } from '#main/engine/cache/tables/bodies.ts';
import { decodeCursor, encodeCursor, type ListPosition } from '#main/engine/cache/tables/cursor.ts';
import type { ReadableDb } from '#main/engine/sqlite/db.ts';
import { isInSection, type InboxSection, type InboxThread, type InboxThreads } from './threads.ts';

/** Returns the sections of an order, in their order: what was snoozed comes first when its time has come. */
function listSections(threads: InboxThreads, unreadFirst: boolean): readonly InboxSection[] {
  const hasBack = threads.size('back') > 0;
  if (unreadFirst) return hasBack ? ['back', 'unread', 'read'] : ['unread', 'read'];
  return hasBack ? ['back', 'rest'] : ['inbox'];
}

/** A place in the sections of an order: behind a position of the first of these sections. */
interface SectionPlace {
  readonly sections: readonly InboxSection[];
  readonly after: ListPosition | null;
}

/** Returns where a cursor points. A cursor of another order is an error. */
function findCursorPlace(sections: readonly InboxSection[], after: string | undefined): Result<SectionPlace> {
  if (after === undefined) return ok({ sections, after: null });
  for (const [index, section] of sections.entries()) {
    const position = decodeCursor(section, after);
    if (position.ok) return ok({ sections: sections.slice(index), after: position.value });
  }
  return err('invalid-input', { detail: 'after: not a cursor of this list' });
}

/** Which page of an order is read. */
interface AskedPage {
  readonly unreadFirst: boolean;
  readonly limit: number;
  readonly after?: string | undefined;
}

interface ThreadPage {
  readonly rows: readonly InboxThread[];
  readonly next: string | null;
}

interface ThreadInSection {
  readonly section: InboxSection;
  readonly thread: InboxThread;
}

/** Reads threads of sections, one section after the other. */
function readSections(
  threads: InboxThreads,
  { sections, after }: SectionPlace,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): readonly ThreadInSection[] {
  const found: ThreadInSection[] = [];
  let skipped = offset;
  for (const [index, section] of sections.entries()) {
    if (found.length === limit) break;
    const window = { after: index === 0 ? after : null, offset: skipped, limit: limit - found.length };
    const rows = threads.read(section, window);
    found.push(...rows.map((thread) => ({ section, thread })));
    // Where all of a section is skipped, its size has to be known.
    skipped = skipped === 0 || rows.length > 0 ? 0 : skipped - threads.size(section);
  }
  return found;
}

/** Returns a page of one thread more than its limit, without that one, and the cursor of the next page. */
function toThreadPage(found: readonly ThreadInSection[], limit: number): ThreadPage {
  const last = found[limit - 1];
  const isEnd = found.length <= limit || last === undefined;
  return {
    rows: found.slice(0, limit).map(({ thread }) => thread),
    next: isEnd ? null : encodeCursor(last.section, last.thread),
  };
}

/**
 * Returns the rows of one page and the cursor of the next; null at the end. A row that moves meanwhile may
 * appear twice or not at all.
 */
export function findThreadsPageAfter(
  threads: InboxThreads,
  { unreadFirst, limit, after }: AskedPage,
): Result<ThreadPage> {
  const place = findCursorPlace(listSections(threads, unreadFirst), after);
  if (!place.ok) return place;
  return ok(toThreadPage(readSections(threads, place.value, { offset: 0, limit: limit + 1 }), limit));
}

/** Returns the rank of the first thread whose newest notification is one of these; null where none is. */
function findRankOfIds(
  cache: ReadableDb,
  threads: InboxThreads,
  unreadFirst: boolean,
  ids: readonly string[],
): number | null {
  for (const id of ids) {
    const row = getRowsAndHashes(cache, 'notification', [id]).get(id)?.row;
    const thread = row === undefined ? undefined : threads.findByNewest(row);
    if (thread === undefined) continue;
    let before = 0;
    for (const section of listSections(threads, unreadFirst)) {
      if (isInSection(thread, section)) return before + threads.countBefore(section, thread);
      before += threads.size(section);
    }
  }
  return null;
}

/** Returns the rank of the first thread of the last section that is not newer than a time. */
function findRankOfTime(threads: InboxThreads, unreadFirst: boolean, time: EpochMs): number {
  const sections = listSections(threads, unreadFirst);
  return sections.reduce(
    (rank, section, index) =>
      rank +
      (index === sections.length - 1
        ? threads.countBefore(section, { at: time, row: Number.MAX_SAFE_INTEGER })
        : threads.size(section)),
    0,
  );
}

/** Returns one page that begins at a rank, a row or a time; 'not-found' where none of the rows is there. */
export function findThreadsPageAt(
  cache: ReadableDb,
  threads: InboxThreads,
  { unreadFirst, limit }: AskedPage,
  at: PageStartWithoutCursor,
): Result<ThreadPage & { readonly rank: number }> {
  const found =
    'rank' in at
      ? at.rank
      : 'time' in at
        ? findRankOfTime(threads, unreadFirst, at.time)
        : findRankOfIds(cache, threads, unreadFirst, at.ids);
  if (found === null) return err('not-found');
  const first = 'ids' in at ? Math.max(0, found - at.before) : found;
  const place = { sections: listSections(threads, unreadFirst), after: null };
  const readAt = (rank: number): ThreadPage & { readonly rank: number } => ({
    ...toThreadPage(readSections(threads, place, { offset: rank, limit: limit + 1 }), limit),
    rank,
  });
  const page = readAt(first);
  // Only a rank behind the end needs the length of the list, of which a count looks at all notifications.
  if (page.rows.length > 0 || first === 0) return ok(page);
  return ok(readAt(Math.max(0, threads.size('inbox') - ('time' in at ? 1 : limit))));
}
