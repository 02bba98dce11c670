import type { InboxSearchTerm } from '#contract/notifications.ts';
import type { JsonObject } from '#main/engine/api/parse/fields.ts';

/** A plain model of a notification, with its pending changes. */
export interface PlainNotification {
  readonly raw: JsonObject;
  /** Higher for those that came later. */
  readonly turn: number;
  /** The pending marks, oldest first. */
  readonly marks: readonly boolean[];
  /** Whether it is snoozed, or was and its time has come. */
  readonly snooze?: 'active' | 'over';
}

export type Names = ReadonlyMap<string, string>;

/** The user of the account whose notifications are drawn. */
export const ACCOUNT_USER = 'user_bert';

const MOMENT = 1;
const DAY = 86_400_000;

function toText(notification: PlainNotification, field: string): string {
  return String(notification.raw[field]);
}

/** When it was created, epoch milliseconds; null if that cannot be parsed. */
export function madeAt(notification: PlainNotification): number | null {
  const [, day, time] = /^(\S+) (\S+)\+00$/.exec(toText(notification, 'created_at')) ?? [];
  return day === undefined ? null : Date.parse(`${day}T${time}Z`);
}

/** Whether it is for the user of the account, or names no recipient. */
export function isMine(notification: PlainNotification): boolean {
  return ['', ACCOUNT_USER].includes(toText(notification, 'user'));
}

export function isUnread({ raw, marks }: PlainNotification): boolean {
  return !(marks.at(-1) ?? raw['read'] === true);
}

function about(notification: PlainNotification, field: string): string {
  const value = (notification.raw['props'] as JsonObject)[field]; // the builder gives objects
  return typeof value === 'string' ? value : '';
}

/** Notifications of one thread have the same name. */
export function getThread(notification: PlainNotification): string {
  const id = about(notification, 'id');
  return id === ''
    ? `alone ${toText(notification, 'id')}`
    : JSON.stringify([notification.raw['user'], about(notification, 'object'), id]);
}

function isAsked(id: string, word: string, names: Names): boolean {
  if (/^[a-z]{2,8}_/.test(word)) return id === word;
  return (word.length >= 4 && id.endsWith(word)) || (names.get(id) ?? '').includes(word.toLowerCase());
}

function isBetween(at: number | null, from: number, until: number): boolean {
  return at !== null && at >= from && at < until;
}

type TermOf<F extends InboxSearchTerm['field']> = Extract<InboxSearchTerm, { readonly field: F }>;

function holds(notification: PlainNotification, { value }: TermOf<'text'>, names: Names): boolean {
  const normalizedText = value.toLowerCase();
  const texts = [notification.raw['title'], notification.raw['text']].map((text) =>
    String(text).toLowerCase(),
  );
  const people = [toText(notification, 'user'), toText(notification, 'created_by')].map(
    (id) => names.get(id) ?? '',
  );
  return [...texts, ...people].some((text) => text.includes(normalizedText));
}

function wasMade(notification: PlainNotification, term: InboxSearchTerm): boolean {
  const at = madeAt(notification);
  if (term.field === 'created') return isBetween(at, term.from ?? -Infinity, term.until ?? Infinity);
  if (term.field === 'search_from') return isBetween(at, Date.parse(term.value) + MOMENT, Infinity);
  if (term.field === 'search_until') return isBetween(at, -Infinity, Date.parse(term.value));
  const day = term.field === 'search_on' ? Date.parse(`${term.value}T00:00:00Z`) : Number.NaN;
  return isBetween(at, day, day + DAY);
}

function fulfils(notification: PlainNotification, term: InboxSearchTerm, names: Names): boolean {
  if (term.field === 'text') return holds(notification, term, names);
  if (term.field === 'to') return isAsked(toText(notification, 'user'), term.value, names);
  if (term.field === 'by') return isAsked(toText(notification, 'created_by'), term.value, names);
  if (term.field === 'mine') return isMine(notification) === term.value;
  if (term.field === 'unread') return isUnread(notification) === term.value;
  if (term.field === 'unsent') return notification.marks.length > 0 === term.value;
  if (term.field === 'snoozed') return (notification.snooze === 'active') === term.value;
  if (term.field !== 'about') return wasMade(notification, term);
  return (about(notification, 'object').toLowerCase() || 'nothing') === term.value;
}

/** Those that a filter may find: without the operator, none that is snoozed. */
export function hideSnoozed(
  notifications: readonly PlainNotification[],
  terms: readonly InboxSearchTerm[],
): readonly PlainNotification[] {
  if (terms.some(({ field }) => field === 'snoozed')) return notifications;
  return notifications.filter(({ snooze }) => snooze !== 'active');
}

/** The hits of a filter, newest first. */
export function found(
  notifications: readonly PlainNotification[],
  terms: readonly InboxSearchTerm[],
  names: Names,
): readonly PlainNotification[] {
  return notifications
    .filter((notification) => terms.every((term) => fulfils(notification, term, names) !== term.isNot))
    .toSorted((left, right) => {
      const later = (madeAt(right) ?? -Infinity) - (madeAt(left) ?? -Infinity);
      return Number.isNaN(later) || later === 0 ? right.turn - left.turn : later;
    });
}

export interface PlainLine {
  readonly id: string;
  readonly notifications: number;
  readonly unread: number;
  readonly isBack: boolean;
}

/** The same grouped into rows, in one of the orders. */
export function lines(
  notifications: readonly PlainNotification[],
  unreadFirst: boolean,
): readonly PlainLine[] {
  const normalizedText = [...Map.groupBy(notifications, getThread).values()].map((thread) => ({
    id: String(thread[0]?.raw['id']),
    notifications: thread.length,
    unread: thread.filter(isUnread).length,
    isBack: thread.some(({ snooze }) => snooze === 'over'),
  }));
  const back = normalizedText.filter(({ isBack }) => isBack);
  const others = normalizedText.filter(({ isBack }) => !isBack);
  if (!unreadFirst) return [...back, ...others];
  return [
    ...back,
    ...others.filter(({ unread }) => unread > 0),
    ...others.filter(({ unread }) => unread === 0),
  ];
}
