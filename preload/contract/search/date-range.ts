import { epochMs, type EpochMs } from '../time.ts';

/** A stretch of time: from its first instant until just before the second; open where null. */
export interface DateSpan {
  readonly from: EpochMs | null;
  readonly until: EpochMs | null;
}

/** What a date is measured against. */
export interface Calendar {
  readonly now: EpochMs;
  /** IANA name, or `system`; a name that nobody knows counts as `system`. */
  readonly zone: string;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
// As many as any record here can be old; more would leave the calendar.
const MAX_DAYS = 100_000;

/** Calendar days of one zone, each as the number of days since 1970-01-01. */
interface Days {
  readonly numberOf: (at: number) => number;
  readonly startOf: (day: number) => EpochMs;
}

function clockIn(zone: string): Intl.DateTimeFormat {
  const shown = { dateStyle: 'short', timeStyle: 'medium' } as const;
  try {
    return new Intl.DateTimeFormat('sv-SE', { ...shown, ...(zone === 'system' ? {} : { timeZone: zone }) });
  } catch {
    return new Intl.DateTimeFormat('sv-SE', shown);
  }
}

function daysIn(zone: string): Days {
  const clock = clockIn(zone);
  const getLocal = (at: number): number => Date.parse(`${clock.format(at).replace(' ', 'T')}Z`);
  const offsetAt = (at: number): number => getLocal(at) - Math.floor(at / 1_000) * 1_000;
  const getNumber = (at: number): number => Math.floor(getLocal(at) / DAY_MS);
  return {
    numberOf: getNumber,
    startOf: (day) => {
      const midnight = day * DAY_MS;
      // Where the clocks change at midnight, only one of the two offsets leads into the day itself.
      const starts = [midnight - DAY_MS, midnight + DAY_MS]
        .map((near) => midnight - offsetAt(near))
        .toSorted((left, right) => left - right);
      return epochMs(starts.find((start) => getNumber(start) === day) ?? midnight - offsetAt(midnight));
    },
  };
}

/** A date as it is written: an instant, a day, or a distance from now in days; `early` and `late` are its edges. */
interface WrittenDate {
  readonly early: EpochMs;
  readonly late: EpochMs;
  /** How far from now a distance is; null for what is a date of its own. */
  readonly distance: { readonly count: number; readonly unit: 'h' | 'd' } | null;
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?Z$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const NAMED = /^(today|yesterday|tomorrow|day([+-]\d{1,5}))$/;
const DISTANCE = /^(\d{1,5})(h|d|w)$/;
const NAMED_DAYS: Readonly<Record<string, number>> = { today: 0, yesterday: -1, tomorrow: 1 };

/** Days since 1970-01-01 until a day such as `2026-03-12`; null for what is no day of the calendar. */
function dayNumber(day: string): number | null {
  const midnight = DAY.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  // A day that no month has rolls over into the next one.
  const isDay = !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(day);
  return isDay ? midnight / DAY_MS : null;
}

/** Which way a bare distance such as `2d` goes: deadlines lie ahead, everything else behind. */
export type Way = 'ahead' | 'back';

/** Reads dates as people type them, in one zone. */
class DateReader {
  readonly #days: Days;
  readonly #now: EpochMs;
  readonly #sign: 1 | -1;

  constructor({ now, zone }: Calendar, way: Way) {
    this.#days = daysIn(zone);
    this.#now = now;
    this.#sign = way === 'ahead' ? 1 : -1;
  }

  /** The start of the day so many days from today. */
  dayFromNow(days: number): EpochMs {
    return this.#days.startOf(this.#days.numberOf(this.#now) + days);
  }

  #wholeDay(day: number): WrittenDate {
    return { early: this.#days.startOf(day), late: this.#days.startOf(day + 1), distance: null };
  }

