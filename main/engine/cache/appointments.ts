import type { Notification } from '#contract/notification.ts';
import { sql } from '#main/engine/store/sql.ts';
import { sortDate, word } from './summary.ts';
import type { Trace } from './trace.ts';

interface Told {
  readonly appointment: string;
  readonly startAt: number | null;
  readonly createdAt: number;
}

function toldIn(record: Notification | null): Told | null {
  if (record === null || record.appointment === null) return null;
  const { appointment, createdAt, id } = record;
  // An appointment without an id is nobody else's.
  const name = appointment.id === '' ? id : appointment.id;
  return { appointment: word(name), startAt: appointment.startTime, createdAt: sortDate(createdAt) };
}

function isSame(left: Told | null, right: Told | null): boolean {
  return (
    left?.appointment === right?.appointment &&
    left?.startAt === right?.startAt &&
    left?.createdAt === right?.createdAt
  );
}

/** Keeps the table of what notifications say of appointments (service's document, section 2.4): which one, and when it starts. */
export const appointmentTrace: Trace<Notification> = (db, row, { before, after }) => {
  const told = toldIn(after);
  if (before !== null && isSame(toldIn(before), told)) return;
  if (told === null) {
    db.run(sql`DELETE FROM appointment WHERE row = ${row}`);
    return;
  }
  db.run(sql`
    INSERT INTO appointment (row, appointment, start_at, created_at)
    VALUES (${row}, ${told.appointment}, ${told.startAt}, ${told.createdAt})
    ON CONFLICT (row) DO UPDATE SET appointment = excluded.appointment, start_at = excluded.start_at,
      created_at = excluded.created_at`);
};
