import { SERVICE_ASSUMPTIONS } from '#contract/assumptions.ts';
import type { Kind } from '#contract/records.ts';
import { err, ok, type Result } from '#contract/result.ts';
import type { Clock } from '#main/base/clock.ts';
import { parseResourceBody } from '#main/engine/api/parse/envelope.ts';
import type { WritableDb } from '#main/engine/sqlite/db.ts';
import { hashResourceText, areResourceTextHashesEqual } from '#main/engine/sqlite/text.ts';
import { clearRecordMissing, recordReturnOfMissing } from './missing-records.ts';
import type { SingleResourceToStore, StoreSingleResourceResult, CacheWriterCalls } from './protocol.ts';
import { parseResourceWith, RECORD_TABLES } from '../tables/all.ts';
import type { RecordDates, RowAndHashOfStoredRecord } from '../tables/table.ts';
import type { WriteBatch } from './batch.ts';
import { MISSING_DATE_SORT_VALUE } from '../tables/cursor.ts';
import { clearFullyCachedUntil, clearListEtag } from './order-detector.ts';
import type { RowNumberSet } from './row-set.ts';

/**
 * The records of a kind that were written or removed singly, each with the write sequence at that time. A
 * page's version of such a record only counts if the page was requested later, or if it is newer by the service's own
 * times; otherwise it may be older.
 */
export class RecentSingleWrites {
  readonly #at = new Map<string, number>();
  /** When the service has deleted a record for this user, monotonic milliseconds. */
  readonly #deletedAt = new Map<string, number>();
  /** When the service has accepted a change of a record by this user, monotonic milliseconds. */
  readonly #changedAt = new Map<string, number>();
  /** Hashes of the texts that single writes have replaced. */
  readonly #former = new Map<string, readonly Uint8Array[]>();
  readonly #clock: Pick<Clock, 'monotonic'>;

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  /** Notes that a record was written or removed singly at a write sequence. */
  note(id: string, at: number): void {
    this.#at.set(id, at);
  }

  /** Notes the hash of the text that a single write replaces. */
  noteReplaced(id: string, hash: Uint8Array): void {
    this.#former.set(id, [...(this.#former.get(id) ?? []), hash]);
  }

  /** Notes that the service has accepted a change of a record by this user. */
  noteChanged(id: string): void {
    this.#changedAt.set(id, this.#clock.monotonic());
  }

  /** Notes that the service has deleted a record for this user. */
  noteDeleted(id: string): void {
    this.#deletedAt.set(id, this.#clock.monotonic());
  }

  /**
   * Whether a response to a request made at `requestedAt` (write sequence) may be older than the cached
   * record. A record that was just deleted is not cached: any response may be older.
   */
  isNewer(id: string, requestedAt: number): boolean {
    const at = this.#at.get(id);
    return this.#isJustDeleted(id) || (at !== undefined && at > requestedAt);
  }

