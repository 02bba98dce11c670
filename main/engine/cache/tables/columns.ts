import { MAX_ID_LENGTH } from '#contract/records.ts';
import { epochMs, type EpochMs } from '#contract/time.ts';
import { NO_DATE } from './cursor.ts';

/** Longest text of a name or title in a summary; the whole one is in the body. */
const TITLE_LENGTH = 300;
/** Longest identifier or status in a summary: what a filter may ask for. */
const MAX_ID_TEXT = MAX_ID_LENGTH;

// A cut in the middle of a surrogate pair must not leave half of one.
function cut(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).toWellFormed();
}

/** A name or title as a list shows it. */
export function truncateTitle(text: string): string {
  return cut(text, TITLE_LENGTH);
}

/** An identifier or status as a list shows it and filters compare it. */
export function truncateId(text: string): string {
  return cut(text, MAX_ID_TEXT);
}

/** The first 200 characters of a text. */
export function truncateText(text: string): string {
  return cut(text, 200);
}

/** A flag as SQLite keeps it. */
export function bit(flag: boolean): 0 | 1 {
  return flag ? 1 : 0;
}

/** A date for a column that lists are ordered by. */
export function sortDate(date: EpochMs | null): number {
  return date ?? NO_DATE;
}

/** Reads a date of either kind of column back. */
export function readDate(value: number | null): EpochMs | null {
  return value === null || value === NO_DATE ? null : epochMs(value);
}