  #distance(count: number, unit: string): WrittenDate | null {
    if (unit === 'h') {
      const at = epochMs(this.#now + this.#sign * count * HOUR_MS);
      return { early: at, late: at, distance: { count, unit } };
    }
    const days = unit === 'w' ? count * 7 : count;
    if (days > MAX_DAYS) return null;
    const today = this.#days.numberOf(this.#now);
    return { ...this.#wholeDay(today + this.#sign * days), distance: { count: days, unit: 'd' } };
  }

  read(written: string): WrittenDate | null {
    if (INSTANT.test(written)) {
      const at = Date.parse(written);
      return Number.isNaN(at) ? null : { early: epochMs(at), late: epochMs(at), distance: null };
    }
    const word = written.toLowerCase();
    if (DAY.test(word)) {
      const day = dayNumber(word);
      return day === null ? null : this.#wholeDay(day);
    }
    const [, name = '', days] = NAMED.exec(word) ?? [];
    const named = days === undefined ? NAMED_DAYS[name] : Number(days);
    if (named !== undefined) return this.#wholeDay(this.#days.numberOf(this.#now) + named);
    const [, count, unit] = DISTANCE.exec(word) ?? [];
    return count === undefined || unit === undefined ? null : this.#distance(Number(count), unit);
  }

  /** Between now and a distance. */
  within({ count, unit }: NonNullable<WrittenDate['distance']>): DateSpan {
    const isAhead = this.#sign === 1;
    if (unit === 'h') {
      const edge = epochMs(this.#now + this.#sign * count * HOUR_MS);
      return isAhead ? { from: this.#now, until: edge } : { from: edge, until: null };
    }
    if (isAhead) return { from: this.dayFromNow(0), until: this.dayFromNow(count + 1) };
    return { from: this.dayFromNow(-count), until: null };
  }

  get isAhead(): boolean {
    return this.#sign === 1;
  }
}

function compared(reader: DateReader, sign: string, written: string): DateSpan | null {
  const date = reader.read(written);
  if (date === null) return null;
  // Less than a distance behind is later than it: only what lies behind turns the sign round.
  const isBefore = (sign === '<') === (date.distance === null || reader.isAhead);
  return isBefore ? { from: null, until: date.early } : { from: date.late, until: null };
}

/** One end of a range; what is left out is open, undefined is no date. */
function edge(reader: DateReader, written: string): WrittenDate | null | undefined {
  return written === '' ? null : (reader.read(written) ?? undefined);
}

function between(reader: DateReader, first: string, second: string): DateSpan | null {
  const left = edge(reader, first);
  const right = edge(reader, second);
  if (left === undefined || right === undefined) return null;
  if (left === null || right === null) return { from: left?.early ?? null, until: right?.late ?? null };
  return {
    from: epochMs(Math.min(left.early, right.early)),
    until: epochMs(Math.max(left.late, right.late)),
  };
}

function at(reader: DateReader, written: string): DateSpan | null {
  const date = reader.read(written);
  if (date === null) return null;
  if (date.distance !== null) return reader.within(date.distance);
  return { from: date.early, until: date.early === date.late ? epochMs(date.late + 1) : date.late };
}

/**
 * Reads a date of the worklist's search: `2026-03-12`, an instant in UTC, `today`, `yesterday`, `tomorrow`, `day-2`, or a
 * distance in hours, days or weeks (`4h`, `2d`, `3w`); before or after one with `<` and `>`, between two with `..`, either of
 * which may be left out. Days are whole ones of the zone. A bare distance is everything up to it.
 * @returns null for what is no date
 */
export function readDateSpan(written: string, calendar: Calendar, way: Way): DateSpan | null {
  const reader = new DateReader(calendar, way);
  const sign = written.charAt(0);
  if (sign === '<' || sign === '>') return compared(reader, sign, written.slice(1));
  const [first, second, ...more] = written.split('..');
  if (first === undefined || more.length > 0) return null;
  return second === undefined ? at(reader, first) : between(reader, first, second);
}

/** A stretch of time as `readDateSpan` reads it back, to the millisecond. */
export function writeDateSpan({ from, until }: DateSpan): string {
  const written = (at: EpochMs | null): string => (at === null ? '' : new Date(at).toISOString());
  return `${written(from)}..${written(until)}`;
}
