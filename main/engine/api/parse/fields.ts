import type { InvalidFieldFlag } from '#contract/record-schemas.ts';
import { isId, type IdFamily } from '#contract/records.ts';
import { toEpochMs, type EpochMs } from '#contract/time.ts';

const TIMESTAMP =
  /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(?:[Zz]|([+-])([01]\d|2[0-3])(?::?([0-5]\d))?)$/;

/** The common format of timestamps, on a day that every month has. */
const COMMON_TIMESTAMP = /^(?!0000)\d{4}-\d\d-(?:[01]\d|2[0-8])T(?:[01]\d|2[0-3]):\d\d:\d\d\.\d{3}Z$/;

/** Returns the offset in minutes east of UTC; a bare `Z` has no sign and means zero. */
function toOffsetMinutes(
  sign: string | undefined,
  hours: string | undefined,
  minutes: string | undefined,
): number {
  const size = Number(hours ?? 0) * 60 + Number(minutes ?? 0);
  return sign === '-' ? -size : size;
}

/** Returns whether the calendar has this day: the built-in parser turns 30 February into 1 or 2 March. */
function isCalendarDay(year: number, month: number, day: number): boolean {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

function toValidTime(moment: number): EpochMs | null {
  return Number.isNaN(moment) ? null : toEpochMs(moment);
}

/**
 * Reads a timestamp in either format of the service's document: ISO 8601 with `T` and `Z` (section 2.1), or
 * `<date> <time>.<ms>+00` (section 2.4). Fractions below a millisecond are cut off. A text without a zone is
 * refused, because its time is ambiguous.
 * @returns epoch milliseconds, or null for anything else
 */
export function parseTimestamp(text: string): EpochMs | null {
  // The built-in parser reads the common format correctly and takes a quarter of the time: a sync reads a
  // million timestamps.
  if (COMMON_TIMESTAMP.test(text)) return toValidTime(Date.parse(text));
  const parts = TIMESTAMP.exec(text);
  if (parts === null) return null;
  const [, year, month, day, hour, minute, second, fraction = '', sign, zoneHours, zoneMinutes] = parts;
  const [y, mo, d, h, mi, s] = [year, month, day, hour, minute, second].map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]; // The pattern has six groups of digits.
  if (y < 1 || h > 23 || mi > 59 || s > 59 || !isCalendarDay(y, mo, d)) return null;
  const date = new Date(0);
  date.setUTCFullYear(y, mo - 1, d);
  date.setUTCHours(h, mi, s, Number(fraction.slice(0, 3).padEnd(3, '0')));
  return toEpochMs(date.getTime() - toOffsetMinutes(sign, zoneHours, zoneMinutes) * 60_000);
}

const LATEST_EPOCH_MS = 253_402_300_799_999; // the last millisecond of the year 9999

/**
 * Reads the value of a timestamp field: a text, or a number of epoch milliseconds (see the assumptions:
 * timestampsAsNumbers).
 * @returns epoch milliseconds, or null for anything else
 */
export function readTimestamp(value: unknown): EpochMs | null {
  if (typeof value === 'string') return parseTimestamp(value);
  const isTimestamp = typeof value === 'number' && value >= 0 && value <= LATEST_EPOCH_MS;
  return isTimestamp ? toEpochMs(value) : null;
}

/** A parsed JSON object, whose fields are not checked yet. */
export type JsonObject = Readonly<Record<string, unknown>>;

const FLAG_LIMIT = 20;
/** Returns whether a parsed value is a JSON object. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns a parsed list, whose items are not checked; empty where the value is no list. */
export function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/**
 * Reads the fields of one resource tolerantly: a missing or mistyped field becomes the document's empty value
 * (section 2.1) and a flag with its path. It is written by hand because it runs for every record of a sync.
 */
export class ResourceFieldReader {
  readonly #value: JsonObject;
  readonly #path: string;
  readonly #flags: InvalidFieldFlag[];

  /**
   * @param value the object whose fields are read
   * @param flags collects the problems; shared with nested objects
   * @param path prefix of the paths in flags: empty for the resource itself, else `diagnoses[2].`
   */
  constructor(value: JsonObject, flags: InvalidFieldFlag[], path = '') {
    this.#value = value;
    this.#flags = flags;
    this.#path = path;
  }

  #addFlag(name: string, problem: InvalidFieldFlag['problem']): void {
    if (this.#flags.length < FLAG_LIMIT) this.#flags.push({ field: `${this.#path}${name}`, problem });
  }

