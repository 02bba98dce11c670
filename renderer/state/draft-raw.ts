/** A raw resource, or some fields of one. */
export type RawFields = Readonly<Record<string, unknown>>;

/** Whether a value is an object with fields, and no list. */
export function isObject(value: unknown): value is RawFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A text of a raw resource; empty where there is none. */
export function findText(raw: RawFields, field: string): string {
  const value = raw[field];
  return typeof value === 'string' ? value : '';
}

/** The JSON of a record as an object; what is no object has no fields. */
export function rawFields(json: string): RawFields {
  try {
    const value: unknown = JSON.parse(json);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** Whether two values of a field say the same. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
