import type { DataFlag } from '#contract/data-flag.ts';
import { isId, type IdFamily } from '#contract/ids.ts';
import { epochMs, type EpochMs } from '#contract/time.ts';
import { readTimestamp } from './time.ts';

/** What JSON calls an object. */
export type JsonObject = Readonly<Record<string, unknown>>;

const FLAG_LIMIT = 20;
const LATEST_EPOCH_MS = 253_402_300_799_999; // the last millisecond of the year 9999

/** Whether a parsed value is a JSON object. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Reads the fields of one resource tolerantly: a missing or mistyped field answers the document's empty value
 * (section 2.1) and leaves a flag that names its path. Written by hand, because it runs once for every row
 * of a sync.
 */
export class Fields {
  readonly #value: JsonObject;
  readonly #path: string;
  readonly #flags: DataFlag[];

  /**
   * @param value the object whose fields are read
   * @param flags where problems are noted; shared with the objects inside
   * @param path where the object stands, for flags: empty for the resource itself, else `diagnoses[2].`
   */
  constructor(value: JsonObject, flags: DataFlag[], path = '') {
    this.#value = value;
    this.#flags = flags;
    this.#path = path;
  }

  #flag(name: string, problem: DataFlag['problem']): void {
    if (this.#flags.length < FLAG_LIMIT) this.#flags.push({ field: `${this.#path}${name}`, problem });
  }

  #mismatch(name: string, value: unknown): void {
    this.#flag(name, value === undefined ? 'missing' : 'wrong-type');
  }

  /** A text; empty where it is absent. */
  text(name: string): string {
    const value = this.#value[name];
    if (typeof value === 'string') return value;
    this.#mismatch(name, value);
    return '';
  }

  /** A text that may be absent, written as null then; empty where it is. */
  optionalText(name: string): string {
    return this.#value[name] === null ? '' : this.text(name);
  }

  /** An id that the service counts, as text. */
  countedId(name: string): string {
    const value = this.#value[name];
    if (typeof value === 'number') return String(value);
    this.#mismatch(name, value);
    return typeof value === 'string' ? value : '';
  }

  /** A value whose shape the document leaves open; null where it is absent. */
  open(name: string): unknown {
    const value = this.#value[name];
    if (value === undefined) this.#flag(name, 'missing');
    return value ?? null;
  }

  /** A list of values whose shape the document leaves open. */
  openList(name: string): readonly unknown[] {
    return this.#elements(name);
  }

  /**
   * A reference to something of a family; empty where there is none, which may be written as null or as an empty text.
   * One of another shape is flagged and shown as it is.
   */
  reference(name: string, family: IdFamily): string {
    const value = this.#value[name];
    if (value === null || value === '') return '';
    const reference = this.text(name);
    if (reference !== '' && !isId(family, reference)) this.#flag(name, 'bad-id');
    return reference;
  }

  /** Flags an `object` other than the one that the document names for this place. */
  expectObject(kind: string): void {
    const object = this.text('object');
    if (object !== '' && object !== kind) this.#flag('object', 'unknown-object');
  }

  /** A yes or no; false where it is absent. */
  flag(name: string): boolean {
    const value = this.#value[name];
    if (typeof value === 'boolean') return value;
    this.#mismatch(name, value);
    return false;
  }

  /** A moment that may not have come yet; null then, and where it is unreadable. */
  whenever(name: string): EpochMs | null {
    const value = this.#value[name];
    return value === null || value === '' ? null : this.when(name);
  }

  /** A moment that every such resource has; null where it is absent or unreadable, and flagged. */
  when(name: string): EpochMs | null {
    const value = this.#value[name];
    if (typeof value === 'string') {
      const moment = readTimestamp(value);
      if (moment === null) this.#flag(name, 'bad-date');
      return moment;
    }
    this.#mismatch(name, value);
    const isTimestamp = typeof value === 'number' && value >= 0 && value <= LATEST_EPOCH_MS;
    return isTimestamp ? epochMs(value) : null;
  }

  /** A list of objects; elements of another type are left out and flagged. */
  objects<T>(name: string, read: (fields: Fields) => T): readonly T[] {
    const items: T[] = [];
    this.#elements(name).forEach((element, index) => {
      const place = `${name}[${index}]`;
      if (isJsonObject(element)) items.push(read(new Fields(element, this.#flags, `${this.#path}${place}.`)));
      else this.#flag(place, 'wrong-type');
    });
    return items;
  }

  /** A list of texts; elements of another type are left out and flagged. */
  texts(name: string): readonly string[] {
    return this.#elements(name).filter((element, index): element is string => {
      if (typeof element !== 'string') this.#flag(`${name}[${index}]`, 'wrong-type');
      return typeof element === 'string';
    });
  }

  /** The fields of an object inside; of an empty one where it is absent. */
  inside(name: string): Fields {
    const value = this.#value[name];
    if (!isJsonObject(value)) this.#mismatch(name, value);
    return new Fields(isJsonObject(value) ? value : {}, this.#flags, `${this.#path}${name}.`);
  }

  #elements(name: string): readonly unknown[] {
    const value = this.#value[name];
    if (Array.isArray(value)) return value;
    this.#mismatch(name, value);
    return [];
  }
}
