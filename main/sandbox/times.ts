import { DAY, HOUR, MINUTE, SECOND } from '#main/base/durations.ts';

const DATE_TIME = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2}))?$/;

const MAX_DAYS = 4096;
const dayTexts = new Map<number, string>();

/** `2026-03-01T`. Kept: a page of records has thousands of times of few days. */
function dayText(day: number): string {
  const known = dayTexts.get(day);
  if (known !== undefined) return known;
  const text = new Date(day * DAY).toISOString().slice(0, 11);
  if (dayTexts.size >= MAX_DAYS) dayTexts.clear();
  dayTexts.set(day, text);
  return text;
}

function digits(value: number, count: number): string {
  return String(Math.floor(value)).padStart(count, '0');
}

/** ISO 8601 with milliseconds and `Z` (the service's document, section 2.1). `at` is epoch milliseconds. */
export function isoTime(at: number): string {
  const day = utcDay(at);
  const rest = at - day * DAY;
  const hours = digits(rest / HOUR, 2);
  const minutes = digits((rest % HOUR) / MINUTE, 2);
  const seconds = digits((rest % MINUTE) / SECOND, 2);
  return `${dayText(day)}${hours}:${minutes}:${seconds}.${digits(rest % SECOND, 3)}Z`;
}

/** `<date> <time>.<ms>+00`, the form of a notification's `created_at` (section 2.4). */
export function notificationTime(at: number): string {
  return `${isoTime(at).replace('T', ' ').slice(0, -1)}+00`;
}

/** Epoch milliseconds of a notification's `created_at`. */
export function readNotificationTime(text: string): number {
  return Date.parse(`${text.slice(0, -3).replace(' ', 'T')}Z`);
}

/** Epoch milliseconds of an ISO 8601 date or date-time with its offset; null for anything else. */
export function readIsoTime(text: string): number | null {
  if (!DATE_TIME.test(text)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : at;
}

/** The number of the UTC day of a point in time. */
export function utcDay(at: number): number {
  return Math.floor(at / DAY);
}
