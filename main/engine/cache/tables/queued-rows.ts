import type { WritableDb } from '#main/engine/sqlite/db.ts';
import { forgetRowsQueuedForThreads, assignThreadsToQueuedRows } from './inbox-threads.ts';
import { forgetRowsQueuedForGroups, addQueuedRowsToGroups } from './requisition-groups.ts';
import { forgetQueuedCodeUsageCounts, storeQueuedCodeUsageCounts } from './usage.ts';

/** Writes what waits in memory for the rows that were written. Call it at the end of each page and before every commit. */
export function storeAllDerivedDataOfQueuedRows(db: WritableDb): void {
  storeQueuedCodeUsageCounts(db);
  addQueuedRowsToGroups(db);
  assignThreadsToQueuedRows(db);
}

/** Forgets what waits, after the rows were rolled back. */
export function forgetAllQueuedRows(db: WritableDb): void {
  forgetQueuedCodeUsageCounts(db);
  forgetRowsQueuedForGroups(db);
  forgetRowsQueuedForThreads(db);
}
