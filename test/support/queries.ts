import { systemClock } from '#main/base/clock.ts';
import { openCacheForReading } from '#main/engine/cache/file/open.ts';
import { ReadOnlyLocalStoreView } from '#main/engine/cache/pending/local-view.ts';
import { PendingOverlay } from '#main/engine/cache/pending/overlay.ts';
import { FormQueryContext } from '#main/engine/cache/queries/forms/list.ts';
import { WorklistQueryContext } from '#main/engine/cache/queries/requisitions/context.ts';
import type { Connection } from '#main/engine/sqlite/db.ts';
import type { CacheAndLocal } from './overlay.ts';

/** What queries get that no procedure calls. */
export interface Queries {
  readonly cache: Connection;
  readonly requisitions: WorklistQueryContext;
  readonly forms: FormQueryContext;
  /** Runs a query with the pending changes applied. */
  reading<T>(query: () => T): T;
  close(): void;
}

/**
 * Opens the files of a cache and a local store for queries, on a connection of its own.
 * @param watch returns what the queries of requisitions run on, around that connection
 */
export function openQueries(
  { file }: CacheAndLocal,
  watch = (connection: Connection): Connection => connection,
): Queries {
  const cache = openCacheForReading(file);
  const local = new ReadOnlyLocalStoreView(file);
  const overlay = new PendingOverlay(cache, local);
  const requisitions = new WorklistQueryContext(watch(cache), local, overlay, systemClock);
  const { localData } = requisitions;
  return {
    cache,
    requisitions,
    forms: new FormQueryContext({ cache, local, overlay, localData, now: () => systemClock.now() }),
    reading: (query) =>
      overlay.runRead(() => {
        localData.version();
        return query();
      }),
    close: () => {
      cache.close();
      local.close();
    },
  };
}
