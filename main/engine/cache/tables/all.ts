import { ASSUMPTIONS } from '#contract/assumptions.ts';
import type { Kind } from '#contract/records.ts';
import type { ParsedResource } from '#main/engine/api/parse/resource.ts';
import { formTable } from './forms.ts';
import { notificationTable } from './notifications.ts';
import { requisitionTable } from './requisitions.ts';
import type { RecordTable } from './table.ts';

/**
 * Whether a parsed JSON value is nested deeper than allowed (see the assumptions: nesting). Structured
 * cloning between threads fails where the nesting exceeds the stack. The function is iterative for the same
 * reason.
 */
function isTooDeep(value: unknown): boolean {
  let level: object[] = typeof value === 'object' && value !== null ? [value] : [];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > ASSUMPTIONS.nesting.maxLevels) return true;
    const next: object[] = [];
    for (const parent of level) {
      for (const inner of Object.values(parent) as unknown[]) {
        if (typeof inner === 'object' && inner !== null) next.push(inner);
      }
    }
    level = next;
  }
  return false;
}

/** The record table of each kind. */
export const RECORD_TABLES: Readonly<Record<Kind, RecordTable>> = {
  form: formTable,
  requisition: requisitionTable,
  notification: notificationTable,
};

/** A resource as its record table reads it; `unreadable` where the parser threw. */
export type RecordReading =
  | ParsedResource<{ readonly id: string }>
  | { readonly ok: false; readonly reason: 'too-deep' | 'unreadable' };

/**
 * Reads a resource. One on which the parser throws is refused like any other, so that one bad record never
 * stops a page.
 */
export function readResourceWith(table: RecordTable, value: unknown): RecordReading {
  try {
    const reading = table.read(value);
    return reading.ok && isTooDeep(value) ? { ok: false, reason: 'too-deep' } : reading;
  } catch {
    return { ok: false, reason: 'unreadable' };
  }
}
