import type { Kind } from '#contract/records.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { readResource } from '#main/engine/api/parse/envelope.ts';
import type { WritableDb } from '#main/engine/sqlite/db.ts';
import { toHash, isSameHash } from '#main/engine/sqlite/text.ts';
import { clearMissing } from './missing-records.ts';
import type { SingleResource, StoredOne, WriterCalls } from '../protocol.ts';
import { readWith, RECORD_TABLES } from '../tables/all.ts';
import type { Dates, StoredRow } from '../tables/table.ts';
import type { WriteBatch } from './batch.ts';
import { forgetKnown } from './order-detector.ts';
import type { RowSet } from './row-set.ts';

/**
 * Which records of a kind were written or removed one by one, and when, by the cache's own count. What a page says about
 * them counts only where the page was asked for later: it may be older than it looks.
 */
export class RecentSingleWrites {
  readonly #at = new Map<string, number>();

  /** Notes that a record was written or removed. */
  note(id: string, at: number): void {
    this.#at.set(id, at);
  }

  /** Whether what was asked for at `requestedAt` may be older than what is here of this record. */
  isNewer(id: string, requestedAt: number): boolean {
    const at = this.#at.get(id);
    return at !== undefined && at > requestedAt;
  }

  /** Forgets what no page can contradict any more, because none that was asked for before `at` is under way. */
  forgetBefore(at: number): void {
    for (const [id, noted] of this.#at) if (noted < at) this.#at.delete(id);
  }
}

/** What a record that comes alone is written with. */
export interface SingleContext {
  readonly db: WritableDb;
  readonly batch: WriteBatch;
  readonly recentWrites: RecentSingleWrites;
  /** The rows that a running sweep of the kind has met. */
  readonly met: RowSet | null;
}

function toBytes({ text, bytes }: SingleResource): Uint8Array {
  return bytes ?? new TextEncoder().encode(text ?? '');
}

/** Whether what was read is older than what is here, by the service's own times. */
function isOlder(stored: Dates | undefined, fresh: Dates): boolean {
  return stored !== undefined && stored.updatedAt > fresh.updatedAt;
}

interface Fresh {
  readonly record: { readonly id: string };
  readonly raw: string;
  readonly stored: StoredRow | undefined;
}

/** Puts one record over what is here, unless the very same text is here already. */
function put(
  { db, batch, recentWrites, met }: SingleContext,
  { kind, fetchedAt, writeSequence }: WriterCalls['storeOne']['input'],
  { record, raw, stored }: Fresh,
): void {
  recentWrites.note(record.id, writeSequence);
  const hash = toHash(raw);
  const isKnown = stored !== undefined && isSameHash(stored.hash, hash);
  const row = isKnown ? stored.row : RECORD_TABLES[kind].put(db, stored, { record, hash, raw, fetchedAt });
  met?.add(row);
  if (!isKnown) batch.wrote(kind, stored === undefined ? 'added' : 'changed', record.id);
}

/**
 * Writes one resource into the open transaction. The answer to a write wins over whatever is here; what was only read gives way
 * to something newer, unless it was read twice. 'bad-payload' where it is no resource of its kind.
 */
export function writeOne(context: SingleContext, input: WriterCalls['storeOne']['input']): Result<StoredOne> {
  const { db, recentWrites } = context;
  const { kind, requestedAt = Infinity, isRepeated } = input;
  const resource = readResource(toBytes(input));
  if (!resource.ok) return resource;
  const { text: raw, value } = resource.value;
  const table = RECORD_TABLES[kind];
  const reading = readWith(table, value);
  if (!reading.ok) return err('bad-payload', { detail: reading.reason });
  const { record } = reading;
  const { id } = record;
  const stored = table.find(db, id);
  clearMissing(db, kind, id);
  if (recentWrites.isNewer(id, requestedAt)) return ok({ id, isOlder: false });
  const hasGoneBack = requestedAt < Infinity && isOlder(stored, table.datesOf(record));
  if (hasGoneBack && isRepeated !== true) return ok({ id, isOlder: true });
  // A service that was restored went back with more than this one: the next refresh reads the whole list.
  if (hasGoneBack) forgetKnown(db, kind);
  put(context, input, { record, raw, stored });
  return ok({ id, isOlder: false });
}

/** Takes one record out in the open transaction; one that is not here is out already. */
export function takeOut(
  { db, batch, recentWrites, met }: SingleContext,
  { kind, id, writeSequence }: { readonly kind: Kind; readonly id: string; readonly writeSequence: number },
): void {
  clearMissing(db, kind, id);
  recentWrites.note(id, writeSequence);
  const stored = RECORD_TABLES[kind].find(db, id);
  if (stored === undefined) return;
  RECORD_TABLES[kind].remove(db, stored);
  met?.delete(stored.row);
  batch.wrote(kind, 'removed', id);
}
