import { SERVICE_ASSUMPTIONS } from '#contract/assumptions.ts';
import type { Kind } from '#contract/records.ts';
import type { RawResource } from '#main/engine/api/parse/envelope.ts';
import type { ParsedResource } from '#main/engine/api/parse/resource.ts';
import { formTable } from './forms.ts';
import { notificationTable } from './notifications.ts';
import { requisitionTable } from './requisitions.ts';
import type { RecordTable } from './table.ts';

/** Returns whether a JSON text opens more objects and arrays than `levels`, also counting those inside strings. */
function hasMoreOpenings(levels: number, text: string): boolean {
  let left = levels;
  for (const opening of ['{', '[']) {
    for (let at = text.indexOf(opening); at !== -1; at = text.indexOf(opening, at + 1)) {
      if (--left < 0) return true;
    }
  }
  return false;
}

function isNestedDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  return Object.values(value).some((inner) => isNestedDeeperThan(levels - 1, inner));
}

/**
 * Returns whether a resource is nested deeper than this number of levels. Structured cloning between threads
 * fails where the nesting exceeds the stack; the number of levels bounds the recursion. Counting brackets in
 * the text saves nearly every resource the recursion.
 */
function isDeeperThan(levels: number, { text, value }: RawResource): boolean {
  return hasMoreOpenings(levels, text) && isNestedDeeperThan(levels, value);
}

/** For each kind, the functions that parse its records and write them to their tables. */
export const RECORD_TABLES: Readonly<Record<Kind, RecordTable>> = {
  form: formTable,
  requisition: requisitionTable,
  notification: notificationTable,
};

/** The result of parsing a received resource; `unreadable` where the parser threw. */
export type RecordParseResult =
  | ParsedResource<{ readonly id: string }>
  | { readonly ok: false; readonly reason: 'too-deep' | 'unreadable' };

/**
 * Reads a resource. One on which the parser throws is refused like any other, so that one bad record never
 * stops a page.
 */
export function parseResourceWith(table: RecordTable, resource: RawResource): RecordParseResult {
  try {
    const reading = table.read(resource.value);
    return reading.ok && isDeeperThan(SERVICE_ASSUMPTIONS.nesting.maxLevels, resource)
      ? { ok: false, reason: 'too-deep' }
      : reading;
  } catch {
    return { ok: false, reason: 'unreadable' };
  }
}
