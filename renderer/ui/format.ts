import type { EpochMs } from '#contract/time.ts';
import { escapeInvisibleCharactersOfId } from '#contract/visible-id.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Formats dates and times in one time zone, and counts the days between them. The examples are those of `en-GB`. */
export interface DateFormat {
  /** Name of the zone, for example `Europe/Berlin`. */
  readonly zone: string;
  /** `12 Mar 2026` */
  readonly date: (at: EpochMs) => string;
  /** `Thursday 12 March 2026` */
  readonly wholeDay: (at: EpochMs) => string;
  /** `14:05` */
  readonly time: (at: EpochMs) => string;
  /** `12 Mar 2026, 14:05` */
  readonly dateTime: (at: EpochMs) => string;
  /** The time only if it is the same day, otherwise with the date. */
  readonly asOf: (at: EpochMs, now: EpochMs) => string;
  /** For a narrow column: the time if it is the same day, the day if the same year, otherwise the date. */
  readonly short: (at: EpochMs, now: EpochMs) => string;
  /** `2026-03-12`, the format of a date input. */
  readonly isoDay: (at: EpochMs) => string;
  /** Calendar days between two times in the zone; negative if `to` is earlier. */
  readonly days: (from: EpochMs, to: EpochMs) => number;
}

/** The formats of numbers and durations in one locale; those of dates also depend on a time zone. */
function createFormats(locale: string) {
  const createUnitFormat = (options: Intl.NumberFormatOptions): Intl.NumberFormat =>
    new Intl.NumberFormat(locale, { style: 'unit', unitDisplay: 'long', ...options });
  return {
    locale,
    days: createUnitFormat({ unit: 'day' }),
    tenthsOfDays: createUnitFormat({ unit: 'day', maximumFractionDigits: 1 }),
    hours: createUnitFormat({ unit: 'hour' }),
    minutes: createUnitFormat({ unit: 'minute' }),
    relative: new Intl.RelativeTimeFormat(locale, { numeric: 'always' }),
    numbers: new Intl.NumberFormat(locale),
    tenths: new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
  };
}

let formats = createFormats('en-GB');
/** The formats of dates, by time zone and locale: a few of each. */
const dateFormats = new Map<string, DateFormat>();

/**
 * Sets the locale of all formats.
 * @param locale BCP 47 tag, for example `de-AT`
 */
export function setFormatLocale(locale: string): void {
  formats = createFormats(locale);
}

// A Date beyond this is invalid and makes Intl throw; a record may contain any number.
const LAST_DATE = 8.64e15;

function isShowable(at: EpochMs): boolean {
  return Math.abs(at) <= LAST_DATE;
}

/** How long the system's zone is believed, in milliseconds: the user may change it while the page is open. */
const SYSTEM_ZONE_MS = 1_000;
let systemZone = { zone: '', at: -Infinity };
/** The zones that the platform knows, by their names in the settings. */
const knownZones = new Map<string, string>();

function getSystemZone(): string {
  const now = performance.now();
  if (now - systemZone.at >= SYSTEM_ZONE_MS)
    systemZone = { zone: new Intl.DateTimeFormat('en').resolvedOptions().timeZone, at: now };
  return systemZone.zone;
}

/** Returns the time zone if the platform knows it, otherwise the system's. */
function toKnownZone(wanted: string): string {
  if (wanted === 'system') return getSystemZone();
  const known = knownZones.get(wanted);
  if (known !== undefined) return known;
  try {
    const zone = new Intl.DateTimeFormat('en', { timeZone: wanted }).resolvedOptions().timeZone;
    knownZones.set(wanted, zone);
    return zone;
  } catch {
    return getSystemZone();
  }
}

/**
 * The formats of one time zone. They are made once for each zone and locale: every row of a list uses them, and making
 * them takes longer than drawing the row.
 * @param wantedZone IANA name, or `system`; an unknown name counts as `system`
 * @param locale BCP 47 tag; the one that is set for the page where it is left out
 */
export function createDateFormat(wantedZone: string, locale = formats.locale): DateFormat {
  const zone = toKnownZone(wantedZone);
  const name = `${zone} ${locale}`;
  const made = dateFormats.get(name) ?? createZoneFormat(zone, locale);
  dateFormats.set(name, made);
  return made;
}

