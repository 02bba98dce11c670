import type { Appointment } from '#contract/appointments.ts';
import type { DayAppointment } from '#contract/day.ts';
import { readNotification } from '#main/engine/api/parse/notification.ts';
import { readDate } from '#main/engine/cache/tables/columns.ts';
import { findRecord } from '#main/engine/cache/tables/table.ts';
import type { ReadableDb } from '#main/engine/sqlite/db.ts';
import { sql } from '#main/engine/sqlite/sql.ts';

/**
 * What an alert says in a field, as a text to compare; empty where it says nothing. What only goes on with time is no dispute: when
 * it began and ended in fact, how attendance and payment stand, the note, the claim, the last update.
 */
const SAID: Readonly<Record<string, (appointment: Appointment) => string>> = {
  host: ({ host }) => host,
  name: ({ name }) => name.trim(),
  description: ({ description }) => description.trim(),
  appointment_type: ({ appointmentType }) => appointmentType,
  group: ({ group }) => String(group),
  internal: ({ internal }) => String(internal),
  start_time: ({ startTime }) => String(startTime ?? ''),
  end_time: ({ endTime }) => String(endTime ?? ''),
  location: ({ location }) => {
    const lines = [location.line1, location.line2, location.city, location.state, location.postalCode];
    return lines.some((line) => line !== '') ? JSON.stringify(lines) : '';
  },
  attendees: ({ attendees }) => everyone(attendees.map(({ attendee }) => attendee)),
  video_call: ({ videoCall }) => (videoCall.joinUrl === '' ? '' : JSON.stringify(videoCall)),
  interaction_type: ({ interactionType }) => interactionType,
  recurrence_rules: ({ recurrenceRules }) => everyone(recurrenceRules),
  reference_patients: ({ referencePatients }) => everyone(referencePatients),
};

/** Whoever or whatever it is, in any order. */
function everyone(values: readonly string[]): string {
  const named = values.filter((value) => value !== '');
  return named.length === 0 ? '' : JSON.stringify([...new Set(named)].toSorted());
}

function changeKey({ id, status }: Appointment['statusHistory'][number]): string {
  return JSON.stringify([id, status]);
}

/** The statuses that an alert knows of and a newer one does not: then its history is another one. */
function isAnotherHistory(newest: Appointment, older: Appointment): boolean {
  const known = new Set(newest.statusHistory.map(changeKey));
  return older.statusHistory.some((change) => !known.has(changeKey(change)));
}

/**
 * The fields of an appointment, by the service's names (service's document, section 2.4), in which an older alert says something
 * else than the newest one.
 */
function disputedFields(newest: Appointment, older: readonly Appointment[]): readonly string[] {
  const differing = Object.entries(SAID).flatMap(([field, said]) => {
    const now = said(newest);
    return older.some((each) => said(each) !== '' && said(each) !== now) ? [field] : [];
  });
  return older.some((each) => isAnotherHistory(newest, each)) ? [...differing, 'status_history'] : differing;
}

/** Alerts about one appointment that are compared, the newest ones. */
const COMPARED = 40;

/** What the alerts about one appointment say of it: the newest holds. */
export type EarlierNotifications = Omit<DayAppointment, 'attendees'>;

interface AppointmentNotification {
  readonly row: number;
  readonly notification: string;
  readonly at: number;
}

/** The appointments that start within a stretch of time by the newest alert that says when, so many at most. */
export function appointmentsWithin(
  db: ReadableDb,
  { from, until }: { readonly from: number; readonly until: number },
  limit: number,
): readonly string[] {
  return db
    .all(sql<{ appointment: string }>`
      SELECT appointment FROM appointment INDEXED BY appointment_start WHERE start_at >= ${from} AND start_at < ${until}
      AND NOT EXISTS (
        SELECT 1 FROM appointment AS newer INDEXED BY appointment_notified
        WHERE newer.appointment = appointment.appointment AND newer.start_at IS NOT NULL
        AND (newer.created_at, newer.row) > (appointment.created_at, appointment.row))
      ORDER BY start_at, appointment LIMIT ${limit}`)
    .map(({ appointment }) => appointment);
}

/** The alerts about an appointment, the newest first; of one moment the later row. */
function notificationsAbout(db: ReadableDb, appointment: string): readonly AppointmentNotification[] {
  return db.all(sql<AppointmentNotification>`
    SELECT appointment.row AS row, notification.id AS notification, appointment.created_at AS at
    FROM appointment INDEXED BY appointment_notified JOIN notification ON notification.row = appointment.row
    WHERE appointment.appointment = ${appointment}
    ORDER BY appointment.created_at DESC, appointment.row DESC LIMIT ${COMPARED}`);
}

function findSaid(db: ReadableDb, { row }: AppointmentNotification): Appointment | null {
  return findRecord(db, 'notification', row, readNotification)?.appointment ?? null;
}

/** An appointment as the newest alert about it says (service's document, section 2.4), and where older ones say otherwise. */
export function toPrevious(db: ReadableDb, id: string): EarlierNotifications | null {
  const notifications = notificationsAbout(db, id);
  const [newest] = notifications;
  const appointment = newest === undefined ? null : findSaid(db, newest);
  if (newest === undefined || appointment === null) return null;
  const older = notifications.slice(1).flatMap((notification) => findSaid(db, notification) ?? []);
  return {
    appointment,
    notification: newest.notification,
    toldAt: readDate(newest.at),
    disputed: disputedFields(appointment, older),
  };
}
