import type { Notification } from '#contract/notifications.ts';
import type { ReadableDb } from '#main/engine/sqlite/db.ts';
import { sql, type Sql } from '#main/engine/sqlite/sql.ts';

/** The patient of the requisition that a row of `notification` is about; empty where the cache has none. */
export const SUBJECT_PATIENT: Sql = sql`coalesce((
  SELECT subject.patient FROM requisition AS subject
  WHERE notification.about_kind = 'requisition' AND subject.id = notification.about_id), '')`;

/** Returns a notification with the patient of the requisition that it is about, where the cache has that requisition. */
export function addSubjectPatient(db: ReadableDb, notification: Notification): Notification {
  const { aboutKind, aboutId } = notification;
  if (aboutKind !== 'requisition') return notification;
  const found = db.get(sql<{ patient: string }>`SELECT patient FROM requisition WHERE id = ${aboutId}`);
  return { ...notification, patient: found?.patient ?? '' };
}

/** Returns the condition that a row of a table of notifications is about a requisition of one of these patients. */
export function isAboutPatient(table: Sql, patients: Sql): Sql {
  return sql`about_kind = 'requisition' AND EXISTS (
    SELECT 1 FROM requisition AS subject WHERE subject.id = ${table}.about_id AND subject.patient IN ${patients})`;
}
