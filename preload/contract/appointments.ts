import { z } from 'zod';
import { invalidFieldFlagSchema } from './record-schemas.ts';
import { epochMsSchema } from './time-schema.ts';

const when = epochMsSchema.nullable();
/** A value of open shape, as text cut at 2,000 characters; null where there is none. */
const reference = z.string().nullable();

/** The props of a notification about an appointment (service's document, section 2.4), dates as epoch milliseconds. */
export const appointmentSchema = z.strictObject({
  id: z.string(),
  host: z.string(),
  name: z.string(),
  description: z.string(),
  account: z.string(),
  appointmentType: z.string(),
  group: z.boolean(),
  internal: z.boolean(),
  startTime: when,
  endTime: when,
  actualStartTime: when,
  actualEndTime: when,
  createdBy: z.string(),
  createdAt: when,
  lastUpdatedAt: when,
  location: z.strictObject({
    city: z.string(),
    line1: z.string(),
    line2: z.string(),
    state: z.string(),
    postalCode: z.string(),
  }),
  attendees: z
    .array(
      z.strictObject({
        /** The attendee's id as text: the service uses numbers. */
        id: z.string(),
        account: reference,
        noShow: z.boolean(),
        attendee: z.string(),
        appointment: z.string(),
        paymentStatus: z.string(),
        attendanceStatus: z.string(),
        lastUpdatedAt: when,
      }),
    )
    .readonly(),
  videoCall: z.strictObject({ joinUrl: z.string(), meetingId: z.string() }),
  statusHistory: z
    .array(
      z.strictObject({
        id: z.string(),
        parent: z.string(),
        parentType: z.string(),
        status: z.string(),
        changedAt: when,
        changedBy: z.string(),
      }),
    )
    .readonly(),
  interactionType: z.string(),
  visitNote: reference,
  generatedFrom: reference,
  generatedFromType: reference,
  insuranceClaim: reference,
  chargedExternally: reference,
  recurrenceRules: z.array(z.string()).readonly(),
  referencePatients: z.array(z.string()).readonly(),
  flags: z.array(invalidFieldFlagSchema).readonly(),
});
export type Appointment = Readonly<z.infer<typeof appointmentSchema>>;
