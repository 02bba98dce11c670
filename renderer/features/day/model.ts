import type { Appointment } from '#contract/appointments.ts';
import type { DayAttendeeRecords, DaySheetEntry } from '#contract/day.ts';
import type { EpochMs } from '#contract/time.ts';
import { type AppointmentPhase, isAppointmentCancelled } from '#renderer/state/day/phases.ts';
import { isDeadlinePast } from '#renderer/shared/record/review-labels.ts';

const DAY_MS = 86_400_000;

/** Adds calendar days to a date such as `2026-03-12`. An invalid date is returned unchanged. */
export function addDays(day: string, days: number): string {
  const at = Date.parse(`${day}T00:00:00Z`) + days * DAY_MS;
  return Number.isNaN(at) ? day : new Date(at).toISOString().slice(0, 10);
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

/** The attendees of an appointment other than its host. */
export function listAttendeesExceptHost({ attendees }: DaySheetEntry): readonly DayAttendeeRecords[] {
  return attendees.filter(({ isHost }) => !isHost);
}

/** The number of open items of the patients of an appointment, how many of its reviews are overdue, and since when the first of them is. */
export function countOpenAndOverdueItems(
  entry: DaySheetEntry,
  now: EpochMs,
): { readonly items: number; readonly overdue: number; readonly firstDeadline: EpochMs | null } {
  const patients = listAttendeesExceptHost(entry);
  const deadlines = patients
    .flatMap(({ requisitions }) => requisitions.map(({ reviewDeadline }) => reviewDeadline))
    .filter((deadline) => isDeadlinePast(deadline, now))
    .toSorted((one, other) => one - other);
  return {
    items: patients.reduce(
      (sum, { requisitions, forms, unread }) => sum + requisitions.length + forms.length + unread.length,
      0,
    ),
    overdue: deadlines.length,
    firstDeadline: deadlines[0] ?? null,
  };
}

/** Counts the appointments that take place by where they stand, and the open items of each patient once. */
export function countAppointmentPhasesAndOpenItems(
  appointments: readonly DaySheetEntry[],
  phases: readonly AppointmentPhase[],
): { readonly ended: number; readonly running: number; readonly later: number; readonly openItems: number } {
  const count = (phase: AppointmentPhase): number =>
    appointments.filter(
      ({ appointment }, index) => phases[index] === phase && !isAppointmentCancelled(appointment),
    ).length;
  const items = new Set(
    appointments
      .flatMap(listAttendeesExceptHost)
      .flatMap(({ requisitions, forms, unread }) =>
        [...requisitions, ...forms, ...unread].map(({ id }) => id),
      ),
  );
  return { ended: count('ended'), running: count('now'), later: count('later'), openItems: items.size };
}
