import { hash as digest } from 'node:crypto';
import type { Kind } from '#contract/ids.ts';
import type { RawResource } from '#main/engine/service/wire/envelope.ts';
import type { Reading } from '#main/engine/service/wire/resource.ts';
import type { WritableDb } from './db.ts';
import { formShelf } from './form-shelf.ts';
import { notificationShelf } from './notification-shelf.ts';
import { idIn, QUARANTINE_CAP, quarantine } from './quarantine.ts';
import { requisitionShelf } from './requisition-shelf.ts';
import { RowSet } from './row-set.ts';
import type { Shelf, StoredRow } from './shelf.ts';

const SHELVES: Readonly<Record<Kind, Shelf>> = {
  form: formShelf,
  requisition: requisitionShelf,
  notification: notificationShelf,
};

const HASH_BYTES = 16;

/** What became of one resource of a page. */
export interface Stored {
  /** Whether the sweep met it for the first time. */
  readonly isFirstSeen: boolean;
  readonly change: 'added' | 'changed' | 'none';
  /** The id of a row that was written, else empty. */
  readonly id: string;
}

function hashOf(text: string): Uint8Array {
  return digest('sha256', text, 'buffer').subarray(0, HASH_BYTES);
}

function isEqual(left: Uint8Array, right: Uint8Array): boolean {
  return Buffer.compare(left, right) === 0;
}

type Attempt = Reading<{ readonly id: string }> | { readonly ok: false; readonly reason: 'unreadable' };

// A resource that no reader foresaw is set aside like any other: one bad record never stops a page.
function readWith(shelf: Shelf, value: unknown): Attempt {
  try {
    return shelf.read(value);
  } catch {
    return { ok: false, reason: 'unreadable' };
  }
}

/** What one sweep of one kind has met so far, and how its resources come into the file. */
export class SweepStore {
  readonly kind: Kind;
  /** When the sweep began, epoch milliseconds. */
  readonly startedAt: number;
  readonly #shelf: Shelf;
  readonly #seen = new RowSet();
  readonly #refused = new Set<string>();

  constructor(kind: Kind, startedAt: number) {
    this.kind = kind;
    this.startedAt = startedAt;
    this.#shelf = SHELVES[kind];
  }

  /**
   * Writes one resource, unless the very same text is already there, or a newer version of it that this sweep met
   * before (a page that was asked for earlier may come later).
   */
  store(db: WritableDb, resource: RawResource, fetchedAt: number): Stored {
    const { text, value } = resource;
    const hash = hashOf(text);
    const id = idIn(value);
    const stored = id === null ? undefined : this.#shelf.find(db, id);
    // What was read and kept before need not be read again.
    if (stored !== undefined && isEqual(stored.hash, hash)) return this.#known(stored);
    const reading = readWith(this.#shelf, value);
    if (!reading.ok) return this.#refuse(db, { reason: reading.reason, hash, value, fetchedAt });
    const { record } = reading;
    if (stored !== undefined && this.#isOlder(stored, record)) return this.#known(stored);
    const row = this.#shelf.put(db, stored, { record, hash, raw: text, fetchedAt });
    const change = stored === undefined ? 'added' : 'changed';
    return { isFirstSeen: this.#seen.add(row), change, id: record.id };
  }

  #known({ row }: StoredRow): Stored {
    return { isFirstSeen: this.#seen.add(row), change: 'none', id: '' };
  }

  #isOlder(stored: StoredRow, record: { readonly id: string }): boolean {
    return this.#seen.has(stored.row) && stored.updatedAt > this.#shelf.updatedAt(record);
  }

  #refuse(db: WritableDb, refused: Refusal): Stored {
    const name = Buffer.from(refused.hash).toString('latin1');
    const isFirstSeen = !this.#refused.has(name);
    if (isFirstSeen && this.#refused.size < QUARANTINE_CAP) {
      this.#refused.add(name);
      quarantine(db, { kind: this.kind, seenAt: refused.fetchedAt, ...refused });
    }
    return { isFirstSeen, change: 'none', id: '' };
  }
}

interface Refusal {
  readonly reason: Extract<Attempt, { ok: false }>['reason'];
  readonly hash: Uint8Array;
  readonly value: unknown;
  readonly fetchedAt: number;
}
