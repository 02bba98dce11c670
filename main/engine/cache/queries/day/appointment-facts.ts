import type { Appointment } from '#contract/appointments.ts';
import type { DaySheetEntry } from '#contract/day.ts';
import { parseAppointment } from '#main/engine/api/parse/appointment.ts';
import type { JsonObject } from '#main/engine/api/parse/fields.ts';
import { fromColumnDate } from '#main/engine/cache/tables/columns.ts';
import type { ReadableDb } from '#main/engine/sqlite/db.ts';
import { sql, toSqlList } from '#main/engine/sqlite/sql.ts';

/**
 * For each compared field, a function that returns its text in a notification's appointment; empty where the
 * field is empty. Fields that change in the normal course are not compared: the actual start and end,
 * attendance, payment, note, claim and last update.
 */
const COMPARED_FACTS: Readonly<Record<string, (appointment: Appointment) => string>> = {
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

/** Joins a list sorted, so that lists with the same elements in another order are equal. */
function everyone(values: readonly string[]): string {
  const named = values.filter((value) => value !== '');
  return named.length === 0 ? '' : JSON.stringify([...new Set(named)].toSorted());
}

function changeKey({ id, status }: Appointment['statusHistory'][number]): string {
  return JSON.stringify([id, status]);
}

/**
 * Whether an older notification has a status change that the newest does not have: its status history is
 * another one.
 */
function isAnotherHistory(newest: Appointment, older: Appointment): boolean {
  const known = new Set(newest.statusHistory.map(changeKey));
  return older.statusHistory.some((change) => !known.has(changeKey(change)));
}

/**
 * Returns the fields of an appointment, by the service's names (service's document, section 2.4), in which an
 * older notification differs from the newest.
 */
function disputedFields(newest: Appointment, older: readonly Appointment[]): readonly string[] {
  const differing = Object.entries(COMPARED_FACTS).flatMap(([field, said]) => {
    const now = said(newest);
    return older.some((each) => said(each) !== '' && said(each) !== now) ? [field] : [];
  });
  return older.some((each) => isAnotherHistory(newest, each)) ? [...differing, 'status_history'] : differing;
}

/** Maximum number of notifications about one appointment that are compared, the newest ones. */
const MAX_COMPARED = 40;

/**
 * An appointment by the newest notification about it, with the fields in which older notifications
 * differ.
 */
export type AppointmentFromNotifications = Omit<DaySheetEntry, 'attendees' | 'hasMoreAttendees'>;

interface AppointmentNotification {
  readonly appointment: string;
  /** 1 for the newest one about the appointment, counting up; with equal times the later row is newer. */
  readonly place: number;
  readonly notification: string;
  readonly createdAt: number;
  readonly raw: string;
}

/**
 * Returns at most `limit` appointments that start within a span, by the newest notification that has a start
 * time.
 */
export function listAppointmentIdsInSpan(
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

/** Returns the newest notifications about each of some appointments, at most `most` of each, in no order. */
function listNotificationsAbout(
  db: ReadableDb,
  appointments: readonly string[],
  most = MAX_COMPARED,
): readonly AppointmentNotification[] {
  return db.all(sql<AppointmentNotification>`
    SELECT about.appointment AS appointment, place, notification.id AS notification, about.created_at AS createdAt, raw
    FROM (
      SELECT appointment, row, created_at, row_number() OVER (
        PARTITION BY appointment ORDER BY created_at DESC, row DESC) AS place
      FROM appointment INDEXED BY appointment_notified WHERE appointment IN ${toSqlList(appointments)}) AS about
    CROSS JOIN notification ON notification.row = about.row
    CROSS JOIN notification_body ON notification_body.row = about.row
    WHERE place <= ${most}`);
}

/** Reads the appointment of a stored notification alone: its other fields take longer. */
function readAppointment(raw: string): Appointment | null {
  const { props } = JSON.parse(raw) as JsonObject; // The cache stores JSON objects only.
  return parseAppointment(props);
}

/**
 * Returns appointments by the newest notification about each (service's document, section 2.4), with the
 * fields in which older notifications differ, in the order of the ids.
 */
export function findAppointmentsInNotifications(
  db: ReadableDb,
  ids: readonly string[],
): readonly AppointmentFromNotifications[] {
  const found = Map.groupBy(listNotificationsAbout(db, ids), ({ appointment }) => appointment);
  return ids.flatMap((id) => {
    // Not sorted by SQLite, which would move the whole texts.
    const [newest, ...others] = (found.get(id) ?? []).toSorted((left, right) => left.place - right.place);
    const appointment = newest === undefined ? null : readAppointment(newest.raw);
    if (newest === undefined || appointment === null) return [];
    const older = others.flatMap(({ raw }) => readAppointment(raw) ?? []);
    return {
      appointment,
      notification: newest.notification,
      toldAt: fromColumnDate(newest.createdAt),
      disputed: disputedFields(appointment, older),
    };
  });
}

/** Returns appointments by the newest notification about each, in no order. */
export function listNewestAppointments(db: ReadableDb, ids: readonly string[]): readonly Appointment[] {
  return listNotificationsAbout(db, ids, 1).flatMap(({ raw }) => readAppointment(raw) ?? []);
}
