import { z } from 'zod';
import { appointmentSchema } from './appointments.ts';
import { invalidFieldFlagSchema, pendingStateSchema } from './record-schemas.ts';
import { MAX_ID_LENGTH } from './records.ts';
import { INBOX_SEARCH_GRAMMAR, type InboxSearchOperator } from './search/inbox-grammar.ts';
import { MAX_SEARCH_TERMS, MAX_SEARCH_WORD, type SearchSyntax } from './search/syntax.ts';
import { epochMsSchema } from './time-schema.ts';
import { toEpochMs } from './time.ts';

const when = epochMsSchema.nullable();

export const notificationButtonSchema = z.strictObject({ link: z.string(), title: z.string() });

/** A notification as Intray shows it (service's document, section 2.4), dates as epoch milliseconds. */
export const notificationSchema = z.strictObject({
  id: z.string(),
  user: z.string(),
  title: z.string(),
  text: z.string(),
  read: z.boolean(),
  buttons: z.array(notificationButtonSchema).readonly(),
  /** The kind of object that the notification is about (`props.object`); empty where it names none. */
  aboutKind: z.string(),
  /** Id of the object that the notification is about (`props.id`); empty where it has none. */
  aboutId: z.string(),
  /** The patient of the requisition that it is about; empty where the cache has no such requisition. */
  patient: z.string(),
  /** The props of a notification about an appointment (section 2.4); null for other objects. */
  appointment: appointmentSchema.nullable(),
  /**
   * The props as indented JSON text, cut at 64 KiB: their shape is open for everything except appointments.
   */
  propsText: z.string(),
  createdBy: z.string(),
  createdAt: when,
  flags: z.array(invalidFieldFlagSchema).readonly(),
});
export type Notification = Readonly<z.infer<typeof notificationSchema>>;

/** A notification as lists show it; `inboxListRowSchema` adds what concerns its whole thread. */
export const basicNotificationRowSchema = z.strictObject({
  id: z.string(),
  user: z.string(),
  title: z.string(),
  text: z.string().max(200),
  read: z.boolean(),
  aboutKind: z.string(),
  aboutId: z.string(),
  createdAt: when,
  flagged: z.boolean(),
  /** The most urgent state among its pending changes; null where there are none. */
  pending: pendingStateSchema.nullable(),
});
export type BasicNotificationRow = Readonly<z.infer<typeof basicNotificationRowSchema>>;

/** The filters of the service's document, section 4.3, and the read state, which only Intray filters by. */
export const notificationFilterSchema = z
  .strictObject({
    user: z.string().max(MAX_ID_LENGTH).optional(),
    unread: z.boolean().optional(),
    searchFrom: z.iso.datetime({ offset: true }).optional(),
    searchUntil: z.iso.datetime({ offset: true }).optional(),
    /** Only notifications of this UTC day; cannot be combined with `searchFrom` and `searchUntil`. */
    searchOn: z.iso.date().optional(),
  })
  .refine(
    ({ searchOn, searchFrom, searchUntil }) =>
      searchOn === undefined || (searchFrom === undefined && searchUntil === undefined),
    'search_on stands alone',
  );
export type NotificationFilter = Readonly<z.infer<typeof notificationFilterSchema>>;

const isNot = z.boolean().default(false);
const word = z.string().min(1).max(MAX_SEARCH_WORD);
const span = { from: epochMsSchema.nullable(), until: epochMsSchema.nullable() };

/** A day of the UTC calendar, such as `2026-03-12`. */
export const utcDaySchema = z.iso.date();

/** One condition of a filter; `isNot` negates it. */
export const inboxSearchTermSchema = z.discriminatedUnion('field', [
  /**
   * Case-insensitive part of the title, of the text, or of the local name of its recipient, of its creator, or of the
   * patient of the requisition that it is about.
   */
  z.strictObject({ field: z.literal('text'), value: word, isNot }),
  /**
   * A whole id, the end of one (at least four characters), or a part of its local name: recipient, creator.
   */
  z.strictObject({ field: z.enum(['to', 'by']), value: word, isNot }),
  /** The kind of object that it is about, by the service's name; `nothing` for none. Case-insensitive. */
  z.strictObject({ field: z.literal('about'), value: word, isNot }),
  /** `mine`: for the user of the account, or without a recipient; all are, where that user is not known. */
  z.strictObject({ field: z.enum(['mine', 'unread', 'unsent', 'snoozed']), value: z.boolean(), isNot }),
  /** Created within this span, which is given in days of the local time zone. */
  z.strictObject({ field: z.literal('created'), ...span, isNot }),
  /**
   * The filters of the service (section 4.3 of its document): created after this instant, before this instant, or on this UTC
   * day; the last cannot be combined with the others.
   */
  z.strictObject({
    field: z.enum(['search_from', 'search_until']),
    value: z.iso.datetime({ offset: true }),
    isNot,
  }),
  z.strictObject({ field: z.literal('search_on'), value: utcDaySchema, isNot }),
]);
export type InboxSearchTerm = Readonly<z.infer<typeof inboxSearchTermSchema>>;

