import { ASSUMPTIONS } from '#contract/assumptions.ts';
import type { Kind } from '#contract/records.ts';
import type { ParsedResource } from '#main/engine/api/parse/resource.ts';
import { formTable } from './forms.ts';
import { notificationTable } from './notifications.ts';
import { requisitionTable } from './requisitions.ts';
import type { RecordTable } from './table.ts';

/**
 * Returns whether a parsed JSON value is nested deeper than this number of levels. Structured cloning between
 * threads fails where the nesting exceeds the stack; the number of levels bounds the recursion.
 */
function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  for (const inner of Object.values(value)) if (isDeeperThan(levels - 1, inner)) return true;
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
    return reading.ok && isDeeperThan(ASSUMPTIONS.nesting.maxLevels, value)
      ? { ok: false, reason: 'too-deep' }
      : reading;
  } catch {
    return { ok: false, reason: 'unreadable' };
  }
}
