import { z } from 'zod';
import { dayQuestionSchema, daySheetSchema } from './day.ts';
import { idSchema, MAX_ID_LENGTH } from './records.ts';
import {
  inboxCountsSchema,
  inboxRowSchema,
  inboxSortSchema,
  inboxTermsSchema,
  notificationRowSchema,
} from './notifications.ts';
import { cursorSchema } from './time.ts';

const terms = inboxTermsSchema;
const notification = idSchema('notification');
const objectName = z.string().min(1).max(MAX_ID_LENGTH);

/** What the inbox and the day sheet ask of the cache. */
export const inboxProcedures = {
  /** One page of lines. May be short while `next` is not null. */
  'inbox.page': {
    runsIn: 'reader',
    input: z.strictObject({
      terms,
      order: inboxSortSchema,
      limit: z.number().int().min(1).max(500).default(50),
      after: cursorSchema.optional(),
    }),
    output: z.strictObject({ items: z.array(inboxRowSchema).readonly(), next: cursorSchema.nullable() }),
  },
  'inbox.counts': { runsIn: 'reader', input: z.strictObject({ terms }), output: inboxCountsSchema },
  /** All alerts to the same recipient about the same object as this one, itself among them, newest first. */
  'inbox.thread': {
    runsIn: 'reader',
    input: z.strictObject({ id: notification, limit: z.number().int().min(1).max(500).default(200) }),
    output: z.strictObject({ items: z.array(notificationRowSchema).readonly(), isCut: z.boolean() }),
  },
  /** The ids of all alerts that a filter finds and that are not marked so yet, newest first, in pieces. */
  'inbox.ids': {
    runsIn: 'reader',
    input: z.strictObject({
      terms,
      /** Those that are not marked so yet. */
      toBecome: z.enum(['read', 'unread']),
      limit: z.number().int().min(1).max(500).default(500),
      after: cursorSchema.optional(),
    }),
    output: z.strictObject({ ids: z.array(z.string()).readonly(), next: cursorSchema.nullable() }),
  },
  /** Marks alerts as read or unread, all in one: kept in the outbox when it answers. Those that are so already are passed over. */
  'inbox.markRead': {
    runsIn: 'engine',
    input: z.strictObject({ ids: z.array(notification).min(1).max(500).readonly(), read: z.boolean() }),
    output: z.strictObject({
      /** Those that were changed: to undo it, these are marked the other way. */
      changed: z.array(z.string()).readonly(),
    }),
  },
  /** The newest alert about an object, by the names of the service: `appointment` and its id. Null where none is here. */
  'inbox.about': {
    runsIn: 'reader',
    input: z.strictObject({ object: objectName, id: objectName }),
    output: z.strictObject({ notification: z.string().nullable() }),
  },
  /** How many are unread, pending marks counted: the number that the `unread` event tells. */
  'inbox.unread': {
    runsIn: 'reader',
    input: z.strictObject({}),
    output: z.strictObject({ count: z.number().int().nonnegative() }),
  },
  'day.get': { runsIn: 'reader', input: dayQuestionSchema, output: daySheetSchema },
} as const;
