import type { WritableDb } from '#main/engine/sqlite/db.ts';
import { forgetRowsQueuedForThreads, assignThreadsToQueuedRows } from './inbox-threads.ts';
import { forgetRowsQueuedForGroups, storeGroupsAndOpenReviewsOfQueuedRows } from './requisition-groups.ts';
import { forgetQueuedCodeUsageCounts, storeQueuedCodeUsageCounts } from './usage.ts';

/**
 * Writes what is queued in memory for the tables derived from the written rows. Call it at the end of each page and
 * before every commit.
 */
export function storeAllDerivedDataOfQueuedRows(db: WritableDb): void {
  storeQueuedCodeUsageCounts(db);
  storeGroupsAndOpenReviewsOfQueuedRows(db);
  assignThreadsToQueuedRows(db);
}

/** Drops what is queued for all derived tables, after the rows were rolled back. */
export function forgetAllQueuedRows(db: WritableDb): void {
  forgetQueuedCodeUsageCounts(db);
  forgetRowsQueuedForGroups(db);
  forgetRowsQueuedForThreads(db);
}