/**
 * Returns whether `search_on` is combined with one of the other two, instead of which it is used (section
 * 4.3).
 */
export function hasConflictingDayFilters(terms: readonly Pick<InboxSearchTerm, 'field'>[]): boolean {
  const has = (field: InboxSearchTerm['field']): boolean => terms.some((term) => term.field === field);
  return has('search_on') && (has('search_from') || has('search_until'));
}

/**
 * Returns whether a notification is for the user of the account, or may be: it names no recipient, or that user is not known.
 * @param recipient its `user` (section 2.4); empty where it names none
 */
export function isForAccountUser(recipient: string, accountUser: string | null): boolean {
  return accountUser === null || recipient === '' || recipient === accountUser;
}

/**
 * Returns a filter without the notifications for other users, which their own users mark and count; a filter that asks for
 * recipients is unchanged.
 */
export function leaveOutOtherUsers(terms: readonly InboxSearchTerm[]): readonly InboxSearchTerm[] {
  if (asksForRecipients(terms)) return terms;
  return [...terms, { field: 'mine', value: true, isNot: false }];
}

/** Returns whether a filter says for whom its notifications are. */
export function asksForRecipients(terms: readonly Pick<InboxSearchTerm, 'field'>[]): boolean {
  return terms.some(({ field }) => field === 'to' || field === 'mine');
}

export const inboxSearchTermsSchema = z
  .array(inboxSearchTermSchema)
  // `leaveOutOtherUsers` adds one to those that the user has typed.
  .max(MAX_SEARCH_TERMS + 1)
  .readonly()
  .refine((terms) => !hasConflictingDayFilters(terms), 'search_on stands alone');

/** The syntax of searches of the inbox. */
export const INBOX_SEARCH_SYNTAX: SearchSyntax<InboxSearchOperator, InboxSearchTerm> = {
  ...INBOX_SEARCH_GRAMMAR,
  term: inboxSearchTermSchema,
};

export const inboxSortSchema = z.strictObject({
  /** Whether unread notifications come first; otherwise by time only. Newest first in both cases. */
  unreadFirst: z.boolean(),
});

/**
 * A row of the inbox: the newest of the matching notifications to one recipient about one object. A
 * notification without an object has a row of its own.
 */
export const inboxListRowSchema = basicNotificationRowSchema.extend({
  /** The number of notifications grouped in the row, and how many of them are unread. */
  notifications: z.number().int().positive(),
  unread: z.number().int().nonnegative(),
  createdBy: z.string(),
  /** The patient of the requisition that it is about; empty where the cache has no such requisition. */
  patient: z.string(),
  /** Until when the newest is snoozed; null where it is not. Such rows are listed by `snoozed:yes` alone. */
  snoozedUntil: epochMsSchema.nullable(),
  /** One of them was snoozed, and its time has come: the row is among the first. */
  isBack: z.boolean(),
});
export type InboxListRow = Readonly<z.infer<typeof inboxListRowSchema>>;

const notificationCounts = {
  notifications: z.number().int().nonnegative(),
  unread: z.number().int().nonnegative(),
};

/** Counts of all notifications that match a filter, grouped or not. Exact counts, never capped. */
export const inboxCountsSchema = z.strictObject({
  ...notificationCounts,
  rows: z.number().int().nonnegative(),
  /** How many of them are for other users; none where the filter asks for recipients. */
  others: z.strictObject(notificationCounts),
});
export type InboxCounts = Readonly<z.infer<typeof inboxCountsSchema>>;

const DAY_MS = 86_400_000;

/**
 * A filter of the service as a span of whole milliseconds: from `from` until just before `until`; null leaves
 * that end open.
 */
export interface CreationTimeSpan {
  readonly from: number | null;
  readonly until: number | null;
}

/**
 * Returns the span after this instant, so from the next millisecond: both sides use millisecond precision.
 */
export function createSpanAfter(instant: string): CreationTimeSpan {
  return { from: toEpochMs(Date.parse(instant) + 1), until: null };
}

/** Returns the span before this instant. Parts of a millisecond are cut. */
export function createSpanBefore(instant: string): CreationTimeSpan {
  return { from: null, until: toEpochMs(Date.parse(instant)) };
}

/** Returns the span of this UTC day. */
export function createUtcDaySpan(day: string): CreationTimeSpan {
  const from = Date.parse(`${day}T00:00:00.000Z`);
  return { from: toEpochMs(from), until: toEpochMs(from + DAY_MS) };
}
