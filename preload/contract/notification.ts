import { z } from 'zod';
import { appointmentSchema } from './appointment.ts';
import { dataFlagSchema } from './data-flag.ts';
import { MAX_ID_LENGTH } from './ids.ts';
import { pendingStateSchema } from './pending-state.ts';
import { epochMsSchema } from './time.ts';

const when = epochMsSchema.nullable();

export const notificationButtonSchema = z.strictObject({ link: z.string(), title: z.string() });

/** A notification as the desk shows it (service's document, section 2.4), dates as epoch milliseconds. */
export const notificationSchema = z.strictObject({
  id: z.string(),
  user: z.string(),
  title: z.string(),
  text: z.string(),
  read: z.boolean(),
  buttons: z.array(notificationButtonSchema).readonly(),
  /** `props.object`, or empty where the notification names none. */
  aboutKind: z.string(),
  /** `props.id`, or empty. */
  aboutId: z.string(),
  /** What the props say of an appointment (section 2.4); null where they are about something else. */
  appointment: appointmentSchema.nullable(),
  /** The props as indented JSON text, cut at 64 KiB: their shape is open for all kinds but appointments. */
  propsText: z.string(),
  createdBy: z.string(),
  createdAt: when,
  flags: z.array(dataFlagSchema).readonly(),
});
export type Notification = Readonly<z.infer<typeof notificationSchema>>;

/** One line of the inbox. */
export const notificationRowSchema = z.strictObject({
  id: z.string(),
  user: z.string(),
  title: z.string(),
  text: z.string().max(200),
  read: z.boolean(),
  aboutKind: z.string(),
  aboutId: z.string(),
  createdAt: when,
  flagged: z.boolean(),
  /** How its unsent changes stand, the one that needs most attention; null where there are none. */
  pending: pendingStateSchema.nullable(),
});
export type NotificationRow = Readonly<z.infer<typeof notificationRowSchema>>;

/** The filters of the service's document, section 4.3, and the read mark, which is the desk's own. */
export const notificationFilterSchema = z
  .strictObject({
    user: z.string().max(MAX_ID_LENGTH).optional(),
    unread: z.boolean().optional(),
    searchFrom: z.iso.datetime({ offset: true }).optional(),
    searchUntil: z.iso.datetime({ offset: true }).optional(),
    /** A day of UTC: this one alone. */
    searchOn: z.iso.date().optional(),
  })
  .refine(
    ({ searchOn, searchFrom, searchUntil }) =>
      searchOn === undefined || (searchFrom === undefined && searchUntil === undefined),
    'search_on stands alone',
  );
export type NotificationFilter = Readonly<z.infer<typeof notificationFilterSchema>>;
