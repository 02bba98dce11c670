import { z } from 'zod';
import { daySpanSchema, daySheetSchema } from './day.ts';
import { idSchema, MAX_ID_LENGTH } from './records.ts';
import {
  inboxCountsSchema,
  inboxRowSchema,
  inboxSortSchema,
  inboxSearchTermsSchema,
  notificationRowSchema,
} from './notifications.ts';
import { cursorSchema, pageRankSchema, rankStartSchema } from './time.ts';

const terms = inboxSearchTermsSchema;
const notification = idSchema('notification');
const objectName = z.string().min(1).max(MAX_ID_LENGTH);

/** Procedures of the inbox and the day sheet. */
export const inboxProcedures = {
  /** One page of rows. It may be short while `next` is not null. */
  'inbox.page': {
    runsIn: 'reader',
    input: z.strictObject({
      terms,
      order: inboxSortSchema,
      limit: z.number().int().min(1).max(500).default(50),
      after: cursorSchema.optional(),
      /** Takes precedence over `after`. Error 'not-found' where the list has none of the rows. */
      at: rankStartSchema.optional(),
    }),
    output: z.strictObject({
      items: z.array(inboxRowSchema).readonly(),
      next: cursorSchema.nullable(),
      rank: pageRankSchema,
    }),
  },
  'inbox.counts': { runsIn: 'reader', input: z.strictObject({ terms }), output: inboxCountsSchema },
  /** All notifications to the same recipient about the same object as this one, itself among them, newest first. */
  'inbox.thread': {
    runsIn: 'reader',
    input: z.strictObject({ id: notification, limit: z.number().int().min(1).max(500).default(200) }),
    output: z.strictObject({ items: z.array(notificationRowSchema).readonly(), isCut: z.boolean() }),
  },
  /**
   * The ids of all notifications that match a filter and do not have the wanted read state yet, newest first,
   * in pieces.
   */
  'inbox.ids': {
    runsIn: 'reader',
    input: z.strictObject({
      terms,
      /** The wanted read state. */
      toBecome: z.enum(['read', 'unread']),
      limit: z.number().int().min(1).max(500).default(500),
      after: cursorSchema.optional(),
    }),
    output: z.strictObject({ ids: z.array(z.string()).readonly(), next: cursorSchema.nullable() }),
  },
  /**
   * Marks notifications as read or unread in one transaction: saved in the outbox when it returns.
   * Notifications that already have the state are skipped.
   */
  'inbox.markRead': {
    runsIn: 'engine',
    input: z.strictObject({ ids: z.array(notification).min(1).max(500).readonly(), read: z.boolean() }),
    output: z.strictObject({
      /** The notifications that were changed: undo marks these the other way. */
      changed: z.array(z.string()).readonly(),
    }),
  },
  /**
   * The newest notification about an object, by the service's names: `appointment` and its id. Null where the
   * cache has none.
   */
  'inbox.about': {
    runsIn: 'reader',
    input: z.strictObject({ object: objectName, id: objectName }),
    output: z.strictObject({ notification: z.string().nullable() }),
  },
  /** The number of unread notifications, pending changes included: the number in the `unread` event. */
  'inbox.unread': {
    runsIn: 'reader',
    input: z.strictObject({}),
    output: z.strictObject({ count: z.number().int().nonnegative() }),
  },
  'day.get': { runsIn: 'reader', input: daySpanSchema, output: daySheetSchema },
} as const;
