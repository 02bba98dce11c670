import { z } from 'zod';
import { appointmentSchema } from './appointments.ts';
import { basicFormRowSchema } from './forms.ts';
import { basicNotificationRowSchema } from './notifications.ts';
import { epochMsSchema } from './time-schema.ts';
import { worklistRowSchema } from './requisitions.ts';

/** A day in the local time zone: from `from` until just before `until` (see `parseDateSpan`). */
export const daySpanSchema = z
  .strictObject({ from: epochMsSchema, until: epochMsSchema })
  .refine(({ from, until }) => until > from && until - from <= 200_000_000, 'expected one day');

/** What the cache has of one attendee of an appointment. */
export const dayAttendeeRecordsSchema = z.strictObject({
  attendee: z.string(),
  /** The host is a member of staff: none of their records are listed. */
  isHost: z.boolean(),
  /** Requisitions of the attendee that are open or have results without a review. */
  requisitions: z.array(worklistRowSchema).readonly(),
  /** Forms that the attendee is asked to complete. */
  forms: z.array(basicFormRowSchema.extend({ requestedAt: epochMsSchema.nullable() })).readonly(),
  /** Unread notifications for, by or about the attendee. */
  unread: z.array(basicNotificationRowSchema).readonly(),
  /** Whether some kind has more records than are listed. */
  isCut: z.boolean(),
});
export type DayAttendeeRecords = Readonly<z.infer<typeof dayAttendeeRecordsSchema>>;

/** One appointment of the day, according to the newest notification about it. */
export const daySheetEntrySchema = z.strictObject({
  appointment: appointmentSchema,
  /** Id of the newest notification about the appointment; `toldAt` is when it was made. */
  notification: z.string(),
  toldAt: epochMsSchema.nullable(),
  /** Fields, by the service's names, in which older notifications differ; the newest one is used. */
  disputed: z.array(z.string()).readonly(),
  attendees: z.array(dayAttendeeRecordsSchema).readonly(),
  /** Whether the appointment has more attendees than are listed. */
  hasMoreAttendees: z.boolean(),
});
export type DaySheetEntry = Readonly<z.infer<typeof daySheetEntrySchema>>;

/** The day sheet: appointments by start time, 500 at most. */
export const daySheetSchema = z.strictObject({
  appointments: z.array(daySheetEntrySchema).max(500).readonly(),
  /** Whether the day has more appointments than are listed. */
  isCut: z.boolean(),
  /** When all notifications were last fetched; null before the first time. */
  asOf: epochMsSchema.nullable(),
});
export type DaySheet = Readonly<z.infer<typeof daySheetSchema>>;

/** Returns whether a day sheet lacks appointments or attendees, because it has room for no more. */
export function isDaySheetIncomplete({ isCut, appointments }: DaySheet): boolean {
  return isCut || appointments.some(({ hasMoreAttendees }) => hasMoreAttendees);
}

/** When the appointments of a day take place, and whether they do: enough to count those that are not over. */
export const dayTimesSchema = z.strictObject({
  appointments: z
    .array(appointmentSchema.pick({ startTime: true, endTime: true, statusHistory: true }))
    .max(500)
    .readonly(),
});
export type DayTimes = Readonly<z.infer<typeof dayTimesSchema>>;

/** Number of appointments in the beginning of a day: as many as a large screen shows. */
export const MAX_FIRST_APPOINTMENTS = 24;

/** The first appointments of a day sheet, to be shown until the whole sheet has been read. */
export const firstAppointmentsOfDaySchema = z.strictObject({
  appointments: z.array(daySheetEntrySchema).max(MAX_FIRST_APPOINTMENTS).readonly(),
});
