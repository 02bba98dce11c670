import type { CompletionRow } from '#contract/completions.ts';
import type { ReadableDb, WritableDb } from '#main/engine/store/db.ts';
import { listed, sql } from '#main/engine/store/sql.ts';
import type { SeenRequest } from './seen-forms.ts';

/** A request that is open, as far as this desk has noted. */
export interface OpenRow {
  readonly patient: string;
  readonly requestedAt: number;
  readonly seenAt: number;
}

/** How a request ended. */
export interface End {
  readonly state: Exclude<CompletionRow['state'], 'open'>;
  readonly after: number;
  readonly before: number;
}

type Named = Pick<SeenRequest, 'patient' | 'requestedAt'>;

/** The open requests of a form. */
export function openRows(db: ReadableDb, form: string): readonly OpenRow[] {
  return db.all(sql<OpenRow>`
    SELECT patient, requested_at AS requestedAt, seen_at AS seenAt FROM completion_request
    WHERE form = ${form} AND state = 'open'`);
}

/** Notes how a request ended. */
export function closeRequest(db: WritableDb, form: string, { patient, requestedAt }: Named, end: End): void {
  const { state, after, before } = end;
  db.run(sql`
    UPDATE completion_request SET state = ${state}, ended_after = ${Math.min(after, before)}, ended_before = ${before}
    WHERE form = ${form} AND patient = ${patient} AND requested_at = ${requestedAt}`);
}

/**
 * Notes that a request is open; answers whether that was new. One that was known to have ended is open again only where it was seen
 * later than that.
 */
export function openRequest(db: WritableDb, form: string, request: SeenRequest, seenAt: number): boolean {
  const { patient, requestedAt, requestedBy } = request;
  const { changes } = db.run(sql`
    INSERT INTO completion_request (form, patient, requested_at, requested_by, seen_at, state)
    VALUES (${form}, ${patient}, ${requestedAt}, ${requestedBy}, ${seenAt}, 'open')
    ON CONFLICT (form, patient, requested_at) DO UPDATE SET requested_by = excluded.requested_by,
      seen_at = excluded.seen_at, state = 'open', ended_after = NULL, ended_before = NULL
    WHERE state <> 'open' AND excluded.seen_at > ended_before`);
  return changes > 0;
}

/** Notes a request that came and went before anybody took note; answers whether that was new. */
export function addEnded(db: WritableDb, form: string, request: SeenRequest, end: End): boolean {
  const { patient, requestedAt, requestedBy } = request;
  const { changes } = db.run(sql`
    INSERT OR IGNORE INTO completion_request (form, patient, requested_at, requested_by, seen_at, state)
    VALUES (${form}, ${patient}, ${requestedAt}, ${requestedBy}, ${end.after}, 'open')`);
  if (changes > 0) closeRequest(db, form, request, end);
  return changes > 0;
}

/** Reminders go with the last open request of their patient. */
export function dropReminders(db: WritableDb, form: string, patients: readonly string[]): void {
  if (patients.length === 0) return;
  db.run(sql`
    DELETE FROM completion_reminder WHERE form = ${form} AND patient IN ${listed(patients)} AND patient NOT IN
      (SELECT patient FROM completion_request WHERE form = ${form} AND state = 'open')`);
}