/** Keeps a last letter, such as the Arabic sign of the afternoon, on the line of the time before it. */
function keepLastLetter(text: string): string {
  return text.replace(/ (?=\p{L}$)/u, '\u{a0}');
}

function createZoneFormat(zone: string, locale: string): DateFormat {
  const make = (options: Intl.DateTimeFormatOptions): ((at: EpochMs) => string) => {
    const format = new Intl.DateTimeFormat(locale, { timeZone: zone, ...options });
    return (at) => (isShowable(at) ? keepLastLetter(format.format(at)) : String(at));
  };
  const date = make({ day: 'numeric', month: 'short', year: 'numeric' });
  const wholeDay = make({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
  const time = make({ hour: '2-digit', minute: '2-digit' });
  const dayMonth = make({ day: 'numeric', month: 'short' });
  const year = make({ year: 'numeric' });
  const isoDay = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' });
  const dayNumber = (at: EpochMs): number =>
    isShowable(at) ? Math.round(Date.parse(`${isoDay.format(at)}T00:00Z`) / DAY_MS) : Number.NaN;
  const dateTime = make({
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  });
  const days = (from: EpochMs, to: EpochMs): number => dayNumber(to) - dayNumber(from);

  return {
    zone,
    date,
    wholeDay,
    time,
    dateTime,
    days,
    isoDay: (at) => (isShowable(at) ? isoDay.format(at) : ''),
    short: (at, now) => {
      if (days(at, now) === 0) return time(at);
      return year(at) === year(now) ? dayMonth(at) : date(at);
    },
    asOf: (at, now) => (days(at, now) === 0 ? time(at) : dateTime(at)),
  };
}

/** A number of days with at most one decimal: `4.8 days`. */
export function formatDaysWithOneDecimal(days: number): string {
  return formats.tenthsOfDays.format(days);
}

/** The units of durations, the largest first. */
const UNITS = [
  { unit: 'day', format: 'days', ms: DAY_MS },
  { unit: 'hour', format: 'hours', ms: HOUR_MS },
  { unit: 'minute', format: 'minutes', ms: MINUTE_MS },
] as const;

/** Returns the largest whole unit of a duration, and how many of it there are. */
function toLargestUnit(lengthMs: number) {
  const largest = UNITS.find(({ ms }) => lengthMs >= ms) ?? UNITS[2];
  return { ...largest, count: Math.floor(lengthMs / largest.ms) };
}

/** A duration in its largest whole unit: `3 days`, `5 hours`, `12 minutes`. */
export function formatDuration(lengthMs: number): string {
  const { format, count } = toLargestUnit(lengthMs);
  return formats[format].format(count);
}

/**
 * How far a time is from now, in the largest whole unit: `3 days ago`, `in 5 hours`. A whole phrase, because many languages
 * inflect the unit after a preposition.
 */
export function formatRelativeTime(at: EpochMs, now: EpochMs): string {
  const { unit, count } = toLargestUnit(Math.abs(at - now));
  return formats.relative.format(at < now ? -count : count, unit);
}

/** A count with thousands separators: `12,500`. */
export function formatCount(count: number): string {
  return formats.numbers.format(count);
}

/** A number with one decimal: `4.0`. */
export function formatWithOneDecimal(amount: number): string {
  return formats.tenths.format(amount);
}

/** The parts of an id: prefix, middle, and the end that distinguishes it from others. */
export interface IdParts {
  readonly prefix: string;
  readonly middle: string;
  readonly end: string;
}

const END_LENGTH = 5;

/**
 * Splits an id for display and escapes invisible characters. A text without a prefix is not an id of the
 * service and is not split.
 */
export function splitIdForDisplay(id: string): IdParts {
  const prefix = /^[a-z]+_/.exec(id)?.[0];
  if (prefix === undefined) return { prefix: '', middle: '', end: escapeInvisibleCharactersOfId(id) };
  const body = Array.from(id.slice(prefix.length));
  const cut = Math.max(0, body.length - END_LENGTH);
  const visible = (from: number, to?: number): string =>
    escapeInvisibleCharactersOfId(body.slice(from, to).join(''));
  return { prefix, middle: visible(0, cut), end: visible(cut) };
}

/** Truncates a text to `most` characters and adds an ellipsis; never splits a surrogate pair. */
export function truncateWithEllipsis(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most).replace(/[\uD800-\uDBFF]$/u, '')}…`;
}
