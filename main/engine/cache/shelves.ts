import { hash as digest } from 'node:crypto';
import type { Kind } from '#contract/ids.ts';
import type { Reading } from '#main/engine/service/wire/resource.ts';
import { formShelf } from './form-shelf.ts';
import { notificationShelf } from './notification-shelf.ts';
import { requisitionShelf } from './requisition-shelf.ts';
import type { Shelf } from './shelf.ts';

/** Per kind how its records are kept. */
export const SHELVES: Readonly<Record<Kind, Shelf>> = {
  form: formShelf,
  requisition: requisitionShelf,
  notification: notificationShelf,
};

const HASH_BYTES = 16;

/** What tells one resource's text from another. */
export function hashOf(text: string): Uint8Array {
  return digest('sha256', text, 'buffer').subarray(0, HASH_BYTES);
}

/** Whether two hashes are the same. */
export function isSameHash(left: Uint8Array, right: Uint8Array): boolean {
  return Buffer.compare(left, right) === 0;
}

/** A resource as its shelf reads it; `unreadable` where no reader foresaw it. */
export type ShelfReading =
  | Reading<{ readonly id: string }>
  | { readonly ok: false; readonly reason: 'unreadable' };

/** Reads a resource. One that no reader foresaw is refused like any other: one bad record never stops a page. */
export function readWith(shelf: Shelf, value: unknown): ShelfReading {
  try {
    return shelf.read(value);
  } catch {
    return { ok: false, reason: 'unreadable' };
  }
}
