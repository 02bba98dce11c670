import { MAX_ID_LENGTH, type Kind } from '#contract/ids.ts';
import type { QuarantineReason } from '#main/engine/service/wire/resource.ts';
import type { WritableDb } from '#main/engine/store/db.ts';
import { sql } from '#main/engine/store/sql.ts';

/** Entries that one sweep may add: a server that sends nothing usable must not fill the disk. */
export const MAX_QUARANTINE = 10_000;

/** A resource that could not be kept. Nothing of its content is stored, only what tells it from others. */
export interface Refused {
  readonly kind: Kind;
  readonly reason: QuarantineReason | 'too-deep' | 'unreadable';
  readonly hash: Uint8Array;
  readonly value: unknown;
  /** Epoch milliseconds. */
  readonly seenAt: number;
}

/** The id in a parsed resource, whatever else it is; null where it has none of bearable length. */
export function findId(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, 'id')) return null;
  const { id } = value as { id: unknown }; // the line above saw the field
  return typeof id === 'string' && id.length <= MAX_ID_LENGTH ? id : null;
}

/** Notes a refused resource; one that is already there gets a new time. */
export function quarantine(db: WritableDb, { kind, reason, hash, value, seenAt }: Refused): void {
  db.run(sql`
    INSERT INTO quarantine (kind, hash, reason, id, seen_at)
    VALUES (${kind}, ${hash}, ${reason}, ${findId(value)}, ${seenAt})
    ON CONFLICT (kind, hash) DO UPDATE SET seen_at = excluded.seen_at`);
}

/** Drops what a complete sweep that began at `since` (epoch milliseconds) did not meet any more. */
export function releaseQuarantine(db: WritableDb, kind: Kind, since: number): void {
  db.run(sql`DELETE FROM quarantine WHERE kind = ${kind} AND seen_at < ${since}`);
}
