import { z } from 'zod';
import { appointmentSchema } from './appointments.ts';
import { formRowSchema } from './forms.ts';
import { notificationRowSchema } from './notifications.ts';
import { epochMsSchema } from './time.ts';
import { worklistRowSchema } from './requisitions.ts';

/** A day of the desk: from its first instant until just before the second (see `readDateSpan`). */
export const dayQuestionSchema = z
  .strictObject({ from: epochMsSchema, until: epochMsSchema })
  .refine(({ from, until }) => until > from && until - from <= 200_000_000, 'expected one day');

/** What is here of one attendee of an appointment. */
export const dayAttendeeSchema = z.strictObject({
  attendee: z.string(),
  /** The host, a colleague: nothing of theirs is listed. */
  isHost: z.boolean(),
  /** Requisitions of theirs that are open or have results. */
  requisitions: z.array(worklistRowSchema).readonly(),
  /** Forms that they are asked to complete. */
  forms: z.array(formRowSchema.extend({ requestedAt: epochMsSchema.nullable() })).readonly(),
  /** Unread alerts by or about them. */
  unread: z.array(notificationRowSchema).readonly(),
  /** More of some kind than are listed. */
  isCut: z.boolean(),
});
export type DayAttendee = Readonly<z.infer<typeof dayAttendeeSchema>>;

/** One appointment of the day, as the newest alert about it says. */
export const dayAppointmentSchema = z.strictObject({
  appointment: appointmentSchema,
  /** The alert that says so, and when it was made. */
  notification: z.string(),
  toldAt: epochMsSchema.nullable(),
  /** Fields, by the service's names, in which older alerts say otherwise; the newest holds. */
  disputed: z.array(z.string()).readonly(),
  attendees: z.array(dayAttendeeSchema).readonly(),
});
export type DayAppointment = Readonly<z.infer<typeof dayAppointmentSchema>>;

/** Appointments by the time at which they start, 500 at most. */
export const daySheetSchema = z.strictObject({
  appointments: z.array(dayAppointmentSchema).max(500).readonly(),
  isCut: z.boolean(),
  /** When notifications were last fetched whole; null before the first time. */
  asOf: epochMsSchema.nullable(),
});
export type DaySheet = Readonly<z.infer<typeof daySheetSchema>>;
