import { z } from 'zod';
import { appointmentSchema } from './appointments.ts';
import { formRowSchema } from './forms.ts';
import { notificationRowSchema } from './notifications.ts';
import { epochMsSchema } from './time.ts';
import { worklistRowSchema } from './requisitions.ts';

/** A day in the local time zone: from `from` until just before `until` (see `parseDateSpan`). */
export const daySpanSchema = z
  .strictObject({ from: epochMsSchema, until: epochMsSchema })
  .refine(({ from, until }) => until > from && until - from <= 200_000_000, 'expected one day');

/** What the cache has of one attendee of an appointment. */
export const dayAttendeeSchema = z.strictObject({
  attendee: z.string(),
  /** The host is a member of staff: none of their records are listed. */
  isHost: z.boolean(),
  /** Requisitions of the attendee that are open or have results without a review. */
  requisitions: z.array(worklistRowSchema).readonly(),
  /** Forms that the attendee is asked to complete. */
  forms: z.array(formRowSchema.extend({ requestedAt: epochMsSchema.nullable() })).readonly(),
  /** Unread notifications for, by or about the attendee. */
  unread: z.array(notificationRowSchema).readonly(),
  /** Whether some kind has more records than are listed. */
  isCut: z.boolean(),
});
export type DayAttendee = Readonly<z.infer<typeof dayAttendeeSchema>>;

/** One appointment of the day, according to the newest notification about it. */
export const daySheetEntrySchema = z.strictObject({
  appointment: appointmentSchema,
  /** The id of that notification; below, when it was made. */
  notification: z.string(),
  toldAt: epochMsSchema.nullable(),
  /** Fields, by the service's names, in which older notifications differ; the newest one is used. */
  disputed: z.array(z.string()).readonly(),
  attendees: z.array(dayAttendeeSchema).readonly(),
});
export type DaySheetEntry = Readonly<z.infer<typeof daySheetEntrySchema>>;

/** Appointments by start time, 500 at most. */
export const daySheetSchema = z.strictObject({
  appointments: z.array(daySheetEntrySchema).max(500).readonly(),
  isCut: z.boolean(),
  /** When all notifications were last fetched; null before the first time. */
  asOf: epochMsSchema.nullable(),
});
export type DaySheet = Readonly<z.infer<typeof daySheetSchema>>;
