import { appointmentStatus, type Appointment } from '#contract/appointments.ts';
import { ASSUMPTIONS } from '#contract/assumptions.ts';
import type { DayAppointment } from '#contract/day.ts';
import type { EpochMs } from '#contract/time.ts';

const DAY_MS = 86_400_000;

/** Adds a number of calendar days; `2026-03-12` in and out. An invalid day is returned unchanged. */
export function dayAfter(day: string, days: number): string {
  const at = Date.parse(`${day}T00:00:00Z`) + days * DAY_MS;
  return Number.isNaN(at) ? day : new Date(at).toISOString().slice(0, 10);
}

const ENDED: ReadonlySet<string> = new Set(ASSUMPTIONS.appointmentEnded.words);

/** Whether its latest status says that it does not take place. */
export function isEnded(appointment: Pick<Appointment, 'statusHistory'>): boolean {
  return ENDED.has(appointmentStatus(appointment).trim().toLowerCase());
}

/** What kind of meeting it is; nothing for an ordinary visit. */
export function getKinds({
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

/** Start and end as they stand in a narrow column; the end is left out where it is another day. */
export function timeText(
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
export interface HostDay {
  readonly host: string;
  readonly appointments: readonly DayAppointment[];
}

/** Groups the appointments by host, ordered by each host's first start. */
export function byHost(appointments: readonly DayAppointment[]): readonly HostDay[] {
  const days = Map.groupBy(appointments, ({ appointment }) => appointment.host);
  return [...days].map(([host, ofHost]) => ({ host, appointments: ofHost }));
}

/** Those of one host; of everybody for null. */
export function ofHost(
  appointments: readonly DayAppointment[],
  host: string | null,
): readonly DayAppointment[] {
  return host === null ? appointments : appointments.filter(({ appointment }) => appointment.host === host);
}
