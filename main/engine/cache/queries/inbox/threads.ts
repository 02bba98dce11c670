import type { InboxCounts } from '#contract/notifications.ts';
import type { ListPosition } from '#main/engine/cache/tables/cursor.ts';
import { compareNewestFirst } from '#main/engine/cache/query/page.ts';

/** A thread under a filter: the place of its newest matching notification, and the number of matching ones. */
export interface InboxThread extends ListPosition {
  readonly notifications: number;
  readonly unread: number;
  /** One of them was snoozed, and its time has come. */
  readonly isBack?: boolean;
}

/**
 * One section of the inbox, sorted by time, newest first: all threads (`inbox`), those that were snoozed and are back, and of
 * the others the unread ones, the read ones, or all (`rest`).
 */
export type InboxSection = 'inbox' | 'back' | 'unread' | 'read' | 'rest';

/** Which threads of a section are read: those behind a position, without the first `offset`. */
export interface SectionWindow {
  readonly after: ListPosition | null;
  readonly offset: number;
  readonly limit: number;
}

/** How many notifications match a filter, and how many threads they form. */
export type ThreadCounts = Omit<InboxCounts, 'others'>;

/** The threads of a filter, in their sections. */
export interface InboxThreads {
  readonly counts: ThreadCounts;
  size(section: InboxSection): number;
  read(section: InboxSection, window: SectionWindow): readonly InboxThread[];
  /** Returns the thread whose newest matching notification is in a table row. */
  findByNewest(row: number): InboxThread | undefined;
  /** Returns how many threads of a section are before a position. */
  countBefore(section: InboxSection, position: ListPosition): number;
}

/** Returns whether a thread is in a section. */
export function isInSection(
  { unread, isBack = false }: Pick<InboxThread, 'unread' | 'isBack'>,
  section: InboxSection,
): boolean {
  switch (section) {
    case 'inbox':
      return true;
    case 'back':
      return isBack;
    case 'rest':
      return !isBack;
    case 'unread':
      return !isBack && unread > 0;
    case 'read':
      return !isBack && unread === 0;
  }
}

/** One notification that matches a filter. */
export interface MatchingNotification extends ListPosition {
  readonly thread: number;
  readonly read: 0 | 1;
  /** Whether it was snoozed and its time has come. */
  readonly back: 0 | 1;
}

/** Groups notifications into their threads, by the numbers of the threads. */
export function groupIntoThreads(
  matching: readonly MatchingNotification[],
): ReadonlyMap<number, InboxThread> {
  const threads = new Map<
    number,
    { at: number; row: number; notifications: number; unread: number; isBack: boolean }
  >();
  for (const { thread, at, row, read, back } of matching) {
    const unread = read === 0 ? 1 : 0;
    const known = threads.get(thread);
    if (known === undefined) {
      threads.set(thread, { at, row, notifications: 1, unread, isBack: back === 1 });
      continue;
    }
    known.notifications += 1;
    known.unread += unread;
    known.isBack ||= back === 1;
    if (compareNewestFirst({ at, row }, known) >= 0) continue;
    known.at = at;
    known.row = row;
  }
  return threads;
}
