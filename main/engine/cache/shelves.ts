import type { Kind } from '#contract/ids.ts';
import type { Reading } from '#main/engine/service/wire/resource.ts';
import { formTable } from './form-shelf.ts';
import { isTooDeep } from './nesting.ts';
import { notificationTable } from './notification-shelf.ts';
import { requisitionTable } from './requisition-shelf.ts';
import type { RecordTable } from './shelf.ts';

/** Per kind how its records are kept. */
export const RECORD_TABLES: Readonly<Record<Kind, RecordTable>> = {
  form: formTable,
  requisition: requisitionTable,
  notification: notificationTable,
};

/** A resource as its shelf reads it; `unreadable` where no reader foresaw it. */
export type RecordReading =
  | Reading<{ readonly id: string }>
  | { readonly ok: false; readonly reason: 'too-deep' | 'unreadable' };

/** Reads a resource. One that no reader foresaw is refused like any other: one bad record never stops a page. */
export function readWith(table: RecordTable, value: unknown): RecordReading {
  try {
    const reading = table.read(value);
    return reading.ok && isTooDeep(value) ? { ok: false, reason: 'too-deep' } : reading;
  } catch {
    return { ok: false, reason: 'unreadable' };
  }
}
