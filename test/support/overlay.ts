import type { Kind, PendingState } from '#contract/records.ts';
import type { RequisitionFilter } from '#contract/requisitions.ts';
import { epochMs } from '#contract/time.ts';
import { writes, type Operation } from '#contract/writes.ts';
import type { JsonObject } from '#main/engine/api/parse/fields.ts';
import { addLocalId } from '#main/engine/local/ids.ts';
import { LOCAL_MIGRATIONS, localPath } from '#main/engine/local/recovery/open.ts';
import { isCreate, insertOperation } from '#main/engine/local/outbox/operations.ts';
import { connect, settle } from '#main/engine/sqlite/connection.ts';
import type { Connection } from '#main/engine/sqlite/db.ts';
import { migrate } from '#main/engine/sqlite/migrate.ts';
import { testCache, type TestCache } from './cache.ts';
import { TEST_KEY, unwrap } from './engine.ts';
import { idsOf } from './records.ts';

/** When writes of these tests are saved; a test may give another time. */
export const SAVED_AT = Date.parse('2026-04-01T08:00:00.000Z');

export interface Pended {
  readonly operation: Operation;
  /** The record, or the local id of a create. */
  readonly target: string;
  readonly data?: JsonObject;
  readonly state?: PendingState;
  readonly savedBy?: string;
  readonly savedAt?: number;
}

/** A cache and a local store. */
export interface CacheAndLocal extends TestCache {
  readonly app: Connection;
  /** Adds a write to the outbox in any state; returns its number. */
  pend(write: Pended): number;
  /** Stores one resource in the cache, without affecting others. */
  store(kind: Kind, resource: JsonObject): void;
  /** The ids of the list of requisitions, up to 500. */
  requisitionIds(filter?: RequisitionFilter): readonly string[];
}

/** Opens a local store in a folder; creates it if there is none. */
export function localFile(folder: string): Connection {
  const db = connect(localPath(folder), TEST_KEY);
  settle(db, 'full');
  migrate(db, LOCAL_MIGRATIONS, `${folder}/local.before-upgrade.db`);
  return db;
}

/** Adds a write to a local store. */
export function findPend(app: Connection, write: Pended): number {
  const { operation, target, data = {}, state = 'saved', savedBy = 'user_me', savedAt = SAVED_AT } = write;
  const { kind } = writes[operation];
  if (isCreate(operation)) addLocalId(app, kind, target);
  return insertOperation(
    app,
    {
      operation,
      kind,
      target,
      data,
      base: {},
      label: '',
      savedBy,
      state,
      question: null,
      theirs: {},
      candidates: [],
      error: null,
      evidence: {},
      attempts: 0,
      savedAt: epochMs(savedAt),
      triedAt: null,
    },
    null,
  );
}

/** Opens a new cache and a new local store. */
export async function cacheAndLocal(): Promise<CacheAndLocal> {
  const cache = await testCache();
  const app = localFile(cache.file.folder);
  return {
    ...cache,
    app,
    pend: (write) => findPend(app, write),
    store: (kind, resource) => void cache.sweep(kind, [resource]),
    requisitionIds: (filter = {}) =>
      idsOf(unwrap(cache.read('records.list', { kind: 'requisition', filter, limit: 500 }))),
    close: async () => {
      app.close();
      await cache.close();
    },
  };
}

/** A local id of a kind, with a number that distinguishes it. */
export function localId(kind: Kind, n = 1): string {
  return `local_${kind}_${String(n).padStart(26, '0')}`;
}
