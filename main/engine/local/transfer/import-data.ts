import type { WritableDb } from '#main/engine/sqlite/db.ts';
import { sql, type Sql } from '#main/engine/sqlite/sql.ts';

/** What is newer wins, by the time at which the user saved it; a row that exists in the export alone is added. */
const NEWER_WINS: readonly Sql[] = [
  sql`INSERT INTO directory
      (id, name, normalized_name, saved_at, identifier, source, saved_by, reading, sourced_at, checked_at)
    SELECT id, name, normalized_name, saved_at, identifier, source, saved_by, reading, sourced_at, checked_at
    FROM old.directory WHERE true
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, normalized_name = excluded.normalized_name,
      saved_at = excluded.saved_at, identifier = excluded.identifier, source = excluded.source,
      saved_by = excluded.saved_by, reading = excluded.reading, sourced_at = excluded.sourced_at,
      checked_at = excluded.checked_at WHERE excluded.saved_at > directory.saved_at`,
  sql`INSERT INTO draft (key, operation, target, label, fields, seen, saved_at)
    SELECT key, operation, target, label, fields, seen, saved_at FROM old.draft WHERE true
    ON CONFLICT (key) DO UPDATE SET operation = excluded.operation, target = excluded.target, label = excluded.label,
      fields = excluded.fields, seen = excluded.seen, saved_at = excluded.saved_at
      WHERE excluded.saved_at > draft.saved_at`,
  sql`INSERT INTO follow_up (kind, id, note, marked_at, remind_on)
    SELECT kind, id, note, marked_at, remind_on FROM old.follow_up WHERE true
    ON CONFLICT (kind, id) DO UPDATE SET note = excluded.note, marked_at = excluded.marked_at,
      remind_on = excluded.remind_on WHERE excluded.marked_at > follow_up.marked_at`,
  sql`INSERT INTO saved_view (id, name, query, tab, sorted_by, descending, saved_at)
    SELECT id, name, query, tab, sorted_by, descending, saved_at FROM old.saved_view WHERE true
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, query = excluded.query, tab = excluded.tab,
      sorted_by = excluded.sorted_by, descending = excluded.descending, saved_at = excluded.saved_at
      WHERE excluded.saved_at > saved_view.saved_at`,
  sql`INSERT INTO screen_view (id, screen, name, query, saved_at)
    SELECT id, screen, name, query, saved_at FROM old.screen_view WHERE true
    ON CONFLICT (id) DO UPDATE SET screen = excluded.screen, name = excluded.name, query = excluded.query,
      saved_at = excluded.saved_at WHERE excluded.saved_at > screen_view.saved_at`,
  sql`INSERT INTO snooze (notification, until, snoozed_at, is_over)
    SELECT notification, until, snoozed_at, is_over FROM old.snooze WHERE true
    ON CONFLICT (notification) DO UPDATE SET until = excluded.until, snoozed_at = excluded.snoozed_at,
      is_over = excluded.is_over WHERE excluded.snoozed_at > snooze.snoozed_at`,
  sql`INSERT INTO template (id, name, fields, saved_at)
    SELECT id, name, fields, saved_at FROM old.template WHERE true
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, fields = excluded.fields, saved_at = excluded.saved_at
      WHERE excluded.saved_at > template.saved_at`,
  // A request's end counts where it was noticed after the request was last seen open on this computer.
  sql`INSERT INTO completion_request
      (form, patient, requested_at, requested_by, seen_at, state, ended_after, ended_before)
    SELECT form, patient, requested_at, requested_by, seen_at, state, ended_after, ended_before
    FROM old.completion_request WHERE true
    ON CONFLICT (form, patient, requested_at) DO UPDATE SET state = excluded.state,
      ended_after = excluded.ended_after, ended_before = excluded.ended_before
      WHERE completion_request.state = 'open' AND excluded.ended_before > completion_request.seen_at`,
  // Since when a form has unpublished changes: the first computer that saw it knows.
  sql`INSERT INTO unpublished_form (form, since) SELECT form, since FROM old.unpublished_form WHERE true
    ON CONFLICT (form) DO UPDATE SET since = excluded.since WHERE excluded.since < unpublished_form.since`,
];

