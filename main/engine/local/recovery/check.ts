import type { Connection } from '#main/engine/sqlite/db.ts';
import { sql } from '#main/engine/sqlite/sql.ts';

/**
 * Tables with a row for each record, or for each document or version that was viewed: reading them takes longer than all else
 * of an opening. Nothing in them is sent.
 */
const LARGE_TABLES: ReadonlySet<string> = new Set([
  'announced_notification',
  'completion_request',
  'name_reading',
  'read_document',
  'reviewed_version',
  'viewed_version',
]);

/** Returns whether SQLite finds no damage in a file, all of whose pages it reads. Throws where it meets damage while it reads. */
export function isWholeFileSound(db: Connection): boolean {
  return db.pragma('quick_check') === 'ok';
}

/** As `isWholeFileSound`, for all tables of a local store but the large ones, which `localStore.check` checks later. */
export function areSmallTablesSound(db: Connection): boolean {
  const tables = db.all<{ readonly name: string }>(sql`SELECT name FROM sqlite_schema WHERE type = 'table'`);
  return tables
    .filter(({ name }) => !LARGE_TABLES.has(name))
    .every(({ name }) => db.pragma(`quick_check('${name}')`) === 'ok');
}
