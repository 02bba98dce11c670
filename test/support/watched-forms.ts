import { err } from '#contract/result.ts';
import { silentLog } from '#main/base/log.ts';
import { CompletionHistoryRecorder } from '#main/engine/watchers/completion-history.ts';
import type { CommitSummary } from '#main/engine/cache/ingest/protocol.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { testCache, type TestCache } from './cache.ts';
import { localFile } from './pending.ts';
import { type StandingClock, standingClock } from './clocks.ts';
import { type TestLocalStore, testLocalStore } from './local-store.ts';

/** What the local store contains about one request. */
export interface NotedRequest {
  readonly form: string;
  readonly patient: string;
  readonly requestedAt: number;
  readonly state: string;
  readonly after: number | null;
  readonly before: number | null;
}

/** A cache and a local store with the watcher between them; time passes when a test says so. */
export interface WatchedForms {
  readonly clock: StandingClock;
  readonly cache: TestCache;
  readonly app: TestLocalStore;
  /** Passes every commit since the last time to the watcher, and waits for it to record them. */
  note(): Promise<void>;
  /** Closes the watcher and opens another one, as at the next start. */
  reopen(): Promise<void>;
  listRecordedRequests(): readonly NotedRequest[];
  drifts(): readonly { readonly form: string; readonly since: number }[];
  close(): Promise<void>;
}

/** A watcher between a cache and a local store of this thread; the local store may be unavailable. */
export function createFormsWatch(
  cache: TestCache,
  app: TestLocalStore,
  isDown: () => boolean = () => false,
): CompletionHistoryRecorder {
  return new CompletionHistoryRecorder({
    cache: { read: async (name, input) => cache.read(name, input) },
    local: {
      call: (async (name: keyof TestLocalStore['kept'], input: never) =>
        isDown() ? err('engine-down') : app.kept[name](input)) as never, // the watcher calls only local data
    },
    log: silentLog,
  });
}

/** Opens a new cache and a new local store in one folder. */
export async function watchedForms(): Promise<WatchedForms> {
  const clock = standingClock();
  const cache = await testCache(clock);
  const { folder } = cache.file;
  const app = testLocalStore(folder, { clock });
  const file = localFile(folder);
  let watch = createFormsWatch(cache, app);
  let handled = 0;
  return {
    clock,
    cache,
    app,
    note: async () => {
      const emitted: readonly CommitSummary[] = cache.emitted.slice(handled);
      handled = cache.emitted.length;
      for (const committed of emitted) watch.handleCommit(committed);
      await watch.waitUntilIdle();
    },
    reopen: async () => {
      handled = cache.emitted.length;
      watch = createFormsWatch(cache, app);
      watch.compareAll();
      await watch.waitUntilIdle();
    },
    listRecordedRequests: () =>
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
