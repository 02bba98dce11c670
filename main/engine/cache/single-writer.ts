import { hashOf, isSameHash } from '#main/engine/store/text-hash.ts';
import type { Kind } from '#contract/ids.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { readResource } from '#main/engine/service/wire/envelope.ts';
import type { WritableDb } from '#main/engine/store/db.ts';
import type { Bulk } from './bulk.ts';
import type { SingleResource, WriterCalls } from './protocol.ts';
import type { RowSet } from './row-set.ts';
import type { Dates } from './shelf.ts';
import { readWith, SHELVES } from './shelves.ts';
import type { Singles } from './singles.ts';
import { clearSuspect } from './suspects.ts';

/** What a record that comes alone is written with. */
export interface SingleContext {
  readonly db: WritableDb;
  readonly bulk: Bulk;
  readonly singles: Singles;
  /** The rows that a running sweep of the kind has met. */
  readonly met: RowSet | null;
}

function bytesOf({ text, bytes }: SingleResource): Uint8Array {
  return bytes ?? new TextEncoder().encode(text ?? '');
}

/** Whether what was read is older than what is here, by the service's own times. */
function isOlder(stored: Dates | undefined, fresh: Dates): boolean {
  return stored !== undefined && stored.updatedAt > fresh.updatedAt;
}

/**
 * Writes one resource into the open transaction. The answer to a write wins over whatever is here; what was only read gives way
 * to something newer. 'bad-payload' where it is no resource of its kind.
 */
export function writeOne(
  { db, bulk, singles, met }: SingleContext,
  input: WriterCalls['storeOne']['input'],
): Result<{ id: string }> {
  const { kind, fetchedAt, requestedAt = Infinity, moment } = input;
  const resource = readResource(bytesOf(input));
  if (!resource.ok) return resource;
  const { text: raw, value } = resource.value;
  const shelf = SHELVES[kind];
  const reading = readWith(shelf, value);
  if (!reading.ok) return err('bad-payload', { detail: reading.reason });
  const { record } = reading;
  const { id } = record;
  const stored = shelf.find(db, id);
  const isRead = requestedAt < Infinity;
  if (singles.isNewer(id, requestedAt) || (isRead && isOlder(stored, shelf.datesOf(record))))
    return ok({ id });
  clearSuspect(db, kind, id);
  singles.note(id, moment);
  const hash = hashOf(raw);
  const isKnown = stored !== undefined && isSameHash(stored.hash, hash);
  const row = isKnown ? stored.row : shelf.put(db, stored, { record, hash, raw, fetchedAt });
  met?.add(row);
  if (!isKnown) bulk.wrote(kind, stored === undefined ? 'added' : 'changed', id);
  return ok({ id });
}

/** Takes one record out in the open transaction; one that is not here is out already. */
export function takeOut(
  { db, bulk, singles, met }: SingleContext,
  { kind, id, moment }: { readonly kind: Kind; readonly id: string; readonly moment: number },
): void {
  clearSuspect(db, kind, id);
  singles.note(id, moment);
  const stored = SHELVES[kind].find(db, id);
  if (stored === undefined) return;
  SHELVES[kind].remove(db, stored);
  met?.delete(stored.row);
  bulk.wrote(kind, 'removed', id);
}
