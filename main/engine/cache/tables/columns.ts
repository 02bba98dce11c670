import { MAX_ID_LENGTH } from '#contract/records.ts';
import { toEpochMs, type EpochMs } from '#contract/time.ts';
import { MISSING_DATE_SORT_VALUE } from './cursor.ts';

/** Maximum length of a name or title in a summary; the body has the whole text. */
const TITLE_LENGTH = 300;
/** Maximum length of an id or status in a summary row; filters truncate to the same length. */
const MAX_ID_TEXT = MAX_ID_LENGTH;

// Cuts a text without splitting a surrogate pair.
function cut(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).toWellFormed();
}

/** Shortens a name or title to the length that its column stores for lists. */
export function truncateTitle(text: string): string {
  return cut(text, TITLE_LENGTH);
}

/** Truncates an id or status to what lists show and filters compare. */
export function truncateId(text: string): string {
  return cut(text, MAX_ID_TEXT);
}

/** Returns the first 200 characters of a text. */
export function truncateText(text: string): string {
  return cut(text, 200);
}

/** Converts a flag to SQLite's 0 or 1. */
export function toSqlBoolean(flag: boolean): 0 | 1 {
  return flag ? 1 : 0;
}

/** Converts a date for a sort column, where a missing date is the smallest number. */
export function toSortDate(date: EpochMs | null): number {
  return date ?? MISSING_DATE_SORT_VALUE;
}

/** Converts a date of a nullable column or of a sort column; null where it is missing. */
export function fromColumnDate(value: number | null): EpochMs | null {
  return value === null || value === MISSING_DATE_SORT_VALUE ? null : toEpochMs(value);
}
