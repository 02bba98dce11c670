import type { QuarantinedResource } from '#contract/outbox.ts';
import { MAX_ID_LENGTH, type Kind } from '#contract/records.ts';
import type { ObservedListOrder } from '#contract/sync-health.ts';
import { toEpochMs, type EpochMs } from '#contract/time.ts';
import type { QuarantineReason } from '#main/engine/api/parse/resource.ts';
import type { WritableDb, ReadableDb } from '#main/engine/sqlite/db.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { fromColumnDate } from './columns.ts';

/**
 * Maximum number of quarantine entries of one sweep, so that a server that sends nothing usable does not fill
 * the disk.
 */
export const MAX_QUARANTINED_PER_SWEEP = 10_000;

/** A resource that cannot be stored. None of its content is kept, only a hash that identifies it. */
export interface UnstorableResource {
  readonly kind: Kind;
  readonly reason: QuarantineReason | 'too-deep' | 'unreadable';
  readonly hash: Uint8Array;
  readonly value: unknown;
  /** When the resource was received, epoch milliseconds. */
  readonly seenAt: number;
}

/** Returns the id of a parsed JSON value; null where it has none of acceptable length. */
export function getResourceIdIfUsable(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, 'id')) return null;
  const { id } = value as { id: unknown }; // the line above checked the field
  return typeof id === 'string' && id.length <= MAX_ID_LENGTH ? id : null;
}

/** Adds a refused resource to the quarantine, or updates the time of an existing entry. */
export function quarantineResource(
  db: WritableDb,
  { kind, reason, hash, value, seenAt }: UnstorableResource,
): void {
  db.run(sql`
    INSERT INTO quarantine (kind, hash, reason, id, seen_at)
    VALUES (${kind}, ${hash}, ${reason}, ${getResourceIdIfUsable(value)}, ${seenAt})
    ON CONFLICT (kind, hash) DO UPDATE SET seen_at = excluded.seen_at`);
}

/**
 * Deletes quarantine entries that a complete sweep, started at `since` (epoch milliseconds), did not meet
 * again.
 */
export function deleteQuarantineEntriesNotSeenSince(db: WritableDb, kind: Kind, since: number): void {
  db.run(sql`DELETE FROM quarantine WHERE kind = ${kind} AND seen_at < ${since}`);
}

/** Returns the quarantine entries, newest first. */
export function listQuarantined(db: ReadableDb, limit: number): readonly QuarantinedResource[] {
  const rows = db.all(sql<Omit<QuarantinedResource, 'seenAt'> & { readonly seenAt: number }>`
    SELECT kind, reason, id, seen_at AS seenAt FROM quarantine ORDER BY seen_at DESC, kind, hash LIMIT ${limit}`);
  return rows.map((row) => ({ ...row, seenAt: toEpochMs(row.seenAt) }));
}

/** How completely a sync read a kind. `incomplete`: records may be missing. `failed`: nothing was read or stored. */
export type SyncOutcome = 'complete' | 'incomplete' | 'failed';

/** What is stored about a kind's sync between runs. */
export interface KindSyncState {
  readonly kind: Kind;
  readonly cached: number;
  /** Outcome of the last sync that brought anything; `never` before the first. */
  readonly outcome: Exclude<SyncOutcome, 'failed'> | 'never';
  readonly lastSuccessAt: EpochMs | null;
  readonly lastCheckedAt: EpochMs | null;
  readonly order: ObservedListOrder | null;
  readonly suspected: number;
  readonly quarantined: number;
}

interface SyncDates {
  readonly lastSuccessAt: number | null;
  readonly lastCheckedAt: number | null;
}