/** Tables whose rows have no time of their own: rows of this computer stay. */
const OWN_WINS: readonly Sql[] = [
  sql`INSERT OR IGNORE INTO favourite (list, code, description, saved_at)
    SELECT list, code, description, saved_at FROM old.favourite`,
  sql`INSERT OR IGNORE INTO completion_reminder (form, patient, remind_on, note)
    SELECT form, patient, remind_on, note FROM old.completion_reminder`,
  sql`INSERT OR IGNORE INTO missing_record
      (kind, id, reason, name, patient, raw, fetched_at, has_open_review, moved_at, confirmed_at)
    SELECT kind, id, reason, name, patient, raw, fetched_at, has_open_review, moved_at, confirmed_at
    FROM old.missing_record`,
  sql`INSERT OR IGNORE INTO reviewed_version (id, reviews, result, received)
    SELECT id, reviews, result, received FROM old.reviewed_version`,
  sql`INSERT OR IGNORE INTO announced_notification (id, created_at)
    SELECT id, created_at FROM old.announced_notification`,
  sql`INSERT OR IGNORE INTO screen_state (screen, state) SELECT screen, state FROM old.screen_state
    WHERE screen <> 'unsaved-input'`,
  sql`INSERT OR IGNORE INTO offline_policy (id, keep, max_megabytes)
    SELECT id, keep, max_megabytes FROM old.offline_policy`,
];

/**
 * Adds viewed versions of records that were not viewed here since, and numbers all by their time: the newest row of a
 * record is the last view, and the lowest numbers of all are removed first where there are too many.
 */
function importViewedVersions(db: WritableDb): number {
  const later = db.all(sql<{ number: number }>`
    SELECT number FROM old.viewed_version AS theirs WHERE NOT EXISTS (
      SELECT 1 FROM main.viewed_version AS mine
      WHERE mine.kind = theirs.kind AND mine.id = theirs.id AND mine.viewed_at >= theirs.viewed_at)
    ORDER BY number`);
  for (const { number } of later) {
    db.run(sql`INSERT INTO viewed_version (kind, id, hash, raw, viewed_at)
      SELECT kind, id, hash, raw, viewed_at FROM old.viewed_version WHERE number = ${number}`);
  }
  if (later.length > 0) {
    db.run(sql`
      UPDATE main.viewed_version SET number = -place FROM
        (SELECT number AS former, row_number() OVER (ORDER BY viewed_at, number) AS place FROM main.viewed_version)
      WHERE number = former`);
    db.run(sql`UPDATE main.viewed_version SET number = -number`);
  }
  return later.length;
}

/** Adds the entries of the print log that are not here, and numbers all by their time: the highest is the last. */
function importPrintLog(db: WritableDb): number {
  const added = db.run(sql`
    INSERT INTO print_log (requisition, action, at, version, hash)
    SELECT requisition, action, at, version, hash FROM old.print_log AS theirs WHERE NOT EXISTS (
      SELECT 1 FROM main.print_log AS mine
      WHERE mine.requisition = theirs.requisition AND mine.action = theirs.action AND mine.at = theirs.at
        AND mine.hash = theirs.hash)
    ORDER BY number`).changes;
  if (added === 0) return 0;
  db.run(sql`
    UPDATE print_log SET number = -place FROM
      (SELECT number AS former, row_number() OVER (ORDER BY at, number) AS place FROM print_log)
    WHERE number = former`);
  db.run(sql`UPDATE print_log SET number = -number`);
  return added;
}

/**
 * Adds the local data besides the outbox from the store that is attached as `old`, in the transaction of the caller.
 * Nothing here is overwritten by what is older.
 * @returns the number of rows that were added or replaced
 */
export function importLocalDataExceptOutbox(db: WritableDb): number {
  const rows = [...NEWER_WINS, ...OWN_WINS].map((statement) => db.run(statement).changes);
  return rows.reduce((sum, count) => sum + count, importViewedVersions(db) + importPrintLog(db));
}
