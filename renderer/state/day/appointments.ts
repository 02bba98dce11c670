import { getLatestAppointmentStatus } from '#contract/appointment-status.ts';
import type { Appointment } from '#contract/appointments.ts';
import { SERVICE_ASSUMPTIONS } from '#contract/assumptions.ts';
import type { DayAttendeeRecords, DaySheetEntry, DayTimes } from '#contract/day.ts';
import type { EpochMs } from '#contract/time.ts';

const ENDED: ReadonlySet<string> = new Set(SERVICE_ASSUMPTIONS.appointmentEnded.words);

/** Returns whether the appointment's latest status says that it does not take place. */
export function isAppointmentCancelled(appointment: Pick<Appointment, 'statusHistory'>): boolean {
  return ENDED.has(getLatestAppointmentStatus(appointment).trim().toLowerCase());
}

/** Start and end for a narrow column; the end is omitted if it is on another day. */
export function toStartAndEndTexts(
  { startTime, endTime }: Pick<Appointment, 'startTime' | 'endTime'>,
  {
    time,
    days,
  }: { readonly time: (at: EpochMs) => string; readonly days: (from: EpochMs, to: EpochMs) => number },
): readonly [start: string | null, end: string | null] {
  if (startTime === null) return [null, null];
  const isSameDay = endTime !== null && days(startTime, endTime) === 0;
  return [time(startTime), isSameDay ? time(endTime) : null];
}

/** Where an appointment stands at a time of its day. One without an end counts as over once it has begun. */
export type AppointmentPhase = 'ended' | 'now' | 'later';

/** Returns where an appointment stands; one without a start or that does not take place is never `now`. */
export function getAppointmentPhase(
  appointment: Pick<Appointment, 'startTime' | 'endTime' | 'statusHistory'>,
  now: EpochMs,
): AppointmentPhase {
  const { startTime, endTime } = appointment;
  if (startTime === null || startTime > now) return 'later';
  return endTime !== null && endTime > now && !isAppointmentCancelled(appointment) ? 'now' : 'ended';
}

/** The attendees of an appointment other than its host. */
export function listAttendeesExceptHost({ attendees }: DaySheetEntry): readonly DayAttendeeRecords[] {
  return attendees.filter(({ isHost }) => !isHost);
}

/** Counts the appointments that take place and are not over: what is still to be done today. */
export function countAppointmentsNotOver(appointments: DayTimes['appointments'], now: EpochMs): number {
  return appointments.filter(
    (appointment) =>
      !isAppointmentCancelled(appointment) && getAppointmentPhase(appointment, now) !== 'ended',
  ).length;
}
