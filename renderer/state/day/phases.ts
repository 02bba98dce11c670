import { getLatestAppointmentStatus, type Appointment } from '#contract/appointments.ts';
import { SERVICE_ASSUMPTIONS } from '#contract/assumptions.ts';
import type { DayTimes } from '#contract/day.ts';
import type { EpochMs } from '#contract/time.ts';

const ENDED: ReadonlySet<string> = new Set(SERVICE_ASSUMPTIONS.appointmentEnded.words);

/** Returns whether the appointment's latest status says that it does not take place. */
export function isAppointmentCancelled(appointment: Pick<Appointment, 'statusHistory'>): boolean {
  return ENDED.has(getLatestAppointmentStatus(appointment).trim().toLowerCase());
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

/** Counts the appointments that take place and are not over: what is still to be done today. */
export function countAppointmentsNotOver(appointments: DayTimes['appointments'], now: EpochMs): number {
  return appointments.filter(
    (appointment) =>
      !isAppointmentCancelled(appointment) && getAppointmentPhase(appointment, now) !== 'ended',
  ).length;
}
