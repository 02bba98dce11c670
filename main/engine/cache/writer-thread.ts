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
import type { Connection } from '#main/engine/sqlite/db.ts';
import { catchStorageErrors } from '#main/engine/sqlite/errors.ts';

/**
 * Adds what migrations do not: a new cache gets from the local store what the service does not keep, and one that an older program
 * wrote gets the tables that it did not fill.
 */
function complete(db: Connection, file: CacheFolderAndKey): Result<null> {
  const local = new ReadOnlyLocalStoreView(file);
  try {
    local.snapshot(() => db.transaction(() => fillEmptyCacheWithReviewedVersions(db, local)));
    addRequestsOfOlderForms(db);
    return ok(null);
  } catch (thrown) {
    db.close();
    throw thrown;
  } finally {
    local.close();
  }
}

/** Opens the cache for writing, complete before its first record arrives. */
function openForWriting(file: CacheFolderAndKey, now: () => number): Result<OpenedCacheFile> {
  const opened = openCacheFile(file, now);
  if (!opened.ok) return opened;
  const completed = catchStorageErrors(() => complete(opened.value.db, file));
  if (completed.ok) return opened;
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
