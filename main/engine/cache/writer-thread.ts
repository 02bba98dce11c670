import { getHeapStatistics } from 'node:v8';
import { ok, type Result } from '#contract/result.ts';
import type { Clock } from '#main/base/clock.ts';
import type { Log } from '#main/base/log.ts';
import { CacheWriter } from './ingest/writer.ts';
import { createMissingRecordWriterCalls } from './missing/calls.ts';
import { type CacheFolderAndKey, openCacheFile, type OpenedCacheFile } from './file/open.ts';
import { ReadOnlyLocalStoreView } from './pending/local-view.ts';
import type { CacheWriterCalls } from './ingest/protocol.ts';
import { addRequestsOfOlderForms } from './tables/open-requests.ts';
import { fillEmptyCacheWithReviewedVersions } from './tables/reviewed-version.ts';
import { catchStorageErrors } from '#main/engine/sqlite/errors.ts';

/**
 * Opens the cache for writing. A new one gets from the local store what the service does not keep, before its
 * first record arrives; one of an older program gets what that did not derive from its records.
 */
function openForWriting(file: CacheFolderAndKey, now: () => number): Result<OpenedCacheFile> {
  const opened = openCacheFile(file, now);
  if (!opened.ok) return opened;
  const { db } = opened.value;
  const local = new ReadOnlyLocalStoreView(file);
  const completed = catchStorageErrors(() => {
    local.snapshot(() => db.transaction(() => fillEmptyCacheWithReviewedVersions(db, local)));
    addRequestsOfOlderForms(db);
    return ok(null);
  });
  local.close();
  if (completed.ok) return opened;
  db.close();
  // A damaged cache is replaced whenever the damage is found: its records can be fetched again.
  const isNewDamage = completed.error.code === 'storage-damaged' && file.isDamaged !== true;
  return isNewDamage ? openForWriting({ ...file, isDamaged: true }, now) : completed;
}

/** Estimated memory that reading a page takes for each of its bytes. */
const MEMORY_PER_BYTE = 16;

/** Returns the function that runs the writer thread's calls by name. `emit` sends the event `committed`. */
export function createCacheWriterThreadHandler(
  clock: Clock,
  log: Log,
  emit: (name: string, payload: unknown) => void,
): (name: string, input: never) => Result<unknown> {
  const writer = new CacheWriter({
    openFile: (file) => openForWriting(file, () => clock.now()),
    clock,
    log,
    pageBytes: getHeapStatistics().heap_size_limit / MEMORY_PER_BYTE,
    onCommitted: (committed) => emit('committed', committed),
  });
  const calls: { readonly [N in keyof CacheWriterCalls]: (input: never) => Result<unknown> } = {
    open: (input) => writer.open(input),
    beginSweep: (input) => writer.beginSweep(input),
    store: (input) => writer.store(input),
    endSweep: (input) => writer.endSweep(input),
    storeOne: (input) => writer.storeOne(input),
    commitDeferred: (input) => writer.commitDeferred(input),
    removeOne: (input) => writer.removeOne(input),
    ...createMissingRecordWriterCalls(writer),
    close: () => writer.close(),
  };
  return (name, input) => calls[name as keyof CacheWriterCalls](input); // same types as in `client.ts`
}
