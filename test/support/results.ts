import type { Result } from '#contract/result.ts';
import type { JsonObject } from '#main/engine/api/parse/fields.ts';

/** A key of 64 hex digits, for tests only. */
export const TEST_KEY = 'c0ffee'.padEnd(64, '0');

/** Returns the value of a successful result; otherwise the test fails with the error's code. */
export function unwrap<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`expected a value, got ${result.error.code} ${result.error.detail ?? ''}`);
  return result.value;
}

/** Returns the records of a page of `records.list` or `records.dump`, as the service sent them, with pending changes where the page has them. */
export function recordsOf({ items }: { readonly items: readonly string[] }): readonly JsonObject[] {
  return items.map((raw) => JSON.parse(raw) as JsonObject); // the cache keeps objects alone
}

/** Returns the ids of such a page, in its order. */
export function idsOf(page: { readonly items: readonly string[] }): readonly string[] {
  return recordsOf(page).map((record) => String(record['id']));
}
