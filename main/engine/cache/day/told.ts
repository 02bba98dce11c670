import type { Appointment } from '#contract/appointment.ts';
import { readNotification } from '#main/engine/service/wire/notification.ts';
import type { ReadableDb } from '#main/engine/store/db.ts';
import { sql } from '#main/engine/store/sql.ts';
import { recordIn } from '../trace.ts';
import { readDate } from '../summary.ts';
import type { DayAppointment } from '#contract/day.ts';
import { disputedFields } from './disputes.ts';

/** Alerts about one appointment that are compared, the newest ones. */
const COMPARED = 40;

/** What the alerts about one appointment say of it: the newest holds. */
export type Told = Omit<DayAppointment, 'attendees'>;

interface Alert {
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
        SELECT 1 FROM appointment AS newer INDEXED BY appointment_told
        WHERE newer.appointment = appointment.appointment AND newer.start_at IS NOT NULL
        AND (newer.created_at, newer.row) > (appointment.created_at, appointment.row))
      ORDER BY start_at, appointment LIMIT ${limit}`)
    .map(({ appointment }) => appointment);
}

/** The alerts about an appointment, the newest first; of one moment the later row. */
function alertsAbout(db: ReadableDb, appointment: string): readonly Alert[] {
  return db.all(sql<Alert>`
    SELECT appointment.row AS row, notification.id AS notification, appointment.created_at AS at
    FROM appointment INDEXED BY appointment_told JOIN notification ON notification.row = appointment.row
    WHERE appointment.appointment = ${appointment}
    ORDER BY appointment.created_at DESC, appointment.row DESC LIMIT ${COMPARED}`);
}

function saidIn(db: ReadableDb, { row }: Alert): Appointment | null {
  return recordIn(db, 'notification', row, readNotification)?.appointment ?? null;
}

/** An appointment as the newest alert about it says (service's document, section 2.4), and where older ones say otherwise. */
export function toldOf(db: ReadableDb, id: string): Told | null {
  const alerts = alertsAbout(db, id);
  const [newest] = alerts;
  const appointment = newest === undefined ? null : saidIn(db, newest);
  if (newest === undefined || appointment === null) return null;
  const older = alerts.slice(1).flatMap((alert) => saidIn(db, alert) ?? []);
  return {
    appointment,
    notification: newest.notification,
    toldAt: readDate(newest.at),
    disputed: disputedFields(appointment, older),
  };
}
