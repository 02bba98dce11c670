import { toEpochMs, type EpochMs } from '../time.ts';

/** A span of time: from `from` until just before `until`; null leaves that end open. */
export interface EpochMsSpan {
  readonly from: EpochMs | null;
  readonly until: EpochMs | null;
}

/** The present time and the time zone with which relative dates are resolved. */
export interface RelativeDateContext {
  readonly now: EpochMs;
  /** IANA name, or `system`; an unknown name counts as `system`. */
  readonly zone: string;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
// More than the age of any record; larger numbers leave the calendar's range.
const MAX_DAYS = 100_000;

/** Calendar days of one time zone, each as the number of days since 1970-01-01. */
interface Days {
  readonly numberOf: (at: number) => number;
  readonly startOf: (day: number) => EpochMs;
}

function createClockFormat(zone: string): Intl.DateTimeFormat {
  const shown = { dateStyle: 'short', timeStyle: 'medium' } as const;
  try {
    return new Intl.DateTimeFormat('sv-SE', { ...shown, ...(zone === 'system' ? {} : { timeZone: zone }) });
  } catch {
    return new Intl.DateTimeFormat('sv-SE', shown);
  }
}

/** Returns the calendar day of a time in a zone, for example `2026-03-12`. An unknown zone is the system's. */
export function toIsoDay(at: EpochMs, zone: string): string {
  return createClockFormat(zone).format(at).slice(0, 'YYYY-MM-DD'.length);
}

/** Returns what a clock on the wall shows at a time in a zone, for example `2026-03-12 06:30`. An unknown zone is the system's. */
export function toWallClockMinute(at: EpochMs, zone: string): string {
  return createClockFormat(zone).format(at).slice(0, 'YYYY-MM-DD hh:mm'.length);
}

function createDays(zone: string): Days {
  const clock = createClockFormat(zone);
  // A year of five digits has a sign in ISO 8601.
  const toIso = (at: number): string =>
    clock
      .format(at)
      .replace(' ', 'T')
      .replace(/^(?=\d{5})/, '+0');
  const getLocal = (at: number): number => Date.parse(`${toIso(at)}Z`);
  const getOffset = (at: number): number => getLocal(at) - Math.floor(at / 1_000) * 1_000;
  const getNumber = (at: number): number => Math.floor(getLocal(at) / DAY_MS);
  return {
    numberOf: getNumber,
    startOf: (day) => {
      const midnight = day * DAY_MS;
      // Where the clocks change at midnight, only one of the two offsets falls within the day itself.
      const starts = [midnight - DAY_MS, midnight + DAY_MS]
        .map((near) => midnight - getOffset(near))
        .toSorted((left, right) => left - right);
      return toEpochMs(starts.find((start) => getNumber(start) === day) ?? midnight - getOffset(midnight));
    },
  };
}

/** A parsed date: an instant, a day, or a distance from now in days; `early` and `late` are its edges. */
interface ParsedDate {
  readonly early: EpochMs;
  readonly late: EpochMs;
  /** The distance from now; null for an absolute date. */
  readonly distance: { readonly count: number; readonly unit: 'h' | 'd' } | null;
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?Z$/;
// From 1900 on: a date field has early years, such as 0202, while a year is typed.
const DAY = /^(?:19|[2-9]\d)\d{2}-\d{2}-\d{2}$/;
const NAMED_DAY = /^(today|yesterday|tomorrow|day([+-]\d{1,5}))$/;
const DISTANCE = /^(\d{1,5})(h|d|w)$/;
const NAMED_DAYS: Readonly<Record<string, number>> = { today: 0, yesterday: -1, tomorrow: 1 };

/** Returns the days since 1970-01-01 for a day such as `2026-03-12`; null for invalid days. */
function toDayNumber(day: string): number | null {
  const midnight = DAY.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  // An invalid day of a month rolls over into the next month.
  const isDay = !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(day);
  return isDay ? midnight / DAY_MS : null;
}

/**
 * The direction of a distance without a sign, such as `2d`: deadlines are ahead, everything else is in the
 * past.
 */
export type RelativeDateDirection = 'ahead' | 'back';

/** Parses dates as users type them (`2026-03-12`, `2d`), in the given time zone. */
class DateReader {
  readonly #days: Days;
  readonly #now: EpochMs;
  readonly #sign: 1 | -1;

  constructor({ now, zone }: RelativeDateContext, direction: RelativeDateDirection) {
    this.#days = createDays(zone);
    this.#now = now;
    this.#sign = direction === 'ahead' ? 1 : -1;
  }

  /** Returns the start of the day that is the given number of days from today. */
  getDayFromNow(days: number): EpochMs {
    return this.#days.startOf(this.#days.numberOf(this.#now) + days);
  }

