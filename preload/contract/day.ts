import { z } from 'zod';
import { appointmentSchema } from './appointments.ts';
import { basicFormRowSchema } from './forms.ts';
import { basicNotificationRowSchema } from './notifications.ts';
import { MAX_ID_LENGTH } from './records.ts';
import { epochMsSchema } from './time-schema.ts';
import { worklistRowSchema } from './requisitions.ts';

/** A day in the local time zone: from `from` until just before `until` (see `parseDateSpan`). */
export const daySpanSchema = z
  .strictObject({ from: epochMsSchema, until: epochMsSchema })
  .refine(({ from, until }) => until > from && until - from <= 200_000_000, 'expected one day');

/** What the window shows of a requisition of a day: less than half of its row in the worklist. */
const dayRequisitionSchema = worklistRowSchema.pick({
  id: true,
  type: true,
  name: true,
  patient: true,
  status: true,
  statusSince: true,
  needsReview: true,
  reviewDeadline: true,
  pending: true,
});

/** What the cache has of one attendee of an appointment. */
function buildAttendeeRecordsSchema<Requisition extends z.ZodType>(requisition: Requisition) {
  return z.strictObject({
    attendee: z.string(),
    /** The host is a member of staff: none of their records are listed. */
    isHost: z.boolean(),
    /** Requisitions of the attendee that are open or have results without a review. */
    requisitions: z.array(requisition).readonly(),
    /** Forms that the attendee is asked to complete. */
    forms: z.array(basicFormRowSchema.extend({ requestedAt: epochMsSchema.nullable() })).readonly(),
    /** Unread notifications for, by or about the attendee. */
    unread: z.array(basicNotificationRowSchema).readonly(),
    /** Whether some kind has more records than are listed. */
    isCut: z.boolean(),
  });
}

/** One appointment of the day, according to the newest notification about it. */
function buildEntrySchema<Requisition extends z.ZodType>(requisition: Requisition) {
  return z.strictObject({
    appointment: appointmentSchema,
    /** Id of the newest notification about the appointment; `toldAt` is when it was made. */
    notification: z.string(),
    toldAt: epochMsSchema.nullable(),
    /** Fields, by the service's names, in which older notifications differ; the newest one is used. */
    disputed: z.array(z.string()).readonly(),
    attendees: z.array(buildAttendeeRecordsSchema(requisition)).readonly(),
    /** Whether the appointment has more attendees than are listed. */
    hasMoreAttendees: z.boolean(),
  });
}

/** What the window shows, prints and packs of one appointment. */
const daySheetEntrySchema = buildEntrySchema(dayRequisitionSchema);
export type DaySheetEntry = Readonly<z.infer<typeof daySheetEntrySchema>>;
export type DayAttendeeRecords = DaySheetEntry['attendees'][number];

/** One appointment with the whole rows of its requisitions. */
const daySheetEntryWithWholeRowsSchema = buildEntrySchema(worklistRowSchema);
export type DaySheetEntryWithWholeRows = Readonly<z.infer<typeof daySheetEntryWithWholeRowsSchema>>;

const MAX_APPOINTMENTS = 500;
const factsOfSheet = {
  /** Whether the day has more appointments than are listed. */
  isCut: z.boolean(),
  /** When all notifications were last fetched; null before the first time. */
  asOf: epochMsSchema.nullable(),
};

/** The day sheet with the whole rows of requisitions: appointments by start time, 500 at most. */
export const daySheetWithWholeRowsSchema = z.strictObject({
  appointments: z.array(daySheetEntryWithWholeRowsSchema).max(MAX_APPOINTMENTS).readonly(),
  ...factsOfSheet,
});
export type DaySheetWithWholeRows = Readonly<z.infer<typeof daySheetWithWholeRowsSchema>>;

/** The day sheet that a window shows, prints and packs: appointments by start time, 500 at most. */
export interface DaySheet extends Pick<DaySheetWithWholeRows, keyof typeof factsOfSheet> {
  readonly appointments: readonly DaySheetEntry[];
}

const entriesSchema = z.array(daySheetEntrySchema);

/** Returns whether a text is that of entries. Only results that are checked are parsed: in development and tests. */
function isTextOfEntries(text: string): boolean {
  try {
    return entriesSchema.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}

/**
 * Some appointments that follow each other on a sheet, as a JSON text: only the window parses it, and the processes between copy
 * one text instead of tens of thousands of values.
 */
const daySheetPartTextSchema = z.string().refine(isTextOfEntries, 'expected entries of a day sheet');

/** Most characters of a part, unless one appointment alone has more: a message of that length is read in a few milliseconds. */
export const MAX_DAY_SHEET_PART_LENGTH = 200_000;

/** The first part of a day sheet that was read whole, and which others it has. */
export const firstDaySheetPartSchema = z.strictObject({
  /** Names the sheet when its other parts are asked for. */
  sheet: z.string(),
  /** Number of its parts. */
  parts: z.number().int().min(1).max(MAX_APPOINTMENTS),
  ...factsOfSheet,
  entries: daySheetPartTextSchema,
});

/** Which of the other parts of a sheet is asked for, from 1. */
export const daySheetPartSelectorSchema = z.strictObject({
  sheet: z.string().max(MAX_ID_LENGTH),
  part: z.number().int().min(1).max(MAX_APPOINTMENTS),
});

/** One of the other parts of a sheet. */
export const daySheetPartSchema = z.strictObject({ entries: daySheetPartTextSchema });

/** Returns whether a day sheet lacks appointments or attendees, because it has room for no more. */
export function isDaySheetIncomplete({ isCut, appointments }: DaySheet): boolean {
  return isCut || appointments.some(({ hasMoreAttendees }) => hasMoreAttendees);
}

/** When the appointments of a day take place, and whether they do: enough to count those that are not over. */
export const dayTimesSchema = z.strictObject({
  appointments: z
    .array(appointmentSchema.pick({ startTime: true, endTime: true, statusHistory: true }))
    .max(MAX_APPOINTMENTS)
    .readonly(),
});
export type DayTimes = Readonly<z.infer<typeof dayTimesSchema>>;

/** Number of appointments in the beginning of a day: as many as a large screen shows. */
export const MAX_FIRST_APPOINTMENTS = 24;

/** The first appointments of a day sheet, to be shown until the whole sheet has been read. */
export const firstAppointmentsOfDaySchema = z.strictObject({
  appointments: z.array(daySheetEntrySchema).max(MAX_FIRST_APPOINTMENTS).readonly(),
});
