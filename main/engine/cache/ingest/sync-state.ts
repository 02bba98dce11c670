import type { Quarantined } from '#contract/outbox.ts';
import { MAX_ID_LENGTH, type Kind } from '#contract/records.ts';
import type { ListOrder } from '#contract/sync-health.ts';
import { epochMs, type EpochMs } from '#contract/time.ts';
import type { QuarantineReason } from '#main/engine/api/parse/resource.ts';
import type { WritableDb, ReadableDb } from '#main/engine/sqlite/db.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { readDate } from '../tables/columns.ts';

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

/** Records that could not be kept, newest first. */
export function quarantined(db: ReadableDb, limit: number): readonly Quarantined[] {
  const rows = db.all(sql<Omit<Quarantined, 'seenAt'> & { readonly seenAt: number }>`
    SELECT kind, reason, id, seen_at AS seenAt FROM quarantine ORDER BY seen_at DESC, kind, hash LIMIT ${limit}`);
  return rows.map((row) => ({ ...row, seenAt: epochMs(row.seenAt) }));
}

/** How a sync of a kind ended. `failed`: it brought nothing. */
export type Outcome = 'complete' | 'incomplete' | 'failed';

/** What is known about a kind's rows between runs. */
export interface KindState {
  readonly kind: Kind;
  readonly cached: number;
  /** How the last sync that brought anything ended; `never` where none has. */
  readonly outcome: Exclude<Outcome, 'failed'> | 'never';
  readonly lastSuccessAt: EpochMs | null;
  readonly lastCheckedAt: EpochMs | null;
  readonly order: ListOrder | null;
  readonly suspected: number;
  readonly quarantined: number;
}

interface Dated {
  readonly lastSuccessAt: number | null;
  readonly lastCheckedAt: number | null;
}

/** The state of every kind. */
export function kindStates(db: ReadableDb): readonly KindState[] {
  const rows = db.all(sql<Omit<KindState, keyof Dated> & Dated>`
    SELECT kind, cached, outcome, last_success_at AS lastSuccessAt, last_checked_at AS lastCheckedAt,
      list_order AS "order",
      (SELECT count(*) FROM missing_record WHERE missing_record.kind = sync_state.kind) AS suspected,
      (SELECT count(*) FROM quarantine WHERE quarantine.kind = sync_state.kind) AS quarantined
    FROM sync_state`);
  return rows.map((row) => ({
    ...row,
    lastSuccessAt: readDate(row.lastSuccessAt),
    lastCheckedAt: readDate(row.lastCheckedAt),
  }));
}

/** How many rows of a kind are in the file, from its counter. */
export function cachedCount(db: ReadableDb, kind: Kind): number {
  return db.get(sql<{ cached: number }>`SELECT cached FROM sync_state WHERE kind = ${kind}`)?.cached ?? 0;
}

/** Adds rows to a kind's counter, or takes them off. Belongs into the transaction that inserts or deletes them. */
export function addCached(db: WritableDb, kind: Kind, added: number): void {
  db.run(sql`UPDATE sync_state SET cached = cached + ${added} WHERE kind = ${kind}`);
}

/**
 * Notes how a sync ended; `at` (epoch milliseconds) counts where it was complete. One that failed says nothing about
 * the rows that are here.
 */
export function noteOutcome(db: WritableDb, kind: Kind, outcome: Outcome, at: number): void {
  if (outcome === 'failed') return;
  db.run(sql`UPDATE sync_state SET outcome = ${outcome}, last_checked_at = ${at} WHERE kind = ${kind}`);
  if (outcome === 'complete') {
    db.run(sql`UPDATE sync_state SET last_success_at = ${at} WHERE kind = ${kind}`);
  }
}

/** When the newest syncs of a kind began, epoch milliseconds; null before the first. */
export interface SyncTimes {
  /** That would have shown everything that was updated. */
  readonly lastCheckedSyncAt: number | null;
  /** That took the whole list. */
  readonly lastWholeAt: number | null;
}

/** Since when the list of a kind is known to have been as it is here. */
export function toSyncTimes(db: ReadableDb, kind: Kind): SyncTimes {
  const viewedVersions = db.get(sql<SyncTimes>`
    SELECT last_sync_started_at AS lastCheckedSyncAt, last_sweep_started_at AS lastWholeAt FROM sync_state WHERE kind = ${kind}`);
  return viewedVersions ?? { lastCheckedSyncAt: null, lastWholeAt: null };
}

/** Notes when a sync began that came to its end. */
export function noteVisit(db: WritableDb, kind: Kind, startedAt: number, isWhole: boolean): void {
  db.run(sql`UPDATE sync_state SET last_sync_started_at = ${startedAt} WHERE kind = ${kind}`);
  if (isWhole) db.run(sql`UPDATE sync_state SET last_sweep_started_at = ${startedAt} WHERE kind = ${kind}`);
}
