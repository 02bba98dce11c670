import type { Appointment } from '#contract/appointment.ts';
import { readNotification } from '#main/engine/service/wire/notification.ts';
import type { ReadableDb } from '#main/engine/store/db.ts';
import { sql } from '#main/engine/store/sql.ts';
import { findRecord } from '../trace.ts';
import { readDate } from '../summary.ts';
import type { DayAppointment } from '#contract/day.ts';
import { disputedFields } from './disputes.ts';

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
