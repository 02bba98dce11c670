import { z } from 'zod';
import { appointmentSchema } from './appointments.ts';
import { dataFlagSchema, MAX_ID_LENGTH, pendingStateSchema } from './records.ts';
import { YES_NO, type QueryLanguage } from './search/syntax.ts';
import { epochMsSchema, epochMs } from './time.ts';

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

const isNot = z.boolean().default(false);
const word = z.string().min(1).max(10_000);
const span = { from: epochMsSchema.nullable(), until: epochMsSchema.nullable() };

/** A day of the UTC calendar. */
export const utcDaySchema = z.iso.date();

/** One condition of a filter; `isNot` turns it round. */
export const inboxTermSchema = z.discriminatedUnion('field', [
  /** Case-insensitive part of the title, of the text, or of the local name of its recipient or its creator. */
  z.strictObject({ field: z.literal('text'), value: word, isNot }),
  /** A whole id, the end of one (four characters at least), or a part of its local name: recipient, creator. */
  z.strictObject({ field: z.enum(['to', 'by']), value: word, isNot }),
  /** The kind of the object that it is about, as the service names it; `nothing` for none. Case does not matter. */
  z.strictObject({ field: z.literal('about'), value: word, isNot }),
  z.strictObject({ field: z.enum(['unread', 'unsent']), value: z.boolean(), isNot }),
  /** When it was made, in days of the desk. */
  z.strictObject({ field: z.literal('created'), ...span, isNot }),
  /** The filters of the service (section 4.3): made after, made before this instant, made on this day of UTC; the last alone. */
  z.strictObject({
    field: z.enum(['search_from', 'search_until']),
    value: z.iso.datetime({ offset: true }),
    isNot,
  }),
  z.strictObject({ field: z.literal('search_on'), value: utcDaySchema, isNot }),
]);
export type InboxTerm = Readonly<z.infer<typeof inboxTermSchema>>;

/** `search_on` is used instead of, not together with, the other two (section 4.3). */
export function hasForeignDay(terms: readonly Pick<InboxTerm, 'field'>[]): boolean {
  const has = (field: InboxTerm['field']): boolean => terms.some((term) => term.field === field);
  return has('search_on') && (has('search_from') || has('search_until'));
}

export const inboxTermsSchema = z
  .array(inboxTermSchema)
  .max(40)
  .readonly()
  .refine((terms) => !hasForeignDay(terms), 'search_on stands alone');

export const INBOX_OPERATORS = [
  'to',
  'about',
  'by',
  'unread',
  'unsent',
  'created',
  'search_from',
  'search_until',
  'search_on',
] as const;
export type InboxOperator = (typeof INBOX_OPERATORS)[number];

/** An instant as it may be typed: a day stands for its first moment in UTC. */
export function toInstant(value: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(value) ? `${value}T00:00:00.000Z` : value.toUpperCase();
}

/** How searches of the inbox are written. */
export const INBOX_LANGUAGE: QueryLanguage<InboxOperator, InboxTerm> = {
  operators: INBOX_OPERATORS,
  dates: { created: 'back' },
  words: { unread: YES_NO, unsent: YES_NO },
  meanings: { about: (value) => value.toLowerCase(), search_from: toInstant, search_until: toInstant },
  term: inboxTermSchema,
};

export const inboxSortSchema = z.strictObject({
  /** What is unread before what is read, or by time alone; the newest first either way. */
  unreadFirst: z.boolean(),
});

/**
 * A line of the inbox: the newest of the alerts to one recipient about one object, of those that a filter finds. One that names
 * no object stands alone.
 */
export const inboxRowSchema = notificationRowSchema.extend({
  /** How many alerts are folded into it, and how many of them are unread. */
  notifications: z.number().int().positive(),
  unread: z.number().int().nonnegative(),
  createdBy: z.string(),
});
export type InboxRow = Readonly<z.infer<typeof inboxRowSchema>>;

/** Of all alerts that a filter finds, folded or not. True counts, never cut. */
export const inboxCountsSchema = z.strictObject({
  notifications: z.number().int().nonnegative(),
  unread: z.number().int().nonnegative(),
  rows: z.number().int().nonnegative(),
});
export type InboxCounts = Readonly<z.infer<typeof inboxCountsSchema>>;

const DAY_MS = 86_400_000;

/** The filters of the service as a stretch of whole milliseconds: from the first until just before the second. */
export interface CreatedSpan {
  readonly from: number | null;
  readonly until: number | null;
}

/** After this instant, so from the next millisecond on: both sides tell milliseconds apart, nothing finer. */
export function spanFrom(instant: string): CreatedSpan {
  return { from: epochMs(Date.parse(instant) + 1), until: null };
}

/** Before this instant. An instant with finer parts counts to its millisecond. */
export function spanUntil(instant: string): CreatedSpan {
  return { from: null, until: epochMs(Date.parse(instant)) };
}

/** On this day of UTC. */
export function spanOn(day: string): CreatedSpan {
  const from = Date.parse(`${day}T00:00:00.000Z`);
  return { from: epochMs(from), until: epochMs(from + DAY_MS) };
}
