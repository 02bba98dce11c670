import { err } from '#contract/result.ts';
import { silentLog } from '#main/base/log.ts';
import { CompletionWatch } from '#main/engine/watchers/completion-history.ts';
import type { Committed } from '#main/engine/cache/protocol.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { testCache, standingClock, type TestCache } from './cache.ts';
import { testLocalStore, type TestLocalStore } from './app.ts';
import { localFile } from './overlay.ts';

/** What the desk file says of one request. */
export interface NotedRequest {
  readonly form: string;
  readonly patient: string;
  readonly requestedAt: number;
  readonly state: string;
  readonly after: number | null;
  readonly before: number | null;
}

/** A cache and a desk file with the watch between them; time moves when a test says so. */
export interface WatchedForms {
  readonly clock: ReturnType<typeof standingClock>;
  readonly cache: TestCache;
  readonly app: TestLocalStore;
  /** Lets the watch hear of every commit since the last time, and take note. */
  note(): Promise<void>;
  /** The watch ends and hears of nothing; another one begins, as at the next opening. */
  reopen(): Promise<void>;
  noted(): readonly NotedRequest[];
  drifts(): readonly { readonly form: string; readonly since: number }[];
  close(): Promise<void>;
}

/** A watch between a cache and a desk file of this thread; the latter may be down. */
export function getWatch(
  cache: TestCache,
  app: TestLocalStore,
  isDown: () => boolean = () => false,
): CompletionWatch {
  return new CompletionWatch({
    cache: { read: async (name, input) => cache.read(name, input) },
    app: {
      call: (async (name: keyof TestLocalStore['kept'], input: never) =>
        isDown() ? err('engine-down') : app.kept[name](input)) as never, // the watch calls what is kept, nothing else
    },
    log: silentLog,
  });
}

/** Opens a fresh cache and a fresh desk file in one folder. */
export async function watchedForms(): Promise<WatchedForms> {
  const clock = standingClock();
  const cache = await testCache(clock);
  const { folder } = cache.file;
  const app = testLocalStore(folder, { clock });
  const file = localFile(folder);
  let watch = getWatch(cache, app);
  let heard = 0;
  return {
    clock,
    cache,
    app,
    note: async () => {
      const told: readonly Committed[] = cache.told.slice(heard);
      heard = cache.told.length;
      for (const committed of told) watch.committed(committed);
      await watch.acknowledged();
    },
    reopen: async () => {
      heard = cache.told.length;
      watch = getWatch(cache, app);
      watch.all();
      await watch.acknowledged();
    },
    noted: () =>
      file.all(sql<NotedRequest>`
        SELECT form, patient, requested_at AS requestedAt, state, ended_after AS after, ended_before AS before
        FROM completion_request ORDER BY form, patient, requested_at`),
    drifts: () =>
      file.all(sql<{ form: string; since: number }>`SELECT form, since FROM unpublished_form ORDER BY form`),
    close: async () => {
      file.close();
      app.store.close();
      await cache.close();
    },
  };
}
