import type { WritableDb } from '#main/engine/sqlite/db.ts';
import { dropRowsQueuedForThreads, storeQueuedThreads } from './inbox-threads.ts';
import { dropRowsQueuedForGroups, storeQueuedGroups } from './requisition-groups.ts';
import { dropQueuedCodeUsage, storeQueuedCodeUsage } from './usage.ts';

/** Writes what waits in memory for the rows that were written. Call it at the end of each page and before every commit. */
export function storeQueuedRows(db: WritableDb): void {
  storeQueuedCodeUsage(db);
  storeQueuedGroups(db);
  storeQueuedThreads(db);
}

/** Forgets what waits, after the rows were rolled back. */
export function dropQueuedRows(db: WritableDb): void {
  dropQueuedCodeUsage(db);
  dropRowsQueuedForGroups(db);
  dropRowsQueuedForThreads(db);
}
