import { ID_PREFIXES, type Kind, isLocalId, type PendingState } from '#contract/records.ts';
import { toEpochMs } from '#contract/time.ts';
import type { OperationName } from '#contract/changes.ts';
import type { JsonObject } from '#main/engine/api/parse/fields.ts';
import type { ParsedResource } from '#main/engine/api/parse/resource.ts';
import { applyOverlayChanges } from '#main/engine/local/outbox/overlay.ts';
import type { ReadableDb } from '#main/engine/sqlite/db.ts';
import { emptySql, sql, toSqlList } from '#main/engine/sqlite/sql.ts';

/**
 * Parses a resource that may have a local id. The parsers reject such an id, because the service never sends
 * one; it is therefore replaced while parsing.
 */
export function parseRecordAllowingLocalId<R extends { readonly id: string }>(
  kind: Kind,
  pending: JsonObject,
  read: (value: unknown) => ParsedResource<R>,
): ParsedResource<R> {
  const { id } = pending;
  if (!isLocalId(id, kind)) return read(pending);
  const reading = read({ ...pending, id: `${ID_PREFIXES[kind]}unsent` });
  return reading.ok ? { ok: true, record: { ...reading.record, id } } : reading;
}

/** One pending change of the outbox, with the fields that its record shows. */
interface WaitingChange {
  readonly number: number;
  readonly operation: OperationName;
  readonly kind: Kind;
  readonly target: string;
  /** The changed fields as JSON text: most changes are read many times and applied once. */
  readonly data: string;
  readonly savedBy: string;
  readonly state: PendingState;
  readonly savedAt: number;
}

/** All pending changes of one record, oldest first. */
export interface PendingChangesOfRecord {
  readonly kind: Kind;
  readonly id: string;
  readonly changes: readonly WaitingChange[];
  /** Of the states of the changes, the one that most needs the user's attention. */
  readonly pending: PendingState;
}

export type PendingChangesByRecord = ReadonlyMap<string, PendingChangesOfRecord>;

/** The states of a pending change, from the one that most needs attention to the one that least does. */
const ATTENTION: readonly PendingState[] = ['needs-you', 'rejected', 'uncertain', 'sending', 'saved'];

function mostUrgent(changes: readonly WaitingChange[]): PendingState {
  return ATTENTION.find((state) => changes.some((change) => change.state === state)) ?? 'saved';
}

function isSame(left: readonly WaitingChange[], right: readonly WaitingChange[]): boolean {
  if (left.length !== right.length) return false;
  return left.every((change, index) => {
    const other = right[index];
    return change.number === other?.number && change.state === other.state && change.data === other.data;
  });
}

/**
 * Returns the pending changes by the id of their record. A record without a change keeps its entry of
 * `before`, so that callers can compare by identity.
 * @param targets the ids of the records to read; null for all
 */
export function readPendingChangesByRecord(
  local: ReadableDb,
  before: PendingChangesByRecord,
  targets: ReadonlySet<string> | null,
): PendingChangesByRecord {
  const where = targets === null ? emptySql : sql` WHERE target IN ${toSqlList(targets)}`;
  const changes = local.all(sql<WaitingChange>`
    SELECT number, operation, kind, target, data, saved_by AS savedBy, state, saved_at AS savedAt
    FROM operation${where} ORDER BY number`);
  const waiting = new Map<string, PendingChangesOfRecord>();
  for (const [id, ofRecord] of Map.groupBy(changes, ({ target }) => target)) {
    const known = before.get(id);
    const isKnown = known !== undefined && isSame(known.changes, ofRecord);
    waiting.set(id, isKnown ? known : toWaiting(id, ofRecord));
  }
  return waiting;
}

function toWaiting(id: string, changes: readonly WaitingChange[]): PendingChangesOfRecord {
  const kind = changes[0]?.kind ?? 'form'; // Never used: a group has at least one element.
  return { kind, id, changes, pending: mostUrgent(changes) };
}

/** Returns the record with its pending changes applied; null where there is no record to apply them to. */
export function applyPendingChanges(
  raw: JsonObject | null,
  { id, changes }: PendingChangesOfRecord,
): JsonObject | null {
  const overlayChanges = changes.map(({ operation, data, savedBy, savedAt, state }) => ({
    operation,
    state,
    data: JSON.parse(data) as JsonObject, // The data was validated when the change was saved.
    savedBy,
    savedAt: toEpochMs(savedAt),
  }));
  return applyOverlayChanges(raw, overlayChanges, id);
}
