import { DAY, HOUR, MINUTE, SECOND } from '#main/base/durations.ts';

const DATE_TIME = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2}))?$/;

const MAX_DAYS = 4096;
const isoDays = new Map<number, string>();

/** Returns `2026-03-01T`. Cached: a page of records has thousands of times on few days. */
function formatDay(day: number): string {
  const known = isoDays.get(day);
  if (known !== undefined) return known;
  const text = new Date(day * DAY).toISOString().slice(0, 11);
  if (isoDays.size >= MAX_DAYS) isoDays.clear();
  isoDays.set(day, text);
  return text;
}

function padDigits(value: number, count: number): string {
  return String(Math.floor(value)).padStart(count, '0');
}

/**
 * Returns ISO 8601 with milliseconds and `Z` (the service's document, section 2.1). `at` is epoch
 * milliseconds.
 */
export function formatIsoTime(at: number): string {
  const day = toUtcDayNumber(at);
  const rest = at - day * DAY;
  const hours = padDigits(rest / HOUR, 2);
  const minutes = padDigits((rest % HOUR) / MINUTE, 2);
  const seconds = padDigits((rest % MINUTE) / SECOND, 2);
  return `${formatDay(day)}${hours}:${minutes}:${seconds}.${padDigits(rest % SECOND, 3)}Z`;
}

/** Returns `<date> <time>.<ms>+00`, the form of a notification's `created_at` (section 2.4). */
export function formatNotificationTime(at: number): string {
  return `${formatIsoTime(at).replace('T', ' ').slice(0, -1)}+00`;
}

/** Returns the epoch milliseconds of a notification's `created_at`. */
export function parseNotificationTime(text: string): number {
  return Date.parse(`${text.slice(0, -3).replace(' ', 'T')}Z`);
}

/**
 * Returns the epoch milliseconds of an ISO 8601 date or date-time with its offset; null for anything else.
 */
export function parseIsoTime(text: string): number | null {
  if (!DATE_TIME.test(text)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : at;
}

/** Returns the number of the UTC day of an instant. */
export function toUtcDayNumber(at: number): number {
  return Math.floor(at / DAY);
}