  #createWholeDay(day: number): ParsedDate {
    return { early: this.#days.startOf(day), late: this.#days.startOf(day + 1), distance: null };
  }

  #createDistance(count: number, unit: string): ParsedDate | null {
    if (unit === 'h') {
      const at = toEpochMs(this.#now + this.#sign * count * HOUR_MS);
      return { early: at, late: at, distance: { count, unit } };
    }
    const days = unit === 'w' ? count * 7 : count;
    if (days > MAX_DAYS) return null;
    const today = this.#days.numberOf(this.#now);
    return { ...this.#createWholeDay(today + this.#sign * days), distance: { count: days, unit: 'd' } };
  }

  read(written: string): ParsedDate | null {
    if (INSTANT.test(written)) {
      const at = Date.parse(written);
      return Number.isNaN(at) ? null : { early: toEpochMs(at), late: toEpochMs(at), distance: null };
    }
    const word = written.toLowerCase();
    if (DAY.test(word)) {
      const day = toDayNumber(word);
      return day === null ? null : this.#createWholeDay(day);
    }
    const [, name = '', days] = NAMED_DAY.exec(word) ?? [];
    const named = days === undefined ? NAMED_DAYS[name] : Number(days);
    if (named !== undefined) return this.#createWholeDay(this.#days.numberOf(this.#now) + named);
    const [, count, unit] = DISTANCE.exec(word) ?? [];
    return count === undefined || unit === undefined ? null : this.#createDistance(Number(count), unit);
  }

  /** Returns the span between now and a distance. */
  getSpanWithin({ count, unit }: NonNullable<ParsedDate['distance']>): EpochMsSpan {
    const isAhead = this.#sign === 1;
    if (unit === 'h') {
      const edge = toEpochMs(this.#now + this.#sign * count * HOUR_MS);
      return isAhead ? { from: this.#now, until: edge } : { from: edge, until: null };
    }
    if (isAhead) return { from: this.getDayFromNow(0), until: this.getDayFromNow(count + 1) };
    return { from: this.getDayFromNow(-count), until: null };
  }

  get isAhead(): boolean {
    return this.#sign === 1;
  }
}

function readComparison(reader: DateReader, sign: string, written: string): EpochMsSpan | null {
  const date = reader.read(written);
  if (date === null) return null;
  // "Less than a distance ago" means later than it: the comparison is reversed for distances in the past
  // only.
  const isBefore = (sign === '<') === (date.distance === null || reader.isAhead);
  return isBefore ? { from: null, until: date.early } : { from: date.late, until: null };
}

/** Parses one end of a range; null for an omitted (open) end, undefined for an invalid date. */
function readEdge(reader: DateReader, written: string): ParsedDate | null | undefined {
  return written === '' ? null : (reader.read(written) ?? undefined);
}

function readBetween(reader: DateReader, first: string, second: string): EpochMsSpan | null {
  const left = readEdge(reader, first);
  const right = readEdge(reader, second);
  if (left === undefined || right === undefined) return null;
  if (left === null || right === null) return { from: left?.early ?? null, until: right?.late ?? null };
  return {
    from: toEpochMs(Math.min(left.early, right.early)),
    until: toEpochMs(Math.max(left.late, right.late)),
  };
}

function readSingle(reader: DateReader, written: string): EpochMsSpan | null {
  const date = reader.read(written);
  if (date === null) return null;
  if (date.distance !== null) return reader.getSpanWithin(date.distance);
  return { from: date.early, until: date.early === date.late ? toEpochMs(date.late + 1) : date.late };
}

/**
 * Parses a date of a search: `2026-03-12`, an instant in UTC, `today`, `yesterday`, `tomorrow`, `day-2`, or a
 * distance in hours, days or weeks (`4h`, `2d`, `3w`); before or after one with `<` and `>`, between two with
 * `..`, either of which may be omitted. Days are whole days of the time zone. A distance without a sign
 * includes everything up to it.
 * @returns null for an invalid date
 */
export function parseDateSpan(
  written: string,
  calendar: RelativeDateContext,
  direction: RelativeDateDirection,
): EpochMsSpan | null {
  const reader = new DateReader(calendar, direction);
  const sign = written.charAt(0);
  if (sign === '<' || sign === '>') return readComparison(reader, sign, written.slice(1));
  const [first, second, ...more] = written.split('..');
  if (first === undefined || more.length > 0) return null;
  return second === undefined ? readSingle(reader, first) : readBetween(reader, first, second);
}

/** Writes a span of time so that `parseDateSpan` returns it again, to the millisecond. */
export function formatSearchDateSpan({ from, until }: EpochMsSpan): string {
  const formatEnd = (at: EpochMs | null): string => (at === null ? '' : new Date(at).toISOString());
  return `${formatEnd(from)}..${formatEnd(until)}`;
}
