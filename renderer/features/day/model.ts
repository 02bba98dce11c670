import { getAppointmentStatus, type Appointment } from '#contract/appointments.ts';
import { ASSUMPTIONS } from '#contract/assumptions.ts';
import type { DaySheetEntry } from '#contract/day.ts';
import type { EpochMs } from '#contract/time.ts';

const DAY_MS = 86_400_000;

/** Adds calendar days to a date such as `2026-03-12`. An invalid date is returned unchanged. */
export function addDays(day: string, days: number): string {
  const at = Date.parse(`${day}T00:00:00Z`) + days * DAY_MS;
  return Number.isNaN(at) ? day : new Date(at).toISOString().slice(0, 10);
}

const ENDED: ReadonlySet<string> = new Set(ASSUMPTIONS.appointmentEnded.words);

/** Returns whether the appointment's latest status says that it does not take place. */
export function isCancelled(appointment: Pick<Appointment, 'statusHistory'>): boolean {
  return ENDED.has(getAppointmentStatus(appointment).trim().toLowerCase());
}

/** The kinds of an appointment to label; empty for an ordinary visit. */
export function listAppointmentTraits({
  videoCall,
  interactionType,
  group,
  internal,
}: Appointment): readonly ('video' | 'group' | 'internal')[] {
  const isVideo = videoCall.joinUrl !== '' || interactionType === 'video';
  return [
    ...(isVideo ? (['video'] as const) : []),
    ...(group ? (['group'] as const) : []),
    ...(internal ? (['internal'] as const) : []),
  ];
}

/** Start and end for a narrow column; the end is omitted if it is on another day. */
export function formatStartAndEnd(
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

/** The appointments of one host, in the order of the sheet. */
export interface HostAppointments {
  readonly host: string;
  readonly appointments: readonly DaySheetEntry[];
}

/** Groups the appointments by host, ordered by each host's first start. */
export function groupByHost(appointments: readonly DaySheetEntry[]): readonly HostAppointments[] {
  const days = Map.groupBy(appointments, ({ appointment }) => appointment.host);
  return [...days].map(([host, ofHost]) => ({ host, appointments: ofHost }));
}

/** Filters the appointments by host; null for all. */
export function filterByHost(
  appointments: readonly DaySheetEntry[],
  host: string | null,
): readonly DaySheetEntry[] {
  return host === null ? appointments : appointments.filter(({ appointment }) => appointment.host === host);
}
