import type { Kind } from '#contract/records.ts';
import type { RequisitionFilter } from '#contract/requisitions.ts';
import type { JsonObject } from '#main/engine/api/parse/fields.ts';
import type { Connection } from '#main/engine/sqlite/db.ts';
import { testCache, type TestCache } from './cache.ts';
import { addPending, localFile, type PendingChangeInput } from './pending.ts';
import { unwrap, idsOf } from './results.ts';

/** A cache and a local store. */
export interface CacheAndLocal extends TestCache {
  readonly app: Connection;
  /** Adds a change to the outbox in any state; returns its number. */
  addPendingChange(change: PendingChangeInput): number;
  /** Stores one resource in the cache, without affecting others. */
  store(kind: Kind, resource: JsonObject): void;
  /** The ids of the list of requisitions, up to 500. */
  requisitionIds(filter?: RequisitionFilter): readonly string[];
}

/** Opens a new cache and a new local store. */
export async function cacheAndLocal(accountUser: string | null = null): Promise<CacheAndLocal> {
  const cache = await testCache(undefined, accountUser);
  const app = localFile(cache.file.folder);
  return {
    ...cache,
    app,
    addPendingChange: (change) => addPending(app, change),
    store: (kind, resource) => void cache.sweep(kind, [resource]),
    requisitionIds: (filter = {}) =>
      idsOf(unwrap(cache.read('records.list', { kind: 'requisition', filter, limit: 500 }))),
    close: async () => {
      app.close();
      await cache.close();
    },
  };
}
