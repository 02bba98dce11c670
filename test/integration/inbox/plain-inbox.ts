import type { InboxTerm } from '#contract/inbox.ts';
import type { JsonObject } from '#main/engine/service/wire/fields.ts';

/** An alert as anybody would note it on paper, with what waits for it. */
export interface PlainAlert {
  readonly raw: JsonObject;
  /** The later it came the higher. */
  readonly turn: number;
  /** The marks that wait, oldest first. */
  readonly marks: readonly boolean[];
}

export type Names = ReadonlyMap<string, string>;

const MOMENT = 1;
const DAY = 86_400_000;

function textOf(alert: PlainAlert, field: string): string {
  return String(alert.raw[field]);
}

/** When it was made, epoch milliseconds; null where that cannot be read. */
export function madeAt(alert: PlainAlert): number | null {
  const [, day, time] = /^(\S+) (\S+)\+00$/.exec(textOf(alert, 'created_at')) ?? [];
  return day === undefined ? null : Date.parse(`${day}T${time}Z`);
}

export function isUnread({ raw, marks }: PlainAlert): boolean {
  return !(marks.at(-1) ?? raw['read'] === true);
}

function about(alert: PlainAlert, field: string): string {
  const value = (alert.raw['props'] as JsonObject)[field]; // the builder gives objects
  return typeof value === 'string' ? value : '';
}

/** Alerts of one thread have the same name. */
export function threadOf(alert: PlainAlert): string {
  const id = about(alert, 'id');
  return id === ''
    ? `alone ${textOf(alert, 'id')}`
    : JSON.stringify([alert.raw['user'], about(alert, 'object'), id]);
}

function isAsked(id: string, word: string, names: Names): boolean {
  if (/^[a-z]{2,8}_/.test(word)) return id === word;
  return (word.length >= 4 && id.endsWith(word)) || (names.get(id) ?? '').includes(word.toLowerCase());
}

function isBetween(at: number | null, from: number, until: number): boolean {
  return at !== null && at >= from && at < until;
}

type TermOf<F extends InboxTerm['field']> = Extract<InboxTerm, { readonly field: F }>;

function holds(alert: PlainAlert, { value }: TermOf<'text'>, names: Names): boolean {
  const folded = value.toLowerCase();
  const texts = [alert.raw['title'], alert.raw['text']].map((text) => String(text).toLowerCase());
  const people = [textOf(alert, 'user'), textOf(alert, 'created_by')].map((id) => names.get(id) ?? '');
  return [...texts, ...people].some((text) => text.includes(folded));
}

function wasMade(alert: PlainAlert, term: InboxTerm): boolean {
  const at = madeAt(alert);
  if (term.field === 'created') return isBetween(at, term.from ?? -Infinity, term.until ?? Infinity);
  if (term.field === 'search_from') return isBetween(at, Date.parse(term.value) + MOMENT, Infinity);
  if (term.field === 'search_until') return isBetween(at, -Infinity, Date.parse(term.value));
  const day = term.field === 'search_on' ? Date.parse(`${term.value}T00:00:00Z`) : Number.NaN;
  return isBetween(at, day, day + DAY);
}

function fulfils(alert: PlainAlert, term: InboxTerm, names: Names): boolean {
  if (term.field === 'text') return holds(alert, term, names);
  if (term.field === 'to') return isAsked(textOf(alert, 'user'), term.value, names);
  if (term.field === 'by') return isAsked(textOf(alert, 'created_by'), term.value, names);
  if (term.field === 'unread') return isUnread(alert) === term.value;
  if (term.field === 'unsent') return alert.marks.length > 0 === term.value;
  if (term.field !== 'about') return wasMade(alert, term);
  return (about(alert, 'object').toLowerCase() || 'nothing') === term.value;
}

/** What a filter finds, newest first. */
export function found(
  alerts: readonly PlainAlert[],
  terms: readonly InboxTerm[],
  names: Names,
): readonly PlainAlert[] {
  return alerts
    .filter((alert) => terms.every((term) => fulfils(alert, term, names) !== term.isNot))
    .toSorted((left, right) => {
      const later = (madeAt(right) ?? -Infinity) - (madeAt(left) ?? -Infinity);
      return Number.isNaN(later) || later === 0 ? right.turn - left.turn : later;
    });
}

export interface PlainLine {
  readonly id: string;
  readonly alerts: number;
  readonly unread: number;
}

/** The same folded into lines, in one of the orders. */
export function lines(alerts: readonly PlainAlert[], unreadFirst: boolean): readonly PlainLine[] {
  const folded = [...Map.groupBy(alerts, threadOf).values()].map((thread) => ({
    id: String(thread[0]?.raw['id']),
    alerts: thread.length,
    unread: thread.filter(isUnread).length,
  }));
  if (!unreadFirst) return folded;
  return [...folded.filter(({ unread }) => unread > 0), ...folded.filter(({ unread }) => unread === 0)];
}
