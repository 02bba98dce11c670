import type { Notification } from '#contract/notifications.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { toSortDate, truncateId } from './columns.ts';
import type { DerivedTableUpdater } from './table.ts';

interface AppointmentNotice {
  readonly appointment: string;
  readonly startAt: number | null;
  readonly createdAt: number;
}

function toAppointment(record: Notification | null): AppointmentNotice | null {
  if (record === null || record.appointment === null) return null;
  const { appointment, createdAt, id } = record;
  // An appointment without an id is identified by its notification.
  const name = appointment.id === '' ? id : appointment.id;
  return { appointment: truncateId(name), startAt: appointment.startTime, createdAt: toSortDate(createdAt) };
}

function isSame(left: AppointmentNotice | null, right: AppointmentNotice | null): boolean {
  return (
    left?.appointment === right?.appointment &&
    left?.startAt === right?.startAt &&
    left?.createdAt === right?.createdAt
  );
}

/**
 * Updates the table of the appointments that notifications are about (service's document, section 2.4): the id and
 * the start of each.
 */
export const appointmentUpdater: DerivedTableUpdater<Notification> = (db, row, { before, after }) => {
  const found = toAppointment(after);
  if (before !== null && isSame(toAppointment(before), found)) return;
  if (found === null) {
    db.run(sql`DELETE FROM appointment WHERE row = ${row}`);
    return;
  }
  db.run(sql`
    INSERT INTO appointment (row, appointment, start_at, created_at)
    VALUES (${row}, ${found.appointment}, ${found.startAt}, ${found.createdAt})
    ON CONFLICT (row) DO UPDATE SET appointment = excluded.appointment, start_at = excluded.start_at,
      created_at = excluded.created_at`);
};
