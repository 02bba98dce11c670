import { ID_PREFIXES, type Kind, isLocalId, type PendingState } from '#contract/records.ts';
import { epochMs } from '#contract/time.ts';
import type { Operation } from '#contract/writes.ts';
import type { JsonObject } from '#main/engine/api/parse/fields.ts';
import type { Reading } from '#main/engine/api/parse/resource.ts';
import { applyOperations } from '#main/engine/local/outbox/overlay.ts';
import type { ReadableDb } from '#main/engine/sqlite/db.ts';
import { sql } from '#main/engine/sqlite/sql.ts';

/**
 * Reads a resource that may have an id of this desk. The readers of the wire rightly refuse such an id, because the service
 * never sends one; so it is put back after reading.
 */
export function readWithPending<R extends { readonly id: string }>(
  kind: Kind,
  pending: JsonObject,
  read: (value: unknown) => Reading<R>,
): Reading<R> {
  const { id } = pending;
  if (!isLocalId(id, kind)) return read(pending);
  const reading = read({ ...pending, id: `${ID_PREFIXES[kind]}unsent` });
  return reading.ok ? { ok: true, record: { ...reading.record, id } } : reading;
}

/** One write of the outbox, as far as it shows in its record. */
interface WaitingWrite {
  readonly number: number;
  readonly operation: Operation;
  readonly kind: Kind;
  readonly target: string;
  /** JSON text: most writes are looked at many times and laid over once. */
  readonly data: string;
  readonly savedBy: string;
  readonly state: PendingState;
  readonly savedAt: number;
}

/** All that waits for one record, oldest first. */
export interface Waiting {
  readonly kind: Kind;
  readonly id: string;
  readonly writes: readonly WaitingWrite[];
  /** The state that needs most attention. */
  readonly pending: PendingState;
}

export type AllWaiting = ReadonlyMap<string, Waiting>;

/** What needs most attention stands first. */
const ATTENTION: readonly PendingState[] = ['needs-you', 'rejected', 'uncertain', 'sending', 'saved'];

function mostUrgent(writes: readonly WaitingWrite[]): PendingState {
  return ATTENTION.find((state) => writes.some((write) => write.state === state)) ?? 'saved';
}

function isSame(left: readonly WaitingWrite[], right: readonly WaitingWrite[]): boolean {
  if (left.length !== right.length) return false;
  return left.every((write, index) => {
    const other = right[index];
    return write.number === other?.number && write.state === other.state && write.data === other.data;
  });
}

/**
 * What waits, by the id of the record. A record for which nothing changed keeps the entry that it has in `before`, so that
 * whoever built on it can tell.
 */
export function readWaiting(local: ReadableDb, before: AllWaiting): AllWaiting {
  const writes = local.all(sql<WaitingWrite>`
    SELECT number, operation, kind, target, data, saved_by AS savedBy, state, saved_at AS savedAt
    FROM operation ORDER BY number`);
  const waiting = new Map<string, Waiting>();
  for (const [id, ofRecord] of Map.groupBy(writes, ({ target }) => target)) {
    const known = before.get(id);
    const isKnown = known !== undefined && isSame(known.writes, ofRecord);
    waiting.set(id, isKnown ? known : toWaiting(id, ofRecord));
  }
  return waiting;
}

function toWaiting(id: string, writes: readonly WaitingWrite[]): Waiting {
  const kind = writes[0]?.kind ?? 'form'; // a group has a first one
  return { kind, id, writes, pending: mostUrgent(writes) };
}

/** The record as it will be; null where there is nothing to lay the writes over. */
export function applyPending(raw: JsonObject | null, { id, writes }: Waiting): JsonObject | null {
  const operations = writes.map(({ operation, data, savedBy, savedAt, state }) => ({
    operation,
    state,
    data: JSON.parse(data) as JsonObject, // kept by the desk, which checked it
    savedBy,
    savedAt: epochMs(savedAt),
  }));
  return applyOperations(raw, operations, id);
}
