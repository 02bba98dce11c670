import type { JsonObject } from '#main/engine/api/parse/fields.ts';

/** Returns the records of a page of `records.list` or `records.dump`, as the service sent them, with pending changes where the page has them. */
export function recordsOf({ items }: { readonly items: readonly string[] }): readonly JsonObject[] {
  return items.map((raw) => JSON.parse(raw) as JsonObject); // the cache keeps objects alone
}

/** Returns the ids of such a page, in its order. */
export function idsOf(page: { readonly items: readonly string[] }): readonly string[] {
  return recordsOf(page).map((record) => String(record['id']));
}
