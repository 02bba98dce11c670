import type { Kind } from '#contract/records.ts';
import { toEpochMs } from '#contract/time.ts';
import { CHANGE_SCHEMAS } from '#contract/changes.ts';
import { storeLocalId } from '#main/engine/local/ids.ts';
import {
  isCreateOperation,
  insertStoredChange,
  updateStoredChange,
} from '#main/engine/local/outbox/stored-changes.ts';
import type { StoredChange } from '#main/engine/local/protocol.ts';
import { LOCAL_MIGRATIONS, getLocalStorePath } from '#main/engine/local/recovery/open.ts';
import { openDatabaseFile, applyConnectionSettings } from '#main/engine/sqlite/connection.ts';
import type { Connection } from '#main/engine/sqlite/db.ts';
import { migrate } from '#main/engine/sqlite/migrate.ts';
import { TEST_KEY } from './results.ts';

/** When changes of these tests are saved; a test may give another time. */
export const SAVED_AT = Date.parse('2026-04-01T08:00:00.000Z');

type Known = Pick<StoredChange, 'operation' | 'target'>;

/** A change of the outbox: its operation, its record (the local id of a create), and how it differs from a new one. */
export interface PendingChangeInput
  extends Known,
    Partial<Omit<StoredChange, keyof Known | 'number' | 'kind' | 'savedAt'>> {
  readonly savedAt?: number;
}

/** Opens a local store in a folder; creates it if there is none. */
export function localFile(folder: string): Connection {
  const db = openDatabaseFile(getLocalStorePath(folder), TEST_KEY);
  applyConnectionSettings(db, 'full');
  migrate(db, LOCAL_MIGRATIONS, `${folder}/local.before-upgrade.db`);
  return db;
}

/** Adds a change to a local store, in any state. Returns its number. */
export function addPending(app: Connection, { savedAt = SAVED_AT, ...change }: PendingChangeInput): number {
  const { operation, target } = change;
  const { kind } = CHANGE_SCHEMAS[operation];
  if (isCreateOperation(operation)) storeLocalId(app, kind, target);
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
    ...change,
    kind,
    savedAt: toEpochMs(savedAt),
  } as const;
  const number = insertStoredChange(app, whole, null);
  // A new change has no question and no error yet.
  updateStoredChange(app, { ...whole, number });
  return number;
}

/** A local id of a kind, with a number that distinguishes it. */
export function localId(kind: Kind, n = 1): string {
  return `local_${kind}_${String(n).padStart(26, '0')}`;
}
