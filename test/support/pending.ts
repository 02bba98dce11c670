import type { Kind } from '#contract/records.ts';
import { toEpochMs } from '#contract/time.ts';
import { writeSchemas } from '#contract/writes.ts';
import { addLocalId } from '#main/engine/local/ids.ts';
import { isCreate, insertOperation, updateOperation } from '#main/engine/local/outbox/operations.ts';
import type { StoredOperation } from '#main/engine/local/protocol.ts';
import { LOCAL_MIGRATIONS, getLocalStorePath } from '#main/engine/local/recovery/open.ts';
import { openDatabaseFile, applyConnectionSettings } from '#main/engine/sqlite/connection.ts';
import type { Connection } from '#main/engine/sqlite/db.ts';
import { migrate } from '#main/engine/sqlite/migrate.ts';
import { TEST_KEY } from './results.ts';

/** When writes of these tests are saved; a test may give another time. */
export const SAVED_AT = Date.parse('2026-04-01T08:00:00.000Z');

type Known = Pick<StoredOperation, 'operation' | 'target'>;

/** A write of the outbox: its operation, its record (the local id of a create), and how it differs from a new one. */
export interface PendingWriteInput
  extends Known,
    Partial<Omit<StoredOperation, keyof Known | 'number' | 'kind' | 'savedAt'>> {
  readonly savedAt?: number;
}

/** Opens a local store in a folder; creates it if there is none. */
export function localFile(folder: string): Connection {
  const db = openDatabaseFile(getLocalStorePath(folder), TEST_KEY);
  applyConnectionSettings(db, 'full');
  migrate(db, LOCAL_MIGRATIONS, `${folder}/local.before-upgrade.db`);
  return db;
}

/** Adds a write to a local store, in any state. Returns its number. */
export function addPending(app: Connection, { savedAt = SAVED_AT, ...write }: PendingWriteInput): number {
  const { operation, target } = write;
  const { kind } = writeSchemas[operation];
  if (isCreate(operation)) addLocalId(app, kind, target);
  const whole = {
    data: {},
    base: {},
    label: '',
    patient: null,
    savedBy: 'user_me',
    state: 'saved',
    question: null,
    theirs: {},
    candidates: [],
    error: null,
    evidence: {},
    attempts: 0,
    triedAt: null,
    ...write,
    kind,
    savedAt: toEpochMs(savedAt),
  } as const;
  const number = insertOperation(app, whole, null);
  // A new write has no question and no error yet.
  updateOperation(app, { ...whole, number });
  return number;
}

/** A local id of a kind, with a number that distinguishes it. */
export function localId(kind: Kind, n = 1): string {
  return `local_${kind}_${String(n).padStart(26, '0')}`;
}