  /**
   * Whether a version is the state of a record before a change of this user that the service has just accepted: the server that
   * has answered may lag behind. It is one with an earlier time, or one that a single write has replaced. A notification, which
   * has no time, may as well have been changed back by another client.
   */
  isStateBeforeChange(
    id: string,
    stored: RowAndHashOfStoredRecord | undefined,
    { updatedAt, hash }: Pick<RowAndHashOfStoredRecord, 'updatedAt' | 'hash'>,
  ): boolean {
    if (stored === undefined || stored.updatedAt === MISSING_DATE_SORT_VALUE || !this.#isJustChanged(id))
      return false;
    const isFormer = (former: Uint8Array): boolean => areResourceTextHashesEqual(former, hash);
    return updatedAt < stored.updatedAt || (this.#former.get(id) ?? []).some(isFormer);
  }

  /** Whether any record was written or removed singly after a write sequence. */
  hasAnyAfter(sequence: number): boolean {
    return [...this.#at.values()].some((at) => at > sequence);
  }

  /** Forgets entries before `at`, because no page that was requested earlier is still being read. */
  forgetBefore(at: number): void {
    for (const [id, noted] of this.#at) if (noted < at) this.#at.delete(id);
    for (const id of this.#deletedAt.keys()) if (!this.#isJustDeleted(id)) this.#deletedAt.delete(id);
    for (const id of this.#changedAt.keys()) if (!this.#isJustChanged(id)) this.#changedAt.delete(id);
    for (const id of this.#former.keys())
      if (!this.#at.has(id) && !this.#changedAt.has(id)) this.#former.delete(id);
  }

  #isJustDeleted(id: string): boolean {
    return this.#isWithin(this.#deletedAt.get(id), SERVICE_ASSUMPTIONS.deletedRecords.lagMs);
  }

  #isJustChanged(id: string): boolean {
    return this.#isWithin(this.#changedAt.get(id), SERVICE_ASSUMPTIONS.earlierStates.lagMs);
  }

  #isWithin(at: number | undefined, lagMs: number): boolean {
    return at !== undefined && this.#clock.monotonic() < at + lagMs;
  }
}

/** The database, the batch and the running sweep that the write of a single record works with. */
export interface SingleWriteContext {
  readonly db: WritableDb;
  readonly batch: WriteBatch;
  readonly recentWrites: RecentSingleWrites;
  /** The rows that the kind's running sweep has received; null where none is running. */
  readonly met: RowNumberSet | null;
}

function toBytes({ text, bytes }: SingleResourceToStore): Uint8Array {
  return bytes ?? new TextEncoder().encode(text ?? '');
}

/** Whether the read version is older than the stored one, by the service's own times. */
function isOlder(stored: RecordDates | undefined, fresh: RecordDates): boolean {
  return stored !== undefined && stored.updatedAt > fresh.updatedAt;
}

/** Whether the read version is newer than the stored one, by the service's own times; false where one has none. */
export function isLaterVersion(stored: RecordDates | undefined, fresh: RecordDates): boolean {
  if (stored === undefined || stored.updatedAt === MISSING_DATE_SORT_VALUE) return false;
  return fresh.updatedAt > stored.updatedAt;
}

interface FreshRecord {
  readonly record: { readonly id: string };
  readonly raw: string;
  readonly hash: Uint8Array;
  readonly stored: RowAndHashOfStoredRecord | undefined;
}

/** Replaces the stored record, unless its text is the same. */
function put(
  { db, batch, recentWrites, met }: SingleWriteContext,
  { kind, fetchedAt, writeSequence, requestedAt }: CacheWriterCalls['storeOne']['input'],
  { record, raw, hash, stored }: FreshRecord,
): void {
  recentWrites.note(record.id, writeSequence);
  if (requestedAt === undefined) recentWrites.noteChanged(record.id);
  const isKnown = stored !== undefined && areResourceTextHashesEqual(stored.hash, hash);
  const row = isKnown ? stored.row : RECORD_TABLES[kind].put(db, stored, { record, hash, raw, fetchedAt });
  met?.add(row);
  if (isKnown) return;
  if (stored !== undefined) recentWrites.noteReplaced(record.id, stored.hash);
  clearListEtag(db, kind);
  batch.recordWrite(kind, stored === undefined ? 'added' : 'changed', record.id);
}

/**
 * Writes one resource in the open transaction. The response to a write always replaces the stored record. A
 * resource that was only read does not replace a newer one, unless it was read twice and this user has not just
 * changed it. Returns 'bad-payload' where it is not a resource of its kind.
 */
export function writeSingleRecord(
  context: SingleWriteContext,
  input: CacheWriterCalls['storeOne']['input'],
): Result<StoreSingleResourceResult> {
  const { db, recentWrites } = context;
  const { kind, fetchedAt, requestedAt = Infinity, isRepeated } = input;
  const resource = parseResourceBody(toBytes(input));
  if (!resource.ok) return resource;
  const { text: raw } = resource.value;
  const table = RECORD_TABLES[kind];
  const reading = parseResourceWith(table, resource.value);
  if (!reading.ok) return err('bad-payload', { detail: reading.reason });
  const { record } = reading;
  const { id } = record;
  const stored = table.find(db, id);
  recordReturnOfMissing(db, kind, { id, at: fetchedAt });
  const dates = table.datesOf(record);
  const isRead = requestedAt < Infinity;
  const hasGoneBack = isRead && isOlder(stored, dates);
  if (recentWrites.isNewer(id, requestedAt) && !isLaterVersion(stored, dates))
    return ok({ id, isOlder: hasGoneBack });
  const hash = hashResourceText(raw);
  if (isRead && recentWrites.isStateBeforeChange(id, stored, { ...dates, hash }))
    return ok({ id, isOlder: true });
  if (hasGoneBack && isRepeated !== true) return ok({ id, isOlder: true });
  // A service restored from a backup has lost more than this record, so the next refresh reads the whole
  // list.
  if (hasGoneBack) clearFullyCachedUntil(db, kind);
  put(context, input, { record, raw, hash, stored });
  return ok({ id, isOlder: false });
}

/** Removes one record in the open transaction; does nothing where it is not stored. */
export function removeCachedRecord(
  { db, batch, recentWrites, met }: SingleWriteContext,
  { kind, id, writeSequence }: { readonly kind: Kind; readonly id: string; readonly writeSequence: number },
): void {
  clearRecordMissing(db, kind, id);
  recentWrites.note(id, writeSequence);
  const stored = RECORD_TABLES[kind].find(db, id);
  if (stored === undefined) return;
  RECORD_TABLES[kind].remove(db, stored);
  met?.delete(stored.row);
  clearListEtag(db, kind);
  batch.recordWrite(kind, 'removed', id);
}