/** Returns the sync state of every kind. */
export function listKindSyncStates(db: ReadableDb): readonly KindSyncState[] {
  const rows = db.all(sql<Omit<KindSyncState, keyof SyncDates> & SyncDates>`
    SELECT kind, cached, outcome, last_success_at AS lastSuccessAt, last_checked_at AS lastCheckedAt,
      list_order AS "order",
      (SELECT count(*) FROM missing_record
        WHERE missing_record.kind = sync_state.kind AND answer IS NOT 'returned') AS suspected,
      (SELECT count(*) FROM quarantine WHERE quarantine.kind = sync_state.kind) AS quarantined
    FROM sync_state`);
  return rows.map((row) => ({
    ...row,
    lastSuccessAt: fromColumnDate(row.lastSuccessAt),
    lastCheckedAt: fromColumnDate(row.lastCheckedAt),
  }));
}

/** Returns the number of cached rows of a kind, from its counter. */
export function getCachedCount(db: ReadableDb, kind: Kind): number {
  return db.get(sql<{ cached: number }>`SELECT cached FROM sync_state WHERE kind = ${kind}`)?.cached ?? 0;
}

/**
 * Adds to a kind's row counter; negative to subtract. Call it in the transaction that inserts or deletes the
 * rows.
 */
export function addToCachedCount(db: WritableDb, kind: Kind, added: number): void {
  db.run(sql`UPDATE sync_state SET cached = cached + ${added} WHERE kind = ${kind}`);
}

/**
 * Stores how a sync ended, and `at` (epoch milliseconds) as the time of the last check; for a complete sync
 * also as the time of the last success. A failed sync brought nothing, so it changes nothing.
 */
export function recordSyncOutcome(db: WritableDb, kind: Kind, outcome: SyncOutcome, at: number): void {
  if (outcome === 'failed') return;
  db.run(sql`UPDATE sync_state SET outcome = ${outcome}, last_checked_at = ${at} WHERE kind = ${kind}`);
  if (outcome === 'complete') {
    db.run(sql`UPDATE sync_state SET last_success_at = ${at} WHERE kind = ${kind}`);
  }
}

/** Start times of the newest syncs of a kind, epoch milliseconds; null before the first. */
export interface SyncStartTimes {
  /** Start of the last sync that would have shown every update of a record. */
  readonly lastCheckedSyncAt: number | null;
  /** Start of the last sync that read the whole list. */
  readonly lastWholeAt: number | null;
}

/** Returns the start times of the newest syncs of a kind. */
export function getSyncStartTimes(db: ReadableDb, kind: Kind): SyncStartTimes {
  const viewedVersions = db.get(sql<SyncStartTimes>`
    SELECT last_sync_started_at AS lastCheckedSyncAt, last_sweep_started_at AS lastWholeAt FROM sync_state WHERE kind = ${kind}`);
  return viewedVersions ?? { lastCheckedSyncAt: null, lastWholeAt: null };
}

/**
 * Returns when the last sweep of all kinds began: the earliest of their own. Null where a kind was never swept, or its last
 * reading or its last sweep is incomplete.
 */
export function getLastSweepTime(db: ReadableDb): EpochMs | null {
  const sweeps = db.get(sql<{ readonly earliest: number | null; readonly isDue: number }>`
    SELECT min(last_sweep_started_at) AS earliest,
      max(is_sweep_due OR outcome <> 'complete' OR last_sweep_started_at IS NULL) AS isDue
    FROM sync_state`);
  return sweeps === undefined || sweeps.isDue !== 0 ? null : fromColumnDate(sweeps.earliest);
}

/** Stores whether a sweep that read anything is incomplete; a later refresh that reads changes alone does not make up for it. */
export function storeSweepDue(db: WritableDb, kind: Kind, isDue: boolean): void {
  db.run(sql`UPDATE sync_state SET is_sweep_due = ${isDue ? 1 : 0} WHERE kind = ${kind}`);
}

/** Stores the start time of a sync that ran to its end. */
export function recordStartOfFinishedSync(
  db: WritableDb,
  kind: Kind,
  startedAt: number,
  isWhole: boolean,
): void {
  db.run(sql`UPDATE sync_state SET last_sync_started_at = ${startedAt} WHERE kind = ${kind}`);
  if (isWhole) db.run(sql`UPDATE sync_state SET last_sweep_started_at = ${startedAt} WHERE kind = ${kind}`);
}
