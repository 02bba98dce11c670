import type { Kind } from '#contract/ids.ts';
import type { Reading } from '#main/engine/service/wire/resource.ts';
import { formShelf } from './form-shelf.ts';
import { isTooDeep } from './nesting.ts';
import { notificationShelf } from './notification-shelf.ts';
import { requisitionShelf } from './requisition-shelf.ts';
import type { Shelf } from './shelf.ts';

/** Per kind how its records are kept. */
export const SHELVES: Readonly<Record<Kind, Shelf>> = {
  form: formShelf,
  requisition: requisitionShelf,
  notification: notificationShelf,
};

/** A resource as its shelf reads it; `unreadable` where no reader foresaw it. */
export type ShelfReading =
  | Reading<{ readonly id: string }>
  | { readonly ok: false; readonly reason: 'too-deep' | 'unreadable' };

/** Reads a resource. One that no reader foresaw is refused like any other: one bad record never stops a page. */
export function readWith(shelf: Shelf, value: unknown): ShelfReading {
  try {
    const reading = shelf.read(value);
    return reading.ok && isTooDeep(value) ? { ok: false, reason: 'too-deep' } : reading;
  } catch {
    return { ok: false, reason: 'unreadable' };
  }
}
