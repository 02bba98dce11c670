import { isDeepStrictEqual } from 'node:util';
import type { ViewedDifference } from '#contract/keepsakes.ts';
import { isJsonObject, type JsonObject } from '#main/engine/service/wire/fields.ts';

/** Fields that say nothing of the record itself. */
const PASSED_OVER: ReadonlySet<string> = new Set(['last_updated_at', 'object', 'id']);

/** A record as it was received, read; one that is no object has no field. */
export function asObject(raw: string): JsonObject {
  const value: unknown = JSON.parse(raw);
  return isJsonObject(value) ? value : {};
}

function findValue(record: JsonObject, field: string): string | null {
  return Object.hasOwn(record, field) ? JSON.stringify(record[field]) : null;
}

/**
 * What became different between two versions of a record, field by field.
 * @param was the earlier one, as it was received
 * @param is the later one
 */
export function difference(was: string, is: string): ViewedDifference['fields'] {
  const [earlier, later] = [asObject(was), asObject(is)];
  const fields = new Set([...Object.keys(later), ...Object.keys(earlier)]);
  return [...fields]
    .filter((field) => !PASSED_OVER.has(field) && !isDeepStrictEqual(earlier[field], later[field]))
    .map((field) => ({ field, was: findValue(earlier, field), is: findValue(later, field) }));
}