  #addMismatch(name: string, value: unknown): void {
    this.#addFlag(name, value === undefined ? 'missing' : 'wrong-type');
  }

  /** Returns whether a field is there: neither missing nor null, which is how a service may write what is empty (`unsentDefaults`). */
  has(name: string): boolean {
    return (this.#value[name] ?? null) !== null;
  }

  /** Reads a field that is a text; empty where it is absent, and flagged where it is of another type. */
  readText(name: string): string {
    const value = this.#value[name];
    if (typeof value === 'string') return value;
    this.#addMismatch(name, value);
    return '';
  }

  /** Reads a text that may be null; null and absence become empty. */
  readOptionalText(name: string): string {
    return this.#value[name] === null ? '' : this.readText(name);
  }

  /** Reads an id that is a number, as text; a text is flagged and kept. */
  readNumericId(name: string): string {
    const value = this.#value[name];
    if (typeof value === 'number') return String(value);
    this.#addMismatch(name, value);
    return typeof value === 'string' ? value : '';
  }

  /** Reads a value whose shape the document leaves open; null where it is absent. */
  readOpen(name: string): unknown {
    const value = this.#value[name];
    if (value === undefined) this.#addFlag(name, 'missing');
    return value ?? null;
  }

  /** Reads a list of values whose shape the document leaves open. */
  readOpenList(name: string): readonly unknown[] {
    return this.#readElements(name);
  }

  /**
   * Reads a reference to an id of a family; null, empty and absent become empty. An id of another shape is
   * flagged and kept.
   */
  readReference(name: string, family: IdFamily): string {
    const value = this.#value[name];
    if (value === null || value === '') return '';
    const reference = this.readText(name);
    if (reference !== '' && !isId(family, reference)) this.#addFlag(name, 'bad-id');
    return reference;
  }

  /** Flags the resource where its `object` field does not name its kind. */
  expectObject(kind: string): void {
    const object = this.readText('object');
    if (object !== '' && object !== kind) this.#addFlag('object', 'unknown-object');
  }

  /** Reads a boolean; false where it is absent. */
  readFlag(name: string): boolean {
    const value = this.#value[name];
    if (typeof value === 'boolean') return value;
    this.#addMismatch(name, value);
    return false;
  }

  /** Reads a timestamp that may be absent; null then, and where it is unreadable. */
  readOptionalTime(name: string): EpochMs | null {
    const value = this.#value[name];
    return value === null || value === '' ? null : this.readTime(name);
  }

  /** Reads a required timestamp; null and a flag where it is absent or unreadable. */
  readTime(name: string): EpochMs | null {
    const value = this.#value[name];
    const moment = readTimestamp(value);
    if (typeof value !== 'string') this.#addMismatch(name, value);
    else if (moment === null) this.#addFlag(name, 'bad-date');
    return moment;
  }

  /** Reads a list of objects; elements of another type are dropped and flagged. */
  readObjects<T>(name: string, read: (fields: ResourceFieldReader) => T): readonly T[] {
    const items: T[] = [];
    this.#readElements(name).forEach((element, index) => {
      const place = `${name}[${index}]`;
      if (isJsonObject(element))
        items.push(read(new ResourceFieldReader(element, this.#flags, `${this.#path}${place}.`)));
      else this.#addFlag(place, 'wrong-type');
    });
    return items;
  }

  /** Reads a list of objects that may be null; null is an empty list. */
  readOptionalObjects<T>(name: string, read: (fields: ResourceFieldReader) => T): readonly T[] {
    return this.#value[name] === null ? [] : this.readObjects(name, read);
  }

  /** Reads a list of texts; elements of another type are dropped and flagged. */
  readTexts(name: string): readonly string[] {
    return this.#readElements(name).filter((element, index): element is string => {
      if (typeof element !== 'string') this.#addFlag(`${name}[${index}]`, 'wrong-type');
      return typeof element === 'string';
    });
  }

  /** Returns the fields of a nested object; of an empty one where it is absent. */
  readNested(name: string): ResourceFieldReader {
    const value = this.#value[name];
    if (!isJsonObject(value)) this.#addMismatch(name, value);
    return new ResourceFieldReader(isJsonObject(value) ? value : {}, this.#flags, `${this.#path}${name}.`);
  }

  #readElements(name: string): readonly unknown[] {
    const value = this.#value[name];
    if (Array.isArray(value)) return value;
    this.#addMismatch(name, value);
    return [];
  }
}

/** An object or array whose text is being printed, with the children that are still to come. */
interface OpenContainer {
  readonly parts: Iterator<readonly [label: string, value: unknown]>;
  readonly close: string;
  isEmpty: boolean;
}

const INDENT_LIMIT = 40;

function getLineBreak(depth: number): string {
  return `\n${'  '.repeat(Math.min(depth, INDENT_LIMIT))}`;
}

// Generators, so that only the printed part of a huge object is visited.
function* getMembers(value: Readonly<Record<string, unknown>>): Iterator<readonly [string, unknown]> {
  for (const name in value) if (Object.hasOwn(value, name)) yield [`${JSON.stringify(name)}: `, value[name]];
}

function* toElements(value: readonly unknown[]): Iterator<readonly [string, unknown]> {
  for (const element of value) yield ['', element];
}

/**
 * Returns a parsed JSON value as indented text for display. It uses a stack of its own, because a value may
 * be nested deeper than JSON.stringify supports, and stops at the limit.
 * @param limit maximum number of characters; a longer text ends in an ellipsis
 */
export function formatIndentedJson(value: unknown, limit: number): string {
  const open: OpenContainer[] = [];
  let printed = '';
  const print = (inner: unknown): void => {
    if (Array.isArray(inner)) {
      open.push({ parts: toElements(inner), close: ']', isEmpty: true });
      printed += '[';
    } else if (isJsonObject(inner)) {
      open.push({ parts: getMembers(inner), close: '}', isEmpty: true });
      printed += '{';
    } else printed += JSON.stringify(typeof inner === 'string' ? inner.slice(0, limit) : inner);
  };
  print(value);
  for (let frame = open.at(-1); frame !== undefined && printed.length <= limit; frame = open.at(-1)) {
    const next = frame.parts.next();
    if (next.done === true) {
      open.pop();
      printed += `${frame.isEmpty ? '' : getLineBreak(open.length)}${frame.close}`;
      continue;
    }
    const [label, inner] = next.value;
    printed += `${frame.isEmpty ? '' : ','}${getLineBreak(open.length)}${label}`;
    frame.isEmpty = false;
    print(inner);
  }
  return printed.length > limit ? `${printed.slice(0, limit - 1)}…`.toWellFormed() : printed;
}
