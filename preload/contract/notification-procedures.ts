import { z } from 'zod';
import {
  daySheetPartSchema,
  daySheetPartSelectorSchema,
  daySheetWithWholeRowsSchema,
  daySpanSchema,
  dayTimesSchema,
  firstAppointmentsOfDaySchema,
  firstDaySheetPartSchema,
} from './day.ts';
import { idSchema } from './record-schemas.ts';
import { MAX_ID_LENGTH } from './records.ts';
import {
  inboxCountsSchema,
  inboxListRowSchema,
  inboxSortSchema,
  inboxSearchTermsSchema,
  basicNotificationRowSchema,
  notificationFilterSchema,
} from './notifications.ts';
import { epochMsSchema } from './time-schema.ts';
import {
  cursorSchema,
  exportedPieceSchema,
  rowsBeforePageSchema,
  pageStartWithoutCursorSchema,
} from './paging.ts';

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
      at: pageStartWithoutCursorSchema.optional(),
    }),
    output: z.strictObject({
      items: z.array(inboxListRowSchema).readonly(),
      next: cursorSchema.nullable(),
      rank: rowsBeforePageSchema,
    }),
  },
  'inbox.counts': { runsIn: 'reader', input: z.strictObject({ terms }), output: inboxCountsSchema },
  /** All notifications to the same recipient about the same object as this one, itself among them, newest first. */
  'inbox.thread': {
    runsIn: 'reader',
    input: z.strictObject({ id: notification, limit: z.number().int().min(1).max(500).default(200) }),
    output: z.strictObject({ items: z.array(basicNotificationRowSchema).readonly(), isCut: z.boolean() }),
  },
  /** The ids of all notifications in the threads of these, or of the unread ones, as `inbox.thread` lists them, in no order. */
  'inbox.threadIds': {
    runsIn: 'reader',
    input: z.strictObject({
      ids: z.array(notification).min(1).max(500).readonly(),
      onlyUnread: z.boolean().default(false),
    }),
    output: z.strictObject({ ids: z.array(z.string()).readonly() }),
  },
  /**
   * The ids of all notifications that match a filter and do not have the wanted read state yet, newest first,
   * in pieces.
   */
  'inbox.ids': {
    runsIn: 'reader',
    input: z.strictObject({
      terms,
      /** The read state that the notifications are to have. */
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
   * Hides notifications from the inbox until a time, on this computer alone; null shows them again as if they had never been
   * hidden. When the time has come they are the first of the inbox, until they are marked as read or shown with null.
   */
  'inbox.snooze': {
    runsIn: 'local',
    input: z.strictObject({
      ids: z.array(notification).min(1).max(500).readonly(),
      until: epochMsSchema.nullable(),
    }),
    output: z.strictObject({
      /** Until when each of them was snoozed before, or null: undo restores these. */
      before: z.array(z.strictObject({ id: z.string(), until: epochMsSchema.nullable() })).readonly(),
    }),
  },
  /** Until when a notification is snoozed, or was: then `isOver`. Null where it is not. */
  'inbox.getSnooze': {
    runsIn: 'local',
    input: z.strictObject({ id: notification }),
    output: z.strictObject({
      snooze: z.strictObject({ until: epochMsSchema, isOver: z.boolean() }).nullable(),
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
  /**
   * Notifications as a table or as JSON, newest first and pending changes included: those of a search, or of a filter of the
   * service. Cells that a spreadsheet would run as formulas are escaped.
   */
  'inbox.export': {
    runsIn: 'reader',
    input: z.strictObject({
      format: z.enum(['csv', 'json']),
      which: z.union([z.strictObject({ terms }), z.strictObject({ filter: notificationFilterSchema })]),
      after: cursorSchema.optional(),
    }),
    /** One piece of the text; the whole text is the concatenation of all pieces. */
    output: exportedPieceSchema,
  },
  /** The number of unread notifications that are not for other users, pending changes included: the number in the `unread` event. */
  'inbox.unread': {
    runsIn: 'reader',
    input: z.strictObject({}),
    output: z.strictObject({ count: z.number().int().nonnegative() }),
  },
  /** The first appointments of the sheet, read without waiting for counts or for the others. */
  'day.beginning': { runsIn: 'reader', input: daySpanSchema, output: firstAppointmentsOfDaySchema },
  /** The whole sheet in one answer, with the whole rows of requisitions: for the command. */
  'day.get': { runsIn: 'reader', input: daySpanSchema, output: daySheetWithWholeRowsSchema },
  /**
   * Reads the whole sheet for a window, in one state of the data, and returns its first part. The other parts are kept for
   * `day.sheetPart`.
   */
  'day.sheet': { runsIn: 'reader', input: daySpanSchema, output: firstDaySheetPartSchema },
  /**
   * Another part of a sheet. Each is given once; 'not-found' where it was given, or where later sheets have taken the room, so
   * that the sheet has to be read again.
   */
  'day.sheetPart': { runsIn: 'reader', input: daySheetPartSelectorSchema, output: daySheetPartSchema },
  /** When the appointments of a day take place, 500 at most: a small part of the sheet, for the count in the navigation. */
  'day.times': { runsIn: 'reader', input: daySpanSchema, output: dayTimesSchema },
  /** The appointments of a day as an iCalendar file (RFC 5545), or as a table with what is open for their attendees. */
  'day.export': {
    runsIn: 'reader',
    input: z.strictObject({
      format: z.enum(['ics', 'csv']),
      span: daySpanSchema,
      /** The id of the host whose appointments are exported; null for all. */
      host: z.string().max(MAX_ID_LENGTH).nullable(),
    }),
    output: z.strictObject({ text: z.string(), count: z.number().int().nonnegative() }),
  },
} as const;
